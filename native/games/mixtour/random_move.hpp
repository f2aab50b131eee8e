// Uniformly random legal action, found by counting bits instead of generating a list.
#pragma once
#include "state.hpp"

// The POPCNT instruction is not in the x86-64 baseline that wheels are built for. There the function is compiled with and without
// it and dispatched at run time, which halves the time of a random game on CPUs that have it.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__POPCNT__)
#define TABLIER_POPCNT __attribute__((target("popcnt")))
#define TABLIER_ALWAYS_INLINE __attribute__((always_inline)) inline
#else
#define TABLIER_ALWAYS_INLINE inline
#endif

namespace tablier::mixtour {

inline int nth_bit(Bitboard set, unsigned n) {
    while (n--) set &= set - 1;
    return std::countr_zero(set);
}

TABLIER_ALWAYS_INLINE Code State::pick_random_action(Random& rng) const {
    const Bitboard adds = addable_cells();
    const MovableStacks movable = movable_stacks();
    const auto moves = [&](unsigned i, unsigned step) { return static_cast<unsigned>(std::popcount(movable[step] & at_least_[i])); };
    std::array<unsigned, tower> first;  // numbers of the actions: first[i] is the first move of i + 1 pieces, first[4] the total
    first[0] = static_cast<unsigned>(std::popcount(adds));
    for (unsigned i = 0; i < at_least_.size(); ++i) first[i + 1] = first[i] + moves(i, 0) + moves(i, 1) + moves(i, 2) + moves(i, 3);
    if (first.back() == 0) return pass;  // MIX-10
    for (;;) {
        unsigned number = rng.below(first.back());
        if (number < first[0]) return tables.cell_at[nth_bit(adds, number)];
        const unsigned i = (number >= first[1]) + (number >= first[2]) + (number >= first[3]);
        number -= first[i];
        const std::array<unsigned, 4> first_of_step{0, moves(i, 0), moves(i, 0) + moves(i, 1), moves(i, 0) + moves(i, 1) + moves(i, 2)};
        const unsigned step = (number >= first_of_step[1]) + (number >= first_of_step[2]) + (number >= first_of_step[3]);
        const int bit = nth_bit(movable[step] & at_least_[i], number - first_of_step[step]);
        const Code code = static_cast<Code>(move_code(static_cast<int>(i) + 1, static_cast<int>(step), 0) + tables.code_offset[bit]);
        if (code != last_turn_) return code;  // MIX-9; there is always another move, so this ends
    }
}

#ifdef TABLIER_POPCNT
inline const bool has_popcnt = __builtin_cpu_supports("popcnt");
TABLIER_POPCNT inline Code State::pick_random_action_popcnt(Random& rng) const { return pick_random_action(rng); }
inline Code State::random_action(Random& rng) const { return has_popcnt ? pick_random_action_popcnt(rng) : pick_random_action(rng); }
#else
inline Code State::random_action(Random& rng) const { return pick_random_action(rng); }
#endif

}  // namespace tablier::mixtour
