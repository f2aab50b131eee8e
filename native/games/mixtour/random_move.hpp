// Drawing one of the listed actions, each as likely as any other, by counting instead of listing.
#pragma once
#include "state.hpp"

// Counting bits is one instruction on all but the oldest x86-64 machines, which wheels must serve too: there the function is
// compiled both ways, and the machine is asked once. That halves the time of a random game.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__POPCNT__)
#define TABLIER_COUNTS_BITS __attribute__((target("popcnt")))
#define TABLIER_COMPILED_INTO_ITS_CALLER __attribute__((always_inline)) inline
#else
#define TABLIER_COMPILED_INTO_ITS_CALLER inline
#endif

namespace tablier::mixtour {

inline int nth(Cells set, unsigned number) {
    while (number--) set &= set - 1;
    return std::countr_zero(set);
}

TABLIER_COMPILED_INTO_ITS_CALLER Code State::pick_random_action(Random& rng) const {
    const Cells adds = addable();
    const Movable found = movable();
    const auto ways = [&](unsigned i, unsigned step) { return static_cast<unsigned>(std::popcount(found[step] & tall_[i])); };
    std::array<unsigned, tower> before;  // how many actions come before those that lift one piece, two, … and in all
    before[0] = static_cast<unsigned>(std::popcount(adds));
    for (unsigned i = 0; i < tall_.size(); ++i) before[i + 1] = before[i] + ways(i, 0) + ways(i, 1) + ways(i, 2) + ways(i, 3);
    if (before.back() == 0) return pass;  // MIX-10
    for (;;) {
        unsigned number = rng.below(before.back());
        if (number < before[0]) return tables.cell[nth(adds, number)];
        const unsigned i = (number >= before[1]) + (number >= before[2]) + (number >= before[3]);
        number -= before[i];
        const std::array<unsigned, 4> passed_over{0, ways(i, 0), ways(i, 0) + ways(i, 1), ways(i, 0) + ways(i, 1) + ways(i, 2)};
        const unsigned step = (number >= passed_over[1]) + (number >= passed_over[2]) + (number >= passed_over[3]);
        const int bit = nth(found[step] & tall_[i], number - passed_over[step]);
        const Code code = static_cast<Code>(move_code(static_cast<int>(i) + 1, static_cast<int>(step), 0) + tables.from[bit]);
        if (code != last_) return code;  // MIX-9
    }
}

#ifdef TABLIER_COUNTS_BITS
inline const bool counts_bits = __builtin_cpu_supports("popcnt");
TABLIER_COUNTS_BITS inline Code State::pick_random_action_popcnt(Random& rng) const { return pick_random_action(rng); }
inline Code State::random_action(Random& rng) const { return counts_bits ? pick_random_action_popcnt(rng) : pick_random_action(rng); }
#else
inline Code State::random_action(Random& rng) const { return pick_random_action(rng); }
#endif

}  // namespace tablier::mixtour
