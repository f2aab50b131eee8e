// Features of the linear evaluation, seen by the side to move. A feature is a number below `feature_count`; it may
// occur several times in a position, and its weight then counts as often.
#pragma once
#include "threats.hpp"

namespace tablier::mixtour {

constexpr int patterns = 1 << tower;  // of a stack seen by a side: own pieces are 0, the opponent's 1
constexpr int cell_classes = 6;       // orbits of the cells under the symmetries of the board

// First number of each group of features
constexpr int bias_feature = 0;                                          // always present: the advantage of the move
constexpr int stack_features = bias_feature + 1;                         // by cell class and pattern
constexpr int move_features = stack_features + cell_classes * patterns;  // possible moves, by patterns of source and target
constexpr int reserve_features = move_features + patterns * patterns;    // by side, own first, and size, at most 7
constexpr int threat_features = reserve_features + 2 * 8;                // by scoring moves, own and opponent's, at most 3
constexpr int empty_features = threat_features + 4 * 4;                  // by number of empty cells
constexpr int feature_count = empty_features + cells + 1;

struct CellClasses {
    std::array<std::uint8_t, cells> of{};

    constexpr CellClasses() {
        for (int cell = 0; cell < cells; ++cell) {
            int x = cell / edge - edge / 2, y = cell % edge - edge / 2;
            x = x < 0 ? -x : x, y = y < 0 ? -y : y;
            const int far = x > y ? x : y, near = x > y ? y : x;
            of[cell] = static_cast<std::uint8_t>(far * (far + 1) / 2 + near);
        }
    }
};
inline constexpr CellClasses classes;

struct StackPatterns {
    std::array<std::array<std::uint8_t, patterns>, 2> of{};  // by side and stack

    constexpr StackPatterns() {
        for (unsigned stack = no_stack; stack < patterns; ++stack) {
            of[0][stack] = static_cast<std::uint8_t>(stack);
            of[1][stack] = static_cast<std::uint8_t>(stack ^ ((1u << height(stack)) - 1));
        }
    }
};
inline constexpr StackPatterns stack_patterns;

constexpr int stack_feature(int cell, unsigned pattern) { return stack_features + classes.of[cell] * patterns + static_cast<int>(pattern); }

// Whether a feature says that a tower can be completed.
constexpr bool is_threat_feature(int feature) {
    if (feature < move_features || feature >= reserve_features) return feature >= threat_features && feature < empty_features;
    const auto move = static_cast<unsigned>(feature - move_features);
    return height(move / patterns) + height(move % patterns) >= tower;
}

// Calls visit(feature) for every feature of the position, with repeats.
template <class Visit>
void for_each_feature(const State& state, Visit&& visit) {
    const int own = state.turn();
    const auto& pattern = stack_patterns.of[own];
    visit(bias_feature);
    int empty = cells;
    for (Bitboard left = state.at_least(1) & lower_copy; left; left &= left - 1) {
        const int cell = tables.cell_at[std::countr_zero(left)];
        visit(stack_feature(cell, pattern[state.stack(cell)]));
        --empty;
    }
    std::array<int, 2> scoring_moves{};
    for_each_stack_move(state, [&](int source, int target) {
        const unsigned lifted = state.stack(source), reached = state.stack(target);
        visit(move_features + pattern[lifted] * patterns + pattern[reached]);
        scoring_moves[(lifted & 1) ^ own] += height(lifted) + height(reached) >= tower;
    });
    visit(reserve_features + std::min(state.reserve(own), 7));
    visit(reserve_features + 8 + std::min(state.reserve(own ^ 1), 7));
    visit(threat_features + 4 * std::min(scoring_moves[0], 3) + std::min(scoring_moves[1], 3));
    visit(empty_features + empty);
}

}  // namespace tablier::mixtour
