// The data of a position: tokens, card rows, pawns, turn and the Zobrist key. The rules of play are in state.hpp.
#pragma once
#include "../../random.hpp"
#include "paths.hpp"
#include "rules.hpp"

namespace tablier::twisty {

constexpr unsigned no_colour = colours;  // the next colour of a seat that has taken all seven

// A seat's cards in the order of collection. The first `taken` are collected; the first `saved` of these are protected. Protected
// cards always come first: protecting covers all cubes taken so far (TWS-9), and a robbed card goes to the end (TWS-11).
struct CardRow {
    std::uint32_t cards = no_colour << 28;  // four bits per card, the first card lowest; no_colour after the seventh
    std::uint8_t taken = 0, saved = 0;
    std::uint8_t at_risk = 0;  // set of colours that are taken and not protected

    static constexpr CardRow of(const std::array<std::uint8_t, colours>& cards) {
        CardRow row;
        for (int index = 0; index < colours; ++index) row.cards |= std::uint32_t{cards[index]} << 4 * index;
        return row;
    }

    constexpr unsigned card(int index) const { return cards >> 4 * index & 15; }
    constexpr unsigned next() const { return card(taken); }
    constexpr bool can_lose(unsigned colour) const { return at_risk >> colour & 1; }
    constexpr bool has_unsaved() const { return taken > saved; }

    constexpr int index_of(unsigned colour) const {
        int index = 0;
        while (card(index) != colour) ++index;
        return index;
    }

    constexpr void collect() {
        at_risk = static_cast<std::uint8_t>(at_risk | 1u << next());
        ++taken;
    }

    constexpr void protect() {
        saved = taken;
        at_risk = 0;
    }

    // Loses the cube of a colour; its card goes to the end (TWS-11).
    constexpr void lose(unsigned colour) {
        const std::uint32_t cards_before = (1u << 4 * index_of(colour)) - 1;
        cards = (cards & cards_before) | (cards >> 4 & ~cards_before & 0x00ff'ffff) | colour << 24 | no_colour << 28;
        at_risk = static_cast<std::uint8_t>(at_risk & ~(1u << colour));
        --taken;
    }
};

enum class Ending : std::uint8_t { running, centre, last_left, turn_limit };

// Everything that a turn changes, except the cubes: `play` copies it and `undo` restores it.
struct StateInfo {
    Key key = 0;  // Zobrist key of tokens, card rows and pawns; Board::key adds the rest
    std::array<CardRow, max_players> card_rows{};
    std::array<Cell, max_players> pawns{off_board, off_board, off_board, off_board};  // off_board: not yet placed, robbed or gone
    std::uint32_t turns_played = 0;  // counted only if there is a turn limit
    std::uint8_t turn = 0;           // stays with the robber while a robbed seat must pick a corner, even if the robber has left
    std::int8_t robbed = -1;         // the seat that must pick a corner before the next turn (TWS-11), or -1
    std::uint8_t gone = 0;           // set of seats that have left or do not exist
    Ending ending = Ending::running;

    int to_act() const { return robbed < 0 ? turn : robbed; }
    unsigned playing() const { return ~gone & 0xfu; }  // set of seats
};

// Zobrist keys of tokens and pawns. Card rows and the turn fit in one word each, which is hashed when it changes.

inline Key hash_word(std::uint64_t word) { return Random{word}.next(); }

inline const auto token_keys = [] {  // by cube colour or special, and cell
    std::array<std::array<Key, cells>, colours + specials> keys{};
    Random rng{0x746f'6b65'6e73};  // arbitrary, but fixed: keys must not differ between machines
    for (auto& token : keys)
        for (Key& key : token) key = rng.next();
    return keys;
}();

inline const auto pawn_keys = [] {  // by seat and cell; 0 for off_board
    std::array<std::array<Key, 64>, max_players> keys{};
    Random rng{0x7061'776e'73};
    for (auto& pawn : keys)
        for (int cell = 0; cell < cells; ++cell) pawn[cell] = rng.next();
    return keys;
}();

inline Key card_row_key(const CardRow& row, int seat) {
    return hash_word(row.cards | std::uint64_t{row.taken} << 32 | std::uint64_t{row.saved} << 40 | std::uint64_t(seat + 1) << 56);
}

struct Board {
    Rules rules;
    Layout layout{};
    std::array<Bitboard, colours + 1> cubes{};  // on the board, by colour; empty for no_colour
    StateInfo info{};

    // Set of the seats that do not exist, which StateInfo::gone contains.
    static constexpr std::uint8_t missing_seats(int players) { return static_cast<std::uint8_t>(0xf & 0xf << players); }

    Bitboard pawn_cells() const {
        Bitboard set = 0;
        for (const Cell cell : info.pawns) set |= bit(cell);
        return set & all_cells;
    }

    Key key() const { return key_with_turns(info.turns_played); }

    // The key with another number of turns played.
    Key key_with_turns(std::uint32_t turns) const {
        return info.key ^ hash_word(turns | std::uint64_t{info.turn} << 32 | std::uint64_t(info.robbed + 1) << 36 |
                                    std::uint64_t{info.gone} << 40 | std::uint64_t{info.ending == Ending::centre} << 44);
    }

    // Computes from scratch what playing updates incrementally: info.key, and info.ending unless it is a win on the centre.
    void recompute() {
        info.key = 0;
        for (int colour = 0; colour < colours; ++colour)
            for_each_cell(cubes[colour], [&](Cell cell) { info.key ^= token_keys[colour][cell]; });
        for (int kind = 0; kind < specials; ++kind)
            for_each_cell(layout[kind], [&](Cell cell) { info.key ^= token_keys[colours + kind][cell]; });
        for (int seat = 0; seat < rules.players; ++seat)
            info.key ^= card_row_key(info.card_rows[seat], seat) ^ pawn_keys[seat][info.pawns[seat]];
        if (info.ending == Ending::centre) return;
        if (std::popcount(info.playing()) == 1) info.ending = Ending::last_left;  // TWS-14
        else if (info.turns_played == rules.max_turns) info.ending = Ending::turn_limit;
        else info.ending = Ending::running;
    }
};

}  // namespace tablier::twisty
