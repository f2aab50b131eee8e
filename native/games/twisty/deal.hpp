// The deal of a seed: tokens, each seat's cards, and the corners when these are dealt.
#pragma once
#include <algorithm>
#include <utility>

#include "board.hpp"

namespace tablier::twisty {

// Fisher-Yates from the end with rejection sampling: the same numbers as SplitMix64.shuffled in the Python rules.
template <std::size_t count>
void shuffle(std::array<std::uint8_t, count>& items, Random& rng) {
    for (std::size_t last = count - 1; last > 0; --last) {
        const std::uint64_t bound = last + 1, biased = (0 - bound) % bound;  // reject the topmost `biased` numbers: modulo bias
        std::uint64_t number = rng.next();
        while (number > ~std::uint64_t{0} - biased) number = rng.next();
        std::swap(items[last], items[number % bound]);
    }
}

// Order of the shuffles: the tokens (four A to four G, then the specials in their usual order), laid on the token cells row by row
// from a7 to g1; each seat's cards A to G; the corners a1, a7, g1, g7 if they are dealt. The board of a seed is therefore the same
// for any number of players.
inline Board generate_deal(const Rules& rules, std::uint64_t seed) {
    Board board{.rules = rules};
    Random rng{seed};
    std::array<std::uint8_t, colours * cubes_per_colour + special_tokens> bag{};
    std::size_t count = 0;
    for (std::uint8_t colour = 0; colour < colours; ++colour)
        for (int i = 0; i < cubes_per_colour; ++i) bag[count++] = colour;
    for (std::uint8_t kind = 0; kind < specials; ++kind)
        for (int i = 0; i < rules.special_counts[kind]; ++i) bag[count++] = static_cast<std::uint8_t>(colours + kind);
    shuffle(bag, rng);
    count = 0;
    for (int row = size - 1; row >= 0; --row) {
        for (int column = 0; column < size; ++column) {
            const Bitboard cell = bit(column * size + row);
            if (!(cell & token_cells)) continue;
            const std::uint8_t token = bag[count++];
            (token < colours ? board.cubes[token] : board.layout[token - colours]) |= cell;
        }
    }
    for (int seat = 0; seat < rules.players; ++seat) {
        std::array<std::uint8_t, colours> cards{0, 1, 2, 3, 4, 5, 6};
        shuffle(cards, rng);
        board.info.card_rows[seat] = CardRow::of(cards);
    }
    if (rules.corners_dealt) {
        std::array<Cell, 4> shuffled_corners = corners;
        shuffle(shuffled_corners, rng);
        std::copy_n(shuffled_corners.begin(), rules.players, board.info.pawns.begin());
    }
    board.info.gone = Board::missing_seats(rules.players);
    board.recompute();
    return board;
}

}  // namespace tablier::twisty
