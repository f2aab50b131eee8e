// Geometry of holes and links, the same for every board size.
//
// A cell is the index of a hole in a padded grid, column by column from the top left: cells compare by (column, row), and a
// knight's step is one addition without a bounds check. The links at a cell are a byte with one bit per direction.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace tablier::twixt {

using Cell = std::uint16_t;

constexpr int min_size = 6, max_size = 32;
constexpr int margin = 3;          // cells around the board: the crossings of a peg's links reach this far
constexpr int column_stride = 64;  // one word of a CellSet and one cache line of a DirectionGrid per column
constexpr int cell_count = column_stride * (max_size + 2 * margin);

constexpr Cell off_board = 0;

constexpr Cell cell_at(int column, int row) { return static_cast<Cell>((column + margin) * column_stride + row + margin); }
constexpr int column_of(Cell cell) { return cell / column_stride - margin; }
constexpr int row_of(Cell cell) { return cell % column_stride - margin; }

// The eight knight's steps, in the bit order of `CellSet::neighbours_of`.
struct Step {
    int right, down;
};

constexpr std::array<Step, 8> steps{{{-2, -1}, {-1, -2}, {-2, 1}, {1, -2}, {2, -1}, {-1, 2}, {2, 1}, {1, 2}}};
constexpr int opposite(int step) { return step ^ 6; }  // the same link from its other end
constexpr std::array<int, 4> forward_steps{3, 7, 4, 6};  // steps to later cells: A, B, C, D of the position text
constexpr bool is_forward(int step) { return steps[step].right > 0; }

constexpr std::array<std::int16_t, 8> step_offsets = [] {
    std::array<std::int16_t, 8> offsets{};
    for (int step = 0; step < 8; ++step)
        offsets[step] = static_cast<std::int16_t>(steps[step].right * column_stride + steps[step].down);
    return offsets;
}();
constexpr Cell neighbour(Cell cell, int step) { return static_cast<Cell>(cell + step_offsets[step]); }

constexpr std::uint8_t step_bit(int step) { return static_cast<std::uint8_t>(1u << step); }

// Calls visit(number) for each set bit of a mask, lowest first.
template <class Mask, class Visit>
inline void for_each_bit(Mask mask, Visit visit) {
    for (; mask; mask &= static_cast<Mask>(mask - 1)) visit(std::countr_zero(mask));
}

// A bitset of cells, one word per column.
class CellSet {
public:
    CellSet() : words_{} {}

    bool contains(Cell cell) const { return words_[cell >> 6] >> (cell & 63) & 1; }
    void insert(Cell cell) { words_[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    // The rows of a board column that are in the set; bit 0 is the top row.
    std::uint64_t column_rows(int column) const { return words_[static_cast<std::size_t>(column + margin)] >> margin; }
    void erase(Cell cell) { words_[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

    // The union of two sets. A constructor, to avoid a copy at the start of every route search.
    CellSet(const CellSet& a, const CellSet& b) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = a.words_[i] | b.words_[i];
    }

    // Mask of the eight steps that lead from `cell`, a hole of the board, to a cell in the set.
    unsigned neighbours_of(Cell cell) const {
        const std::uint64_t* const column = words_.data() + cell / 64;
        const int first = cell % 64 - 2;  // top of the five rows around the cell
        return static_cast<unsigned>((column[-2] >> first & 0x0a) >> 1 | (column[-1] >> first & 0x11) << 1 |
                                     ((column[1] >> first & 0x11) | (column[2] >> first & 0x0a)) << 3);
    }

    // Calls visit(cell) for each cell, in increasing order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            for_each_bit(words_[i], [&](int number) { visit(static_cast<Cell>(i * 64 + static_cast<std::size_t>(number))); });
    }

private:
    std::array<std::uint64_t, cell_count / 64> words_;
};

// True if a link `a` from (0, 0) and a link `b` from (right, down) cross. No hole lies inside a link, so links that only touch
// share a peg, which is no crossing (TWX-6).
constexpr bool links_cross(int right, int down, Step a, Step b) {
    const auto cross_product = [](int ax, int ay, int bx, int by) { return ax * by - ay * bx; };
    const auto differ = [](int x, int y) { return (x < 0 && y > 0) || (x > 0 && y < 0); };
    return differ(cross_product(a.right, a.down, right, down), cross_product(a.right, a.down, right + b.right, down + b.down)) &&
           differ(cross_product(b.right, b.down, -right, -down), cross_product(b.right, b.down, a.right - right, a.down - down));
}

// The window of 7 by 7 cells around a peg that contains every link crossing one of the peg's links. A column fits one word.
constexpr int window = 2 * margin + 1;
using WindowColumn = std::uint64_t;  // one byte of directions per cell; the lowest byte is the top row
static_assert(std::endian::native == std::endian::little);

using DirectionGrid = std::array<std::uint8_t, cell_count>;  // a mask of directions for every cell

// The top cell of column `number`, 0 to 6, of the window around `cell`.
constexpr int column_start(Cell cell, int number) { return cell + (number - margin) * column_stride - margin; }

inline WindowColumn load_column(const DirectionGrid& grid, Cell cell, int number) {
    WindowColumn value;
    std::memcpy(&value, grid.data() + column_start(cell, number), sizeof value);
    return value;
}

inline void store_column(DirectionGrid& grid, Cell cell, int number, WindowColumn value) {
    std::memcpy(grid.data() + column_start(cell, number), &value, sizeof value);
}

// For every mask of links from a peg, the links that cross one of them, as direction masks of the window around the peg.
struct CrossingTable {
    std::array<std::array<WindowColumn, window>, 256> masks{};

    constexpr CrossingTable() {
        for (int step = 0; step < 8; ++step)
            for (int number = 0; number < window; ++number)
                for (int row = 0; row < window; ++row)
                    for (int other = 0; other < 8; ++other)
                        if (links_cross(number - margin, row - margin, steps[step], steps[other]))
                            masks[step_bit(step)][number] |= WindowColumn{1} << (8 * row + other);
        for (unsigned links = 1; links < 256; ++links)
            for (int number = 0; number < window; ++number)
                masks[links][number] = masks[links & (links - 1)][number] | masks[links & -links][number];
    }
};

inline constexpr CrossingTable crossing_table;

}  // namespace tablier::twixt
