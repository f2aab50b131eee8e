// Proof that a side can still win: a path that could become a winning chain (TWX-14).
#pragma once
#include <algorithm>

#include "rules.hpp"

namespace tablier::twixt {

// For each side and every mask of directions, the direction with the most progress towards the far border.
struct ForwardmostStep {
    std::array<std::array<std::uint8_t, 256>, 2> step{};

    constexpr ForwardmostStep() {
        for (int side = 0; side < 2; ++side)
            for (int mask = 1; mask < 256; ++mask)
                for (int number = 0, best = -3; number < 8; ++number) {
                    const int rank = side == 0 ? steps[number].down : steps[number].right;
                    if (mask & step_bit(number) && rank > best) best = rank, step[side][mask] = static_cast<std::uint8_t>(number);
                }
    }
};

inline constexpr ForwardmostStep forwardmost;

// A path of one side from border to border. It needs no undo: obstacles only accumulate during a game, so that a route of the
// current position is also a route of every earlier one.
class Route {
public:
    Route() : links_{} {}

    const DirectionGrid& links() const { return links_; }  // directions in which the path leaves each cell
    std::uint8_t links_at(Cell cell) const { return links_[cell]; }
    // All ones if the route does not belong to `side`, else 0.
    WindowColumn mask_unless_owned_by(int side) const { return ~WindowColumn{0} * static_cast<unsigned>(side ^ side_); }

    // Searches a route of `side` that avoids the opponent's pegs `occupied` and the `blocked` directions. Returns false and
    // keeps the old route if there is none. Depth-first, the step with the most progress first, so that an open board is
    // crossed without backtracking. If the new peg (or its links) cut the route of the same side, the search starts from its
    // remaining part at the near border and ends at the first hole of its remaining part at the far border.
    bool find(const Rules& rules, int side, const CellSet& occupied, const DirectionGrid& blocked, Cell peg) {
        CellSet visited(rules.closed_cells[side], occupied);
        Path path;
        int length = 0, rest = length_;  // holes kept at the near border; index of the first hole kept at the far border
        if (side == side_ && length_ > 0) {
            while (path_[length].cell != peg) {
                path[length] = path_[length];
                const Cell cell = path[length++].cell;
                visited.insert(cell);
                if (blocked[cell] & step_bit(path_[length].step)) break;
            }
            while (path_[rest - 1].cell != peg) {
                --rest;
                if (blocked[path_[rest].cell] & step_bit(opposite(path_[rest].step))) break;
            }
        }
        int kept = length, start = 0;
        for (;;) {
            while (length > 0) {
                const Cell cell = path[length - 1].cell;
                const unsigned open = ~(visited.neighbours_of(cell) | blocked[cell]) & 0xff;
                if (!open) {
                    --length;
                    continue;
                }
                kept = std::min(kept, length);
                for (unsigned joins = path_cells_.neighbours_of(cell) & open; joins; joins &= joins - 1) {
                    const int step = std::countr_zero(joins);
                    for (int i = rest; i < length_; ++i)
                        if (path_[i].cell == neighbour(cell, step)) return splice(side, path, kept, length, i, step);
                }
                const int step = forwardmost.step[side][open];
                const Cell next = neighbour(cell, step);
                visited.insert(next);
                path[length++] = {next, static_cast<std::uint8_t>(step)};
                if (rules.far_border[side].contains(next)) return splice(side, path, kept, length, length_, 0);
            }
            kept = 0;
            Cell cell;
            do {
                if (start == rules.size) return false;
                cell = side == 0 ? cell_at(start, 0) : cell_at(0, start);
                ++start;
            } while (visited.contains(cell));
            visited.insert(cell);
            path[length++].cell = cell;
        }
    }

    void copy(const Route& other, std::size_t used) {
        side_ = other.side_;
        length_ = other.length_;
        std::memcpy(path_.data(), other.path_.data(), static_cast<std::size_t>(length_) * sizeof(Hole));
        path_cells_ = other.path_cells_;
        std::memcpy(links_.data(), other.links_.data(), used);
    }

private:
    struct Hole {
        Cell cell;
        std::uint8_t step;  // from the previous hole to this one
    };

    using Path = std::array<Hole, max_size * max_size>;

    // New route: the first `kept` holes of the old one, then `new_path` up to `length`, then the old route from `rest` on,
    // which is reached by `step`.
    bool splice(int side, const Path& new_path, int kept, int length, int rest, int step) {
        for (int i = kept; i < rest; ++i) {
            links_[path_[i].cell] = 0;
            path_cells_.erase(path_[i].cell);
        }
        if (kept > 0) remove_link(kept - 1, path_[kept].step);
        if (rest < length_) {
            remove_link(rest, opposite(path_[rest].step));
            std::memmove(&path_[length], &path_[rest], static_cast<std::size_t>(length_ - rest) * sizeof(Hole));
            path_[length].step = static_cast<std::uint8_t>(step);
        }
        length_ = length + length_ - rest;
        for (int i = kept; i < length; ++i) {
            path_[i] = new_path[i];
            path_cells_.insert(path_[i].cell);
        }
        for (int i = std::max(1, kept); i <= length && i < length_; ++i) {
            links_[path_[i - 1].cell] |= step_bit(path_[i].step);
            links_[path_[i].cell] |= step_bit(opposite(path_[i].step));
        }
        side_ = side;
        return true;
    }

    void remove_link(int number, int step) { links_[path_[number].cell] &= static_cast<std::uint8_t>(~step_bit(step)); }

    int side_ = 0, length_ = 0;
    Path path_;
    CellSet path_cells_;  // the holes of path_
    DirectionGrid links_;
};

}  // namespace tablier::twixt
