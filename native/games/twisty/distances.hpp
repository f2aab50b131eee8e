// How many turns a pawn needs from any cell to any other over the special tokens, as if it were alone: made once for a layout.
#pragma once
#include "paths.hpp"

namespace tablier::twisty {

class Distances {
public:
    // Makes the tables of that layout, unless they are those already.
    void settle(const Layout& layout) {
        if (layout == layout_) return;
        layout_ = layout;
        for (Cell cell = 0; cell < cells; ++cell) reach_[cell] = reach(layout, cell, 0);
        for (Cell cell = 0; cell < cells; ++cell) fill(cell);
    }

    Board reached(Cell from) const { return reach_[from]; }  // in one turn

    // From each cell to this one. From the cell itself: how long it takes to come back, for a move is compulsory (TWS-4).
    const std::array<std::uint8_t, 64>& to(Cell cell) const { return to_[cell]; }

private:
    void fill(Cell from) {
        Board met = 0, fresh = reach_[from];
        for (std::uint8_t turns = 1; fresh; ++turns) {
            met |= fresh;
            Board found = 0;
            each(fresh, [&](Cell cell) {
                to_[cell][from] = turns;
                found |= reach_[cell];
            });
            fresh = found & ~met;
        }
    }

    Layout layout_{};
    std::array<Board, cells> reach_{};
    std::array<std::array<std::uint8_t, 64>, cells> to_{};
};

}  // namespace tablier::twisty
