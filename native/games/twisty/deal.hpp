// The deal of a seed: which token lies where, each seat's row of cards, and the corners when they are dealt.
#pragma once
#include <algorithm>
#include <utility>

#include "table.hpp"

namespace tablier::twisty {

// Fisher and Yates's shuffle from the end, each order equally likely: as the Python rules deal, number for number.
template <std::size_t count>
void shuffle(std::array<std::uint8_t, count>& things, Random& rng) {
    for (std::size_t last = count - 1; last > 0; --last) {
        const std::uint64_t bound = last + 1, unfair = (0 - bound) % bound;  // what would favour the small numbers
        std::uint64_t number = rng.next();
        while (number > ~std::uint64_t{0} - unfair) number = rng.next();
        std::swap(things[last], things[number % bound]);
    }
}

// The tokens (four A to four G, then the specials in their usual order) are shuffled and laid on the covered cells row by row
// from a7 to g1; then each seat's cards A to G are shuffled; then, if corners are dealt, a1, a7, g1, g7. So the board of a seed
// does not depend on how many play.
inline Table shuffled(const Rules& rules, std::uint64_t seed) {
    Table table{.rules = rules};
    Random rng{seed};
    std::array<std::uint8_t, colours * cubes_each + tokens_dealt> bag{};
    std::size_t count = 0;
    for (std::uint8_t colour = 0; colour < colours; ++colour)
        for (int number = 0; number < cubes_each; ++number) bag[count++] = colour;
    for (std::uint8_t kind = 0; kind < specials; ++kind)
        for (int number = 0; number < rules.counts[kind]; ++number) bag[count++] = static_cast<std::uint8_t>(colours + kind);
    shuffle(bag, rng);
    count = 0;
    for (int row = size - 1; row >= 0; --row) {
        for (int column = 0; column < size; ++column) {
            const Board cell = bit(column * size + row);
            if (!(cell & covered)) continue;
            const std::uint8_t token = bag[count++];
            (token < colours ? table.cubes[token] : table.layout[token - colours]) |= cell;
        }
    }
    for (int seat = 0; seat < rules.players; ++seat) {
        std::array<std::uint8_t, colours> cards{0, 1, 2, 3, 4, 5, 6};
        shuffle(cards, rng);
        table.now.rows[seat] = Row::of(cards);
    }
    if (rules.corners_dealt) {
        std::array<Cell, 4> drawn = corners;
        shuffle(drawn, rng);
        std::copy_n(drawn.begin(), rules.players, table.now.pawns.begin());
    }
    table.now.gone = Table::empty_seats(rules.players);
    table.settle();
    return table;
}

}  // namespace tablier::twisty
