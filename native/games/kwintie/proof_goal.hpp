// The proof goal for df-pn: can the attacker force a win? Move generation, immediate verdicts, initial proof numbers and keys.
#pragma once
#include "../../solve/dfpn.hpp"
#include "threats.hpp"

namespace tablier::kwintie {

using solve::Verdict;

class ProofGoal {
public:
    using Position = SolverPosition;
    struct Move {
        Bitboard first_cube;
        bool lying, pass;
    };
    static constexpr int max_moves = 24;  // at least a standing and a lying piece for each of the bitboard_columns

    ProofGoal(const Rules& rules, int attacker) : geometry_(rules), rules_(rules), attacker_(attacker) {}

    int attacker() const { return attacker_; }
    const Geometry& geometry() const { return geometry_; }
    SolverPosition position(const State& state) const { return geometry_.make_position(state); }
    bool attacker_to_move(const SolverPosition& position) const { return position.turn == attacker_; }

    // Returns a verdict that needs no search, or unknown with the moves that do not lose immediately.
    Verdict expand(const SolverPosition& position, Move* moves, int& count) const {
        const int own = position.turn, other = 1 - own;
        const Bitboard filled = position.filled();
        const Placements mine = geometry_.placeable(position, filled, own);
        count = 0;
        if (mine.none()) {
            const Placements theirs = geometry_.placeable(position, filled, other);
            if (theirs.none()) return final_verdict(position);
            if (!(theirs & winning_placements(position.of(other), rules_.line)).none()) return won_by(other);
            if (attacker_cannot_win(position)) return Verdict::disproven;
            moves[count++] = {0, false, true};
            return Verdict::unknown;
        }
        if (!(mine & winning_placements(position.of(own), rules_.line)).none()) return won_by(own);  // KWI-8
        if (attacker_cannot_win(position)) return Verdict::disproven;
        const Placements threats = within_reach(winning_placements(position.of(other), rules_.line), filled);
        add_safe_moves(position, filled, threats, mine.standing, false, moves, count);
        add_safe_moves(position, filled, threats, mine.lying, true, moves, count);
        return count ? Verdict::unknown : won_by(other);
    }

    // Initial proof and disproof numbers of a leaf: they grow with the number of moves to refute and with the attacker's open
    // lines. Measured in docs/measurements/kwintie-solver.md.
    solve::ProofEstimate estimate(const SolverPosition& position, int count) const {
        const auto moves = static_cast<solve::ProofNumber>(2 * (count - 1));
        const int open_lines = count_lines(geometry_.all & ~position.of(1 - attacker_), rules_.line);
        const auto lines = static_cast<solve::ProofNumber>(3 * open_lines / 10);
        return attacker_to_move(position) ? solve::ProofEstimate{1, 1 + lines + moves} : solve::ProofEstimate{1 + moves, 1 + lines};
    }

    SolverPosition after(const SolverPosition& position, const Move& move) const {
        return move.pass ? geometry_.after_pass(position) : geometry_.after(position, move.first_cube, move.lying);
    }

    // Hash key that is equal for equivalent positions: mirror images, walls at other columns of the table, and positions that
    // differ only in cubes that can no longer matter.
    Key key(const SolverPosition& position) const {
        const Bitboard filled = position.filled();
        const int wall_width = rules_.table ? popcount(filled & bottom_row) : rules_.width;
        const int columns_left = rules_.width - wall_width;
        Bitboard live[2] = {position.of(0), position.of(1)};
        if (!rules_.fours && columns_left <= margin) {
            const Bitboard reachable = reach(wall_width, columns_left);
            for (int side = 0; side < 2; ++side) live[side] &= cells_in_lines(reachable & ~position.of(1 - side), rules_.line);
        }
        const Bitboard empty = geometry_.all & ~filled, pairs = empty & empty >> stride;
        const Bitboard above = empty & (filled << 1 | bottom_row);
        const Bitboard beside = pairs >> stride | pairs << 2 * stride, below = empty >> 1 & geometry_.below_top >> 1;
        // Parts 0 and 1: live cubes of each side, and in the empty cell above a column whether KWI-4 forbids a standing piece
        // there. Part 2: White's lying cubes that still restrict lying pieces, and the first empty cell of each column. Part 3:
        // Black's.
        const Halves parts[4] = {split(live[0] | (position.upright[0] & below) << 1),
                                 split(live[1] | (position.upright[1] & below) << 1),
                                 split((position.flat[0] & beside) | above), split(position.flat[1] & beside)};
        Key direct = 0, mirrored = 0;
        for (int column = 0; column < wall_width; ++column) {
            const int at = geometry_.first + column, half = at >= 6, shift = (half ? at - 6 : at) * stride;
            std::uint64_t content = 0;
            for (int i = 0; i < 4; ++i) content |= (parts[i][half] >> shift & 1023) << 10 * i;
            direct += mix(content ^ std::uint64_t(column + 1) << 54);
            mirrored += mix(content ^ std::uint64_t(wall_width - column) << 54);
        }
        const int cells = rules_.width * rules_.height - popcount(filled);
        std::uint64_t rest = static_cast<std::uint64_t>(position.turn) | static_cast<std::uint64_t>(attacker_) << 1;
        for (const int left : position.pieces_left) rest = rest << 8 | static_cast<std::uint64_t>(std::min(left, cells / 2));
        return mix(std::min(direct, mirrored) + mix(rest ^ 0x9e3779b97f4a7c15u));
    }

private:
    using Halves = std::array<std::uint64_t, 2>;  // columns 0 to 5, and from 6 on
    static Halves split(Bitboard board) {
        return {static_cast<std::uint64_t>(board), static_cast<std::uint64_t>(board >> 6 * stride)};
    }

    static Key mix(std::uint64_t z) {  // finalizer of splitmix64
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    Verdict won_by(int side) const { return side == attacker_ ? Verdict::proven : Verdict::disproven; }

    // The verdict if neither side can place a piece (KWI-9).
    Verdict final_verdict(const SolverPosition& position) const {
        if (!rules_.fours) return Verdict::disproven;
        const int own = count_lines_of_four(position.of(attacker_)), other = count_lines_of_four(position.of(1 - attacker_));
        return own > other ? Verdict::proven : Verdict::disproven;
    }

    // The cells that a wall of this width can still reach. On the table, requires columns_left <= margin: the bitboard has no more
    // columns to the left of the wall.
    Bitboard reach(int wall_width, int columns_left) const {
        return rules_.table ? rectangle(margin - columns_left, wall_width + 2 * columns_left, rules_.height) : geometry_.all;
    }

    // True if the defender has a cube in every line that is still possible.
    bool attacker_cannot_win(const SolverPosition& position) const {
        if (rules_.fours) return false;
        const Bitboard other = position.of(1 - attacker_);
        if (!rules_.table) return !cells_in_lines(geometry_.all & ~other, rules_.line);
        const int wall_width = popcount(position.filled() & bottom_row), columns_left = rules_.width - wall_width;
        return columns_left <= margin && !cells_in_lines(reach(wall_width, columns_left) & ~other, rules_.line);
    }

    // The placements that can be supported after one more action.
    static Placements within_reach(const Placements& placements, Bitboard filled) {
        const Bitboard tops = (filled << 1 | bottom_row) & ~filled, near = tops | tops << 1 | tops << 2;
        return {placements.standing & near, placements.lying & near};
    }

    // Appends the placements after which the opponent has no immediate win.
    void add_safe_moves(const SolverPosition& position, Bitboard filled, const Placements& threats, Bitboard first_cubes, bool lying,
                        Move* moves, int& count) const {
        const int other = 1 - position.turn;
        for (; first_cubes; first_cubes &= first_cubes - 1) {
            const Bitboard first_cube = first_cubes & -first_cubes;
            Placements replies;
            if (rules_.table && lowest_bit(first_cube) / stride < geometry_.first) {  // the wall is shifted
                const SolverPosition next = geometry_.after(position, first_cube, lying);
                replies = geometry_.placeable(next, next.filled(), other) & winning_placements(next.of(other), rules_.line);
            } else if (!threats.none()) {
                const Bitboard piece = first_cube | first_cube << (lying ? stride : 1);
                replies = geometry_.placeable(position, filled | piece, other) & threats;
            }
            if (replies.none()) moves[count++] = {first_cube, lying, false};
        }
    }

    Geometry geometry_;
    const Rules& rules_;
    int attacker_;
};

}  // namespace tablier::kwintie
