// Routes that could still become a chain (TWX-14).
#pragma once
#include <algorithm>

#include "rules.hpp"

namespace tablier::twixt {

// For every set of directions the one that leads deepest, for each side.
struct Deepest {
    std::array<std::array<std::uint8_t, 256>, 2> step{};

    constexpr Deepest() {
        for (int side = 0; side < 2; ++side)
            for (int open = 1; open < 256; ++open)
                for (int number = 0, best = -3; number < 8; ++number) {
                    const int depth = side == 0 ? steps[number].down : steps[number].right;
                    if (open & bit(number) && depth > best) best = depth, step[side][open] = static_cast<std::uint8_t>(number);
                }
    }
};

inline constexpr Deepest deepest;

// A way for a side from border to border: while one stands, somebody is alive. A route never has to be taken back: what bars a
// side only grows as the game goes on, so a route that stands now stood in every earlier position.
class Route {
public:
    Route() : taken_{} {}

    const Grid& taken() const { return taken_; }  // the directions in which it leaves each cell
    std::uint8_t passing(Cell cell) const { return taken_[cell]; }
    Column others(int side) const { return ~Column{0} * static_cast<unsigned>(side ^ side_); }  // all ones if not this side's

    // Looks for a route of a side over holes that are not shut, by steps that are not barred; without any, this one stays as it
    // is. If it is this side's own that a new peg or its links cut, it is mended: the search goes on from what is left of it at
    // the near border and ends where it meets what is left at the far border.
    bool find(const Rules& rules, int side, const Bits& shut, const Grid& barred, Cell peg) {
        Bits seen(rules.closed[side], shut);
        Path path;
        int length = 0, rest = length_;
        if (side == side_ && length_ > 0) {
            while (path_[length].cell != peg) {
                path[length] = path_[length];
                const Cell cell = path[length++].cell;
                seen.add(cell);
                if (barred[cell] & bit(path_[length].by)) break;
            }
            while (path_[rest - 1].cell != peg) {
                --rest;
                if (barred[path_[rest].cell] & bit(back(path_[rest].by))) break;
            }
        }
        int kept = length, start = 0;
        for (;;) {
            while (length > 0) {  // deepest first: an open board is crossed without looking left or right
                const Cell cell = path[length - 1].cell;
                const unsigned open = ~(seen.around(cell) | barred[cell]) & 0xff;
                if (!open) {
                    --length;
                    continue;
                }
                kept = std::min(kept, length);
                for (unsigned met = on_.around(cell) & open; met; met &= met - 1) {
                    const int step = std::countr_zero(met);
                    for (int i = rest; i < length_; ++i)
                        if (path_[i].cell == onto(cell, step)) return splice(side, path, kept, length, i, step);
                }
                const int step = deepest.step[side][open];
                const Cell next = onto(cell, step);
                seen.add(next);
                path[length++] = {next, static_cast<std::uint8_t>(step)};
                if (rules.far_border[side].has(next)) return splice(side, path, kept, length, length_, 0);
            }
            kept = 0;
            Cell cell;
            do {
                if (start == rules.size) return false;
                cell = side == 0 ? cell_at(start, 0) : cell_at(0, start);
                ++start;
            } while (seen.has(cell));
            seen.add(cell);
            path[length++].cell = cell;
        }
    }

    void copy(const Route& other, std::size_t used) {
        side_ = other.side_;
        length_ = other.length_;
        std::memcpy(path_.data(), other.path_.data(), static_cast<std::size_t>(length_) * sizeof(Hole));
        on_ = other.on_;
        std::memcpy(taken_.data(), other.taken_.data(), used);
    }

private:
    struct Hole {
        Cell cell;
        std::uint8_t by;  // the step to it from the hole before
    };

    using Path = std::array<Hole, largest * largest>;

    // The first `kept` holes stay, then comes what was found up to `length`, then, by that step, the old route from `rest` on.
    bool splice(int side, const Path& found, int kept, int length, int rest, int step) {
        for (int i = kept; i < rest; ++i) {
            taken_[path_[i].cell] = 0;
            on_.drop(path_[i].cell);
        }
        if (kept > 0) leave(kept - 1, path_[kept].by);
        if (rest < length_) {
            leave(rest, back(path_[rest].by));
            std::memmove(&path_[length], &path_[rest], static_cast<std::size_t>(length_ - rest) * sizeof(Hole));
            path_[length].by = static_cast<std::uint8_t>(step);
        }
        length_ = length + length_ - rest;
        for (int i = kept; i < length; ++i) {
            path_[i] = found[i];
            on_.add(path_[i].cell);
        }
        for (int i = std::max(1, kept); i <= length && i < length_; ++i) {
            taken_[path_[i - 1].cell] |= bit(path_[i].by);
            taken_[path_[i].cell] |= bit(back(path_[i].by));
        }
        side_ = side;
        return true;
    }

    void leave(int number, int step) { taken_[path_[number].cell] &= static_cast<std::uint8_t>(~bit(step)); }

    int side_ = 0, length_ = 0;
    Path path_;
    Bits on_;  // the holes of the path
    Grid taken_;
};

}  // namespace tablier::twixt
