// Action texts, position texts and symmetric images.
//
// A position text is `TURN|SIDES|first side|second side`. TURN is the seat to move, followed by `+1` or `+2` if it makes more
// turns after this one (TWX-12). SIDES is `01`, or `10` after a swap. A side lists its pegs by (column, row), separated by
// commas, or `-` without any; a peg carries a capital letter for each link to a later peg, in the order of `forward_steps`.
#pragma once
#include "state.hpp"

namespace tablier::twixt {

// Columns are `a` to `z`, then `aa`, `ab`…
inline std::string hole_name(const Rules& rules, Code code) {
    const int column = code / rules.size;
    std::string name;
    if (column >= 26) name += static_cast<char>('a' + column / 26 - 1);
    name += static_cast<char>('a' + column % 26);
    return name + std::to_string(code % rules.size + 1);
}

// Parses a hole at the start of `text` and removes it from there. Null if there is none on this board.
inline std::optional<Code> take_hole(const Rules& rules, std::string_view& text) {
    const auto is = [&text](std::size_t at, char low, char high) {
        return at < text.size() && text[at] >= low && text[at] <= high;
    };
    if (!is(0, 'a', 'z')) return std::nullopt;
    int column = text[0] - 'a';
    std::size_t at = 1;
    if (is(at, 'a', 'z')) column = 26 * (column + 1) + text[at++] - 'a';
    if (!is(at, '1', '9')) return std::nullopt;
    int row = text[at++] - '0';
    if (is(at, '0', '9')) row = 10 * row + text[at++] - '0';
    if (column >= rules.size || row > rules.size) return std::nullopt;
    text.remove_prefix(at);
    return static_cast<Code>(column * rules.size + row - 1);
}

// Actions

inline std::string State::write(Code code) const { return code == rules_->swap ? "swap" : hole_name(*rules_, code); }

inline std::optional<Code> State::read(std::string_view text) const {
    std::optional<Code> code = rules_->swap;
    if (text != "swap") {
        code = take_hole(*rules_, text);
        if (!text.empty()) return std::nullopt;
    }
    return code && is_legal(*code) ? code : std::nullopt;
}

// Positions

inline std::string State::fields() const {
    std::string text(1, static_cast<char>('0' + turn_));
    if (turns_ahead_) text.append(1, '+').append(1, static_cast<char>('0' + turns_ahead_));
    text += swapped_ ? "|10" : "|01";
    for (const CellSet& pegs : pegs_) {
        char before = '|';
        for (Code code = 0; code < rules_->swap; ++code) {
            if (!pegs.contains(rules_->cell_of[code])) continue;
            text += before + hole_name(*rules_, code);
            for (int number = 0; number < 4; ++number)
                if (links_[code] & step_bit(forward_steps[number])) text += static_cast<char>('A' + number);
            before = ',';
        }
        if (before == '|') text += "|-";
    }
    return text;
}

// Parses the pegs and links of one side. Returns false if it is malformed or the holes are not in increasing order.
inline bool State::PositionFields::read_side(const Rules& rules, int side, std::string_view text) {
    if (text == "-") return true;
    for (int last = -1;;) {
        const std::optional<Code> code = take_hole(rules, text);
        if (!code || *code <= last || rules.closed_cells[side].contains(rules.cell_of[*code])) return false;
        last = *code;
        pegs[side][*code] = 1;
        for (int number = 0; number < 4; ++number) {
            if (!text.starts_with(static_cast<char>('A' + number))) continue;
            text.remove_prefix(1);
            links[side][*code] |= step_bit(forward_steps[number]);
        }
        if (text.empty()) break;
        if (!text.starts_with(',')) return false;
        text.remove_prefix(1);
    }
    return true;
}

inline std::optional<State> State::load(const std::shared_ptr<const Rules>& rules, std::string_view text) {
    std::array<std::string_view, 4> field;
    for (int number = 0; number < 4; ++number) {
        const std::size_t end = text.find('|');
        if ((end == text.npos) != (number == 3)) return std::nullopt;
        field[number] = text.substr(0, end);
        text.remove_prefix(number == 3 ? text.size() : end + 1);
    }
    PositionFields position;
    const auto [turn, sides, first, second] = field;
    // TWX-12: only seat 0 makes several turns.
    if (turn != "0" && turn != "1" && turn != "0+1" && turn != "0+2") return std::nullopt;
    position.seat = static_cast<std::uint8_t>(turn[0] - '0');
    position.turns_ahead = turn.size() == 3 ? static_cast<std::uint8_t>(turn[2] - '0') : 0;
    if (sides != "01" && sides != "10") return std::nullopt;
    position.swapped = sides == "10";
    if (!position.read_side(*rules, 0, first) || !position.read_side(*rules, 1, second)) return std::nullopt;
    if (!position.has_valid_peg_counts(*rules)) return std::nullopt;
    return from_fields(*rules, position);
}

// True if the numbers of pegs agree with the seat to move.
inline bool State::PositionFields::has_valid_peg_counts(const Rules& rules) const {
    const int first = static_cast<int>(std::count(pegs[0].begin(), pegs[0].end(), 1));
    const int second = static_cast<int>(std::count(pegs[1].begin(), pegs[1].end(), 1));
    if (swapped && !(rules.pie && first)) return false;
    if ((seat ^ swapped) == 1) return turns_ahead == 0 && first == rules.first_turns + second;
    if (second) return turns_ahead == 0 && first == rules.first_turns + second - 1;
    return turns_ahead < rules.first_turns && first == rules.first_turns - 1 - turns_ahead;
}

// Builds a position and computes its outcome. Null if no game can reach it.
inline std::optional<State> State::from_fields(const Rules& rules, const PositionFields& position) {
    State state(rules);
    state.turn_ = position.seat;
    state.swapped_ = position.swapped;
    state.turns_ahead_ = position.turns_ahead;
    state.key_ = (position.seat ? rules.turn_key : 0) ^ (position.swapped ? rules.swapped_key : 0) ^
                 rules.turns_ahead_keys[position.turns_ahead];
    for (int side = 0; side < 2; ++side) {
        for (Code code = 0; code < rules.swap; ++code) {
            if (!position.pegs[side][code]) continue;
            if (state.pegs_[1 - side].contains(rules.cell_of[code])) return std::nullopt;
            state.pegs_[side].insert(rules.cell_of[code]);
            state.holes_.remove(code);
            state.chains_.add_peg(code, rules.border[code]);
            state.key_ ^= rules.peg_keys[side][code];
        }
    }
    std::array<bool, 2> won{};
    for (int side = 0; side < 2; ++side) {
        for (Code code = 0; code < rules.swap; ++code) {
            for (const int step : forward_steps) {
                if (!(position.links[side][code] & step_bit(step))) continue;
                const Cell cell = rules.cell_of[code];
                if (!state.pegs_[side].contains(neighbour(cell, step))) return std::nullopt;
                if (state.blocked_directions(side, cell) & step_bit(step)) return std::nullopt;
                won[side] |= state.add_link(side, code, step);
            }
        }
    }
    const int side = state.side_to_move();
    if (won[side]) return std::nullopt;  // TWX-13: the game would have ended before the opponent's last turn
    state.may_swap_ = !position.swapped && state.holes_.count() == rules.open_holes_at_swap;
    if (won[1 - side]) state.end_ = End::connected;
    else if (!state.find_any_route(side, off_board)) state.end_ = End::blocked;
    else if (state.holes_.count(side) == 0) state.end_ = End::no_hole;
    return state;
}

// Adds a link between two pegs on the board. Returns true if its chain joins the borders.
inline bool State::add_link(int side, Code code, int step) {
    const Cell cell = rules_->cell_of[code];
    for (int number = 0; number < window; ++number) {
        const WindowColumn crossed = crossing_table.masks[step_bit(step)][number];
        store_column(blocked_[side], cell, number, load_column(blocked_[side], cell, number) | crossed);
    }
    const Code other = rules_->neighbour(code, step);
    links_[code] |= step_bit(step);
    links_[other] |= step_bit(opposite(step));
    key_ ^= rules_->link_key(side, code, step);
    Chains::Union last, *log = &last;
    return chains_.borders(chains_.unite(chains_.find(code), chains_.find(other), log)) == both;
}

inline State State::start(const std::shared_ptr<const Rules>& rules, std::uint64_t) {
    PositionFields position;
    position.turns_ahead = static_cast<std::uint8_t>(rules->first_turns - 1);
    return *from_fields(*rules, position);
}

// Symmetry: number 1 mirrors left and right, 2 top and bottom, 3 both

inline Code State::transformed(Code code, int number) const {
    if (code == rules_->swap) return code;
    const int last = rules_->size - 1, column = code / rules_->size, row = code % rules_->size;
    return static_cast<Code>((number & 1 ? last - column : column) * rules_->size + (number & 2 ? last - row : row));
}

inline State State::transformed(int number) const {
    PositionFields position;
    position.seat = turn_, position.turns_ahead = turns_ahead_, position.swapped = swapped_;
    for (int side = 0; side < 2; ++side) {
        for (Code code = 0; code < rules_->swap; ++code) {
            if (!pegs_[side].contains(rules_->cell_of[code])) continue;
            const Code image = transformed(code, number);
            position.pegs[side][image] = 1;
            for_each_bit(static_cast<unsigned>(links_[code]), [&](int step) {
                const int right = number & 1 ? -steps[step].right : steps[step].right;
                const int down = number & 2 ? -steps[step].down : steps[step].down;
                for (const int mirrored : forward_steps)
                    if (steps[mirrored].right == right && steps[mirrored].down == down)
                        position.links[side][image] |= step_bit(mirrored);
            });
        }
    }
    return *from_fields(*rules_, position);
}

}  // namespace tablier::twixt
