// The position as planes of bytes, for training.
#pragma once
#include "state.hpp"

namespace tablier::twixt {

// Planes of size by size bytes, rows from the top. 0 and 1 unless stated otherwise:
//   0, 1    own pegs, opponent's pegs
//   2 to 5  own links, each at its earlier peg, one plane per step of `forward_steps`
//   6 to 9  opponent's links
//   10      holes open to the seat to act
//   11, 12  filled: the seat to act joins top and bottom; it may swap
//   13      filled with the number of further turns of the seat to act
inline void State::observe(std::uint8_t* bytes) const {
    constexpr unsigned all_forward =
        step_bit(forward_steps[0]) | step_bit(forward_steps[1]) | step_bit(forward_steps[2]) | step_bit(forward_steps[3]);
    // Plane of a link by its step; inverse of `forward_steps`.
    constexpr std::array<std::size_t, 8> plane_of{0, 0, 0, 0, 2, 0, 3, 1};
    static_assert(forward_steps == std::array{3, 7, 4, 6});
    const int own = side_to_move();
    const std::size_t plane = rules_->swap;  // bytes of a plane: `swap` is the code after those of all holes
    std::memset(bytes, 0, 11 * plane);
    for (const int side : {own, 1 - own}) {
        std::uint8_t* const pegs = bytes + (side == own ? 0 : plane);
        std::uint8_t* const links = bytes + (side == own ? 2 : 6) * plane;
        pegs_[side].for_each([&](Cell cell) {
            const int column = column_of(cell), row = row_of(cell), at = row * rules_->size + column;
            pegs[at] = 1;
            for_each_bit(links_[column * rules_->size + row] & all_forward, [&](int step) { links[plane_of[step] * plane + at] = 1; });
        });
    }
    const Code* const holes = holes_.data(own);
    for (int number = holes_.count(own); number-- > 0;) bytes[10 * plane + rules_->plane_index[holes[number]]] = 1;
    std::memset(bytes + 11 * plane, own == 0, plane);
    std::memset(bytes + 12 * plane, may_swap_, plane);
    std::memset(bytes + 13 * plane, turns_ahead_, plane);
}

}  // namespace tablier::twixt
