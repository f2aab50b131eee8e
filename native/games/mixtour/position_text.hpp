// Reading and writing: position texts, and actions in a position. What no game can lead to is refused, as the Python rules do.
#pragma once
#include "state.hpp"

namespace tablier::mixtour {

inline std::string cell_text(int cell) { return {static_cast<char>('a' + cell / edge), static_cast<char>('1' + cell % edge)}; }

// Takes what it looks for from the front of a text, or nothing.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::string_view rest() const { return text_; }
    bool at_end() const { return text_.empty(); }

    bool take(std::string_view expected) {
        if (!text_.starts_with(expected)) return false;
        text_.remove_prefix(expected.size());
        return true;
    }

    // A character between two others, as its distance from the first; -1 where there is none.
    int take_one(char first, char last) {
        if (text_.empty() || text_[0] < first || text_[0] > last) return -1;
        const int found = text_[0] - first;
        text_.remove_prefix(1);
        return found;
    }

    int take_cell() {
        const int column = take_one('a', 'e'), row = column < 0 ? -1 : take_one('1', '5');
        return row < 0 ? -1 : column * edge + row;
    }

private:
    std::string_view text_;
};

// Turn, score, stacks and last turn: `0|2-1|a1:0,b2:011|-`.
inline std::string State::fields() const {
    std::string text = std::to_string(turn_) + '|' + std::to_string(score_[0]) + '-' + std::to_string(score_[1]);
    char between = '|';
    for (int cell = 0; cell < cells; ++cell) {
        if (stacks_[cell] == no_stack) continue;
        text += between + cell_text(cell) + ':';
        for (int piece = height(stacks_[cell]); piece--;) text += stacks_[cell] >> piece & 1 ? '1' : '0';
        between = ',';
    }
    if (between == '|') text += "|-";
    switch (last_) {
        case nothing: return text + "|-";
        case passed: return text + "|pass";
        case passed_twice: return text + "|passes";
        case repeated: return text + "|repetition";
        default: return text + '|' + write(last_);
    }
}

inline std::optional<State> State::load(const std::shared_ptr<const Rules>& rules, std::string_view fields) {
    State state(*rules);
    Reader reader(fields);
    const int turn = reader.take_one('0', '1');
    if (turn < 0 || !reader.take("|")) return std::nullopt;
    state.turn_ = static_cast<std::uint8_t>(turn);

    const int white = reader.take_one('0', '9'), other = reader.take("-") ? reader.take_one('0', '9') : -1;
    if (white < 0 || other < 0 || std::max(white, other) > rules->points || !reader.take("|")) return std::nullopt;
    state.score_ = {static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(other)};
    if (state.has_points(0) && state.has_points(1)) return std::nullopt;

    int before = -1;
    std::array<int, 2> left{rules->pieces, rules->pieces};
    if (!reader.take("-|")) {
        do {
            const int cell = reader.take_cell();
            if (cell <= before || !reader.take(":")) return std::nullopt;
            unsigned stack = no_stack;
            for (int side; height(stack) < tower && (side = reader.take_one('0', '1')) >= 0; --left[side])
                stack = stack << 1 | static_cast<unsigned>(side);
            if (stack == no_stack || height(stack) >= tower) return std::nullopt;
            state.put(cell, stack);
            before = cell;
        } while (reader.take(","));
        if (!reader.take("|")) return std::nullopt;
    }
    if (std::min(left[0], left[1]) < 0) return std::nullopt;
    state.reserve_ = {static_cast<std::uint8_t>(left[0]), static_cast<std::uint8_t>(left[1])};
    if (!state.has_possible_pieces() || !state.has_possible_opening()) return std::nullopt;

    if (reader.take("passes")) state.last_ = passed_twice;
    else if (reader.take("pass")) state.last_ = passed;
    else if (reader.take("repetition")) state.last_ = repeated;
    else if (!reader.take("-")) {
        const auto code = state.read(reader.rest());
        if (!code) return std::nullopt;
        state.last_ = *code;
        reader.take(reader.rest());
    }
    if (!reader.at_end() || !state.has_possible_last()) return std::nullopt;
    state.over_ = state.winner() >= 0 || state.last_ == passed_twice || state.last_ == repeated;
    return state;
}

// The pieces are on the board or in the reserves; a tower just won with is in the reserves (MIX-7).
inline bool State::has_possible_pieces() const {
    if (winner() < 0) return true;
    return reserve_[0] + reserve_[1] >= tower && reserve_[static_cast<std::size_t>(winner())] >= 1;
}

// The first turns leave no choice but where: White adds, Black adds, White may put one on the other.
inline bool State::has_possible_opening() const {
    const int white = rules_->pieces - reserve_[0], other = rules_->pieces - reserve_[1], pieces = white + other;
    if (score_[0] || score_[1] || pieces > 2) return true;
    const int standing = std::popcount(tall_[0] & once);
    return white == (pieces + 1) / 2 && turn_ == (pieces == 2 ? 2 - standing : pieces);
}

// What is said of the last turn must have been possible, and must matter.
inline bool State::has_possible_last() const {
    if (last_ == nothing) return true;
    if (winner() >= 0) return false;
    const bool full = !empty();
    switch (last_) {
        case passed: return (full || !reserve_[turn_ ^ 1]) && !anything_moves();  // MIX-10
        case passed_twice: return (full || (!reserve_[0] && !reserve_[1])) && !anything_moves();
        case repeated: return 2 * rules_->pieces - reserve_[0] - reserve_[1] > 3;  // with three, no row of moves leads back
        default: break;
    }
    if (last_ < first_move || last_ >= pass) return false;
    const Move move = tables.move[last_];  // MIX-9: takes back a move that can just have been played
    return same_height(stacks_[move.source] >> move.count, stacks_[tables.cell[target_bit(move)]]);
}

// `c3` adds, `a1-c3` moves a stack, `a1:2-c3` its top two pieces, `pass` passes.
inline std::string State::write(Code code) const {
    if (code < first_move) return cell_text(code);
    if (code == pass) return "pass";
    const Move move = tables.move[code];
    std::string text = cell_text(move.source);
    if (move.count < height(stacks_[move.source])) text += ':' + std::to_string(move.count);
    return text + '-' + cell_text(tables.cell[target_bit(move)]);
}

inline std::optional<Code> State::read(std::string_view text) const {
    const auto listed = [this](Code code) { return is_legal(code) ? std::optional(code) : std::nullopt; };
    if (text == "pass") return listed(pass);
    Reader reader(text);
    const int source = reader.take_cell();
    if (source < 0) return std::nullopt;
    if (reader.at_end()) return listed(static_cast<Code>(source));

    const int all = height(stacks_[source]);
    const int count = reader.take(":") ? reader.take_one('0', '9') : all;
    if (count < 1 || count >= tower || !reader.take("-")) return std::nullopt;
    const bool told = text[2] == ':';
    const int target = reader.take_cell();
    if (target < 0 || !reader.at_end() || (told && count >= all)) return std::nullopt;
    for (int direction = 0; direction < directions; ++direction) {
        const Code code = move_code(count, direction, source);
        if (is_legal(code) && tables.cell[target_bit(tables.move[code])] == target) return code;
    }
    return std::nullopt;
}

}  // namespace tablier::mixtour
