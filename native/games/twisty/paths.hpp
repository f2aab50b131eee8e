// Paths of one turn over special tokens, and the number of turns between any two cells.
//
// `others` are the cells of the other pawns. A path ends there: entering one is a robbery and ends the turn (TWS-10, TWS-11).
#pragma once
#include "bitboard.hpp"

namespace tablier::twisty {

// Special tokens by kind. They stay on the board (TWS-7), so a layout is constant during a game.
using Layout = std::array<Bitboard, specials>;

// The cells where a turn can end, including other pawns, whether or not they can be robbed.
//
// A flood fill with whole bitboards. TWS-12 makes no difference: a shortest path never lands on a cell twice, and returning to the
// start cell once is allowed.
constexpr Bitboard reachable_cells(const Layout& layout, Cell start, Bitboard others) {
    const Bitboard portals = layout[portal] & ~others;  // TWS-8
    const Bitboard move_on = (layout[step] | layout[diagonal] | layout[knight] | layout[portal]) & ~others;
    Bitboard reached = knight_moves[start];  // TWS-4
    for (Bitboard frontier = reached & move_on; frontier;) {
        const Bitboard exits = frontier & portals ? portals : 0;
        const Bitboard next = exits | token_moves(frontier & layout[step], frontier & layout[diagonal], frontier & layout[knight]);
        frontier = next & ~reached & move_on;
        reached |= next;
    }
    return reached;
}

// The cells that a pawn can move on to from one cell (TWS-7).
constexpr Bitboard exits_of(const Layout& layout, Cell cell, Bitboard others) {
    const Bitboard here = bit(cell) & ~others;
    const Bitboard exits = here & layout[portal] ? layout[portal] & ~others & ~here : 0;  // TWS-8
    return exits | token_moves(here & layout[step], here & layout[diagonal], here & layout[knight]);
}

// The text of the shortest path to a reachable cell, the first in text order among equals. Breadth-first search over cells in
// ascending order finds that path first.
inline std::string shortest_path(const Layout& layout, Cell start, Bitboard others, Cell end) {
    std::array<Cell, cells> queue{}, parent{};
    int queued = 0;
    Bitboard visited = 0;
    const auto visit = [&](Bitboard targets, Cell from) {
        for_each_cell(targets & ~visited, [&](Cell cell) {
            parent[cell] = from;
            queue[queued++] = cell;
        });
        visited |= targets;
    };
    visit(knight_moves[start], off_board);
    for (int at = 0; at < queued; ++at) visit(exits_of(layout, queue[at], others), queue[at]);
    std::string text = cell_name(end);
    for (Cell cell = parent[end]; cell != off_board; cell = parent[cell]) text = cell_name(cell) + '>' + text;
    return text;
}

// The number of turns that a pawn alone on the board needs from any cell to any other.
class Distances {
public:
    // Computes the tables for a layout, unless they were computed for it before.
    void prepare(const Layout& layout) {
        if (layout == layout_) return;
        layout_ = layout;
        for (Cell cell = 0; cell < cells; ++cell) reachable_[cell] = reachable_cells(layout, cell, 0);
        for (Cell cell = 0; cell < cells; ++cell) search_from(cell);
    }

    Bitboard reachable(Cell from) const { return reachable_[from]; }  // in one turn

    // Turns to this cell by start cell. From the cell itself: turns to leave and return, since moving is compulsory (TWS-4).
    const std::array<std::uint8_t, 64>& turns_to(Cell cell) const { return turns_to_[cell]; }

private:
    void search_from(Cell from) {
        Bitboard visited = 0, frontier = reachable_[from];
        for (std::uint8_t turns = 1; frontier; ++turns) {
            visited |= frontier;
            Bitboard next = 0;
            for_each_cell(frontier, [&](Cell cell) {
                turns_to_[cell][from] = turns;
                next |= reachable_[cell];
            });
            frontier = next & ~visited;
        }
    }

    Layout layout_{};
    std::array<Bitboard, cells> reachable_{};
    std::array<std::array<std::uint8_t, 64>, cells> turns_to_{};  // 64 instead of `cells`: one cache line each
};

}  // namespace tablier::twisty
