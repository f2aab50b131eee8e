// Positions and actions as texts, positions from what a text tells, and their symmetric images.
//
// `TURN|SIDES|first side|second side`: TURN is the seat to move, `+1` or `+2` when it makes more turns after this one (TWX-12);
// SIDES is `01`, or `10` after a swap; a side is its pegs by (column, row) with commas between, `-` without any. A peg carries
// a capital for each link to a later peg, in the order of `onward`.
#pragma once
#include "state.hpp"

namespace tablier::twixt {

// `a` to `z`, then `aa` and so on.
inline std::string hole_name(const Rules& rules, Code code) {
    const int column = code / rules.size;
    std::string name;
    if (column >= 26) name += static_cast<char>('a' + column / 26 - 1);
    name += static_cast<char>('a' + column % 26);
    return name + std::to_string(code % rules.size + 1);
}

// Takes a hole from the beginning of a text, as many characters as could be one.
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
    for (const Bits& pegs : pegs_) {
        char before = '|';
        for (Code code = 0; code < rules_->swap; ++code) {
            if (!pegs.has(rules_->cell_of[code])) continue;
            text += before + hole_name(*rules_, code);
            for (int number = 0; number < 4; ++number)
                if (links_[code] & bit(onward[number])) text += static_cast<char>('A' + number);
            before = ',';
        }
        if (before == '|') text += "|-";
    }
    return text;
}

// Reads the pegs and links of one side, each hole after the one before.
inline bool State::Told::read_side(const Rules& rules, int side, std::string_view text) {
    if (text == "-") return true;
    for (int last = -1;;) {
        const std::optional<Code> code = take_hole(rules, text);
        if (!code || *code <= last || rules.closed[side].has(rules.cell_of[*code])) return false;
        last = *code;
        pegs[side][*code] = 1;
        for (int number = 0; number < 4; ++number) {
            if (!text.starts_with(static_cast<char>('A' + number))) continue;
            text.remove_prefix(1);
            links[side][*code] |= bit(onward[number]);
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
    Told told;
    const auto [turn, sides, first, second] = field;
    if (turn != "0" && turn != "1" && turn != "0+1" && turn != "0+2") return std::nullopt;  // TWX-12: seat 0 alone
    told.seat = static_cast<std::uint8_t>(turn[0] - '0');
    told.turns_ahead = turn.size() == 3 ? static_cast<std::uint8_t>(turn[2] - '0') : 0;
    if (sides != "01" && sides != "10") return std::nullopt;
    told.swapped = sides == "10";
    if (!told.read_side(*rules, 0, first) || !told.read_side(*rules, 1, second) || !told.fits(*rules)) return std::nullopt;
    return restored(*rules, told);
}

// Whether so many pegs can stand when it is that seat's turn.
inline bool State::Told::fits(const Rules& rules) const {
    const int first = static_cast<int>(std::count(pegs[0].begin(), pegs[0].end(), 1));
    const int second = static_cast<int>(std::count(pegs[1].begin(), pegs[1].end(), 1));
    if (swapped && !(rules.pie && first)) return false;
    if ((seat ^ swapped) == 1) return turns_ahead == 0 && first == rules.first_turns + second;
    if (second) return turns_ahead == 0 && first == rules.first_turns + second - 1;
    return turns_ahead < rules.first_turns && first == rules.first_turns - 1 - turns_ahead;
}

// The position that a text tells, with its outcome worked out anew; nothing if it could not have come about.
inline std::optional<State> State::restored(const Rules& rules, const Told& told) {
    State state(rules);
    state.turn_ = told.seat;
    state.swapped_ = told.swapped;
    state.turns_ahead_ = told.turns_ahead;
    state.key_ = (told.seat ? rules.turn_key : 0) ^ (told.swapped ? rules.swapped_key : 0) ^ rules.ahead_key[told.turns_ahead];
    for (int side = 0; side < 2; ++side) {
        for (Code code = 0; code < rules.swap; ++code) {
            if (!told.pegs[side][code]) continue;
            if (state.pegs_[1 - side].has(rules.cell_of[code])) return std::nullopt;
            state.pegs_[side].add(rules.cell_of[code]);
            state.holes_.take(code);
            state.chains_.put(code, rules.border[code]);
            state.key_ ^= rules.peg_key[side][code];
        }
    }
    std::array<bool, 2> won{};
    for (int side = 0; side < 2; ++side) {
        for (Code code = 0; code < rules.swap; ++code) {
            for (const int step : onward) {
                if (!(told.links[side][code] & bit(step))) continue;
                const Cell cell = rules.cell_of[code];
                if (!state.pegs_[side].has(onto(cell, step)) || state.barred_for(side, cell) & bit(step)) return std::nullopt;
                won[side] |= state.restore_link(side, code, step);
            }
        }
    }
    const int side = state.side_to_move();
    if (won[side]) return std::nullopt;  // TWX-13: it would have won before the other's last turn
    state.may_swap_ = !told.swapped && state.holes_.count() == rules.left_at_swap;
    if (won[1 - side]) state.end_ = End::connected;
    else if (!state.any_route(side, off_board)) state.end_ = End::blocked;
    else if (state.holes_.count(side) == 0) state.end_ = End::no_hole;
    return state;
}

// Puts one link between standing pegs; whether its chain now joins the borders.
inline bool State::restore_link(int side, Code code, int step) {
    const Cell cell = rules_->cell_of[code];
    for (int number = 0; number < across; ++number)
        set_column(barred_[side], cell, number, column(barred_[side], cell, number) | crossings.of[bit(step)][number]);
    const Code other = rules_->onto(code, step);
    links_[code] |= bit(step);
    links_[other] |= bit(back(step));
    key_ ^= rules_->link_key(side, code, step);
    Chains::Join joined, *log = &joined;
    return chains_.borders(chains_.join(chains_.top(code), chains_.top(other), log)) == both;
}

inline State State::start(const std::shared_ptr<const Rules>& rules, std::uint64_t) {
    Told told;
    told.turns_ahead = static_cast<std::uint8_t>(rules->first_turns - 1);
    return *restored(*rules, told);
}

// Symmetry: 1 turns left and right round, 2 top and bottom, 3 both

inline Code State::transformed(Code code, int number) const {
    if (code == rules_->swap) return code;
    const int last = rules_->size - 1, column = code / rules_->size, row = code % rules_->size;
    return static_cast<Code>((number & 1 ? last - column : column) * rules_->size + (number & 2 ? last - row : row));
}

inline State State::transformed(int number) const {
    Told told;
    told.seat = turn_, told.turns_ahead = turns_ahead_, told.swapped = swapped_;
    for (int side = 0; side < 2; ++side) {
        for (Code code = 0; code < rules_->swap; ++code) {
            if (!pegs_[side].has(rules_->cell_of[code])) continue;
            const Code there = transformed(code, number);
            told.pegs[side][there] = 1;
            each(static_cast<unsigned>(links_[code]), [&](int step) {
                const int right = number & 1 ? -steps[step].right : steps[step].right;
                const int down = number & 2 ? -steps[step].down : steps[step].down;
                for (const int image : onward)
                    if (steps[image].right == right && steps[image].down == down) told.links[side][there] |= bit(image);
            });
        }
    }
    return *restored(*rules_, told);
}

}  // namespace tablier::twixt
