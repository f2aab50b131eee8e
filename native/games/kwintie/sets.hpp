// Positions made from their cubes, and mirror images.
#pragma once
#include "state.hpp"

namespace tablier::kwintie {

// Calls found(side, lies, column, row) for every piece, in an order in which they could be put: row by row, and in each from the
// first piece of a table to the right, then to the left. Pieces of one side never touch end to end (KWI-4), so a left or lower
// half is a cube with none before it.
template <class Found>
void each_piece(const Sets& sets, Found found) {
    for (int row = 0; row < highest; ++row) {
        for (int number = 0; number < Rules::table_columns; ++number) {
            const int right = Rules::middle + number;
            const int column = right < Rules::table_columns ? right : Rules::table_columns - 1 - number;
            for (int set = 0; set < 4; ++set) {
                const bool lies = set < 2;
                const std::uint32_t cubes = sets[set][row], before = lies ? cubes << 1 : row ? sets[set][row - 1] : 0;
                if ((cubes & ~before) >> column & 1) found(set & 1, lies, column, row);
            }
        }
    }
}

inline State State::with(const Rules& rules, const Sets& sets, int turn) {
    State state(rules);
    each_piece(sets, [&state](int side, bool lies, int column, int) { state.place({lies, column}, side); });
    if (turn == 1) state.end_turn();
    state.judge();
    return state;
}

inline Sets State::sets() const {
    Sets sets{};
    for (int set = 0; set < 4; ++set)
        for (int row = 0; row < highest; ++row)
            sets[set][row] = static_cast<std::uint32_t>(rows_[row] >> 16 * set & 0xffff) << now_.left >> margin;
    return sets;
}

inline State State::transformed(int number) const {
    if (number == 0) return *this;
    Sets images{};
    each_piece(sets(), [this, &images](int side, bool lies, int column, int row) {
        const int image = now_.axis - column - lies;
        images[lies ? side : side + 2][row] |= (lies ? 3u : 1u) << image;
        if (!lies) images[side + 2][row + 1] |= 1u << image;
    });
    return with(*rules_, images, now_.turn);
}

inline Code State::transformed(Code code, int number) const {
    if (number == 0 || code == rules_->pass()) return code;
    const auto [lies, column] = placement(code);
    const bool first_on_table = rules_->table && now_.wide == 0;
    const int image = (first_on_table ? 2 * Rules::middle + static_cast<int>(lies) : now_.axis) - column - static_cast<int>(lies);
    return lies ? rules_->lying(image) : rules_->standing(image);
}

}  // namespace tablier::kwintie
