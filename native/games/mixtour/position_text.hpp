// Position texts and action texts. Rejects the same texts as src/tablier/games/mixtour/position_text.py, without saying why.
#pragma once
#include "state.hpp"

namespace tablier::mixtour {

inline std::string cell_text(int cell) { return {static_cast<char>('a' + cell / edge), static_cast<char>('1' + cell % edge)}; }

// Consumes a text from its front.
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

    // Consumes a character in [first, last] and returns its distance from `first`; -1 if there is none.
    int take_char(char first, char last) {
        if (text_.empty() || text_[0] < first || text_[0] > last) return -1;
        const int distance = text_[0] - first;
        text_.remove_prefix(1);
        return distance;
    }

    int take_cell() {
        const int column = take_char('a', 'e'), row = column < 0 ? -1 : take_char('1', '5');
        return row < 0 ? -1 : column * edge + row;
    }

private:
    std::string_view text_;
};

// Turn, score, stacks and last turn: `0|2-1|a1:0,b2:011|-`.
inline std::string State::fields() const {
    std::string text = std::to_string(turn_) + '|' + std::to_string(score_[0]) + '-' + std::to_string(score_[1]);
    char separator = '|';
    for (int cell = 0; cell < cells; ++cell) {
        if (stacks_[cell] == no_stack) continue;
        text += separator + cell_text(cell) + ':';
        for (int piece = height(stacks_[cell]); piece--;) text += stacks_[cell] >> piece & 1 ? '1' : '0';
        separator = ',';
    }
    if (separator == '|') text += "|-";
    switch (last_turn_) {
        case no_effect: return text + "|-";
        case passed: return text + "|pass";
        case passed_twice: return text + "|passes";
        case repeated: return text + "|repetition";
        default: return text + '|' + write(last_turn_);
    }
}

inline std::optional<State> State::load(const std::shared_ptr<const Rules>& rules, std::string_view fields) {
    State state(*rules);
    Reader reader(fields);
    const int turn = reader.take_char('0', '1');
    if (turn < 0 || !reader.take("|")) return std::nullopt;
    state.turn_ = static_cast<std::uint8_t>(turn);

    const int white = reader.take_char('0', '9'), other = reader.take("-") ? reader.take_char('0', '9') : -1;
    if (white < 0 || other < 0 || std::max(white, other) > rules->points || !reader.take("|")) return std::nullopt;
    state.score_ = {static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(other)};
    if (state.has_points(0) && state.has_points(1)) return std::nullopt;

    int previous = -1;
    std::array<int, 2> reserve{rules->pieces, rules->pieces};
    if (!reader.take("-|")) {
        do {
            const int cell = reader.take_cell();
            if (cell <= previous || !reader.take(":")) return std::nullopt;
            unsigned stack = no_stack;
            for (int side; height(stack) < tower && (side = reader.take_char('0', '1')) >= 0; --reserve[side])
                stack = stack << 1 | static_cast<unsigned>(side);
            if (stack == no_stack || height(stack) >= tower) return std::nullopt;
            state.set_stack(cell, stack);
            previous = cell;
        } while (reader.take(","));
        if (!reader.take("|")) return std::nullopt;
    }
    if (std::min(reserve[0], reserve[1]) < 0) return std::nullopt;
    state.reserve_ = {static_cast<std::uint8_t>(reserve[0]), static_cast<std::uint8_t>(reserve[1])};
    if (!state.has_possible_pieces() || !state.has_possible_opening()) return std::nullopt;

    if (reader.take("passes")) state.last_turn_ = passed_twice;
    else if (reader.take("pass")) state.last_turn_ = passed;
    else if (reader.take("repetition")) state.last_turn_ = repeated;
    else if (!reader.take("-")) {
        const auto code = state.read(reader.rest());
        if (!code) return std::nullopt;
        state.last_turn_ = *code;
        reader.take(reader.rest());
    }
    if (!reader.at_end() || !state.has_possible_last_turn()) return std::nullopt;
    state.over_ = state.winner() >= 0 || state.last_turn_ == passed_twice || state.last_turn_ == repeated;
    return state;
}

// After a win the scoring tower is back in the reserves (MIX-7).
inline bool State::has_possible_pieces() const {
    if (winner() < 0) return true;
    return reserve_[0] + reserve_[1] >= tower && reserve_[static_cast<std::size_t>(winner())] >= 1;
}

// Boards of up to two pieces: White adds, Black adds, then White may move one piece onto the other.
inline bool State::has_possible_opening() const {
    const int white = rules_->pieces - reserve_[0], other = rules_->pieces - reserve_[1], pieces = white + other;
    if (score_[0] || score_[1] || pieces > 2) return true;
    const int stacks = std::popcount(at_least_[0] & lower_copy);
    return white == (pieces + 1) / 2 && turn_ == (pieces == 2 ? 2 - stacks : pieces);
}

// Whether the last turn was possible and has the effect it claims on this position.
inline bool State::has_possible_last_turn() const {
    if (last_turn_ == no_effect) return true;
    if (winner() >= 0) return false;
    const bool full = !empty();
    switch (last_turn_) {
        case passed: return (full || !reserve_[turn_ ^ 1]) && !has_move();  // MIX-10
        case passed_twice: return (full || (!reserve_[0] && !reserve_[1])) && !has_move();
        case repeated: return 2 * rules_->pieces - reserve_[0] - reserve_[1] > 3;  // with at most three pieces no sequence of moves repeats a position
        default: break;
    }
    if (last_turn_ < first_move || last_turn_ >= pass) return false;
    const Move move = tables.moves[last_turn_];  // MIX-9: the reverse of a move that was legal
    return same_height(stacks_[move.source] >> move.count, stacks_[tables.cell_at[target_bit(move)]]);
}

// `c3` adds, `a1-c3` moves a stack, `a1:2-c3` moves its top two pieces, `pass` passes.
inline std::string State::write(Code code) const {
    if (code < first_move) return cell_text(code);
    if (code == pass) return "pass";
    const Move move = tables.moves[code];
    std::string text = cell_text(move.source);
    if (move.count < height(stacks_[move.source])) text += ':' + std::to_string(move.count);
    return text + '-' + cell_text(tables.cell_at[target_bit(move)]);
}

inline std::optional<Code> State::read(std::string_view text) const {
    const auto if_legal = [this](Code code) { return is_legal(code) ? std::optional(code) : std::nullopt; };
    if (text == "pass") return if_legal(pass);
    Reader reader(text);
    const int source = reader.take_cell();
    if (source < 0) return std::nullopt;
    if (reader.at_end()) return if_legal(static_cast<Code>(source));

    const int all = height(stacks_[source]);
    const int count = reader.take(":") ? reader.take_char('0', '9') : all;
    if (count < 1 || count >= tower || !reader.take("-")) return std::nullopt;
    const int target = reader.take_cell();
    if (target < 0 || !reader.at_end() || (text[2] == ':' && count >= all)) return std::nullopt;
    for (int direction = 0; direction < directions; ++direction) {
        const Code code = move_code(count, direction, source);
        if (is_legal(code) && tables.cell_at[target_bit(tables.moves[code])] == target) return code;
    }
    return std::nullopt;
}

}  // namespace tablier::mixtour
