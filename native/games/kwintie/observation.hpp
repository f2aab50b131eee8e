// The position as bytes for a learner.
#pragma once
#include <cstring>

#include "state.hpp"

namespace tablier::kwintie {

// Writes every second bit, from the first on, as a byte of 0 or 1 into one row, the others into another.
inline void spread(std::uint64_t bits, int columns, std::uint8_t* even, std::uint8_t* odd) {
    struct Four {
        std::array<std::uint8_t, 4> even, odd;
    };
    static constexpr auto fours = [] {
        std::array<Four, 256> made{};
        for (unsigned byte = 0; byte < 256; ++byte)
            for (unsigned column = 0; column < 4; ++column) {
                made[byte].even[column] = byte >> 2 * column & 1;
                made[byte].odd[column] = byte >> (2 * column + 1) & 1;
            }
        return made;
    }();
    int column = 0;
    for (; column + 4 <= columns; column += 4, bits >>= 8) {
        std::memcpy(even + column, fours[bits & 255].even.data(), 4);
        std::memcpy(odd + column, fours[bits & 255].odd.data(), 4);
    }
    for (; column < columns; ++column, bits >>= 2) {
        even[column] = bits & 1;
        odd[column] = bits >> 1 & 1;
    }
}

// Eight planes; in each the rows from the bottom up, the columns of the notation from the left:
//   0, 1  standing and lying cubes of the seat to act          2, 3  those of the other seat
//   4     1 where the wall can be or still grow, 0 out of its reach (KWI-6)
//   5     1 in every cell when the seat to act is White
//   6, 7  in every cell, how many pieces the seat to act and the other have left
inline void State::observe(std::uint8_t* bytes) const {
    const int own = now_.turn, columns = rules_->columns, cells = rules_->height * columns;
    const std::size_t plane = static_cast<std::size_t>(cells);
    std::memset(bytes, 0, 4 * plane);
    for (int row = 0; row < rules_->height && rows_[row]; ++row) {
        std::uint8_t* cell = bytes + row * columns;
        spread(codes_of(part(rows_[row], own)), columns, cell, cell + cells);
        spread(codes_of(part(rows_[row], 1 - own)), columns, cell + 2 * cells, cell + 3 * cells);
    }
    bytes += 4 * cells;
    std::memset(bytes, 1, plane);
    if (rules_->table) {
        const int room = rules_->width - std::max<int>(1, now_.wide), first = first_column() - room;
        std::array<std::uint8_t, Rules::table_columns> reach{};
        for (int column = first; column < first + room + rules_->width; ++column) reach[column] = 1;
        for (int row = 0; row < rules_->height; ++row) std::memcpy(bytes + row * columns, reach.data(), reach.size());
    }
    for (const int value : {1 - own, left(own), left(1 - own)}) std::memset(bytes += cells, value, plane);
}

}  // namespace tablier::kwintie
