// Positions from cubes, and mirror images.
#pragma once
#include "state.hpp"

namespace tablier::kwintie {

constexpr std::uint64_t standing_cubes = 0x5555'5555'5555'5555, lying_cubes = standing_cubes << 1;

// The lower and left cubes in a row of one side; their bits are the codes of the pieces. Pieces of one side never touch end to
// end (KWI-4), so a cube without a predecessor is the first of its piece.
constexpr std::uint64_t first_cubes(std::uint64_t row, std::uint64_t below) {
    return row & ~((row & lying_cubes) << 2 | (below & standing_cubes));
}

// Calls visit(side, code, row) for every piece in an order in which they can be placed: row by row, in each from the first
// column of the table to the right, then to the left.
template <class Visit>
void for_each_piece(const CubeSets& cube_sets, Visit visit) {
    constexpr int first = 2 * Rules::middle, codes = 2 * Rules::table_columns;
    for (int row = 0; row < max_height; ++row) {
        std::uint64_t pieces[2];
        for (int side = 0; side < 2; ++side) pieces[side] = first_cubes(cube_sets[side][row], row ? cube_sets[side][row - 1] : 0);
        for (int number = 0; number < codes; ++number) {
            const int code = first + number < codes ? first + number : codes - 1 - number;
            for (int side = 0; side < 2; ++side)
                if (pieces[side] >> code & 1) visit(side, static_cast<Code>(code), row);
        }
    }
}

inline State State::from_cubes(const Rules& rules, const CubeSets& cube_sets, int turn) {
    State state(rules);
    for_each_piece(cube_sets, [&state](int side, Code code, int) { state.place(code, side); });
    if (turn == 1) state.end_turn();
    if (state.rows_[0]) state.update_outcome();  // the start has its outcome already
    return state;
}

inline CubeSets State::cube_sets() const {
    CubeSets cube_sets;
    for (int side = 0; side < 2; ++side)
        for (int row = 0; row < max_height; ++row) cube_sets[side][row] = codes_of(side_part(rows_[row], side));
    return cube_sets;
}

inline State State::transformed(int number) const {
    if (number == 0) return *this;
    CubeSets images{};
    for_each_piece(cube_sets(), [this, &images](int side, Code code, int row) {
        const int image = info_.mirror_axis - code;
        const bool lies = code & 1;
        images[side][row] |= std::uint64_t{lies ? 0b101u : 1u} << image;
        if (!lies) images[side][row + 1] |= std::uint64_t{1} << image;
    });
    return from_cubes(*rules_, images, info_.turn);
}

inline Code State::transformed(Code code, int number) const {
    if (number == 0 || code == rules_->pass()) return code;
    const int mirror_axis = rules_->table && info_.wall_width == 0 ? 2 * (2 * Rules::middle + (code & 1)) : info_.mirror_axis;
    return static_cast<Code>(mirror_axis - code);
}

}  // namespace tablier::kwintie
