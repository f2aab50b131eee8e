// The 7x7 board: cells, bitboards, pawn moves as bitboard shifts, rank and select, and the symmetries of the square.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace tablier::twisty {

using Cell = std::uint8_t;       // column * 7 + row: in the order of the cell names a1, a2, … g7
using Bitboard = std::uint64_t;  // a set of cells

constexpr int size = 7, cells = size * size;
constexpr Bitboard all_cells = (Bitboard{1} << cells) - 1;
constexpr Cell off_board = 63;  // cell of a pawn that is not on the board; a bit outside all_cells

constexpr Bitboard bit(int cell) { return Bitboard{1} << cell; }

constexpr Cell centre = 24;
constexpr std::array<Cell, 4> corners{0, 6, 42, 48};  // a1, a7, g1, g7
constexpr Bitboard corner_cells = bit(0) | bit(6) | bit(42) | bit(48);
constexpr Bitboard token_cells = all_cells & ~corner_cells & ~bit(centre);  // where tokens are dealt, TWS-1

constexpr int colours = 7;
constexpr std::string_view colour_letters = "ABCDEFG";
enum Special { step, diagonal, knight, portal, save, specials };
constexpr std::string_view special_letters = "+xnos";

// Calls visit(cell) for each cell of a set, in ascending order.
template <class Visit>
constexpr void for_each_cell(Bitboard set, Visit visit) {
    for (; set; set &= set - 1) visit(static_cast<Cell>(std::countr_zero(set)));
}

// Sets shifted by one or two rows or columns in both directions. Shifts by rows are masked, since they would wrap into the next
// column; shifts by columns only leave bits outside all_cells.

constexpr Bitboard bottom_row = all_cells / ((1 << size) - 1);  // 1 + 2^7 + 2^14 + …
constexpr Bitboard top_row = bottom_row << 6;

constexpr Bitboard shift_one_row(Bitboard set) { return (set & ~top_row) << 1 | (set & ~bottom_row) >> 1; }

constexpr Bitboard shift_two_rows(Bitboard set) {
    constexpr Bitboard high = top_row | top_row >> 1, low = bottom_row | bottom_row << 1;
    return (set & ~high) << 2 | (set & ~low) >> 2;
}

constexpr Bitboard shift_one_column(Bitboard set) { return set << size | set >> size; }
constexpr Bitboard shift_two_columns(Bitboard set) { return set << 2 * size | set >> 2 * size; }

// All cells that a pawn can move on to from any of these step, diagonal and knight tokens (TWS-7).
constexpr Bitboard token_moves(Bitboard steps, Bitboard diagonals, Bitboard knights) {
    const Bitboard by_one_column = steps | shift_one_row(diagonals) | shift_two_rows(knights);
    return (shift_one_row(steps) | shift_one_column(by_one_column) | shift_two_columns(shift_one_row(knights))) & all_cells;
}

// Knight's moves by cell, TWS-4.
inline constexpr std::array<Bitboard, cells> knight_moves = [] {
    std::array<Bitboard, cells> table{};
    for (int cell = 0; cell < cells; ++cell) table[cell] = token_moves(0, 0, bit(cell));
    return table;
}();

inline std::string cell_name(Cell cell) { return {static_cast<char>('a' + cell / size), static_cast<char>('1' + cell % size)}; }

// The cell of a name; off_board for any other text.
constexpr Cell parse_cell(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'g' || text[1] < '1' || text[1] > '7') return off_board;
    return static_cast<Cell>((text[0] - 'a') * size + text[1] - '1');
}

// By byte and rank: the index of the set bit with that many set bits below it.
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> select_in_byte = [] {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (int byte = 0; byte < 256; ++byte)
        for (int index = 0, rank = 0; index < 8; ++index)
            if (byte >> index & 1) table[rank++][byte] = static_cast<std::uint8_t>(index);
    return table;
}();

// Branchless count and select of a bitboard by broadword arithmetic (Vigna 2008). Random games choose actions with it; it needs
// neither POPCNT nor PDEP, which the x86-64 baseline does not have.
class RankSelect {
public:
    explicit constexpr RankSelect(Bitboard set) : set_(set) {
        std::uint64_t sums = set - (set >> 1 & 0x5555'5555'5555'5555);
        sums = (sums & 0x3333'3333'3333'3333) + (sums >> 2 & 0x3333'3333'3333'3333);
        prefix_counts_ = ((sums + (sums >> 4)) & 0x0f0f'0f0f'0f0f'0f0f) * low_bits;
    }

    constexpr std::uint32_t count() const { return static_cast<std::uint32_t>(prefix_counts_ >> 56); }

    // The index of the set bit with `rank` set bits below it. Requires rank < count().
    constexpr int select(std::uint32_t rank) const {
        const std::uint64_t bytes_before = (((rank * low_bits | high_bits) - prefix_counts_) & high_bits) >> 7;  // a 1 for each
        const int start = static_cast<int>(bytes_before * low_bits >> 56) * 8;
        const std::uint64_t rank_in_byte = rank - (prefix_counts_ << 8 >> start & 0xff);
        return start + select_in_byte[rank_in_byte & 7][set_ >> start & 0xff];
    }

private:
    static constexpr std::uint64_t low_bits = 0x0101'0101'0101'0101, high_bits = 0x8080'8080'8080'8080;  // of each byte
    std::uint64_t set_, prefix_counts_;  // prefix_counts_: in each byte, the number of set bits up to its end
};

// The eight symmetries of the square by number, 0 the identity: bit 0 mirrors columns, bit 1 rows, bit 2 then swaps them.
inline constexpr std::array<std::array<Cell, 64>, 8> images = [] {
    std::array<std::array<Cell, 64>, 8> table{};
    for (int number = 0; number < 8; ++number) {
        table[number].fill(off_board);
        for (int cell = 0; cell < cells; ++cell) {
            const int column = number & 1 ? size - 1 - cell / size : cell / size;
            const int row = number & 2 ? size - 1 - cell % size : cell % size;
            table[number][cell] = static_cast<Cell>(number & 4 ? row * size + column : column * size + row);
        }
    }
    return table;
}();

constexpr Bitboard image(Bitboard set, int number) {
    Bitboard result = 0;
    for_each_cell(set, [&](Cell cell) { result |= bit(images[number][cell]); });
    return result;
}

}  // namespace tablier::twisty
