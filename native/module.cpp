// The module tablier.engine._native, with one submodule per game that was compiled in.
#include <string_view>

#include "bind.hpp"
#include "bind_player.hpp"

namespace tablier {

std::vector<std::pair<const char*, Binder>>& binders() {
    static std::vector<std::pair<const char*, Binder>> registered;
    return registered;
}

std::vector<std::pair<const char*, Binder>>& player_binders() {
    static std::vector<std::pair<const char*, Binder>> registered;
    return registered;
}

}  // namespace tablier

NB_MODULE(_native, m) {
    m.doc() = "Native rules and players of the games. Differential tests keep the rules equal to the Python rules.";
    for (const auto& [name, bind_game] : tablier::binders()) {
        nanobind::module_ game = m.def_submodule(name);
        bind_game(game);
        for (const auto& [game_name, bind_player] : tablier::player_binders())
            if (std::string_view(game_name) == name) bind_player(game);
    }
}
