// The position as bytes for a learner.
#pragma once
#include <cstring>

#include "state.hpp"

namespace tablier::twisty {

// Planes of bytes; in each the rows from the bottom up, the columns from the left. Colours have no meaning but their order in
// the rows of cards, so they are numbered as the seat to act has them in its own row; seats are counted clockwise from it.
//    0 … 6   cubes on the board, by colour
//    7 … 11  step, diagonal, knight, portal and save tokens
//   12       where the seat to act gets on: cubes of its next colour, pawns it can rob, the centre once it has all seven
//   13       1 in every cell when a corner is to be picked
//   14       in every cell, the part of the turn limit that is used up, of 255
// then for each seat, the one to act first:
//    0       its pawn
//    1, 2    1 in every cell when it has left; when the turn is its own
//    3 … 9   in every cell, the place of each colour in its row, 0 the first
//   10, 11   in every cell, how many of the first places are collected, and how many protected
inline void State::observe(std::uint8_t* bytes) const {
    const int players = rules().players, own = actor();
    const auto put = [&bytes](Board set) {
        std::memset(bytes, 0, cells);
        each(set & all, [bytes](Cell cell) { bytes[cell % size * size + cell / size] = 1; });
        bytes += cells;
    };
    const auto fill = [&bytes](int value) {
        std::memset(bytes, value, cells);
        bytes += cells;
    };
    const Row& cards = now().rows[own];
    for (int place = 0; place < colours; ++place) put(table_.cubes[cards.card(place)]);
    for (const Board set : table_.layout) put(set);
    put(table_.cubes[cards.next()] | robbable(own) | (cards.next() == none ? bit(centre) : 0));
    fill(picks());
    fill(rules().limited() ? static_cast<int>(std::uint64_t{255} * now().turns / rules().last_turn) : 0);
    for (int number = 0; number < players; ++number) {
        const int seat = (own + number) % players;
        const Row& row = now().rows[seat];
        put(bit(now().pawns[seat]));
        fill(now().gone >> seat & 1);
        fill(seat == now().turn);
        for (int place = 0; place < colours; ++place) fill(row.place_of(cards.card(place)));
        fill(row.taken);
        fill(row.saved);
    }
}

}  // namespace tablier::twisty
