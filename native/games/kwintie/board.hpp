// The wall as sets of cubes: a bit a cube, column after column, each from the bottom up, so that shifting moves all at once.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace tablier::kwintie {

constexpr int highest = 9;  // the most rows a wall may be set to have
constexpr int widest = 9;   // the most columns it may cover

// A set of cubes of one side. Nine columns of nine do not fit a word, seven do: the first part holds columns 0 to 6 of the
// wall, the second columns 2 to 8, and every line of five lies wholly in one of them. One instruction shifts both parts.
using Cubes = std::uint64_t __attribute__((vector_size(16)));

constexpr int part_columns = 7, second_part = 2;

constexpr int up = 1, along = highest, rising = highest + 1, falling = highest - 1;  // steps to the next cube of a line

inline bool any(Cubes cubes) { return (cubes[0] | cubes[1]) != 0; }

// All cubes of the rows from `low` to `high`, in either part.
constexpr std::uint64_t rows_between(int low, int high) {
    std::uint64_t rows = 0;
    for (int column = 0; column < part_columns; ++column)
        for (int row = low; row <= high; ++row) rows |= std::uint64_t{1} << (column * highest + row);
    return rows;
}

// The cubes from which `Length` go on in the direction of `step`, whatever lies before and behind these. No row is kept empty
// between the columns, so a line that goes up must not begin too high, nor one that falls too low.
template <int Length>
inline Cubes begins(Cubes cubes, int step) {
    constexpr int last = highest - Length;
    const Cubes two = cubes & cubes >> step;
    Cubes all = two;
    if constexpr (Length == 3) all &= cubes >> 2 * step;
    if constexpr (Length >= 4) all &= two >> 2 * step;
    if constexpr (Length == 5) all &= cubes >> 4 * step;
    if (step == up || step == rising) all &= rows_between(0, last);
    if (step == falling) all &= rows_between(Length - 1, highest - 1);
    return all;
}

template <int Length>
inline bool has_line(Cubes cubes) {
    return any(begins<Length>(cubes, up) | begins<Length>(cubes, along) |
               begins<Length>(cubes, rising) | begins<Length>(cubes, falling));
}

// Whether some cubes are in a straight line of at least that length (KWI-8).
inline bool has_line(Cubes cubes, int length) {
    return length == 5 ? has_line<5>(cubes) : length == 4 ? has_line<4>(cubes) : has_line<3>(cubes);
}

// How many straight lines are exactly four cubes long, none before and none behind (KWI-9).
inline int lines_of_four(Cubes cubes) {
    constexpr std::uint64_t all = rows_between(0, highest - 1);
    struct Direction {
        int step;
        std::uint64_t with_before, with_behind;  // where a line that begins there has a cell before it, and one behind it
    };
    constexpr Direction directions[] = {
        {up, rows_between(1, highest - 1), rows_between(0, highest - 5)},
        {along, all, all},
        {rising, rows_between(1, highest - 1), rows_between(0, highest - 5)},
        {falling, rows_between(0, highest - 2), rows_between(4, highest - 1)},
    };
    constexpr std::uint64_t first_columns = (std::uint64_t{1} << 3 * highest) - 1;
    constexpr Cubes counted_once{first_columns, all & ~((std::uint64_t{1} << highest) - 1)};  // columns 0 to 2, then 3 to 8
    int lines = 0;
    for (const auto& [step, with_before, with_behind] : directions) {
        const Cubes more = (cubes << step & with_before) | (cubes >> 4 * step & with_behind);
        const Cubes four = begins<4>(cubes, step) & ~more & counted_once;
        lines += std::popcount(four[0]) + std::popcount(four[1]);
    }
    return lines;
}

// The two parts of a piece's cubes when its left or only column is this one and its lowest row the bottom.
constexpr std::array<std::uint64_t, 2> bottom_piece(bool lies, int column) {
    std::array<std::uint64_t, 2> parts{};
    for (const int cube : {column * highest, lies ? (column + 1) * highest : column * highest + 1}) {
        const int in_second = cube - second_part * highest;
        if (cube < part_columns * highest) parts[0] |= std::uint64_t{1} << cube;
        if (in_second >= 0 && in_second < part_columns * highest) parts[1] |= std::uint64_t{1} << in_second;
    }
    return parts;
}

inline Cubes piece(bool lies, int column, int row) { return std::bit_cast<Cubes>(bottom_piece(lies, column)) << row; }

// The same cubes some columns further right, or left when negative. None may leave the wall.
inline Cubes moved(Cubes cubes, int columns) {
    using Wide = unsigned __int128;
    constexpr std::uint64_t part = (std::uint64_t{1} << part_columns * highest) - 1;
    const Wide all = Wide{cubes[0]} | Wide{cubes[1]} << second_part * highest;
    const Wide there = columns >= 0 ? all << columns * highest : all >> -columns * highest;
    return Cubes{static_cast<std::uint64_t>(there) & part, static_cast<std::uint64_t>(there >> second_part * highest) & part};
}

}  // namespace tablier::kwintie
