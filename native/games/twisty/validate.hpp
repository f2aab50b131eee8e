// Checks that a parsed position can be reached in a game: the twin of src/tablier/games/twisty/validate.py.
#pragma once
#include <algorithm>

#include "board.hpp"

namespace tablier::twisty {

// The number of tokens of each kind (TWS-1); taken cubes are off the board (TWS-6).
inline bool has_valid_tokens(const Board& board) {
    for (int kind = 0; kind < specials; ++kind)
        if (std::popcount(board.layout[kind]) != board.rules.special_counts[kind]) return false;
    for (unsigned colour = 0; colour < colours; ++colour) {
        int expected = cubes_per_colour;
        for (int seat = 0; seat < board.rules.players; ++seat) {
            const CardRow& row = board.info.card_rows[seat];
            expected -= row.index_of(colour) < row.taken;
        }
        if (std::popcount(board.cubes[colour]) != expected) return false;
    }
    for (const CardRow& row : board.info.card_rows)
        if (row.saved && !board.rules.special_counts[save]) return false;
    return true;
}

// No two pawns on one cell.
inline bool has_valid_pawns(const Board& board) {
    const auto& pawns = board.info.pawns;
    const auto placed = std::count_if(pawns.begin(), pawns.end(), [](Cell cell) { return cell != off_board; });
    return std::popcount(board.pawn_cells()) == placed;
}

// Corners are picked in turn order before any other action (TWS-3). `unplaced` is a set of seats.
inline bool has_valid_corner_picks(const Board& board, unsigned unplaced) {
    const StateInfo& info = board.info;
    const unsigned first = static_cast<unsigned>(std::countr_zero(unplaced));
    const bool untouched = std::all_of(info.card_rows.begin(), info.card_rows.end(), [](const CardRow& row) { return !row.taken; });
    const bool in_order = (info.playing() & ~0u << first) == unplaced;
    return !board.rules.corners_dealt && untouched && !(board.pawn_cells() & ~corner_cells) && in_order && info.turn == first &&
           info.robbed < 0 && info.ending != Ending::centre;
}

inline bool has_valid_win(const Board& board) {
    const StateInfo& info = board.info;
    return info.pawns[info.turn] == centre && info.card_rows[info.turn].next() == no_colour && std::popcount(info.playing()) >= 2;
}

// The robber's last cube is the colour of the victim's last card (TWS-11).
inline bool has_valid_robbery(const Board& board) {
    const StateInfo& info = board.info;
    const CardRow &robber = info.card_rows[info.turn], &victim = info.card_rows[info.robbed];
    return info.robbed != info.turn && info.playing() >> info.robbed & 1 && info.pawns[info.robbed] == off_board &&
           victim.next() != no_colour && robber.has_unsaved() && robber.card(robber.taken - 1) == victim.card(colours - 1);
}

// Lower bound of a seat's turns: one per cube, one for protecting, one for winning; at least one to leave a corner.
inline std::uint32_t min_turns(const Board& board, int seat) {
    const StateInfo& info = board.info;
    const bool won = info.ending == Ending::centre && seat == info.turn;
    const unsigned used = info.card_rows[seat].taken + (info.card_rows[seat].saved > 0) + won;
    return std::max<std::uint32_t>(used, (bit(info.pawns[seat]) & all_cells & ~corner_cells) != 0);
}

// Whether the number of turns agrees with the limit, the seat to move and the cubes taken.
inline bool has_valid_turn_count(const Board& board, bool picking) {
    const StateInfo& info = board.info;
    const std::uint32_t turns = info.turns_played, players = board.rules.players;
    if (picking) return turns == 0;
    const auto playing = static_cast<std::uint32_t>(std::popcount(info.playing()));
    const std::uint32_t max_turns = board.rules.max_turns;
    if (turns > max_turns || (turns == max_turns && playing == 1)) return false;  // after the last turn no seat can leave
    if (playing < players) {
        std::uint32_t needed = 0;
        for (std::uint32_t seat = 0; seat < players; ++seat) needed += min_turns(board, static_cast<int>(seat));
        return needed <= turns;
    }
    const bool counted = info.robbed >= 0 || info.ending == Ending::centre;  // the turn of seat `turn` is already counted
    if ((turns + players - counted) % players != info.turn) return false;
    for (std::uint32_t seat = 0; seat < players; ++seat)
        if (min_turns(board, static_cast<int>(seat)) > (turns + players - 1 - seat) / players) return false;
    return true;
}

inline bool is_reachable(const Board& board) {
    const StateInfo& info = board.info;
    const unsigned playing = info.playing();
    unsigned unplaced = 0;
    for (int seat = 0; seat < max_players; ++seat)
        if (playing >> seat & 1 && info.pawns[seat] == off_board && seat != info.robbed) unplaced |= 1u << seat;
    if (!has_valid_tokens(board) || !playing || !has_valid_pawns(board)) return false;
    const bool valid = unplaced                            ? has_valid_corner_picks(board, unplaced)
                       : info.ending == Ending::centre ? has_valid_win(board)
                       : info.robbed >= 0              ? has_valid_robbery(board)
                                                       : (playing >> info.turn & 1) != 0;
    return valid && (!board.rules.has_turn_limit() || has_valid_turn_count(board, unplaced != 0));
}

}  // namespace tablier::twisty
