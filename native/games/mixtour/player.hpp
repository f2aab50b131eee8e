// Mixtour's player: alpha-beta with a fitted evaluation. Two Monte Carlo tree searches serve as baselines for measurements.
#pragma once
#include <optional>

#include "../../search/iterative_deepening.hpp"
#include "../../search/uct.hpp"
#include "mcts_baseline.hpp"

namespace tablier::mixtour {

// The WinningMove of Uct: a move by which the side to move scores its last point.
struct WinningMove {
    std::optional<Code> operator()(const State& state) const {
        const int own = state.turn();
        if (state.needs(own) != 1 || !can_score(state, own)) return std::nullopt;
        std::array<Code, codes> list;
        const int count = state.legal(list.data());
        for (int i = 0; i < count; ++i)
            if (scoring_side(state, list[i]) == own) return list[i];
        return std::nullopt;
    }
};

// Settings:
//   lead_handicap   the node limit is divided by this for each point ahead and multiplied for each point behind; 1 for no handicap
//   uct=1           search with plain UCT instead
//   mcts=1          search with MctsBaseline instead
// and those of the search that is used.
class Player {
public:
    explicit Player(const Settings& settings) : lead_handicap_(setting(settings, "lead_handicap", 1)) {
        if (setting(settings, "uct", 0) > 0) uct_.emplace(settings);
        else if (setting(settings, "mcts", 0) > 0) mcts_baseline_.emplace(settings);
        else search_.emplace(settings);
    }

    SearchResult think(const State& state, SearchControl& control) {
        const int own = state.turn(), lead = state.needs(own ^ 1) - state.needs(own);
        if (const auto nodes = static_cast<double>(control.limits().nodes); lead_handicap_ > 1 && nodes > 0)
            control.set_node_limit(static_cast<std::uint64_t>(std::max(1.0, nodes / std::pow(lead_handicap_, lead))));
        return uct_ ? uct_->think(state, control) : mcts_baseline_ ? mcts_baseline_->think(state, control) : search_->think(state, control);
    }

    void clear() {
        if (search_) search_->clear();
    }

    // Features of a position, for fitting the weights.
    static constexpr int feature_count = mixtour::feature_count;
    static std::vector<int> features(const State& state) {
        std::vector<int> list;
        for_each_feature(state, [&](int feature) { list.push_back(feature); });
        return list;
    }

private:
    double lead_handicap_;
    std::optional<IterativeDeepening<State, Evaluator>> search_;
    std::optional<Uct<State, WinningMove>> uct_;
    std::optional<MctsBaseline> mcts_baseline_;
};

}  // namespace tablier::mixtour
