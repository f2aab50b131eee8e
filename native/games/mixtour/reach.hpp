// Which stacks reach which, and which of these moves complete a tower. Moves belong to nobody, but a tower does: to the owner of
// the piece that was on top before it moved (MIX-7).
#pragma once
#include "state.hpp"

namespace tablier::mixtour {

// The cells from which a stack of exactly this height is reached over empty cells (MIX-5, MIX-6) in one step's two directions; the
// target is `high` steps further.
inline Cells reaching(Cells targets, int high, int step, Cells free, Cells all) {
    const Cells past_the_edge = steps[step] == 7 ? e5 : 0;
    for (int i = 1; i < high; ++i) targets = targets >> steps[step] & free & ~past_the_edge;
    return targets >> steps[step] & all & ~past_the_edge;
}

// Calls visit(source, target), both cells, for every stack that can move onto another.
template <class Visit>
void for_each_reach(const State& state, Visit&& visit) {
    const Cells all = state.at_least(1), free = state.empty();
    for (int high = 1; high < tower; ++high) {
        const Cells targets = state.at_least(high) & (high < tower - 1 ? ~state.at_least(high + 1) : ~Cells{0});
        if (!targets) continue;
        for (int step = 0; step < 4; ++step)
            for (Cells left = reaching(targets, high, step, free, all); left; left &= left - 1) {
                const int bit = std::countr_zero(left);
                visit(tables.cell[bit], tables.cell[bit + high * steps[step]]);
            }
    }
}

// The sides that could complete a tower of theirs now, were it their turn: a bit each. The move MIX-9 forbids completes none.
inline unsigned can_score(const State& state) {
    unsigned sides = 0;
    const Cells all = state.at_least(1), free = state.empty();
    for (int high = 1; high < tower; ++high) {
        const Cells sources = state.at_least(tower - high);  // whole stacks: if any part of one completes a tower, all of it does
        const Cells targets = state.at_least(high) & (high < tower - 1 ? ~state.at_least(high + 1) : ~Cells{0});
        if (!sources || !targets) continue;
        for (int step = 0; step < 4; ++step)
            for (Cells left = reaching(targets, high, step, free, all) & sources; left; left &= left - 1)
                sides |= 1u << (state.stack(tables.cell[std::countr_zero(left)]) & 1);
    }
    return sides;
}

// The side for which a legal action completes a tower; -1 for none.
inline int scores_for(const State& state, Code code) {
    if (code < first_move || code == pass) return -1;
    const Move move = tables.move[code];
    return height(state.stack(state.target(move))) + move.count >= tower ? state.stack(move.source) & 1 : -1;
}

}  // namespace tablier::mixtour
