// Actions and positions as texts. Reading is strict: only what play could have written.
#pragma once
#include "sets.hpp"

namespace tablier::kwintie {

constexpr std::string_view set_letters = "WBwb";  // White and Black lying, then standing

// Actions: `c` stands in column c, `cd` lies on c and d

inline std::string State::write(Code code) const {
    if (code == rules_->pass()) return "pass";
    const auto [lies, column] = placement(code);
    std::string text(1, static_cast<char>('a' + column));
    if (lies) text += static_cast<char>('a' + column + 1);
    return text;
}

inline std::optional<Code> State::read(std::string_view text) const {
    Code code;
    const int column = text.empty() ? -1 : text[0] - 'a';
    if (text == "pass") {
        code = rules_->pass();
    } else if (column < 0 || column >= rules_->columns || text.size() > 2) {
        return std::nullopt;
    } else if (text.size() == 1) {
        code = rules_->standing(column);
    } else if (text[1] == text[0] + 1 && column < rules_->columns - 1) {
        code = rules_->lying(column);
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
            char letter = '.';
            for (int set = 0; set < 4; ++set)
                if (all[set][row] >> column & 1) letter = set_letters[set];
            text += letter;
        }
    }
    if (text.empty()) text += '-';
    return text + '|' + static_cast<char>('0' + now_.turn);
}

inline std::optional<Sets> read_rows(const Rules& rules, std::string_view text) {
    Sets sets{};
    if (text == "-") return sets;
    const std::size_t columns = static_cast<std::size_t>(rules.columns);
    if ((text.size() + 1) % (columns + 1) || text.size() > (columns + 1) * static_cast<std::size_t>(rules.height)) return std::nullopt;
    std::uint32_t below = ~0u;
    for (int row = 0; !text.empty(); ++row) {
        std::uint32_t filled = 0;
        for (std::size_t column = 0; column < columns; ++column) {
            if (text[column] == '.') continue;
            const std::size_t set = set_letters.find(text[column]);
            if (set == set_letters.npos) return std::nullopt;
            sets[set][row] |= 1u << column;
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
    for (int side = 0; side < 2; ++side) {
        int cubes = 0;
        std::uint32_t below = 0, lower_below = 0;  // standing cubes of the row below, and which of them are lower halves
        for (int row = 0; row <= rules.height; ++row) {
            const std::uint32_t flat = row < rules.height ? sets[side][row] : 0, upright = row < rules.height ? sets[side + 2][row] : 0;
            const std::uint32_t first = flat & ~(flat << 1), lower = upright & ~below;
            if ((first | first << 1) != flat || (lower | lower_below) != upright) return false;
            below = upright;
            lower_below = lower;
            cubes += std::popcount(flat) + std::popcount(upright);
        }
        if (cubes > 2 * rules.pieces) return false;
    }
    return true;
}

// Whether White can have begun (KWI-1, KWI-5) and the bottom row has no gap on the table (KWI-6).
inline bool is_on_base(const Rules& rules, const Sets& sets) {
    const std::uint32_t bottom = sets[0][0] | sets[1][0] | sets[2][0] | sets[3][0];
    if (!bottom) return true;
    const std::uint32_t flat = sets[0][0] & ~(sets[0][0] << 1), upright = sets[2][0];
    if (rules.table) {
        const std::uint32_t from_left = bottom >> std::countr_zero(bottom);
        return (flat | upright) >> Rules::middle & 1 && !(from_left & (from_left + 1)) && std::popcount(bottom) <= rules.width;
    }
    const std::uint32_t centre = rules.centre ? 1u << rules.width / 2 : 0;
    return flat & ~(centre | centre >> 1) || upright & ~centre;
}

// Whether the other seat can have acted last, and nobody had won before.
inline bool can_be_its_turn(const State& state, const Sets& sets) {
    const Rules& rules = state.rules();
    const int turn = state.turn(), last = 1 - turn;
    if (has_line(state.cubes(turn), rules.line)) return false;
    const std::uint32_t bottom = sets[0][0] | sets[1][0] | sets[2][0] | sets[3][0];
    const bool uneven = state.left(1) - state.left(0) != turn;
    if (uneven && std::popcount(bottom) < rules.width) return false;  // KWI-9: while the base has room nobody passes
    bool some_on_top = false, winning_last = false;
    each_piece(sets, [&](int side, bool lies, int column, int row) {
        const bool on_top = lies ? state.height(column) == row + 1 && state.height(column + 1) == row + 1 : state.height(column) == row + 2;
        if (side != last || !on_top) return;
        some_on_top = true;
        winning_last |= !has_line(state.cubes(last) ^ piece(lies, column - state.first_column(), row), rules.line);
    });
    if (has_line(state.cubes(last), rules.line)) return winning_last;
    return !bottom || some_on_top || (state.placeable(turn) && !state.placeable(last));
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
