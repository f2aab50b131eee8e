// The TwixT player: PUCT with a fitted evaluator. Two baselines for measurements: plain UCT and PathPlayer.
#pragma once
#include <optional>

#include "../../search/puct.hpp"
#include "../../search/uct.hpp"
#include "evaluation.hpp"
#include "path_player.hpp"

namespace tablier::twixt {

// The WinningMove of Uct without knowledge: the baseline is plain UCT.
struct NoWinningMove {
    std::optional<Code> operator()(const State&) const { return std::nullopt; }
};
constexpr double unlimited_plies = 2 * max_size * max_size;  // longer than any game

// Settings: `uct` 1 selects plain UCT, `paths` 1 selects PathPlayer, each with its own settings; otherwise the settings of Puct
// and Evaluator.
class Player {
public:
    explicit Player(const Settings& settings) : seed_(static_cast<std::uint64_t>(setting(settings, "seed", 0))) {
        Settings plain = settings;
        plain.try_emplace("max_playout_plies", unlimited_plies);
        plain["memory"] = 256;  // a baseline, so the memory setting does not apply
        if (setting(settings, "uct", 0) > 0) uct_.emplace(plain);
        else if (setting(settings, "paths", 0) > 0) path_player_.emplace(settings);
        else search_.emplace(settings);
    }

    SearchResult think(const State& state, SearchControl& control) {
        if (uct_) return uct_->think(state, control);
        const Rules& rules = state.rules();
        const bool has_regression = rules.pie && rules.size >= min_regression_size;
        const bool board_is_empty = state.open_holes() == rules.open_holes_at_swap + 1;
        if (has_regression && board_is_empty) return choose_first_peg(state);
        const bool can_swap = has_regression && state.may_swap();
        if (can_swap && search_) control.transform_reports([&state](SearchResult& result) { rescore_swap(state, result); });
        SearchResult result = path_player_ ? path_player_->think(state, control) : search_->think(state, control);
        if (path_player_ && state.may_swap()) result.candidates.push_back({rules.swap, 0.5});
        if (can_swap) rescore_swap(state, result);
        return result;
    }

    void clear() {
        if (search_) search_->clear();
    }

    // For training: inputs of the value network and features of the candidate moves.
    static constexpr int input_count = Network::measured_inputs, hidden_units = Network::units, value_units = twixt::value_units;
    static constexpr int move_feature_count = MoveFeature::count, value_feature_count = MoveFeature::position_count;
    static constexpr int policy_units = twixt::policy_units;
    static std::vector<float> inputs(const State& state) { return training_evaluator().inputs(state); }
    static std::vector<std::tuple<Code, bool, std::vector<int>>> move_features(const State& state, Code last, Code previous) {
        return training_evaluator().move_features(state, {last, previous});
    }

private:
    static Evaluator& training_evaluator() {
        thread_local Evaluator evaluator{Settings{}};
        return evaluator;
    }

    // With the pie rule the most balanced peg is best, because the opponent takes the better side (TWX-11). Random among
    // those with an expected score of at least 0.49 for the worse side.
    SearchResult choose_first_peg(const State& state) const {
        const Rules& rules = state.rules();
        std::vector<Code> codes(static_cast<std::size_t>(rules.codes()));
        codes.resize(static_cast<std::size_t>(state.legal(codes.data())));
        std::sort(codes.begin(), codes.end());
        Random rng{seed_};
        SearchResult result;
        std::vector<std::pair<double, Candidate>> order;
        for (const Code code : codes) {
            const double first = first_peg_score(rules, code), worse_side = std::min(first, 1 - first);
            const double tie_break = rng.below(1000) * 1e-5;
            order.push_back({worse_side < 0.49 ? worse_side : 0.49 + tie_break, {code, worse_side}});
        }
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        for (const auto& [rank, candidate] : order) result.candidates.push_back(candidate);
        result.candidates[0].expected_score = 0.5;  // no other peg scores higher
        result.pv = {result.candidates[0].code};
        return result;
    }

    // Scores `swap` by the regression for first pegs, and shifts the scores of the other moves so that the best of them is the
    // complement.
    static void rescore_swap(const State& state, SearchResult& result) {
        const Rules& rules = state.rules();
        const double first = first_peg_score(rules, only_peg(state));
        double best = 0;
        for (const Candidate& candidate : result.candidates)
            if (candidate.code != rules.swap) best = std::max(best, candidate.expected_score);
        for (Candidate& candidate : result.candidates)
            candidate.expected_score =
                candidate.code == rules.swap ? first : std::clamp(candidate.expected_score + (1 - first) - best, 0.0, 1.0);
        std::stable_sort(result.candidates.begin(), result.candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.expected_score > b.expected_score; });
        if (result.pv.empty() || result.pv[0] != result.candidates[0].code) result.pv = {result.candidates[0].code};
    }

    std::uint64_t seed_;
    std::optional<Puct<State, Evaluator>> search_;
    std::optional<PathPlayer> path_player_;
    std::optional<Uct<State, NoWinningMove>> uct_;
};

}  // namespace tablier::twixt
