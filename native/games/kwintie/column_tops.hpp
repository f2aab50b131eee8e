// The tops of the columns, from which the legal placements follow. Updated incrementally.
#pragma once
#include "rules.hpp"

namespace tablier::kwintie {

// A PlacementSet for each side: White in the low 32 bits, Black in the high ones.
using PerSide = std::uint64_t;

constexpr PerSide for_both_sides(std::uint64_t placements) { return placements | placements << 32; }
constexpr PerSide for_side(int side, std::uint64_t placements) { return placements << 32 * side; }
constexpr PlacementSet side_part(PerSide pair, int side) { return static_cast<PlacementSet>(pair >> 32 * side); }

// The cubes of each row, from the bottom: bit 2x is a cube of a standing piece in column x, bit 2x + 1 of a lying one. The last
// row is padding and always empty.
using Rows = std::array<PerSide, max_height + 1>;

// Precomputed effects of a placement by a side, independent of its row.
struct alignas(16) PlacementMasks {
    std::array<std::uint64_t, 2> cubes;  // Cubes of the piece in the bottom row
    PerSide lower, upper;                // its bits in `Rows`: in its lowest row, and in the row above
    std::uint64_t added_height;          // increment of ColumnTops::heights
    PerSide covered, covered_flat;       // all placements in its columns; only the lying ones
    PerSide end;                         // if it stands: standing placements on its end
    PerSide right_of, left_of;           // if it lies: lying placements that touch its right and left end
    PlacementSet lost;                   // placements that lose their support
    PlacementSet on_it, on_left, on_right;  // placements it may support: alone, and with the left or right neighbour column
};

constexpr int frame_placements = 2 * (margin + max_width);

constexpr auto placement_masks = [] {
    std::array<std::array<PlacementMasks, frame_placements>, 2> table{};
    for (int side = 0; side < 2; ++side)
        for (int column = 0; column < max_width; ++column)
            for (const bool lies : {false, true}) {
                const int x = margin + column, right = x + lies;
                const PlacementSet stands = standing_at(x) | standing_at(right), flat = lying_at(x) | lying_at(right);
                const PlacementSet cubes = lies ? flat : stands;
                table[side][2 * x + lies] = PlacementMasks{
                    .cubes = bottom_piece(lies, column),
                    .lower = for_side(side, cubes),
                    .upper = for_side(side, lies ? 0 : cubes),
                    .added_height = std::uint64_t{lies ? 0x11u : 0x2u} << 4 * (x + 1),
                    .covered = for_both_sides(stands | flat),
                    .covered_flat = for_both_sides(flat),
                    .end = for_side(side, lies ? 0 : stands),
                    .right_of = for_side(side, lies ? lying_at(x + 2) : 0),
                    .left_of = for_side(side, lies ? lying_at(x - 2) : 0),
                    .lost = stands | flat | lying_at(x - 1),
                    .on_it = stands | (lies ? lying_at(x) : 0),
                    .on_left = lying_at(x - 1),
                    .on_right = lying_at(right),
                };
            }
    return table;
}();

// `bits` or 0 without a branch: the kind and column of the next piece are not predictable.
template <class Bits>
constexpr Bits mask_if(bool condition, Bits bits) {
    return bits & -Bits{condition};
}

struct ColumnTops {
    std::uint64_t heights = 0;  // four bits per column, starting at bit 4
    // Placements forbidden by KWI-4, per side. `ends`: standing on a standing piece, or lying with an own piece at the left
    // end. `right_ends`: lying with an own piece at the right end. Only valid where the two columns are level.
    PerSide ends = 0, right_ends = 0;
    PlacementSet supported = 0;  // placements with full support (KWI-3), within the height (KWI-1) and on the base

    int height(int x) const { return static_cast<int>(heights >> 4 * (x + 1) & 15); }

    // Placements of a side that the wall allows, regardless of its reserve.
    PlacementSet placeable(int side) const { return supported & ~side_part(ends | right_ends, side); }

    // Updates the tops for a new piece and returns its lowest row. `placement` is its bit number in a PlacementSet. On the
    // critical path of random games, so the dependency chain is kept short.
    unsigned place(const PlacementMasks& masks, unsigned placement, const Rows& rows, const Rules& rules) {
        const unsigned piece_height = 2 - (placement & 1);
        // Heights of the neighbouring columns; the lowest four bits are the left neighbour's.
        const std::uint64_t around = heights >> 2 * (placement & ~1u);
        const unsigned left = around & 15, row = around >> 4 & 15, right = around >> (16 - 4 * piece_height) & 15;
        const unsigned top = row + piece_height;
        heights += masks.added_height;

        const PerSide beside = (rows.data() + piece_height)[row];  // cubes beside the next piece placed here
        const PerSide at_right = masks.covered_flat >> 2;  // lying placements whose right cube would be here
        ends = (ends & ~masks.covered) | masks.end | mask_if(right == row, masks.right_of) | (beside << 2 & masks.covered_flat);
        right_ends = (right_ends & ~at_right) | mask_if(left == row, masks.left_of) | (beside >> 4 & at_right);

        const PlacementSet level = masks.on_it | mask_if(left == top, masks.on_left) | mask_if(right == top, masks.on_right);
        supported = (supported & ~masks.lost) | (level & rules.fits_on_height[top]);
        return row;
    }

    void shift(int columns) {
        heights <<= 4 * columns;
        ends <<= 2 * columns;
        right_ends <<= 2 * columns;
        supported <<= 2 * columns;
    }
};

}  // namespace tablier::kwintie
