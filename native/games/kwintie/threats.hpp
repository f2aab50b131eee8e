// Where a piece would complete a line, where a side can still get one, and which actions leave the other side no win at once.
#pragma once
#include "solver_position.hpp"

namespace tablier::kwintie {

// All places where a piece of these cubes' side completes a line, whether or not it could be put there now.
template <int Length>
inline Spots winning(Set cubes) {
    Set single = 0, pair_up = 0, pair_along = 0;
    for (const int step : directions) {
        Set run[Length];  // run[i]: the cell i steps on is ours, for a line that begins here
        run[0] = cubes;
        for (int i = 1; i < Length; ++i) run[i] = cubes >> i * step;
        Set before[Length + 1], behind[Length + 1];  // all of the first i, all from the i-th on
        before[0] = behind[Length] = ~Set{0};
        for (int i = 0; i < Length; ++i) before[i + 1] = before[i] & run[i];
        for (int i = Length; i-- > 0;) behind[i] = behind[i + 1] & run[i];
        for (int i = 0; i < Length; ++i) single |= (before[i] & behind[i + 1]) << i * step;
        if (step != 1 && step != stride) continue;  // the cubes of a piece are never diagonal
        Set& pair = step == 1 ? pair_up : pair_along;
        for (int i = 0; i + 1 < Length; ++i) pair |= (before[i] & behind[i + 2]) << i * step;
    }
    return {single | single >> 1 | pair_up, single | single >> stride | pair_along};
}

inline Spots winning(Set cubes, int length) {
    return length == 5 ? winning<5>(cubes) : length == 4 ? winning<4>(cubes) : winning<3>(cubes);
}

// The cells of all lines that lie wholly in these cells.
template <int Length>
inline Set in_lines(Set cells) {
    Set found = 0;
    for (const int step : directions) {
        const Set two = cells & cells >> step;
        Set begins = Length == 3 ? two & cells >> 2 * step : two & two >> 2 * step;
        if (Length == 5) begins &= cells >> 4 * step;
        const Set first_two = begins | begins << step;
        found |= Length == 3 ? first_two | begins << 2 * step : first_two | first_two << 2 * step;
        if (Length == 5) found |= begins << 4 * step;
    }
    return found;
}

inline Set in_lines(Set cells, int length) {
    return length == 5 ? in_lines<5>(cells) : length == 4 ? in_lines<4>(cells) : in_lines<3>(cells);
}

// How many lines lie wholly in these cells.
template <int Length>
inline int lines_in(Set cells) {
    int lines = 0;
    for (const int step : directions) {
        const Set two = cells & cells >> step;
        Set begins = Length == 3 ? two & cells >> 2 * step : two & two >> 2 * step;
        if (Length == 5) begins &= cells >> 4 * step;
        lines += count(begins);
    }
    return lines;
}

inline int lines_in(Set cells, int length) {
    return length == 5 ? lines_in<5>(cells) : length == 4 ? lines_in<4>(cells) : lines_in<3>(cells);
}

inline int fours_of(Set cubes) {  // KWI-9
    int lines = 0;
    for (const int step : directions) {
        const Set two = cubes & cubes >> step;
        lines += count(two & two >> 2 * step & ~(cubes << step) & ~(cubes >> 4 * step));
    }
    return lines;
}

}  // namespace tablier::kwintie
