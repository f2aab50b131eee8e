// A position as planes of bytes for learners.
#pragma once
#include "state.hpp"

namespace tablier::mixtour {

// Bytes in the order of the cells' numbers, as in codes: column by column. "Own" is the seat to act.
//  0-3   own pieces at the top of a stack, one below, two below, three below: 255
//  4-7   the other side's likewise
//  8-11  stacks that are 1, 2, 3, 4 high: 255
// 12-13  the move that MIX-9 forbids: 60 for each piece on its source; 255 on its target
// 14-15  reserve, own and the other's: 10 for each piece, everywhere
// 16-17  points still to win, own and the other's: 28 for each, everywhere
// 18     the other side has just passed: 255 everywhere
// 19     this position stood before, and the third time ends the game: 255 everywhere. MIX-11
constexpr int of_stacks = 0, forbidden = 12, reserves = 14, missing = 16, after_pass = 18, again = 19;
constexpr std::uint8_t full = 255;

// The first twelve planes at a cell, by turn and stack.
struct StackViews {
    std::array<std::array<std::array<std::uint8_t, forbidden>, 1 << tower>, 2> of{};

    constexpr StackViews() {
        for (unsigned turn = 0; turn < 2; ++turn)
            for (unsigned stack = no_stack + 1; stack < 1 << tower; ++stack) {
                auto& seen = of[turn][stack];
                seen[static_cast<std::size_t>(8 + height(stack) - 1)] = full;
                for (unsigned depth = 0; stack >> depth > no_stack; ++depth)
                    seen[depth + ((stack >> depth & 1) == turn ? 0 : 4)] = full;
            }
    }
};

inline constexpr StackViews stack_views;

inline void State::observe(std::uint8_t* bytes) const {
    std::memset(bytes, 0, static_cast<std::size_t>(reserves * cells));
    for (Cells left = tall_[0] & once; left; left &= left - 1) {
        const int cell = tables.cell[std::countr_zero(left)];
        std::uint8_t* next = bytes + of_stacks * cells + cell;
        for (const std::uint8_t byte : stack_views.of[turn_][stacks_[cell]]) *next = byte, next += cells;
    }
    if (last_ < codes) {
        const Move move = tables.move[last_];
        bytes[forbidden * cells + move.source] = static_cast<std::uint8_t>(60 * move.count);
        bytes[(forbidden + 1) * cells + tables.cell[target_bit(move)]] = full;
    }
    const auto everywhere = [bytes](int plane, int value) { std::memset(bytes + plane * cells, value, cells); };
    for (int other = 0; other < 2; ++other) {
        const std::size_t side = turn_ ^ static_cast<std::size_t>(other);
        everywhere(reserves + other, 10 * reserve_[side]);
        everywhere(missing + other, 28 * (rules_->points - score_[side]));
    }
    everywhere(after_pass, last_ == passed ? full : 0);
    everywhere(again, stood_before() ? full : 0);
}

}  // namespace tablier::mixtour
