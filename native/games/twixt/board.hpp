// The holes of a board and the links between them: geometry alone, the same for every size.
//
// A cell is a hole's place in grids that have room around the board, column by column from the top left, so that cells compare
// by (column, row) and every knight's step is one addition. A link is a bit of a byte: the direction it takes from a cell.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace tablier::twixt {

using Cell = std::uint16_t;

constexpr int smallest = 6, largest = 32;
constexpr int room = 3;                              // as far as the crossings of a peg's links reach
constexpr int column_length = 64;                    // a word of bits and a line of the cache each
constexpr int cells = column_length * (largest + 2 * room);

constexpr Cell off_board = 0;

constexpr Cell cell_at(int column, int row) { return static_cast<Cell>((column + room) * column_length + row + room); }
constexpr int column_of(Cell cell) { return cell / column_length - room; }
constexpr int row_of(Cell cell) { return cell % column_length - room; }

// The eight knight's steps, numbered as `Bits::around` finds them.
struct Step {
    int right, down;
};

constexpr std::array<Step, 8> steps{{{-2, -1}, {-1, -2}, {-2, 1}, {1, -2}, {2, -1}, {-1, 2}, {2, 1}, {1, 2}}};
constexpr int back(int step) { return step ^ 6; }     // the same link seen from its other end
constexpr std::array<int, 4> onward{3, 7, 4, 6};      // to later cells: A, B, C, D of the position text
constexpr bool goes_on(int step) { return steps[step].right > 0; }

constexpr std::array<std::int16_t, 8> offsets = [] {  // what each adds to a cell
    std::array<std::int16_t, 8> found{};
    for (int step = 0; step < 8; ++step)
        found[step] = static_cast<std::int16_t>(steps[step].right * column_length + steps[step].down);
    return found;
}();
constexpr Cell onto(Cell cell, int step) { return static_cast<Cell>(cell + offsets[step]); }

constexpr std::uint8_t bit(int step) { return static_cast<std::uint8_t>(1u << step); }

// Calls what is given with each number in a mask, the lowest first.
template <class Mask, class Visit>
inline void each(Mask mask, Visit visit) {
    for (; mask; mask &= static_cast<Mask>(mask - 1)) visit(std::countr_zero(mask));
}

// A set of cells, a bit each.
class Bits {
public:
    Bits() : words_{} {}

    bool has(Cell cell) const { return words_[cell >> 6] >> (cell & 63) & 1; }
    void add(Cell cell) { words_[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    std::uint64_t rows(int column) const { return words_[static_cast<std::size_t>(column + room)] >> room; }  // of a column, the topmost lowest
    void drop(Cell cell) { words_[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

    // The union of two sets, made in one go: searches start with one.
    Bits(const Bits& one, const Bits& two) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = one.words_[i] | two.words_[i];
    }

    // Which of the eight cells a knight's step away are in the set. `cell` is a hole of the board.
    unsigned around(Cell cell) const {
        const std::uint64_t* const column = words_.data() + cell / 64;
        const int first = cell % 64 - 2;  // of the five rows around the cell's
        return static_cast<unsigned>((column[-2] >> first & 0x0a) >> 1 | (column[-1] >> first & 0x11) << 1 |
                                     ((column[1] >> first & 0x11) | (column[2] >> first & 0x0a)) << 3);
    }

    // Calls what is given with each cell, in order.
    template <class Visit>
    void each_cell(Visit visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            each(words_[i], [&](int number) { visit(static_cast<Cell>(i * 64 + static_cast<std::size_t>(number))); });
    }

private:
    std::array<std::uint64_t, cells / 64> words_;
};

// Whether the links from two cells cross (TWX-6). No hole lies inside a link: links that only touch share a peg and do not.
constexpr bool cross(int right, int down, Step one, Step two) {  // the first starts at (0, 0), the second at (right, down)
    const auto turning = [](int ax, int ay, int bx, int by) { return ax * by - ay * bx; };
    const auto apart = [](int a, int b) { return (a < 0 && b > 0) || (a > 0 && b < 0); };
    return apart(turning(one.right, one.down, right, down), turning(one.right, one.down, right + two.right, down + two.down)) &&
           apart(turning(two.right, two.down, -right, -down), turning(two.right, two.down, one.right - right, one.down - down));
}

// The cells around a peg which links of that peg can reach with their crossings: seven columns of seven, each in one word.
constexpr int across = 2 * room + 1;
using Column = std::uint64_t;  // a byte per cell, the topmost lowest
static_assert(std::endian::native == std::endian::little);

using Grid = std::array<std::uint8_t, cells>;  // a set of directions for every cell

constexpr int column_start(Cell cell, int number) { return cell + (number - room) * column_length - room; }

inline Column column(const Grid& grid, Cell cell, int number) {
    Column found;
    std::memcpy(&found, grid.data() + column_start(cell, number), sizeof found);
    return found;
}

inline void set_column(Grid& grid, Cell cell, int number, Column given) {
    std::memcpy(grid.data() + column_start(cell, number), &given, sizeof given);
}

// For every set of links from a peg: the links that cross one of them, as masks of directions around the peg.
struct Crossings {
    std::array<std::array<Column, across>, 256> of{};

    constexpr Crossings() {
        for (int step = 0; step < 8; ++step)
            for (int number = 0; number < across; ++number)
                for (int row = 0; row < across; ++row)
                    for (int other = 0; other < 8; ++other)
                        if (cross(number - room, row - room, steps[step], steps[other]))
                            of[bit(step)][number] |= Column{1} << (8 * row + other);
        for (unsigned links = 1; links < 256; ++links)
            for (int number = 0; number < across; ++number)
                of[links][number] = of[links & (links - 1)][number] | of[links & -links][number];
    }
};

inline constexpr Crossings crossings;

}  // namespace tablier::twixt
