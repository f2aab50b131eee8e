// A position as planes of bytes for learners.
#pragma once
#include "mixtour.hpp"

namespace tablier::mixtour {

// Bytes in the order of the cells' numbers, as in codes: column by column. "Own" is the seat to act, the other one's follow.
//  0-3   own piece at the top of a stack, one below, two below, three below: 255
//  4-7   the other side's likewise
//  8-11  stacks that are 1, 2, 3, 4 high: 255
// 12-13  the move that MIX-9 forbids: 60 for each piece on its source; 255 on its target
// 14-15  reserve, own and other: 10 for each piece, everywhere
// 16-17  points still to win, own and other: 28 for each, everywhere
// 18     the other side has just passed: 255 everywhere
// 19     this position stood before and would end the game the third time: 255 everywhere. MIX-11
inline void State::observe(std::uint8_t* bytes) const {
    constexpr int own = 0, height_plane = 8, forbidden = 12, reserves = 14, missing = 16, after_pass = 18, again = 19;
    constexpr std::uint8_t full = 255;
    std::memset(bytes, 0, static_cast<std::size_t>(reserves * cells));
    for (Cells left = tall_[0] & once; left; left &= left - 1) {
        const int cell = tables.cell[std::countr_zero(left)];
        unsigned stack = stacks_[cell];
        bytes[(height_plane + height(stack) - 1) * cells + cell] = full;
        for (int plane = own; stack > no_stack; ++plane, stack >>= 1)
            bytes[(plane + ((stack & 1) != turn_ ? 4 : 0)) * cells + cell] = full;
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
