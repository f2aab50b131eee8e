// Somebody to play Mixtour with: alpha-beta with a fitted evaluation; and two tree searches to measure it by.
#pragma once
#include <optional>

#include "../../search/iterative_deepening.hpp"
#include "../../search/uct.hpp"
#include "mcts_baseline.hpp"

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

// Settings: eases, the factor by which it looks at fewer nodes for every point that it is ahead, and at more when it is behind; those
// of the search and the evaluation. Or uct 1, plain UCT, or tree 1, the sharper tree search, each with its settings.
class Player {
public:
    explicit Player(const Settings& settings) : eases_(setting(settings, "eases", 1)) {
        if (setting(settings, "uct", 0) > 0) uct_.emplace(settings);
        else if (setting(settings, "tree", 0) > 0) mcts_baseline_.emplace(settings);
        else search_.emplace(settings);
    }

    SearchResult think(const State& state, SearchControl& control) {
        const int own = state.turn(), lead = state.needs(own ^ 1) - state.needs(own);
        if (const auto nodes = static_cast<double>(control.limits().nodes); eases_ > 1 && nodes > 0)
            control.set_node_limit(static_cast<std::uint64_t>(std::max(1.0, nodes / std::pow(eases_, lead))));
        return uct_ ? uct_->think(state, control) : mcts_baseline_ ? mcts_baseline_->think(state, control) : search_->think(state, control);
    }
    void clear() {
        if (search_) search_->clear();
    }

    // What the evaluation sees, for fitting its weights.
    static constexpr int feature_count = mixtour::features;
    static std::vector<int> features(const State& state) {
        std::vector<int> seen;
        for_each_feature(state, [&](int feature) { seen.push_back(feature); });
        return seen;
    }

private:
    double eases_;
    std::optional<IterativeDeepening<State, Evaluator>> search_;
    std::optional<Uct<State, WinningMove>> uct_;
    std::optional<MctsBaseline> mcts_baseline_;
};

}  // namespace tablier::mixtour
