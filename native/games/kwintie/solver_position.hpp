// Positions for the solver: four bitboards without incremental data. Placements, threats and lines are computed for all columns
// at once, as in the Python rules.
#pragma once
#include "state.hpp"

namespace tablier::kwintie {

// One bit per cell, column by column from the bottom up. The row above the highest stays empty, so that no line continues in
// the next column. On the table the wall starts in column `margin`, so that there is space for the next piece on its left.
using Bitboard = unsigned __int128;

constexpr int stride = max_height + 1, bitboard_columns = max_width + margin;
constexpr int directions[] = {1, stride, stride + 1, stride - 1};  // bit shifts: vertical, horizontal and both diagonals

constexpr Bitboard cube(int column, int row) { return Bitboard{1} << (column * stride + row); }
constexpr Bitboard row_cells(int row, int first, int columns) {
    Bitboard cubes = 0;
    for (int column = first; column < first + columns; ++column) cubes |= cube(column, row);
    return cubes;
}
constexpr Bitboard rectangle(int first, int columns, int rows) {
    Bitboard cubes = 0;
    for (int row = 0; row < rows; ++row) cubes |= row_cells(row, first, columns);
    return cubes;
}

inline int popcount(Bitboard board) {
    return std::popcount(static_cast<std::uint64_t>(board)) + std::popcount(static_cast<std::uint64_t>(board >> 64));
}
inline int lowest_bit(Bitboard board) {
    const auto low = static_cast<std::uint64_t>(board);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(board >> 64));
}

constexpr Bitboard bottom_row = row_cells(0, 0, bitboard_columns);

// Placements by the lower cubes of standing and the left cubes of lying pieces.
struct Placements {
    Bitboard standing = 0, lying = 0;

    bool none() const { return !(standing | lying); }
    Placements operator&(const Placements& other) const { return {standing & other.standing, lying & other.lying}; }
};

struct SolverPosition {
    Bitboard flat[2], upright[2];  // lying and standing cubes of each side
    std::int8_t pieces_left[2];
    std::int8_t turn;

    Bitboard of(int side) const { return flat[side] | upright[side]; }
    Bitboard filled() const { return of(0) | of(1); }
};

// Masks of the wall for the options of a game, and the move generator.
struct Geometry {
    explicit Geometry(const Rules& rules)
        : rules(&rules), first(rules.table ? margin : 0), below_top(rectangle(0, bitboard_columns, rules.height - 1)),
          all(rectangle(0, rules.table ? bitboard_columns : rules.width, rules.height)),
          board(rules.table ? 0 : row_cells(0, 0, rules.width)) {}

    const Rules* rules;
    int first;           // first column of the wall
    Bitboard below_top;  // cells for the lower cube of a standing piece
    Bitboard all;        // all cells
    Bitboard board;      // bottom cells of the base board; 0 on the table

    SolverPosition make_position(const State& state) const {
        SolverPosition position{};
        for (int row = 0; row < rules->height; ++row)
            for (int side = 0; side < 2; ++side)
                for (PlacementSet cubes = side_part(state.rows()[static_cast<std::size_t>(row)], side); cubes; cubes &= cubes - 1) {
                    const int bit = std::countr_zero(cubes);
                    (bit & 1 ? position.flat : position.upright)[side] |= cube(bit / 2 - margin + first, row);
                }
        for (int side = 0; side < 2; ++side) position.pieces_left[side] = static_cast<std::int8_t>(state.pieces_left(side));
        position.turn = static_cast<std::int8_t>(state.turn());
        return position;
    }

    // Legal placements of a side (KWI-3 to KWI-6): `free_base_cubes` and `find_placements` of the Python rules.
    Placements placeable(const SolverPosition& position, Bitboard filled, int side) const {
        if (!position.pieces_left[side]) return {};
        const Bitboard tops = filled << 1 & ~filled & all, bottom = filled & bottom_row;
        Bitboard standing, level;
        if (!rules->table) {
            standing = level = tops | (board & ~bottom);
            if (!filled && rules->centre_placements) {  // KWI-5
                const Bitboard centre = cube(rules->width / 2, 0);
                standing &= ~centre;
                level &= ~centre;
            }
        } else if (!filled) {
            standing = cube(margin, 0);
            level = cube(margin, 0) | cube(margin + 1, 0);
        } else {  // KWI-6
            const Bitboard beside = (bottom << stride | bottom >> stride) & ~bottom;
            const int columns_left = rules->width - popcount(bottom);
            standing = tops | (columns_left > 0 ? beside : 0);
            level = tops | (columns_left > 1 ? (beside | beside << stride | beside >> stride) & ~bottom : 0);
        }
        const Bitboard ends = position.flat[side];
        return {standing & below_top & ~(position.upright[side] << 1),
                level & level >> stride & ~(ends << stride) & ~(ends >> 2 * stride)};
    }

    // The position after the side to act places a piece with its lower or left cube at `first_cube`. On the table the wall is
    // shifted back to column `first` if it has grown to the left.
    SolverPosition after(const SolverPosition& position, Bitboard first_cube, bool lying) const {
        SolverPosition next = position;
        const int side = position.turn;
        (lying ? next.flat : next.upright)[side] |= first_cube | first_cube << (lying ? stride : 1);
        --next.pieces_left[side];
        next.turn = static_cast<std::int8_t>(1 - side);
        if (rules->table) {
            const int shift = first - lowest_bit(first_cube) / stride;
            if (shift > 0)
                for (int owner = 0; owner < 2; ++owner)
                    next.flat[owner] <<= shift * stride, next.upright[owner] <<= shift * stride;
        }
        return next;
    }
    SolverPosition after_pass(const SolverPosition& position) const {
        SolverPosition next = position;
        next.turn = static_cast<std::int8_t>(1 - position.turn);
        return next;
    }
};

}  // namespace tablier::kwintie
