// Actions and positions as texts. Reading is strict: only what play could have written.
#pragma once
#include "symmetry.hpp"

namespace tablier::kwintie {

constexpr std::string_view cube_letters = "wWbB";  // White standing and lying, then Black

// Actions: `c` stands in column c, `cd` lies on c and d

inline std::string State::write(Code code) const {
    if (code == rules_->pass()) return "pass";
    std::string text(1, static_cast<char>('a' + code / 2));
    if (code & 1) text += static_cast<char>(text[0] + 1);
    return text;
}

inline std::optional<Code> State::read(std::string_view text) const {
    const int column = text.empty() ? -1 : text[0] - 'a';
    const bool lies = text.size() == 2 && text[1] == text[0] + 1 && column < rules_->columns - 1;
    Code code;
    if (text == "pass") {
        code = rules_->pass();
    } else if (column >= 0 && column < rules_->columns && (lies || text.size() == 1)) {
        code = static_cast<Code>(2 * column + lies);
    } else {
        return std::nullopt;
    }
    return is_legal(code) ? std::optional(code) : std::nullopt;
}

inline std::string_view State::reason() const {
    constexpr std::string_view reasons[] = {"", "line", "fours", "fours_equal", "stuck"};
    return reasons[static_cast<int>(now_.end)];
}

// Positions: the rows from the bottom up, `-` for none, and the seat whose turn it is

inline std::string State::fields() const {
    std::string text;
    const Sets all = sets();
    for (int row = 0; row < highest && rows_[row]; ++row) {
        if (row) text += '/';
        for (int column = 0; column < rules_->columns; ++column) {
            const unsigned white = all[0][row] >> 2 * column & 3, black = all[1][row] >> 2 * column & 3;
            text += white ? cube_letters[white - 1] : black ? cube_letters[black + 1] : '.';
        }
    }
    if (text.empty()) text += '-';
    return text + '|' + static_cast<char>('0' + now_.turn);
}

inline std::optional<Sets> read_rows(const Rules& rules, std::string_view text) {
    Sets sets{};
    if (text == "-") return sets;
    const std::size_t columns = static_cast<std::size_t>(rules.columns);
    const std::size_t rows = (text.size() + 1) / (columns + 1);
    if ((text.size() + 1) % (columns + 1) || rows > static_cast<std::size_t>(rules.height)) return std::nullopt;
    std::uint32_t below = ~0u;
    for (int row = 0; !text.empty(); ++row) {
        std::uint32_t filled = 0;
        for (std::size_t column = 0; column < columns; ++column) {
            if (text[column] == '.') continue;
            const std::size_t letter = cube_letters.find(text[column]);
            if (letter == cube_letters.npos) return std::nullopt;
            sets[letter / 2][row] |= std::uint64_t{1} << (2 * column + letter % 2);
            filled |= 1u << column;
        }
        if (!filled || filled & ~below) return std::nullopt;  // KWI-3
        below = filled;
        text.remove_prefix(columns);
        if (!text.empty() && text[0] != '/') return std::nullopt;
        if (!text.empty()) text.remove_prefix(1);
    }
    return sets;
}

// Whether the cubes make pieces of two, none end to end with its like (KWI-2, KWI-4), and not too many.
inline bool are_pieces(const Rules& rules, const Sets& sets) {
    for (const auto& rows : sets) {
        int cubes = 0;
        std::uint64_t below = 0, halves_below = 0;
        for (int row = 0; row <= rules.height; ++row) {
            const std::uint64_t found = row < rules.height ? rows[row] : 0, first = halves(found, below);
            const std::uint64_t whole = first | (first & lying_cubes) << 2 | (halves_below & standing_cubes);
            if (whole != found) return false;
            below = found;
            halves_below = first;
            cubes += std::popcount(found);
        }
        if (cubes > 2 * rules.pieces) return false;
    }
    return true;
}

inline std::uint64_t bottom_columns(const Sets& sets) {  // at bits 2c
    const std::uint64_t cubes = sets[0][0] | sets[1][0];
    return (cubes | cubes >> 1) & standing_cubes;
}

// Whether White can have begun (KWI-1, KWI-5) and the bottom row has no gap on the table (KWI-6).
inline bool is_on_base(const Rules& rules, const Sets& sets) {
    const std::uint64_t bottom = bottom_columns(sets), white = halves(sets[0][0], 0);
    if (!bottom) return true;
    if (!rules.table) return white & ~(std::uint64_t{rules.centre} >> 2 * margin);
    const std::uint64_t from_left = (bottom | bottom << 1) >> std::countr_zero(bottom);
    return white >> 2 * Rules::middle & 3 && !(from_left & (from_left + 1)) && std::popcount(bottom) <= rules.width;
}

// Whether the other seat can have acted last, and nobody had won before.
inline bool can_be_its_turn(const State& state, const Sets& sets) {
    const Rules& rules = state.rules();
    const int turn = state.turn(), last = 1 - turn;
    if (has_line(state.cubes(turn), rules.line)) return false;
    const int wide = std::popcount(bottom_columns(sets));
    const bool uneven = state.left(1) - state.left(0) != turn;
    if (uneven && wide < rules.width) return false;  // KWI-9: while the base has room nobody passes
    bool some_on_top = false, some_won = false;
    each_piece(sets, [&](int side, Code code, int row) {
        const int column = code / 2, lies = code & 1, high = row + 2 - lies;
        if (side != last || state.height(column) != high || state.height(column + lies) != high) return;
        some_on_top = true;
        some_won |= !has_line(state.cubes(last) ^ piece(lies, column - state.first_column(), row), rules.line);
    });
    if (has_line(state.cubes(last), rules.line)) return some_won;
    return !wide || some_on_top || (state.placeable(turn) && !state.placeable(last));
}

inline std::optional<State> State::load(const std::shared_ptr<const Rules>& rules, std::string_view text) {
    if (text.size() < 2 || text[text.size() - 2] != '|') return std::nullopt;
    const char seat = text.back();
    const auto sets = read_rows(*rules, text.substr(0, text.size() - 2));
    if (!sets || (seat != '0' && seat != '1') || !are_pieces(*rules, *sets) || !is_on_base(*rules, *sets)) return std::nullopt;
    const State state = with(*rules, *sets, seat - '0');
    return can_be_its_turn(state, *sets) ? std::optional(state) : std::nullopt;
}

}  // namespace tablier::kwintie
