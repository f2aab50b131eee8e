// Twisty's player: alpha-beta with a race evaluation for two to four seats. The greedy baseline serves for measurements.
#pragma once
#include <optional>

#include "../../search/iterative_deepening.hpp"
#include "evaluation.hpp"
#include "greedy.hpp"

namespace tablier::twisty {

// Settings: greedy=1 plays as the greedy baseline; otherwise those of the search and of the evaluation.
class Player {
public:
    explicit Player(const Settings& settings) {
        if (setting(settings, "greedy", 0) > 0) greedy_.emplace(static_cast<std::uint64_t>(setting(settings, "seed", 0)));
        else search_.emplace(settings);
    }

    SearchResult think(const State& state, SearchControl& control) {
        return greedy_ ? greedy_->think(state) : search_->think(state, control);
    }

    void clear() {
        if (search_) search_->clear();
    }

private:
    std::optional<IterativeDeepening<State, Evaluator>> search_;
    std::optional<Greedy> greedy_;
};

}  // namespace tablier::twisty
