// Linear evaluation of Mixtour for the alpha-beta search. The features estimate the log-odds of scoring the next point; from these
// and the score follow the log-odds of winning the game.
#pragma once
#include <array>
#include <cmath>
#include <memory>

#include "../../search_player.hpp"
#include "../../search/alphabeta.hpp"
#include "features.hpp"
#include "weights.hpp"

namespace tablier::mixtour {

// Probability of scoring `own` points before the opponent scores `other`, if every point is a coin toss.
inline double race_win_probability(int own, int other) {
    if (own <= 0) return 1;
    std::array<double, Rules::max_points + 1> probability;  // by the points the opponent needs; updated for 0, 1, … own points
    probability.fill(1);
    for (probability[0] = 0; own > 0; --own)
        for (int needed = 1; needed <= other; ++needed) probability[needed] = (probability[needed] + probability[needed - 1]) / 2;
    return probability[other];
}

class Evaluator {
public:
    static constexpr SearchParameters parameters{.futility_margin = 120, .late_move_count = 8, .threat_extension = true};

    // Settings: ignore_threats=1 sees scoring moves only once they are played, like a beginner; w0, w1, … replace fitted weights.
    explicit Evaluator(const Settings& settings) : ignore_threats_(setting(settings, "ignore_threats", 0) > 0) {
        for (auto entry = settings.lower_bound("w0"); entry != settings.end() && entry->first.starts_with('w'); ++entry)
            if (const int feature = std::atoi(entry->first.c_str() + 1); feature >= 0 && feature < feature_count)
                weights_[feature] = static_cast<std::int16_t>(std::clamp(setting(settings, entry->first, 0), -8000.0, 8000.0));
        for (int feature = 0; ignore_threats_ && feature < feature_count; ++feature)
            if (is_threat_feature(feature)) weights_[feature] = 0;
    }

    ThreatInfo threats(const State& state) const {
        const int own = state.turn();
        const unsigned sides = ignore_threats_ ? 0 : scoring_sides(state);
        return {state.needs(own) == 1 && (sides >> own & 1), state.needs(own ^ 1) == 1 && (sides >> (own ^ 1) & 1)};
    }

    // For `seat`, which is the seat to act: the features are seen from its side.
    int evaluate(const State& state, [[maybe_unused]] int seat) {
        int sum = 0;
        for_each_feature(state, [&](int feature) { sum += weights_[feature]; });
        const int own = state.needs(state.turn()), other = state.needs(state.turn() ^ 1);
        return own == 1 && other == 1 ? std::clamp(sum, -max_score, max_score) : game_scores(own, other)[bin(sum)];
    }

    void score_moves(const State& state, const Code* codes, int count, int* scores) const {
        const int own = state.turn();
        const auto& pattern = stack_patterns.of[own];
        const auto value = [&](int cell, unsigned stack) { return stack > no_stack ? weights_[stack_feature(cell, pattern[stack])] : 0; };
        for (int i = 0; i < count; ++i) {
            if (codes[i] == pass) {
                scores[i] = 0;
            } else if (codes[i] < first_move) {
                scores[i] = value(codes[i], 2u | static_cast<unsigned>(own));
            } else {
                const Move move = tables.moves[codes[i]];
                const int target = state.target(move);
                const unsigned lifted = state.stack(move.source), reached = state.stack(target);
                if (height(reached) + move.count >= tower) {  // scoring moves before the killers, points for the opponent last
                    scores[i] = (static_cast<int>(lifted & 1) == own ? 8 : -8) * history_max;
                    continue;
                }
                const unsigned rest = lifted >> move.count, piled = pile(reached, lifted, move.count);
                scores[i] = value(move.source, rest) - value(move.source, lifted) + value(target, piled) - value(target, reached);
            }
            scores[i] *= static_weight;
        }
    }

    // Moves that score for the side to move.
    int forcing_moves(const State& state, Code* codes) const {
        const int own = state.turn();
        if (!can_score(state, own)) return 0;
        const int count = state.legal(codes);
        return static_cast<int>(std::remove_if(codes, codes + count, [&](Code code) { return scoring_side(state, code) != own; }) - codes);
    }

private:
    static constexpr int static_weight = 8;  // of the change in stack weights, relative to the history score
    static constexpr int max_score = 4095;   // in 256ths of log-odds
    static constexpr int bins = 2048;        // of the scores in a ScoreTable
    static int bin(int score) { return (std::clamp(score, -max_score, max_score) + max_score + 1) * bins / (2 * (max_score + 1)); }

    using ScoreTable = std::array<std::int16_t, bins>;

    // Log-odds of winning the game by those of the next point, with every later point a coin toss. Computed once and cached.
    const ScoreTable& game_scores(int own, int other) {
        auto& table = game_scores_[own][other];
        if (!table) {
            table = std::make_unique<ScoreTable>();
            const double if_scored = race_win_probability(own - 1, other), if_conceded = race_win_probability(own, other - 1);
            for (int i = 0; i < bins; ++i) {
                const double next_point = expected_score_of((2 * i + 1) * (max_score + 1) / bins - max_score - 1);
                const double win = next_point * if_scored + (1 - next_point) * if_conceded;
                const double log_odds = 256 * std::log(std::max(win, 1e-9) / std::max(1 - win, 1e-9));
                (*table)[i] = static_cast<std::int16_t>(std::clamp<int>(static_cast<int>(std::lround(log_odds)), -max_score, max_score));
            }
        }
        return *table;
    }

    bool ignore_threats_;
    std::array<std::int16_t, feature_count> weights_ = fitted_weights;
    std::array<std::array<std::unique_ptr<ScoreTable>, Rules::max_points + 1>, Rules::max_points + 1> game_scores_;
};

}  // namespace tablier::mixtour
