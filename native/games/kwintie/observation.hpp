// The position as planes of bytes, for training.
#pragma once
#include <cstring>

#include "state.hpp"

namespace tablier::kwintie {

// Writes the even bits as bytes of 0 or 1 into one row and the odd bits into another.
inline void spread_bits(std::uint64_t bits, int columns, std::uint8_t* even, std::uint8_t* odd) {
    struct Four {
        std::array<std::uint8_t, 4> even, odd;
    };
    static constexpr auto fours = [] {
        std::array<Four, 256> table{};
        for (unsigned byte = 0; byte < 256; ++byte)
            for (unsigned column = 0; column < 4; ++column) {
                table[byte].even[column] = byte >> 2 * column & 1;
                table[byte].odd[column] = byte >> (2 * column + 1) & 1;
            }
        return table;
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

// Eight planes with rows from the bottom up and the columns of the notation from the left:
//   0, 1  standing and lying cubes of the seat to act          2, 3  those of the other seat
//   4     1 in the columns that the wall occupies or can still reach (KWI-6)
//   5     filled with 1 if the seat to act is White
//   6, 7  filled with the pieces left of the seat to act, and of the other seat
inline void State::observe(std::uint8_t* bytes) const {
    const int own = info_.turn, columns = rules_->columns, cells = rules_->height * columns;
    const std::size_t plane = static_cast<std::size_t>(cells);
    std::memset(bytes, 0, 4 * plane);
    for (int row = 0; row < rules_->height && rows_[row]; ++row) {
        std::uint8_t* cell = bytes + row * columns;
        spread_bits(codes_of(side_part(rows_[row], own)), columns, cell, cell + cells);
        spread_bits(codes_of(side_part(rows_[row], 1 - own)), columns, cell + 2 * cells, cell + 3 * cells);
    }
    bytes += 4 * cells;
    std::memset(bytes, 1, plane);
    if (rules_->table) {
        const int columns_left = rules_->width - std::max<int>(1, info_.wall_width), first = first_column() - columns_left;
        std::array<std::uint8_t, Rules::table_columns> reach{};
        for (int column = first; column < first + columns_left + rules_->width; ++column) reach[column] = 1;
        for (int row = 0; row < rules_->height; ++row) std::memcpy(bytes + row * columns, reach.data(), reach.size());
    }
    for (const int value : {1 - own, pieces_left(own), pieces_left(1 - own)}) std::memset(bytes += cells, value, plane);
}

}  // namespace tablier::kwintie
