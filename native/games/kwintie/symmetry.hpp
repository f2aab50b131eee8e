// Positions made from their cubes, and mirror images.
#pragma once
#include "state.hpp"

namespace tablier::kwintie {

constexpr std::uint64_t standing_cubes = 0x5555'5555'5555'5555, lying_cubes = standing_cubes << 1;

// The lower and left halves in a row of one side, each at its piece's code. Pieces of one side never touch end to end (KWI-4),
// so a half is a cube with none before it.
constexpr std::uint64_t halves(std::uint64_t row, std::uint64_t below) {
    return row & ~((row & lying_cubes) << 2 | (below & standing_cubes));
}

// Calls found(side, code, row) for every piece, in an order in which they could be put: row by row, and in each from the first
// piece on a table to the right, then to the left.
template <class Found>
void each_piece(const Sets& sets, Found found) {
    constexpr int first = 2 * Rules::middle, codes = 2 * Rules::table_columns;
    for (int row = 0; row < highest; ++row) {
        std::uint64_t pieces[2];
        for (int side = 0; side < 2; ++side) pieces[side] = halves(sets[side][row], row ? sets[side][row - 1] : 0);
        for (int number = 0; number < codes; ++number) {
            const int code = first + number < codes ? first + number : codes - 1 - number;
            for (int side = 0; side < 2; ++side)
                if (pieces[side] >> code & 1) found(side, static_cast<Code>(code), row);
        }
    }
}

inline State State::with(const Rules& rules, const Sets& sets, int turn) {
    State state(rules);
    each_piece(sets, [&state](int side, Code code, int) { state.place(code, side); });
    if (turn == 1) state.end_turn();
    if (state.rows_[0]) state.judge();  // a start is judged already
    return state;
}

inline Sets State::sets() const {
    Sets sets;
    for (int side = 0; side < 2; ++side)
        for (int row = 0; row < highest; ++row) sets[side][row] = codes_of(part(rows_[row], side));
    return sets;
}

inline State State::transformed(int number) const {
    if (number == 0) return *this;
    Sets images{};
    each_piece(sets(), [this, &images](int side, Code code, int row) {
        const int image = now_.axis - code;
        const bool lies = code & 1;
        images[side][row] |= std::uint64_t{lies ? 0b101u : 1u} << image;
        if (!lies) images[side][row + 1] |= std::uint64_t{1} << image;
    });
    return with(*rules_, images, now_.turn);
}

inline Code State::transformed(Code code, int number) const {
    if (number == 0 || code == rules_->pass()) return code;
    const int axis = rules_->table && now_.wide == 0 ? 2 * (2 * Rules::middle + (code & 1)) : now_.axis;
    return static_cast<Code>(axis - code);
}

}  // namespace tablier::kwintie
