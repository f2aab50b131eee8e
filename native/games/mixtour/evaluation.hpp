// What Mixtour's player knows: who is about to complete a tower, and who is likely to be the next.
#pragma once
#include <array>
#include <cmath>
#include <memory>

#include "../../search_player.hpp"
#include "../../search/alphabeta.hpp"
#include "features.hpp"
#include "weights.hpp"

namespace tablier::mixtour {

// The chance to be first to score so many points, the other needing so many, if every point is a toss-up.
inline double race(int own, int other) {
    if (own <= 0) return 1;
    std::array<double, Rules::most_points + 1> chances;  // by what the other needs; to begin with, one needs none oneself
    chances.fill(1);
    for (chances[0] = 0; own > 0; --own)
        for (int needs = 1; needs <= other; ++needs) chances[needs] = (chances[needs] + chances[needs - 1]) / 2;
    return chances[other];
}

class Evaluator {
public:
    static constexpr SearchParameters parameters{.futility_margin = 120, .late_move_count = 8, .threat_extension = true};

    // Settings: blind 1 overlooks threats, as beginners do; w0, w1, …: weights other than those that were fitted.
    explicit Evaluator(const Settings& settings) : blind_(setting(settings, "blind", 0) > 0) {
        for (auto given = settings.lower_bound("w0"); given != settings.end() && given->first.starts_with('w'); ++given)
            if (const int number = std::atoi(given->first.c_str() + 1); number >= 0 && number < features)
                weights_[number] = static_cast<std::int16_t>(std::clamp(setting(settings, given->first, 0), -8000.0, 8000.0));
        for (int feature = 0; blind_ && feature < features; ++feature)
            if (tells_of_threats(feature)) weights_[feature] = 0;
    }

    ThreatInfo threats(const State& state) const {
        const int own = state.turn();
        const unsigned sides = blind_ ? 0 : can_score(state);
        return {state.needs(own) == 1 && (sides >> own & 1), state.needs(own ^ 1) == 1 && (sides >> (own ^ 1) & 1)};
    }

    int evaluate(const State& state) {
        int sum = 0;
        for_each_feature(state, [&](int feature) { sum += weights_[feature]; });
        const int own = state.needs(state.turn()), other = state.needs(state.turn() ^ 1);
        return own == 1 && other == 1 ? std::clamp(sum, -most, most) : by_score(own, other)[bin(sum)];
    }

    void score_moves(const State& state, const Code* codes, int count, int* scores) const {
        const int own = state.turn();
        const auto& seen = seen_as.of[own];
        const auto worth = [&](int cell, unsigned stack) { return stack > no_stack ? weights_[standing_feature(cell, seen[stack])] : 0; };
        for (int i = 0; i < count; ++i) {
            if (codes[i] == pass) {
                scores[i] = 0;
            } else if (codes[i] < first_move) {
                scores[i] = worth(codes[i], 2u | static_cast<unsigned>(own));
            } else {
                const Move move = tables.move[codes[i]];
                const int target = state.target(move);
                const unsigned lifted = state.stack(move.source), onto = state.stack(target);
                if (height(onto) + move.count >= tower) {
                    scores[i] = (static_cast<int>(lifted & 1) == own ? 8 : -8) * history_max;
                    continue;
                }
                const unsigned rest = lifted >> move.count, piled = onto << move.count | (lifted & ~(~0u << move.count));
                scores[i] = worth(move.source, rest) - worth(move.source, lifted) + worth(target, piled) - worth(target, onto);
            }
            scores[i] *= guess;
        }
    }

    // The moves that complete a tower of one's own.
    int forcing_moves(const State& state, Code* codes) const {
        const int own = state.turn();
        if (!(can_score(state) >> own & 1)) return 0;
        const int count = state.legal(codes);
        return static_cast<int>(std::remove_if(codes, codes + count, [&](Code code) { return scores_for(state, code) != own; }) - codes);
    }

private:
    static constexpr int history_max = AlphaBeta<State, Evaluator>::history_max;
    static constexpr int guess = 8;    // how much the change in the worth of two stacks counts beside what was learnt
    static constexpr int most = 4095;  // in 256ths of log-odds
    static constexpr int bins = 2048;
    static int bin(int sum) { return (std::clamp(sum, -most, most) + most + 1) * bins / (2 * (most + 1)); }

    using Chances = std::array<std::int16_t, bins>;

    // The log-odds of the game by those of the next point: it is won or lost, and then all is a toss-up.
    const Chances& by_score(int own, int other) {
        auto& made = by_score_[own][other];
        if (!made) {
            made = std::make_unique<Chances>();
            const double won = race(own - 1, other), lost = race(own, other - 1);
            for (int i = 0; i < bins; ++i) {
                const double next = expected_score_of((2 * i + 1) * (most + 1) / bins - most - 1);
                const double chance = next * won + (1 - next) * lost;
                const double odds = 256 * std::log(std::max(chance, 1e-9) / std::max(1 - chance, 1e-9));
                (*made)[i] = static_cast<std::int16_t>(std::clamp<int>(static_cast<int>(std::lround(odds)), -most, most));
            }
        }
        return *made;
    }

    bool blind_;
    std::array<std::int16_t, features> weights_ = fitted;
    std::array<std::array<std::unique_ptr<Chances>, Rules::most_points + 1>, Rules::most_points + 1> by_score_;
};

}  // namespace tablier::mixtour
