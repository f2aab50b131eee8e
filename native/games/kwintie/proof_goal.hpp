// Can one side force a win? What the solver asks about Kwintie: which actions are worth a look, and what is settled already.
#pragma once
#include "../../solve/dfpn.hpp"
#include "threats.hpp"

namespace tablier::kwintie {

using solve::Verdict;

class ProofGoal {
public:
    using Position = SolverPosition;
    struct Move {
        Set half;
        bool lies, pass;
    };
    static constexpr int max_moves = 24;

    ProofGoal(const Rules& rules, int attacker) : ground_(rules), rules_(rules), attacker_(attacker) {}

    int attacker() const { return attacker_; }
    const Ground& ground() const { return ground_; }
    SolverPosition position(const State& state) const { return ground_.wall(state); }
    bool attacker_to_move(const SolverPosition& wall) const { return wall.turn == attacker_; }

    // What is settled without search; else the moves that do not lose at once.
    Verdict expand(const SolverPosition& wall, Move* moves, int& number) const {
        const int own = wall.turn, other = 1 - own;
        const Set filled = wall.filled();
        const Spots mine = ground_.placeable(wall, filled, own);
        number = 0;
        if (mine.none()) {
            const Spots theirs = ground_.placeable(wall, filled, other);
            if (theirs.none()) return ended(wall);
            if (!(theirs & winning(wall.of(other), rules_.line)).none()) return won_by(other);
            if (hopeless(wall)) return Verdict::disproven;
            moves[number++] = {0, false, true};
            return Verdict::unknown;
        }
        if (!(mine & winning(wall.of(own), rules_.line)).none()) return won_by(own);  // KWI-8
        if (hopeless(wall)) return Verdict::disproven;
        const Spots threats = within_reach(winning(wall.of(other), rules_.line), filled);
        add(wall, filled, threats, mine.stands, false, moves, number);
        add(wall, filled, threats, mine.lies, true, moves, number);
        return number ? Verdict::unknown : won_by(other);
    }

    // The more moves a side has, the harder it is to refute them all; the more lines the attacker has left, the harder to spoil
    // them. Measured in docs/measurements/kwintie-solver.md.
    solve::ProofEstimate estimate(const SolverPosition& wall, int number) const {
        const auto moves = static_cast<solve::ProofNumber>(2 * (number - 1));
        const auto lines = static_cast<solve::ProofNumber>(3 * lines_in(ground_.all & ~wall.of(1 - attacker_), rules_.line) / 10);
        return attacker_to_move(wall) ? solve::ProofEstimate{1, 1 + lines + moves} : solve::ProofEstimate{1 + moves, 1 + lines};
    }

    SolverPosition after(const SolverPosition& wall, const Move& move) const {
        return move.pass ? ground_.passed(wall) : ground_.after(wall, move.half, move.lies);
    }

    // The same for all positions with the same future: mirror images, walls elsewhere on the table, and cubes that no longer matter.
    Key key(const SolverPosition& wall) const {
        const Set filled = wall.filled();
        const int wide = rules_.table ? count(filled & bottom_row) : rules_.width;
        const int room = rules_.width - wide;
        Set live[2] = {wall.of(0), wall.of(1)};
        if (!rules_.fours && room <= margin) {
            const Set range = reach(wide, room);
            for (int side = 0; side < 2; ++side) live[side] &= in_lines(range & ~wall.of(1 - side), rules_.line);
        }
        const Set empty = ground_.all & ~filled, pairs = empty & empty >> stride, above = empty & (filled << 1 | bottom_row);
        const Set beside = pairs >> stride | pairs << 2 * stride, below = empty >> 1 & ground_.low >> 1;
        // Cubes, and in the empty cell above a column whether a standing piece may not be put there; the cubes that lying pieces
        // may not touch, and in the cell above a column that it ends there.
        const Halved parts[4] = {halved(live[0] | (wall.upright[0] & below) << 1), halved(live[1] | (wall.upright[1] & below) << 1),
                                 halved((wall.flat[0] & beside) | above), halved(wall.flat[1] & beside)};
        Key here = 0, mirrored = 0;
        for (int column = 0; column < wide; ++column) {
            const int at = ground_.first + column, half = at >= 6, shift = (half ? at - 6 : at) * stride;
            std::uint64_t content = 0;
            for (int i = 0; i < 4; ++i) content |= (parts[i][half] >> shift & 1023) << 10 * i;
            here += mixed(content ^ std::uint64_t(column + 1) << 54);
            mirrored += mixed(content ^ std::uint64_t(wide - column) << 54);
        }
        const int cells = rules_.width * rules_.height - count(filled);
        std::uint64_t rest = static_cast<std::uint64_t>(wall.turn) | static_cast<std::uint64_t>(attacker_) << 1;
        for (int side = 0; side < 2; ++side) rest = rest << 8 | static_cast<std::uint64_t>(std::min<int>(wall.left[side], cells / 2));
        return mixed(std::min(here, mirrored) + mixed(rest ^ 0x9e3779b97f4a7c15u));
    }

private:
    using Halved = std::array<std::uint64_t, 2>;  // columns 0 to 5, and 6 on
    static Halved halved(Set set) { return {static_cast<std::uint64_t>(set), static_cast<std::uint64_t>(set >> 6 * stride)}; }

    static Key mixed(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    Verdict won_by(int side) const { return side == attacker_ ? Verdict::proven : Verdict::disproven; }

    Verdict ended(const SolverPosition& wall) const {  // KWI-9
        if (!rules_.fours) return Verdict::disproven;
        return fours_of(wall.of(attacker_)) > fours_of(wall.of(1 - attacker_)) ? Verdict::proven : Verdict::disproven;
    }

    Set reach(int wide, int room) const {
        return rules_.table ? cells_of(margin - room, wide + 2 * room, rules_.height) : ground_.all;
    }

    // Whether every line of the attacker's is spoilt.
    bool hopeless(const SolverPosition& wall) const {
        if (rules_.fours) return false;
        const Set other = wall.of(1 - attacker_);
        if (!rules_.table) return !in_lines(ground_.all & ~other, rules_.line);
        const int wide = count(wall.filled() & bottom_row), room = rules_.width - wide;
        return room <= margin && !in_lines(reach(wide, room) & ~other, rules_.line);
    }

    // The places where a piece can come to rest by the next action but one.
    static Spots within_reach(const Spots& spots, Set filled) {
        const Set tops = (filled << 1 | bottom_row) & ~filled, near = tops | tops << 1 | tops << 2;
        return {spots.stands & near, spots.lies & near};
    }

    // Those after which the other side cannot complete a line at once.
    void add(const SolverPosition& wall, Set filled, const Spots& threats, Set halves, bool lies, Move* moves, int& number) const {
        const int other = 1 - wall.turn;
        for (; halves; halves &= halves - 1) {
            const Set half = halves & -halves;
            Spots replies;
            if (rules_.table && lowest(half) / stride < ground_.first) {  // the wall moves
                const SolverPosition next = ground_.after(wall, half, lies);
                replies = ground_.placeable(next, next.filled(), other) & winning(next.of(other), rules_.line);
            } else if (!threats.none()) {
                replies = ground_.placeable(wall, filled | half | half << (lies ? stride : 1), other) & threats;
            }
            if (replies.none()) moves[number++] = {half, lies, false};
        }
    }

    Ground ground_;
    const Rules& rules_;
    int attacker_;
};

}  // namespace tablier::kwintie
