// Observation of a position as byte planes, for machine learning.
#pragma once
#include "state.hpp"

namespace tablier::mixtour {

// Planes have one byte per cell, in the order of the cell numbers: column by column. "Own" is the seat to act.
// Factors spread the range of a number over a byte.
//  0-3   own pieces at the top of a stack, one below, two below, three below: 255
//  4-7   the opponent's pieces likewise
//  8-11  stacks of height 1, 2, 3, 4: 255
// 12-13  the move that MIX-9 bans: 60 times the number of pieces on its source; 255 on its target
// 14-15  reserve, own and the opponent's: 10 times the number of pieces, on all cells
// 16-17  points still needed, own and the opponent's: 28 times the number, on all cells
// 18     the opponent has just passed: 255 on all cells
// 19     the position occurred before, so that its next occurrence is a draw (MIX-11): 255 on all cells
constexpr int stack_planes = 0, undo_planes = 12, reserve_planes = 14, points_planes = 16, pass_plane = 18, repetition_plane = 19;
constexpr std::uint8_t set_byte = 255;

// The first twelve planes at one cell.
struct StackBytes {
    std::array<std::array<std::array<std::uint8_t, undo_planes>, 1 << tower>, 2> of{};  // by turn and stack

    constexpr StackBytes() {
        for (unsigned turn = 0; turn < 2; ++turn)
            for (unsigned stack = no_stack + 1; stack < 1 << tower; ++stack) {
                auto& bytes = of[turn][stack];
                bytes[static_cast<std::size_t>(8 + height(stack) - 1)] = set_byte;
                for (unsigned depth = 0; stack >> depth > no_stack; ++depth)
                    bytes[depth + ((stack >> depth & 1) == turn ? 0 : 4)] = set_byte;
            }
    }
};

inline constexpr StackBytes stack_bytes;

inline void State::observe(std::uint8_t* bytes) const {
    std::memset(bytes, 0, static_cast<std::size_t>(reserve_planes * cells));
    for (Bitboard left = at_least_[0] & lower_copy; left; left &= left - 1) {
        const int cell = tables.cell_at[std::countr_zero(left)];
        std::uint8_t* next = bytes + stack_planes * cells + cell;
        for (const std::uint8_t byte : stack_bytes.of[turn_][stacks_[cell]]) *next = byte, next += cells;
    }
    if (last_turn_ < codes) {
        const Move undo = tables.moves[last_turn_];
        bytes[undo_planes * cells + undo.source] = static_cast<std::uint8_t>(60 * undo.count);
        bytes[(undo_planes + 1) * cells + target(undo)] = set_byte;
    }
    const auto fill_plane = [bytes](int plane, int value) { std::memset(bytes + plane * cells, value, cells); };
    for (int other = 0; other < 2; ++other) {
        const std::size_t side = turn_ ^ static_cast<std::size_t>(other);
        fill_plane(reserve_planes + other, 10 * reserve_[side]);
        fill_plane(points_planes + other, 28 * (rules_->points - score_[side]));
    }
    fill_plane(pass_plane, last_turn_ == passed ? set_byte : 0);
    fill_plane(repetition_plane, count_repetitions() ? set_byte : 0);
}

}  // namespace tablier::mixtour
