// Enumeration of stack moves without listing their codes, and detection of scoring moves. A completed tower scores for the owner
// of its top piece, which is the top piece of the moved stack, no matter who moves it (MIX-7).
#pragma once
#include "state.hpp"

namespace tablier::mixtour {

// The stacks that can move onto one of `targets`, which all have `target_height`, in the two directions of a step (MIX-5, MIX-6).
// The target of each is `target_height` steps away.
inline Bitboard sources_of(Bitboard targets, int target_height, int step, Bitboard empty, Bitboard occupied) {
    const int shift = step_shifts[step];
    const Bitboard past_the_edge = shift == 7 ? e5_bit : 0;  // see Bitboard
    for (int i = 1; i < target_height; ++i) targets = targets >> shift & empty & ~past_the_edge;
    return targets >> shift & occupied & ~past_the_edge;
}

inline Bitboard stacks_of_height(const State& state, int height) {
    return state.at_least(height) & (height < tower - 1 ? ~state.at_least(height + 1) : ~Bitboard{0});
}

// Calls visit(source, target) with two cells for every stack that can move onto another one.
template <class Visit>
void for_each_stack_move(const State& state, Visit&& visit) {
    const Bitboard occupied = state.at_least(1), empty = state.empty();
    for (int target_height = 1; target_height < tower; ++target_height) {
        const Bitboard targets = stacks_of_height(state, target_height);
        if (!targets) continue;
        for (int step = 0; step < 4; ++step)
            for (Bitboard left = sources_of(targets, target_height, step, empty, occupied); left; left &= left - 1) {
                const int bit = std::countr_zero(left);
                visit(tables.cell_at[bit], tables.cell_at[bit + target_height * step_shifts[step]]);
            }
    }
}

// Bit set of the sides for which some move completes a tower now. The move that MIX-9 bans never completes one.
inline unsigned scoring_sides(const State& state) {
    unsigned sides = 0;
    const Bitboard occupied = state.at_least(1), empty = state.empty();
    for (int target_height = 1; target_height < tower; ++target_height) {
        const Bitboard sources = state.at_least(tower - target_height);  // if part of a stack completes a tower, all of it does
        const Bitboard targets = stacks_of_height(state, target_height);
        if (!sources || !targets) continue;
        for (int step = 0; step < 4; ++step)
            for (Bitboard left = sources_of(targets, target_height, step, empty, occupied) & sources; left; left &= left - 1)
                sides |= 1u << (state.stack(tables.cell_at[std::countr_zero(left)]) & 1);
    }
    return sides;
}

inline bool can_score(const State& state, int side) { return scoring_sides(state) >> side & 1; }

// The side that scores by a legal action, or -1.
inline int scoring_side(const State& state, Code code) {
    if (code < first_move || code == pass) return -1;
    const Move move = tables.moves[code];
    return height(state.stack(state.target(move))) + move.count >= tower ? state.stack(move.source) & 1 : -1;
}

}  // namespace tablier::mixtour
