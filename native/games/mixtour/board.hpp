// The board of five by five: its cells, sets of cells, lines, stacks, the codes of all actions, and its symmetries.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "../../position.hpp"

namespace tablier::mixtour {

constexpr int edge = 5, cells = edge * edge;  // numbered in the order of their names: a1, a2, … e5
constexpr int tower = 5;                      // a stack this high is taken off and scores, MIX-7

// A set of cells in one word, which holds the board twice: a cell is bit `place(cell)` and, on the board turned round, bit
// 63 - `place(cell)`. So one shift looks in a direction and the opposite one at once. The bits after each column and between
// the boards belong to no cell: no line runs over the edge, except that a step of 7 leads from e5's copy to e5.
using Cells = std::uint64_t;

constexpr int place(int cell) { return cell / edge * (edge + 1) + cell % edge; }
constexpr bool is_turned(int bit) { return bit > 31; }
constexpr Cells once = 0xffff'ffff;  // the half in which each cell is one bit
constexpr Cells e5 = Cells{1} << place(cells - 1);

// The eight directions: up, right, right and up, right and down, then the opposite of each.
constexpr int directions = 8;
constexpr std::array<int, 4> steps{1, 6, 7, 5};

// Codes: an add by its cell; a move by count, direction and source, so that 25 codes in a row are one kind of move; the pass.
constexpr Code first_move = cells;
constexpr Code pass = first_move + (tower - 1) * directions * cells;
constexpr int codes = pass + 1;

constexpr Code move_code(int count, int direction, int source) {
    return static_cast<Code>(first_move + ((count - 1) * directions + direction) * cells + source);
}

constexpr Code one_more = move_code(2, 0, 0) - move_code(1, 0, 0);  // from a code to that of the same move with one more piece

// A stack: a leading one, then its pieces from the bottom up, each the number of its side.
using Stack = std::uint8_t;
constexpr Stack no_stack = 1;
constexpr int height(unsigned stack) { return std::bit_width(stack) - 1; }
constexpr bool same_height(unsigned one, unsigned other) { return (one ^ other) < (one & other); }

struct Move {
    std::uint8_t source;  // a cell
    std::uint8_t count;   // of pieces
    std::uint8_t direction;
    std::uint8_t from;  // the bit of the source, of the two the one from which targets lie above
    constexpr int step() const { return direction % 4; }
};

struct Tables {
    Cells board = 0;                             // all cells
    std::array<Cells, cells> set{};              // by cell: the two bits that it is
    std::array<std::uint8_t, 64> cell{};         // by bit
    std::array<std::uint8_t, 64> from{};         // by bit: what a move from there adds to the code of its count and step
    std::array<std::array<Cells, 64>, 4> ray{};  // by step and bit: all cells that way
    std::array<Move, codes> move{};              // by code

    constexpr Tables() {
        for (int number = 0; number < cells; ++number) {
            set[number] = Cells{1} << place(number) | Cells{1} << (63 - place(number));
            board |= set[number];
        }
        for (int number = 0; number < cells; ++number)
            for (const int bit : {place(number), 63 - place(number)}) know(number, bit);
    }

private:
    constexpr void know(int number, int bit) {
        cell[bit] = static_cast<std::uint8_t>(number);
        from[bit] = static_cast<std::uint8_t>(number + (is_turned(bit) ? 4 * cells : 0));
        for (int step = 0; step < 4; ++step) {
            for (int at = bit + steps[step]; at < (is_turned(bit) ? 64 : 32) && board >> at & 1; at += steps[step])
                ray[step][bit] |= Cells{1} << at;
            const int direction = step + (is_turned(bit) ? 4 : 0);
            for (int count = 1; count < tower; ++count) {
                Move& known = move[move_code(count, direction, number)];
                known.source = static_cast<std::uint8_t>(number);
                known.count = static_cast<std::uint8_t>(count);
                known.direction = static_cast<std::uint8_t>(direction);
                known.from = static_cast<std::uint8_t>(bit);
            }
        }
    }
};

inline constexpr Tables tables;

// The eight symmetries of the square, 0 the identity: mirrored left to right (1), upside down (2), columns for rows (4).
constexpr int symmetries = 8;

struct Images {
    std::array<std::array<std::uint8_t, cells>, symmetries> cell{};
    std::array<std::array<std::uint8_t, directions>, symmetries> direction{};

    constexpr Images() {
        constexpr int right[directions] = {0, 1, 1, 1, 0, -1, -1, -1}, up[directions] = {1, 0, 1, -1, -1, 0, -1, 1};
        for (int number = 0; number < symmetries; ++number) {
            const auto turn = [number](int& x, int& y) {  // as seen from the middle
                if (number & 4) y ^= x, x ^= y, y ^= x;
                if (number & 1) x = -x;
                if (number & 2) y = -y;
            };
            for (int from = 0; from < cells; ++from) {
                int x = from / edge - edge / 2, y = from % edge - edge / 2;
                turn(x, y);
                cell[number][from] = static_cast<std::uint8_t>((x + edge / 2) * edge + y + edge / 2);
            }
            for (int from = 0; from < directions; ++from) {
                int x = right[from], y = up[from];
                turn(x, y);
                for (int to = 0; to < directions; ++to)
                    if (right[to] == x && up[to] == y) direction[number][from] = static_cast<std::uint8_t>(to);
            }
        }
    }
};

inline constexpr Images images;

}  // namespace tablier::mixtour
