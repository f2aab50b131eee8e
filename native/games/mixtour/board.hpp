// The 5x5 board: bitboards, rays, stacks, action codes and symmetries.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "../../position.hpp"

namespace tablier::mixtour {

constexpr int edge = 5, cells = edge * edge;  // cells are numbered in the order of their names: a1, a2, … e5
constexpr int tower = 5;                      // a stack of this height or more is taken off and scores, MIX-7

// A set of cells as a bitboard that holds the board twice: a cell is bit b = `bit_index(cell)` and, on a copy rotated by 180
// degrees, bit 63 - b. A single right shift therefore looks in a direction and in the opposite one at once. The unused bits
// after each column and between the two copies stop rays at the edge, with one exception: a shift by 7 leads from the copy of
// e5 (bit 35) to e5 (bit 28).
using Bitboard = std::uint64_t;

constexpr int bit_index(int cell) { return cell / edge * (edge + 1) + cell % edge; }
constexpr bool is_rotated(int bit) { return bit > 31; }
constexpr Bitboard lower_copy = 0xffff'ffff;  // mask of the copy that is not rotated: one bit per cell
constexpr Bitboard e5_bit = Bitboard{1} << bit_index(cells - 1);

// The eight directions: up, right, right and up, right and down (the four "steps"), then the opposite of each.
constexpr int directions = 8;
constexpr std::array<int, 4> step_shifts{1, 6, 7, 5};

// Action codes: an add is its cell; a move is (count, direction, source), so that 25 consecutive codes have the same count and
// direction; the last code is the pass.
constexpr Code first_move = cells;
constexpr Code pass = first_move + (tower - 1) * directions * cells;
constexpr int codes = pass + 1;

constexpr Code move_code(int count, int direction, int source) {
    return static_cast<Code>(first_move + ((count - 1) * directions + direction) * cells + source);
}

constexpr Code codes_per_count = move_code(2, 0, 0) - move_code(1, 0, 0);  // to the code of the same move with one piece more

// A stack: a leading 1 bit, then one bit per piece from the bottom up, each the number of its side. The top piece is bit 0.
using Stack = std::uint8_t;
constexpr Stack no_stack = 1;
constexpr int height(unsigned stack) { return std::bit_width(stack) - 1; }
constexpr bool same_height(unsigned a, unsigned b) { return (a ^ b) < (a & b); }

// The stack that results from moving the top `count` pieces of `source` onto `target`.
constexpr unsigned pile(unsigned target, unsigned source, int count) { return target << count | (source & ~(~0u << count)); }

struct Move {
    std::uint8_t source;  // cell
    std::uint8_t count;   // number of pieces moved
    std::uint8_t direction;
    std::uint8_t source_bit;  // of the source's two bits, the one from which the target has a higher index
    constexpr int step() const { return direction % 4; }
};

struct Tables {
    Bitboard board = 0;                             // all cells
    std::array<Bitboard, cells> cell_bits{};        // by cell: its two bits
    std::array<std::uint8_t, 64> cell_at{};         // by bit
    std::array<std::uint8_t, 64> code_offset{};     // by source bit: what to add to move_code(count, step, 0)
    std::array<std::array<Bitboard, 64>, 4> ray{};  // by step and bit: all cells in that direction
    std::array<Move, codes> moves{};                // by code

    constexpr Tables() {
        for (int cell = 0; cell < cells; ++cell) {
            cell_bits[cell] = Bitboard{1} << bit_index(cell) | Bitboard{1} << (63 - bit_index(cell));
            board |= cell_bits[cell];
        }
        for (int cell = 0; cell < cells; ++cell)
            for (const int bit : {bit_index(cell), 63 - bit_index(cell)}) fill(cell, bit);
    }

private:
    constexpr void fill(int cell, int bit) {
        cell_at[bit] = static_cast<std::uint8_t>(cell);
        code_offset[bit] = static_cast<std::uint8_t>(cell + (is_rotated(bit) ? 4 * cells : 0));
        for (int step = 0; step < 4; ++step) {
            const int shift = step_shifts[step];
            for (int at = bit + shift; at < (is_rotated(bit) ? 64 : 32) && board >> at & 1; at += shift) ray[step][bit] |= Bitboard{1} << at;
            const int direction = step + (is_rotated(bit) ? 4 : 0);
            for (int count = 1; count < tower; ++count) {
                Move& move = moves[move_code(count, direction, cell)];
                move.source = static_cast<std::uint8_t>(cell);
                move.count = static_cast<std::uint8_t>(count);
                move.direction = static_cast<std::uint8_t>(direction);
                move.source_bit = static_cast<std::uint8_t>(bit);
            }
        }
    }
};

inline constexpr Tables tables;

// The eight symmetries of the square by number, 0 the identity. Bit 2 swaps columns and rows, then bit 0 mirrors left to right
// and bit 1 upside down.
constexpr int symmetries = 8;

struct Images {
    std::array<std::array<std::uint8_t, cells>, symmetries> cell{};
    std::array<std::array<std::uint8_t, directions>, symmetries> direction{};

    constexpr Images() {
        constexpr int right[directions] = {0, 1, 1, 1, 0, -1, -1, -1}, up[directions] = {1, 0, 1, -1, -1, 0, -1, 1};
        for (int number = 0; number < symmetries; ++number) {
            const auto transform = [number](int& x, int& y) {  // relative to the centre
                if (number & 4) y ^= x, x ^= y, y ^= x;
                if (number & 1) x = -x;
                if (number & 2) y = -y;
            };
            for (int from = 0; from < cells; ++from) {
                int x = from / edge - edge / 2, y = from % edge - edge / 2;
                transform(x, y);
                cell[number][from] = static_cast<std::uint8_t>((x + edge / 2) * edge + y + edge / 2);
            }
            for (int from = 0; from < directions; ++from) {
                int x = right[from], y = up[from];
                transform(x, y);
                for (int to = 0; to < directions; ++to)
                    if (right[to] == x && up[to] == y) direction[number][from] = static_cast<std::uint8_t>(to);
            }
        }
    }
};

inline constexpr Images images;

}  // namespace tablier::mixtour
