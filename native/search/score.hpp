// What searches say about a position: the log-odds of winning for the seat to act in 256ths, or a proven end and how far it is.
#pragma once
#include <cmath>

namespace tablier {

constexpr int win_score = 30000;         // a win at once; in n plies it is worth n less
constexpr int win_in_max = 29000;  // beyond this a value is proven
constexpr int infinity = 31000;

inline double expected_score_of(int value) { return 1 / (1 + std::exp(-value / 256.0)); }

// Proven values count plies from the root; in a table, from the position itself.
constexpr int score_to_tt(int value, int ply) { return value > win_in_max ? value + ply : value < -win_in_max ? value - ply : value; }
constexpr int score_from_tt(int value, int ply) { return value > win_in_max ? value - ply : value < -win_in_max ? value + ply : value; }

}  // namespace tablier
