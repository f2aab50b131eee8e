// Scores of a search: log-odds of winning for the side to act in 256ths, or a proven result and its distance.
#pragma once
#include <cmath>

namespace tablier {

constexpr int win_score = 30000;   // a win in n plies scores win_score - n
constexpr int win_in_max = 29000;  // scores beyond ± this are proven
constexpr int infinity = 31000;

// The expected score, from 0 to 1, of a position with these log-odds.
inline double expected_score_of(int score) { return 1 / (1 + std::exp(-score / 256.0)); }

// Proven scores count plies from the root; in the transposition table, from the position itself.
constexpr int score_to_tt(int score, int ply) { return score > win_in_max ? score + ply : score < -win_in_max ? score - ply : score; }
constexpr int score_from_tt(int score, int ply) { return score > win_in_max ? score - ply : score < -win_in_max ? score + ply : score; }

}  // namespace tablier
