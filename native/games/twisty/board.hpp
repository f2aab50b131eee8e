// The board: 7 by 7 cells, numbered so that their order is the order of their names (a1, a2, … g7), and sets of cells as words.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace tablier::twisty {

using Cell = std::uint8_t;    // column * 7 + row
using Board = std::uint64_t;  // a set of cells, a bit each

constexpr int size = 7, cells = size * size;
constexpr Board all = (Board{1} << cells) - 1;
constexpr Cell nowhere = 63;  // where a pawn is that is not on the board: a bit that no set of cells has

constexpr Board bit(int cell) { return Board{1} << cell; }

constexpr Cell centre = 24;
constexpr std::array<Cell, 4> corners{0, 6, 42, 48};  // a1, a7, g1, g7
constexpr Board corner_cells = bit(0) | bit(6) | bit(42) | bit(48);
constexpr Board covered = all & ~corner_cells & ~bit(centre);  // TWS-1: where the tokens are dealt

constexpr int colours = 7;
constexpr std::string_view colour_letters = "ABCDEFG";
enum Special { step, diagonal, knight, portal, save, specials };
constexpr std::string_view special_letters = "+xnos";

// Calls what is given with each cell of a set, in order.
template <class Visit>
constexpr void each(Board set, Visit visit) {
    for (; set; set &= set - 1) visit(static_cast<Cell>(std::countr_zero(set)));
}

// Whole sets moved at once: by one or two rows or columns both ways. Shifts by rows would leave one column for the next.

constexpr Board bottom_row = all / ((1 << size) - 1);  // 1 + 2^7 + 2^14 + …
constexpr Board top_row = bottom_row << 6;

constexpr Board one_row(Board set) { return (set & ~top_row) << 1 | (set & ~bottom_row) >> 1; }

constexpr Board two_rows(Board set) {
    constexpr Board high = top_row | top_row >> 1, low = bottom_row | bottom_row << 1;
    return (set & ~high) << 2 | (set & ~low) >> 2;
}

constexpr Board one_column(Board set) { return set << size | set >> size; }
constexpr Board two_columns(Board set) { return set << 2 * size | set >> 2 * size; }

// Where a pawn goes on to from tokens of each kind (TWS-7): from all of them together in a few operations.
constexpr Board onward(Board steps, Board diagonals, Board knights) {
    return (one_row(steps) | one_column(steps | one_row(diagonals) | two_rows(knights)) | two_columns(one_row(knights))) & all;
}

// TWS-4: the cells an L away.
inline constexpr std::array<Board, cells> knight_moves = [] {
    std::array<Board, cells> found{};
    for (int cell = 0; cell < cells; ++cell) found[cell] = onward(0, 0, bit(cell));
    return found;
}();

inline std::string name(Cell cell) { return {static_cast<char>('a' + cell / size), static_cast<char>('1' + cell % size)}; }

// The cell of a name, `nowhere` for any other text.
constexpr Cell cell_named(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'g' || text[1] < '1' || text[1] > '7') return nowhere;
    return static_cast<Cell>((text[0] - 'a') * size + text[1] - '1');
}

// The eight symmetries of the square: number 0 is the identity, bit 0 mirrors columns, bit 1 rows, bit 2 then swaps them.
inline constexpr std::array<std::array<Cell, 64>, 8> images = [] {
    std::array<std::array<Cell, 64>, 8> found{};
    for (int number = 0; number < 8; ++number) {
        found[number].fill(nowhere);
        for (int cell = 0; cell < cells; ++cell) {
            const int column = number & 1 ? size - 1 - cell / size : cell / size;
            const int row = number & 2 ? size - 1 - cell % size : cell % size;
            found[number][cell] = static_cast<Cell>(number & 4 ? row * size + column : column * size + row);
        }
    }
    return found;
}();

constexpr Board image(Board set, int number) {
    Board found = 0;
    each(set, [&](Cell cell) { found |= bit(images[number][cell]); });
    return found;
}

}  // namespace tablier::twisty
