// Whether a position read from text holds together: what no game comes to is refused.
#pragma once
#include <algorithm>

#include "table.hpp"

namespace tablier::twisty {

inline bool sound_tokens(const Table& table) {
    for (int kind = 0; kind < specials; ++kind)
        if (std::popcount(table.layout[kind]) != table.rules.counts[kind]) return false;
    for (unsigned colour = 0; colour < colours; ++colour) {
        int expected = cubes_each;
        for (int seat = 0; seat < table.rules.players; ++seat) {
            const Row& row = table.now.rows[seat];
            expected -= row.place_of(colour) < row.taken;
        }
        if (std::popcount(table.cubes[colour]) != expected) return false;
    }
    for (const Row& row : table.now.rows)
        if (row.saved && !table.rules.counts[save]) return false;
    return true;
}

// No two on the same cell.
inline bool sound_pawns(const Table& table) {
    const auto placed = std::count_if(table.now.pawns.begin(), table.now.pawns.end(), [](Cell cell) { return cell != nowhere; });
    return std::popcount(table.pawns()) == placed;
}

// Corners are chosen in turn order before anything else happens (TWS-3). `here` and `unplaced` are sets of seats.
inline bool sound_picking(const Table& table, unsigned here, unsigned unplaced) {
    const Now& now = table.now;
    const unsigned first = static_cast<unsigned>(std::countr_zero(unplaced));
    const bool untouched = std::all_of(now.rows.begin(), now.rows.end(), [](const Row& row) { return !row.taken; });
    const bool in_order = (here & ~0u << first) == unplaced;
    return !table.rules.corners_dealt && untouched && !(table.pawns() & ~corner_cells) && in_order && now.turn == first &&
           now.owing < 0 && now.ended != Ending::centre;
}

inline bool sound_win(const Table& table, unsigned here) {
    const Now& now = table.now;
    return now.pawns[now.turn] == centre && now.rows[now.turn].next() == none && std::popcount(here) >= 2;
}

// The robber's last cube is the one whose card went to the end of the robbed row (TWS-11).
inline bool sound_owing(const Table& table, unsigned here) {
    const Now& now = table.now;
    const Row &robber = now.rows[now.turn], &robbed = now.rows[now.owing];
    return now.owing != now.turn && here >> now.owing & 1 && now.pawns[now.owing] == nowhere && robbed.next() != none &&
           robber.unsaved() && robber.card(robber.taken - 1) == robbed.card(colours - 1);
}

// A cube or protecting takes a turn each, as does leaving the corners or reaching the centre with all seven.
inline std::uint32_t least_turns(const Table& table, int seat) {
    const Now& now = table.now;
    const bool won = now.ended == Ending::centre && seat == now.turn;
    const unsigned used = now.rows[seat].taken + (now.rows[seat].saved > 0) + won;
    return std::max<std::uint32_t>(used, (bit(now.pawns[seat]) & all & ~corner_cells) != 0);
}

// Whether so many turns can have been played under a limit.
inline bool sound_turns(const Table& table, unsigned here, bool picking) {
    const Now& now = table.now;
    const std::uint32_t turns = now.turns, players = table.rules.players;
    if (picking) return turns == 0;
    const auto left = static_cast<std::uint32_t>(std::popcount(here));
    if (turns > table.rules.last_turn || (turns == table.rules.last_turn && left == 1)) return false;  // nobody leaves after the last
    if (left < players) {
        std::uint32_t least = 0;
        for (std::uint32_t seat = 0; seat < players; ++seat) least += least_turns(table, static_cast<int>(seat));
        return least <= turns;
    }
    const bool unfinished = now.owing >= 0 || now.ended == Ending::centre;  // counted, and the next one not yet anybody's
    if ((turns + players - unfinished) % players != now.turn) return false;
    for (std::uint32_t seat = 0; seat < players; ++seat)
        if (least_turns(table, static_cast<int>(seat)) > (turns + players - 1 - seat) / players) return false;
    return true;
}

inline bool sound(const Table& table) {
    const Now& now = table.now;
    const unsigned here = ~now.gone & 0xfu;
    unsigned unplaced = 0;
    for (int seat = 0; seat < most_seats; ++seat)
        if (here >> seat & 1 && now.pawns[seat] == nowhere && seat != now.owing) unplaced |= 1u << seat;
    if (!sound_tokens(table) || !here || !sound_pawns(table)) return false;
    const bool fits = unplaced                           ? sound_picking(table, here, unplaced)
                      : now.ended == Ending::centre ? sound_win(table, here)
                      : now.owing >= 0              ? sound_owing(table, here)
                                                    : (here >> now.turn & 1) != 0;
    return fits && (!table.rules.limited() || sound_turns(table, here, unplaced != 0));
}

}  // namespace tablier::twisty
