// The position as planes of bytes.
#pragma once
#include "state.hpp"

namespace tablier::twixt {

// Planes of size by size, rows from the top, zeros and ones: 0 own pegs, 1 the other's; 2 to 5 own links, each at its earlier
// peg, a plane for each step of `onward`; 6 to 9 the other's; 10 the holes open to the seat to act; 11 filled with ones when
// its side joins top and bottom, 12 when it may swap; 13 filled with how many turns it makes after this one.
inline void State::observe(std::uint8_t* bytes) const {
    constexpr unsigned all_onward = bit(onward[0]) | bit(onward[1]) | bit(onward[2]) | bit(onward[3]);
    constexpr std::array<std::size_t, 8> plane_of{0, 0, 0, 0, 2, 0, 3, 1};
    static_assert(onward == std::array{3, 7, 4, 6});
    const int own = side_to_move();
    const std::size_t plane = rules_->swap;
    std::memset(bytes, 0, 11 * plane);
    for (const int side : {own, 1 - own}) {
        std::uint8_t* const pegs = bytes + (side == own ? 0 : plane);
        std::uint8_t* const links = bytes + (side == own ? 2 : 6) * plane;
        pegs_[side].each_cell([&](Cell cell) {
            const int column = column_of(cell), row = row_of(cell), at = row * rules_->size + column;
            pegs[at] = 1;
            each(links_[column * rules_->size + row] & all_onward, [&](int step) { links[plane_of[step] * plane + at] = 1; });
        });
    }
    const Code* const holes = holes_.of(own);
    for (int number = holes_.count(own); number-- > 0;) bytes[10 * plane + rules_->place_of[holes[number]]] = 1;
    std::memset(bytes + 11 * plane, own == 0, plane);
    std::memset(bytes + 12 * plane, may_swap_, plane);
    std::memset(bytes + 13 * plane, turns_ahead_, plane);
}

}  // namespace tablier::twixt
