// Where one turn can lead: a pawn's paths over special tokens.
//
// `others` are the cells where other pawns stand. They end a path: one enters only to rob (TWS-10, TWS-11).
#pragma once
#include "board.hpp"

namespace tablier::twisty {

// The special tokens, a set of cells for each kind: they never leave the board.
using Layout = std::array<Board, specials>;

// The cells where a turn can end, apart from whether a pawn that stands there can be robbed.
//
// A flood, all cells of a round at once. TWS-12 does not change what it finds: a shortest path to a cell lands on no cell twice,
// and the cell it started from counts as any other, for going back there once is allowed.
constexpr Board reach(const Layout& layout, Cell start, Board others) {
    const Board exits = layout[portal] & ~others;  // TWS-8
    const Board going_on = (layout[step] | layout[diagonal] | layout[knight] | layout[portal]) & ~others;
    Board reached = knight_moves[start];  // TWS-4
    for (Board fresh = reached & going_on; fresh;) {
        const Board through = fresh & exits ? exits : 0;
        const Board found = through | onward(fresh & layout[step], fresh & layout[diagonal], fresh & layout[knight]);
        fresh = found & ~reached & going_on;
        reached |= found;
    }
    return reached;
}

// Where a pawn may go on to from that cell (TWS-7).
constexpr Board exits_of(const Layout& layout, Cell cell, Board others) {
    const Board here = bit(cell) & ~others;
    const Board through = here & layout[portal] ? layout[portal] & ~others & ~here : 0;  // TWS-8
    return through | onward(here & layout[step], here & layout[diagonal], here & layout[knight]);
}

// The shortest path to a cell within reach, the first in text order among equals: going breadth first, with cells in that order,
// meets each cell by the wanted path first.
inline std::string path_to(const Layout& layout, Cell start, Board others, Cell end) {
    std::array<Cell, cells> queue{}, before{};
    int waiting = 0;
    Board met = 0;
    const auto meet = [&](Board found, Cell from) {
        each(found & ~met, [&](Cell cell) {
            before[cell] = from;
            queue[waiting++] = cell;
        });
        met |= found;
    };
    meet(knight_moves[start], nowhere);
    for (int at = 0; at < waiting; ++at) meet(exits_of(layout, queue[at], others), queue[at]);
    std::string text = name(end);
    for (Cell cell = before[end]; cell != nowhere; cell = before[cell]) text = name(cell) + '>' + text;
    return text;
}

}  // namespace tablier::twisty
