// Somebody to play Mixtour with: alpha-beta with a fitted evaluation; and plain UCT to measure it by.
#pragma once
#include <optional>

#include "../../search/deepening.hpp"
#include "../../search/uct.hpp"
#include "evaluation.hpp"

namespace tablier::mixtour {

// A move by which the seat to act scores its last point.
struct WinningMove {
    std::optional<Code> operator()(const State& state) const {
        const int own = state.turn();
        if (state.needs(own) != 1 || !(can_score(state) >> own & 1)) return std::nullopt;
        std::array<Code, codes> listed;
        const int count = state.legal(listed.data());
        for (int i = 0; i < count; ++i)
            if (scores_for(state, listed[i]) == own) return listed[i];
        return std::nullopt;
    }
};

// Settings: uct 1 plays as plain UCT, with its settings; else those of the search and the evaluation.
class Player {
public:
    explicit Player(const Settings& settings) {
        if (setting(settings, "uct", 0) > 0) uct_.emplace(settings);
        else search_.emplace(settings);
    }

    Thought think(const State& state, Watch& watch) { return uct_ ? uct_->think(state, watch) : search_->think(state, watch); }
    void forget() {
        if (search_) search_->forget();
    }

    // What the evaluation sees, for fitting its weights.
    static constexpr int features_in_all = mixtour::features;
    static std::vector<int> features(const State& state) {
        std::vector<int> seen;
        for_each_feature(state, [&](int feature) { seen.push_back(feature); });
        return seen;
    }

private:
    std::optional<Deepening<State, Judge>> search_;
    std::optional<Uct<State, WinningMove>> uct_;
};

}  // namespace tablier::mixtour
