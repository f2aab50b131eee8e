// Action texts and position texts. The parser checks pieces, base and turn, but does not prove that a game reaches the position.
#pragma once
#include "symmetry.hpp"

namespace tablier::kwintie {

constexpr std::string_view cube_letters = "wWbB";  // White standing and lying, then Black

// Actions: `c` is a standing piece in column c, `cd` a piece lying on c and d

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
    return reasons[static_cast<int>(info_.end)];
}

// Positions: `rows|seat to move`. Rows from the bottom up, separated by `/`, with `.` for an empty cell; `-` for an empty wall

inline std::string State::fields() const {
    std::string text;
    const CubeSets all = cube_sets();
    for (int row = 0; row < max_height && rows_[row]; ++row) {
        if (row) text += '/';
        for (int column = 0; column < rules_->columns; ++column) {
            const unsigned white = all[0][row] >> 2 * column & 3, black = all[1][row] >> 2 * column & 3;
            text += white ? cube_letters[white - 1] : black ? cube_letters[black + 1] : '.';
        }
    }
    if (text.empty()) text += '-';
    return text + '|' + static_cast<char>('0' + info_.turn);
}

// Parses the rows. Returns nothing if the text is malformed, a row is empty or a cube has no support (KWI-3).
inline std::optional<CubeSets> read_rows(const Rules& rules, std::string_view text) {
    CubeSets cube_sets{};
    if (text == "-") return cube_sets;
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
            cube_sets[letter / 2][row] |= std::uint64_t{1} << (2 * column + letter % 2);
            filled |= 1u << column;
        }
        if (!filled || filled & ~below) return std::nullopt;  // KWI-3
        below = filled;
        text.remove_prefix(columns);
        if (!text.empty() && text[0] != '/') return std::nullopt;
        if (!text.empty()) text.remove_prefix(1);
    }
    return cube_sets;
}

// True if the cubes form pieces (KWI-2) that do not touch end to end (KWI-4), and neither side has more than it owns.
inline bool are_pieces(const Rules& rules, const CubeSets& cube_sets) {
    for (const auto& rows : cube_sets) {
        int cubes = 0;
        std::uint64_t below = 0, first_cubes_below = 0;
        for (int row = 0; row <= rules.height; ++row) {  // one row more: rejects a standing piece that exceeds the height
            const std::uint64_t present = row < rules.height ? rows[row] : 0, first = first_cubes(present, below);
            const std::uint64_t complete = first | (first & lying_cubes) << 2 | (first_cubes_below & standing_cubes);
            if (complete != present) return false;
            below = present;
            first_cubes_below = first;
            cubes += std::popcount(present);
        }
        if (cubes > 2 * rules.pieces) return false;
    }
    return true;
}

inline std::uint64_t bottom_columns(const CubeSets& cube_sets) {  // bit 2c for column c
    const std::uint64_t cubes = cube_sets[0][0] | cube_sets[1][0];
    return (cubes | cubes >> 1) & standing_cubes;
}

// True if a piece of White in the bottom row can have been the first of the game (KWI-1, KWI-5) and a wall on the table has no gap and
// is not too wide (KWI-6).
inline bool is_on_base(const Rules& rules, const CubeSets& cube_sets) {
    const std::uint64_t bottom = bottom_columns(cube_sets), white = first_cubes(cube_sets[0][0], 0);
    if (!bottom) return true;
    if (!rules.table) return white & ~(std::uint64_t{rules.centre_placements} >> 2 * margin);
    const std::uint64_t from_left = (bottom | bottom << 1) >> std::countr_zero(bottom);
    return white >> 2 * Rules::middle & 3 && !(from_left & (from_left + 1)) && std::popcount(bottom) <= rules.width;
}

// True if the other seat can have acted last and neither side had won before.
inline bool is_turn_possible(const State& state, const CubeSets& cube_sets) {
    const Rules& rules = state.rules();
    const int turn = state.turn(), last = 1 - turn;
    if (has_line(state.cubes(turn), rules.line)) return false;
    const int bottom_width = std::popcount(bottom_columns(cube_sets));
    const bool uneven = state.pieces_left(1) - state.pieces_left(0) != turn;
    if (uneven && bottom_width < rules.width) return false;  // KWI-9: no side must pass before the base is full
    // Pieces of the last side that can have been placed last: any at all, and any that completed the first line.
    bool any_on_top = false, any_won = false;
    for_each_piece(cube_sets, [&](int side, Code code, int row) {
        const int column = code / 2, lies = code & 1, high = row + 2 - lies;
        if (side != last || state.height(column) != high || state.height(column + lies) != high) return;
        any_on_top = true;
        any_won |= !has_line(state.cubes(last) ^ piece(lies, column - state.first_column(), row), rules.line);
    });
    if (has_line(state.cubes(last), rules.line)) return any_won;
    // The last action was a placement, or a pass because that side cannot place a piece.
    return !bottom_width || any_on_top || (state.placeable(turn) && !state.placeable(last));
}

// Parses a position. Returns nothing if the text is malformed or a check above fails.
inline std::optional<State> State::load(const std::shared_ptr<const Rules>& rules, std::string_view text) {
    if (text.size() < 2 || text[text.size() - 2] != '|') return std::nullopt;
    const char seat = text.back();
    const auto cube_sets = read_rows(*rules, text.substr(0, text.size() - 2));
    if (!cube_sets || (seat != '0' && seat != '1')) return std::nullopt;
    if (!are_pieces(*rules, *cube_sets) || !is_on_base(*rules, *cube_sets)) return std::nullopt;
    const State state = from_cubes(*rules, *cube_sets, seat - '0');
    return is_turn_possible(state, *cube_sets) ? std::optional(state) : std::nullopt;
}

}  // namespace tablier::kwintie
