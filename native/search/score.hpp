// What searches say about a position: the log-odds of winning for the seat to act in 256ths, or a proven end and how far it is.
#pragma once
#include <cmath>

namespace tablier {

constexpr int sure = 30000;         // a win at once; in n plies it is worth n less
constexpr int nearly_sure = 29000;  // beyond this a value is proven
constexpr int endless_value = 31000;

inline double chance_of(int value) { return 1 / (1 + std::exp(-value / 256.0)); }

// Proven values count plies from the root; in a table, from the position itself.
constexpr int to_table(int value, int ply) { return value > nearly_sure ? value + ply : value < -nearly_sure ? value - ply : value; }
constexpr int from_table(int value, int ply) { return value > nearly_sure ? value - ply : value < -nearly_sure ? value + ply : value; }

}  // namespace tablier
