// The tops of the columns: all that decides where the next piece may be put, kept up to date piece by piece.
#pragma once
#include "rules.hpp"

namespace tablier::kwintie {

// For each row from the bottom its cubes in the frame's columns, 16 bits each: White's lying, Black's lying, White's standing,
// Black's standing. One row more than the wall can have, always empty.
using Rows = std::array<std::uint64_t, highest + 1>;

constexpr int field(bool lies, int side) { return 16 * (side + (lies ? 0 : 2)); }

using Columns = std::uint32_t;  // 16 columns of the frame for White, then 16 for Black

struct Tops {
    std::uint64_t heights = 0;  // four bits a column
    Places rests = 0;           // KWI-3: where a piece of either side rests entirely, and is not too high (KWI-1) nor off the base
    // KWI-4, for each side: the columns where a standing piece would stand on one of its like, and the left columns where a lying
    // piece would touch its like at the left or at the right, were the two columns level.
    Columns on_end = 0, touch_left = 0, touch_right = 0;

    int height(int x) const { return static_cast<int>(heights >> 4 * x & 15); }

    // Where a side may place a piece as far as the wall is concerned.
    Places suiting(int side) const {
        const Columns ends = on_end >> 16 * side & 0xffff, touching = touch_left | touch_right;
        return rests & ~(ends | touching >> 16 * side << 16);
    }

    // A piece comes to rest on column x, or on x and the next; the row its left or lower cube is in. No branches: which kind of
    // piece comes next cannot be predicted.
    int cover(int x, unsigned lies, int side, const Rows& rows, int limit) {
        const std::uint64_t around = heights >> 4 * (x - 1);
        const int left = static_cast<int>(around & 15), row = static_cast<int>(around >> 4 & 15);
        const int right = static_cast<int>(around >> (8 + 4 * lies) & 15);
        const int high = row + 2 - static_cast<int>(lies);
        heights += std::uint64_t{lies ? 0x11u : 0x2u} << 4 * x;

        const Columns covered = (lies ? 3u : 1u) << x, both = covered * 0x1'0001u;
        const Columns beside = static_cast<Columns>(rows[static_cast<std::size_t>(high)]);  // the lying cubes at the new height
        on_end = (on_end & ~both) | (lies ^ 1) << (x + 16 * side);
        touch_left = (touch_left & ~both) | (beside << 1 & both) | Columns{lies & (right == row)} << (x + 2 + 16 * side);
        touch_right = (touch_right & ~(both >> 1)) | (beside >> 2 & both >> 1) | Columns{lies & (left == row)} << (x - 2 + 16 * side);

        const Places level = Places{left == high} << (x - 1) | lies << x | Places{right == high} << (x + static_cast<int>(lies));
        rests &= ~(covered | (covered | covered >> 1) << 16);
        rests |= (high + 2 <= limit ? covered : 0) | (high < limit ? level << 16 : 0);
        return row;
    }

    void move(int columns) {
        heights <<= 4 * columns;
        rests <<= columns;
        on_end <<= columns;
        touch_left <<= columns;
        touch_right <<= columns;
    }
};

}  // namespace tablier::kwintie
