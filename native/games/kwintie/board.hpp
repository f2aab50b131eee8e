// Bitboards of the wall for play: one bit per cube, column by column, each from the bottom up. solver_position.hpp has the solver's.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace tablier::kwintie {

constexpr int max_height = 9;  // largest value of the option `height`
constexpr int max_width = 9;   // largest value of the option `width`

// The cubes of one side. 9 x 9 bits do not fit into a word, 7 columns do: part 0 holds columns 0 to 6 of the wall, part 1
// columns 2 to 8, and every line of five lies in at least one of them. One SSE instruction shifts both parts.
using Cubes = std::uint64_t __attribute__((vector_size(16)));

constexpr int part_columns = 7, second_part_column = 2;

// Bit shifts to the next cube of a line, called `step` below.
constexpr int vertical = 1, horizontal = max_height, ascending = max_height + 1, descending = max_height - 1;

inline bool any(Cubes cubes) { return (cubes[0] | cubes[1]) != 0; }

// The rows from `low` to `high` of a part.
constexpr std::uint64_t rows_between(int low, int high) {
    std::uint64_t rows = 0;
    for (int column = 0; column < part_columns; ++column)
        for (int row = low; row <= high; ++row) rows |= std::uint64_t{1} << (column * max_height + row);
    return rows;
}

// Cubes that start a run of at least `Length` cubes in a direction. Columns are not separated by an empty row, so starts whose
// line would continue in the next column are masked out.
template <int Length>
inline Cubes line_starts(Cubes cubes, int step) {
    constexpr int last = max_height - Length;
    const Cubes two = cubes & cubes >> step;
    Cubes all = two;
    if constexpr (Length == 3) all &= cubes >> 2 * step;
    if constexpr (Length >= 4) all &= two >> 2 * step;
    if constexpr (Length == 5) all &= cubes >> 4 * step;
    if (step == vertical || step == ascending) all &= rows_between(0, last);
    if (step == descending) all &= rows_between(Length - 1, max_height - 1);
    return all;
}

template <int Length>
inline bool has_line(Cubes cubes) {
    return any(line_starts<Length>(cubes, vertical) | line_starts<Length>(cubes, horizontal) |
               line_starts<Length>(cubes, ascending) | line_starts<Length>(cubes, descending));
}

// True if there is a straight line of at least `length` cubes (KWI-8).
inline bool has_line(Cubes cubes, int length) {
    return length == 5 ? has_line<5>(cubes) : length == 4 ? has_line<4>(cubes) : has_line<3>(cubes);
}

// Number of maximal straight lines of exactly four cubes (KWI-9).
inline int count_lines_of_four(Cubes cubes) {
    constexpr std::uint64_t all = rows_between(0, max_height - 1);
    struct Direction {
        int step;
        // Starts of lines for which the wall has a cell before the first cube, and behind the fourth.
        std::uint64_t has_before, has_behind;
    };
    constexpr Direction directions[] = {
        {vertical, rows_between(1, max_height - 1), rows_between(0, max_height - 5)},
        {horizontal, all, all},
        {ascending, rows_between(1, max_height - 1), rows_between(0, max_height - 5)},
        {descending, rows_between(0, max_height - 2), rows_between(4, max_height - 1)},
    };
    constexpr std::uint64_t first_columns = (std::uint64_t{1} << 3 * max_height) - 1;
    // Count lines that start in columns 0 to 2 in part 0, in columns 3 to 8 in part 1.
    constexpr Cubes counted_once{first_columns, all & ~((std::uint64_t{1} << max_height) - 1)};
    int lines = 0;
    for (const auto& [step, has_before, has_behind] : directions) {
        const Cubes longer = (cubes << step & has_before) | (cubes >> 4 * step & has_behind);
        const Cubes four = line_starts<4>(cubes, step) & ~longer & counted_once;
        lines += std::popcount(four[0]) + std::popcount(four[1]);
    }
    return lines;
}

// The two parts of a piece in the bottom row whose left or only column is `column`.
constexpr std::array<std::uint64_t, 2> bottom_piece(bool lies, int column) {
    std::array<std::uint64_t, 2> parts{};
    for (const int cube : {column * max_height, lies ? (column + 1) * max_height : column * max_height + 1}) {
        const int in_second = cube - second_part_column * max_height;
        if (cube < part_columns * max_height) parts[0] |= std::uint64_t{1} << cube;
        if (in_second >= 0 && in_second < part_columns * max_height) parts[1] |= std::uint64_t{1} << in_second;
    }
    return parts;
}

inline Cubes piece(bool lies, int column, int row) { return std::bit_cast<Cubes>(bottom_piece(lies, column)) << row; }

// Shifts the cubes to the right, or to the left if `columns` is negative. No cube may leave the wall.
inline Cubes shift_columns(Cubes cubes, int columns) {
    using Wide = unsigned __int128;
    constexpr std::uint64_t part = (std::uint64_t{1} << part_columns * max_height) - 1;
    const Wide all = Wide{cubes[0]} | Wide{cubes[1]} << second_part_column * max_height;
    const Wide shifted = columns >= 0 ? all << columns * max_height : all >> -columns * max_height;
    return Cubes{static_cast<std::uint64_t>(shifted) & part,
                 static_cast<std::uint64_t>(shifted >> second_part_column * max_height) & part};
}

}  // namespace tablier::kwintie
