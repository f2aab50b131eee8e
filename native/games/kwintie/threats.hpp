// Lines on solver bitboards: winning placements, lines that are still possible, lines of four.
#pragma once
#include "solver_position.hpp"

namespace tablier::kwintie {

// All placements that would complete a line for the side with these cubes, whether or not they are legal now.
template <int Length>
inline Placements winning_placements(Bitboard cubes) {
    Bitboard single = 0, vertical_pair = 0, horizontal_pair = 0;  // cells that complete a line: one cube, or both of a piece
    for (const int step : directions) {
        Bitboard run[Length];  // run[i]: lines whose cell i is an own cube, by the first cell of the line
        run[0] = cubes;
        for (int i = 1; i < Length; ++i) run[i] = cubes >> i * step;
        Bitboard before[Length + 1], behind[Length + 1];  // the first i cells are own cubes; all cells from i on
        before[0] = behind[Length] = ~Bitboard{0};
        for (int i = 0; i < Length; ++i) before[i + 1] = before[i] & run[i];
        for (int i = Length; i-- > 0;) behind[i] = behind[i + 1] & run[i];
        for (int i = 0; i < Length; ++i) single |= (before[i] & behind[i + 1]) << i * step;
        if (step != 1 && step != stride) continue;  // the cubes of a piece are never diagonal
        Bitboard& pair = step == 1 ? vertical_pair : horizontal_pair;
        for (int i = 0; i + 1 < Length; ++i) pair |= (before[i] & behind[i + 2]) << i * step;
    }
    return {single | single >> 1 | vertical_pair, single | single >> stride | horizontal_pair};
}

inline Placements winning_placements(Bitboard cubes, int length) {
    return length == 5   ? winning_placements<5>(cubes)
           : length == 4 ? winning_placements<4>(cubes)
                         : winning_placements<3>(cubes);
}

// Cells that start a run of `Length` cells in a direction.
template <int Length>
inline Bitboard line_starts(Bitboard cells, int step) {
    const Bitboard two = cells & cells >> step;
    const Bitboard starts = Length == 3 ? two & cells >> 2 * step : two & two >> 2 * step;
    return Length == 5 ? starts & cells >> 4 * step : starts;
}

// The cells of all lines that lie completely in `cells`.
template <int Length>
inline Bitboard cells_in_lines(Bitboard cells) {
    Bitboard in_lines = 0;
    for (const int step : directions) {
        const Bitboard starts = line_starts<Length>(cells, step), first_two = starts | starts << step;
        in_lines |= Length == 3 ? first_two | starts << 2 * step : first_two | first_two << 2 * step;
        if (Length == 5) in_lines |= starts << 4 * step;
    }
    return in_lines;
}

inline Bitboard cells_in_lines(Bitboard cells, int length) {
    return length == 5 ? cells_in_lines<5>(cells) : length == 4 ? cells_in_lines<4>(cells) : cells_in_lines<3>(cells);
}

// The number of lines that lie completely in `cells`.
template <int Length>
inline int count_lines(Bitboard cells) {
    int lines = 0;
    for (const int step : directions) lines += popcount(line_starts<Length>(cells, step));
    return lines;
}

inline int count_lines(Bitboard cells, int length) {
    return length == 5 ? count_lines<5>(cells) : length == 4 ? count_lines<4>(cells) : count_lines<3>(cells);
}

// Number of maximal straight lines of exactly four cubes (KWI-9).
inline int count_lines_of_four(Bitboard cubes) {
    int lines = 0;
    for (const int step : directions)
        lines += popcount(line_starts<4>(cubes, step) & ~(cubes << step) & ~(cubes >> 4 * step));
    return lines;
}

}  // namespace tablier::kwintie
