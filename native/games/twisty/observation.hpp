// Observation of a position as byte planes, for machine learning.
#pragma once
#include <cstring>

#include "state.hpp"

namespace tablier::twisty {

// Planes have the rows from the bottom up and the columns from the left. Colours differ only by their order in the card rows, so
// they are numbered by the card row of the seat to act. Seats are counted clockwise from the seat to act.
//    0 … 6   cubes on the board, by colour
//    7 … 11  step, diagonal, knight, portal and save tokens
//   12       goals of the seat to act: cubes of its next colour, pawns it can rob, the centre if it has all seven
//   13       1 on all cells if a corner must be picked
//   14       on all cells, the used part of the turn limit, of 255
// then for each seat, beginning with the seat to act:
//    0       its pawn
//    1, 2    1 on all cells if it has left; if it has the turn
//    3 … 9   on all cells, the index of each colour in its card row
//   10, 11   on all cells, the number of cards taken, and protected
inline void State::observe(std::uint8_t* bytes) const {
    const int players = rules().players, own = info().to_act();
    const auto add_cells = [&bytes](Bitboard set) {
        std::memset(bytes, 0, cells);
        for_each_cell(set & all_cells, [bytes](Cell cell) { bytes[cell % size * size + cell / size] = 1; });
        bytes += cells;
    };
    const auto add_constant = [&bytes](int value) {
        std::memset(bytes, value, cells);
        bytes += cells;
    };
    const CardRow& own_row = info().card_rows[own];
    for (int index = 0; index < colours; ++index) add_cells(board_.cubes[own_row.card(index)]);
    for (const Bitboard set : board_.layout) add_cells(set);
    add_cells(board_.cubes[own_row.next()] | robbable_cells(own) | (own_row.next() == no_colour ? bit(centre) : 0));
    add_constant(must_pick_corner());
    add_constant(rules().has_turn_limit() ? static_cast<int>(std::uint64_t{255} * info().turns_played / rules().max_turns) : 0);
    for (int number = 0; number < players; ++number) {
        const int seat = (own + number) % players;
        const CardRow& row = info().card_rows[seat];
        add_cells(bit(info().pawns[seat]));
        add_constant(info().gone >> seat & 1);
        add_constant(seat == info().turn);
        for (int index = 0; index < colours; ++index) add_constant(row.index_of(own_row.card(index)));
        add_constant(row.taken);
        add_constant(row.saved);
    }
}

}  // namespace tablier::twisty
