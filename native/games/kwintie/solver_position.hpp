// A position for those who look far ahead: four sets of cubes and nothing kept beside them. Listing, threats and what is left
// of the game are worked out for all columns at once, as in the Python rules, whose names these are.
#pragma once
#include "state.hpp"

namespace tablier::kwintie {

// A set of cubes, a bit each, column after column from the bottom up. The row above the highest stays empty, so that no line
// runs on into the next column. On the table the wall begins in column 2, with room at its left for the next piece.
using Set = unsigned __int128;

constexpr int stride = highest + 1, set_columns = widest + 2;
constexpr int directions[] = {1, stride, stride + 1, stride - 1};

constexpr Set cube(int column, int row) { return Set{1} << (column * stride + row); }
constexpr Set row_of(int row, int first, int columns) {
    Set cubes = 0;
    for (int column = first; column < first + columns; ++column) cubes |= cube(column, row);
    return cubes;
}
constexpr Set cells_of(int first, int columns, int rows) {
    Set cubes = 0;
    for (int row = 0; row < rows; ++row) cubes |= row_of(row, first, columns);
    return cubes;
}

inline bool one(Set set) { return set && !(set & (set - 1)); }
inline int count(Set set) { return std::popcount(static_cast<std::uint64_t>(set)) + std::popcount(static_cast<std::uint64_t>(set >> 64)); }
inline int lowest(Set set) {
    const auto low = static_cast<std::uint64_t>(set);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
}

constexpr Set bottom_row = row_of(0, 0, set_columns);

// Places for pieces by their lower or left cubes: standing, and lying.
struct Spots {
    Set stands = 0, lies = 0;

    bool none() const { return !(stands | lies); }
    int number() const { return count(stands) + count(lies); }
    Spots operator&(const Spots& other) const { return {stands & other.stands, lies & other.lies}; }
};

struct SolverPosition {
    Set flat[2], upright[2];  // the lying and the standing cubes of each side
    std::int8_t left[2];      // pieces not placed yet
    std::int8_t turn;

    Set of(int side) const { return flat[side] | upright[side]; }
    Set filled() const { return of(0) | of(1); }
};

// What the options make of the wall.
struct Ground {
    explicit Ground(const Rules& rules)
        : rules(&rules), first(rules.table ? margin : 0), low(cells_of(0, set_columns, rules.height - 1)),
          all(cells_of(0, rules.table ? set_columns : rules.width, rules.height)),
          board(rules.table ? 0 : row_of(0, 0, rules.width)) {}

    const Rules* rules;
    int first;  // where the wall begins
    Set low;    // where the lower half of a standing piece fits
    Set all;    // every cube there can be
    Set board;  // the squares of the board; none on the table

    SolverPosition wall(const State& state) const {
        SolverPosition made{};
        for (int row = 0; row < rules->height; ++row)
            for (int side = 0; side < 2; ++side)
                for (Places cubes = part(state.rows()[static_cast<std::size_t>(row)], side); cubes; cubes &= cubes - 1) {
                    const int place = std::countr_zero(cubes);
                    (place & 1 ? made.flat : made.upright)[side] |= cube(place / 2 - margin + first, row);
                }
        for (int side = 0; side < 2; ++side) made.left[side] = static_cast<std::int8_t>(state.left(side));
        made.turn = static_cast<std::int8_t>(state.turn());
        return made;
    }

    // Where a side may place a piece (KWI-3, KWI-4): `Rules.ground` and `placeable` of the Python rules.
    Spots placeable(const SolverPosition& wall, Set filled, int side) const {
        if (!wall.left[side]) return {};
        const Set tops = filled << 1 & ~filled & all, bottom = filled & bottom_row;
        Set stands, level;
        if (!rules->table) {
            stands = level = tops | (board & ~bottom);
            if (!filled && rules->centre) {  // KWI-5
                const Set centre = cube(rules->width / 2, 0);
                stands &= ~centre;
                level &= ~centre;
            }
        } else if (!filled) {
            stands = cube(margin, 0);
            level = cube(margin, 0) | cube(margin + 1, 0);
        } else {  // KWI-6
            const Set beside = (bottom << stride | bottom >> stride) & ~bottom;
            const int room = rules->width - count(bottom);
            stands = tops | (room > 0 ? beside : 0);
            level = tops | (room > 1 ? (beside | beside << stride | beside >> stride) & ~bottom : 0);
        }
        const Set ends = wall.flat[side];
        return {stands & low & ~(wall.upright[side] << 1), level & level >> stride & ~(ends << stride) & ~(ends >> 2 * stride)};
    }

    // The side to act places a piece with its lower or left half here. On the table the wall is moved to where walls begin.
    SolverPosition after(const SolverPosition& wall, Set half, bool lies) const {
        SolverPosition next = wall;
        const int side = wall.turn;
        (lies ? next.flat : next.upright)[side] |= half | half << (lies ? stride : 1);
        --next.left[side];
        next.turn = static_cast<std::int8_t>(1 - side);
        if (rules->table) {
            const int before = first - lowest(half) / stride;
            if (before > 0)
                for (int each = 0; each < 2; ++each) next.flat[each] <<= before * stride, next.upright[each] <<= before * stride;
        }
        return next;
    }
    SolverPosition passed(const SolverPosition& wall) const {
        SolverPosition next = wall;
        next.turn = static_cast<std::int8_t>(1 - wall.turn);
        return next;
    }
};

}  // namespace tablier::kwintie
