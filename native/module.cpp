// The module tablier.engine._native: one submodule per game that was compiled in.
#include <string_view>

#include "bind.hpp"
#include "bind_player.hpp"

namespace tablier {

std::vector<std::pair<const char*, Binder>>& binders() {
    static std::vector<std::pair<const char*, Binder>> all;
    return all;
}

std::vector<std::pair<const char*, Binder>>& player_binders() {
    static std::vector<std::pair<const char*, Binder>> all;
    return all;
}

}  // namespace tablier

NB_MODULE(_native, m) {
    m.doc() = "The rules of the games in C++: made for speed, held to the Python rules by tests.";
    for (const auto& [name, binder] : tablier::binders()) {
        nanobind::module_ game = m.def_submodule(name);
        binder(game);
        for (const auto& [whose, player] : tablier::player_binders())
            if (std::string_view(whose) == name) player(game);
    }
}
