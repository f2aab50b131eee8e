// The tops of the columns: all that decides where the next piece may be put, kept up to date piece by piece.
#pragma once
#include "rules.hpp"

namespace tablier::kwintie {

// Pairs of what there is of White's, in the low 32 bits, and of Black's, in the high ones.
using Both = std::uint64_t;

constexpr Both both(std::uint64_t places) { return places | places << 32; }
constexpr Both of(int side, std::uint64_t places) { return places << 32 * side; }
constexpr Places part(Both pair, int side) { return static_cast<Places>(pair >> 32 * side); }

// For each row from the bottom the cubes, each at its column's place for the kind of piece it belongs to. One row more than the
// wall can have, always empty.
using Rows = std::array<Both, highest + 1>;

// A piece of one side at one place: all that can be said of it but its row.
struct alignas(16) Spot {
    std::array<std::uint64_t, 2> cubes;  // as a set, were it in the bottom row
    Both lower, upper;                   // in the rows: its cubes in its lowest row, and in the row above
    std::uint64_t higher;                // what it adds to the heights
    Both covered, covered_flat;          // all places in its columns, and only those of lying pieces
    Both end;                            // when it stands, where its like would stand on its end
    Both right_of, left_of;              // when it lies, where its like would touch it end to end
    Places lost;                         // what rests no longer as it did
    Places on_it, on_left, on_right;     // what may rest now on the piece alone, and on it and a neighbour of equal height
};

constexpr int frame_places = 2 * (margin + widest);

constexpr auto spots = [] {
    std::array<std::array<Spot, frame_places>, 2> made{};
    for (int side = 0; side < 2; ++side)
        for (int column = 0; column < widest; ++column)
            for (const bool lies : {false, true}) {
                const int x = margin + column, right = x + lies;
                const Places stands = standing_at(x) | standing_at(right), flat = lying_at(x) | lying_at(right);
                const Places cubes = lies ? flat : stands;
                made[side][2 * x + lies] = Spot{
                    .cubes = bottom_piece(lies, column),
                    .lower = of(side, cubes),
                    .upper = of(side, lies ? 0 : cubes),
                    .higher = std::uint64_t{lies ? 0x11u : 0x2u} << 4 * (x + 1),
                    .covered = both(stands | flat),
                    .covered_flat = both(flat),
                    .end = of(side, lies ? 0 : stands),
                    .right_of = of(side, lies ? lying_at(x + 2) : 0),
                    .left_of = of(side, lies ? lying_at(x - 2) : 0),
                    .lost = stands | flat | lying_at(x - 1),
                    .on_it = stands | (lies ? lying_at(x) : 0),
                    .on_left = lying_at(x - 1),
                    .on_right = lying_at(right),
                };
            }
    return made;
}();

// The bits or none, without a branch: nobody can predict whether the next piece lies or stands, nor where.
template <class Bits>
constexpr Bits only_if(bool condition, Bits bits) {
    return bits & -Bits{condition};
}

struct Tops {
    std::uint64_t heights = 0;  // four bits a column, from bit 4 on
    // KWI-4, for each side: where a standing piece would stand on its like or a lying one would touch its like at the left; and
    // where a lying one would touch its like at the right. As if its two columns were level.
    Both ends = 0, right_ends = 0;
    Places rests = 0;  // where a piece of either side rests entirely (KWI-3), not too high (KWI-1) nor off the base

    int height(int x) const { return static_cast<int>(heights >> 4 * (x + 1) & 15); }

    // Where a side may place a piece as far as the wall is concerned.
    Places suiting(int side) const { return rests & ~part(ends | right_ends, side); }

    // A piece comes to rest; its lowest row. Whoever chooses next waits for this, so there are few steps one after the other.
    unsigned cover(const Spot& spot, unsigned place, const Rows& rows, const Rules& rules) {
        const unsigned tall = 2 - (place & 1);
        const std::uint64_t around = heights >> 2 * (place & ~1u);  // the left neighbour's height first
        const unsigned left = around & 15, row = around >> 4 & 15, right = around >> (16 - 4 * tall) & 15, high = row + tall;
        heights += spot.higher;

        const Both beside = (rows.data() + tall)[row];  // what the next piece put here may touch
        const Both at_right = spot.covered_flat >> 2;   // lying pieces whose right cube would come here
        ends = (ends & ~spot.covered) | spot.end | only_if(right == row, spot.right_of) | (beside << 2 & spot.covered_flat);
        right_ends = (right_ends & ~at_right) | only_if(left == row, spot.left_of) | (beside >> 4 & at_right);

        const Places level = spot.on_it | only_if(left == high, spot.on_left) | only_if(right == high, spot.on_right);
        rests = (rests & ~spot.lost) | (level & rules.fits[high]);
        return row;
    }

    void move(int columns) {
        heights <<= 4 * columns;
        ends <<= 2 * columns;
        right_ends <<= 2 * columns;
        rests <<= 2 * columns;
    }
};

}  // namespace tablier::kwintie
