// Somebody to play TwixT with: best-first search guided by distances; and two others to measure it by.
#pragma once
#include <optional>

#include "../../search/puct.hpp"
#include "../../search/uct.hpp"
#include "evaluation.hpp"
#include "path_player.hpp"

namespace tablier::twixt {

// Plain tree search knows nothing, not even a win at hand, and plays every game to its end.
struct Nothing {
    std::optional<Code> operator()(const State&) const { return std::nullopt; }
};
constexpr double to_the_end = 2 * largest * largest;

// Settings: uct 1 plays as plain UCT, paths 1 as a search of the shortest ways, each with its settings; else those of the search
// and the judge.
class Player {
public:
    explicit Player(const Settings& settings) : seed_(static_cast<std::uint64_t>(setting(settings, "seed", 0))) {
        Settings plain = settings;
        plain.try_emplace("max_playout_plies", to_the_end);
        plain["memory"] = 256;  // a measure, not held to a bound
        if (setting(settings, "uct", 0) > 0) uct_.emplace(plain);
        else if (setting(settings, "paths", 0) > 0) paths_.emplace(settings);
        else search_.emplace(settings);
    }

    SearchResult think(const State& state, SearchControl& control) {
        if (uct_) return uct_->think(state, control);
        const Rules& rules = state.rules();
        const bool fitted = rules.pie && rules.size >= smallest_fitted;
        if (fitted && state.open_holes() == rules.left_at_swap + 1) return first_peg(state);
        const bool to_decide = fitted && state.may_swap();
        if (to_decide && search_) control.transform_reports([&state](SearchResult& result) { decide(state, result); });
        SearchResult result = paths_ ? paths_->think(state, control) : search_->think(state, control);
        if (paths_ && state.may_swap()) result.candidates.push_back({rules.swap, 0.5});
        if (to_decide) decide(state, result);
        return result;
    }

    void clear() {
        if (search_) search_->clear();
    }

    // What the judge sees, for fitting its weights: inputs of the network, and traits of each action worth a try.
    static constexpr int input_count = Network::measured, hidden_units = Network::units, value_units = twixt::value_units;
    static constexpr int move_feature_count = Trait::in_all, value_feature_count = Trait::of_position, policy_units = twixt::policy_units;
    static std::vector<float> inputs(const State& state) { return bare().inputs(state); }
    static std::vector<std::tuple<Code, bool, std::vector<int>>> move_features(const State& state, Code last, Code before) {
        return bare().move_features(state, {last, before});
    }

private:
    static Evaluator& bare() {
        thread_local Evaluator evaluator{Settings{}};
        return evaluator;
    }

    // With the pie rule the fairest peg is the best: the other seat takes the better side.
    SearchResult first_peg(const State& state) const {
        const Rules& rules = state.rules();
        std::vector<Code> codes(static_cast<std::size_t>(rules.codes()));
        codes.resize(static_cast<std::size_t>(state.legal(codes.data())));
        std::sort(codes.begin(), codes.end());
        Random rng{seed_};
        SearchResult result;
        std::vector<std::pair<double, Candidate>> order;
        for (const Code code : codes) {
            const double first = first_peg_chance(rules, code), worst = std::min(first, 1 - first);
            const double lot = rng.below(1000) * 1e-5;  // among the fair ones any will do
            order.push_back({worst < 0.49 ? worst : 0.49 + lot, {code, worst}});
        }
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        for (const auto& [rank, candidate] : order) result.candidates.push_back(candidate);
        result.candidates[0].expected_score = 0.5;
        result.pv = {result.candidates[0].code};
        return result;
    }

    // Swaps when the peg is worth more than half; pegs are worth what the search says, moved so that the best is what is left.
    static void decide(const State& state, SearchResult& result) {
        const Rules& rules = state.rules();
        const double first = first_peg_chance(rules, only_peg(state));
        double best = 0;
        for (const Candidate& one : result.candidates)
            if (one.code != rules.swap) best = std::max(best, one.expected_score);
        for (Candidate& one : result.candidates)
            one.expected_score = one.code == rules.swap ? first : std::clamp(one.expected_score + (1 - first) - best, 0.0, 1.0);
        std::stable_sort(result.candidates.begin(), result.candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.expected_score > b.expected_score; });
        if (result.pv.empty() || result.pv[0] != result.candidates[0].code) result.pv = {result.candidates[0].code};
    }

    std::uint64_t seed_;
    std::optional<Puct<State, Evaluator>> search_;
    std::optional<PathPlayer> paths_;
    std::optional<Uct<State, Nothing>> uct_;
};

}  // namespace tablier::twixt
