// A position of Mixtour, and the rules of play: the twin of src/tablier/games/mixtour/state.py.
#pragma once
#include <algorithm>
#include <cstring>

#include "rules.hpp"
#include "zobrist.hpp"

namespace tablier::mixtour {

// Effect of the last turn on this one: one of these, or the code of the move that would undo it and is therefore banned (MIX-9).
constexpr Code no_effect = codes, passed = codes + 1, passed_twice = codes + 2, repeated = codes + 3;

class State {
public:
    using Rules = mixtour::Rules;
    static constexpr int max_codes = codes;
    static constexpr bool alternates = true;

    struct Undo {
        Key overwritten = 0;  // see KeyHistory
        std::uint32_t history_size;
        Code last_turn;
        std::array<std::uint8_t, 2> score, reserve;
        std::uint8_t target;    // cell
        Stack lifted, reached;  // the stacks on source and target before a move
    };

    const Rules& rules() const { return *rules_; }

    // Construction and position text; `load` and `fields` are defined in position_text.hpp
    static State start(const std::shared_ptr<const Rules>& rules, std::uint64_t) { return State(*rules); }
    static std::optional<State> load(const std::shared_ptr<const Rules>& rules, std::string_view fields);
    std::string fields() const;

    // Turn and outcome
    int turn() const { return turn_; }
    int to_act() const { return over() ? -1 : turn_; }
    bool over() const { return over_; }
    int winner() const { return has_points(0) ? 0 : has_points(1) ? 1 : -1; }
    std::string_view reason() const;

    // Actions; `write` and `read` are defined in position_text.hpp, `random_action` in random_move.hpp
    int legal(Code* list) const;
    bool is_legal(Code code) const;
    Code random_action(Random& rng) const;
    std::string write(Code code) const;
    std::optional<Code> read(std::string_view text) const;

    void play(Code code, Undo& undo);
    void undo(Code code, const Undo& undo);

    // Board accessors for players
    Stack stack(int cell) const { return stacks_[static_cast<std::size_t>(cell)]; }
    Bitboard at_least(int height) const { return at_least_[static_cast<std::size_t>(height - 1)]; }  // stacks at least this high
    Bitboard empty() const { return tables.board & ~at_least_[0]; }
    int reserve(int side) const { return reserve_[static_cast<std::size_t>(side)]; }
    int needs(int side) const { return rules_->points - score_[static_cast<std::size_t>(side)]; }  // points still needed to win
    int target(Move move) const { return tables.cell_at[target_bit(move)]; }

    // History for searches (MIX-11): plies since the last occurrence of this position, 0 if it is the first one; and a hash of the
    // earlier positions that a search scores as draws: those that occurred twice, or all of them if this one is a repetition.
    int repetition() const;
    Key history_key() const;

    // Hash key and symmetries. The key needs no reserves, which follow from the stacks. An image has no history, like a position text.
    Key key() const { return key_ ^ Random{std::uint64_t{last_turn_} << 32 | score_[0] << 16 | score_[1] << 8 | turn_}.next(); }
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    // Defined in observation.hpp
    void observe(std::uint8_t* bytes) const;

private:
    using MovableStacks = std::array<Bitboard, 4>;  // by step; stacks in the rotated copy move in the opposite direction

    explicit State(const Rules& rules) : rules_(&rules) {
        stacks_.fill(no_stack);
        reserve_.fill(static_cast<std::uint8_t>(rules.pieces));
    }

    bool has_points(int side) const { return score_[static_cast<std::size_t>(side)] == rules_->points; }  // MIX-8
    Bitboard addable_cells() const { return reserve_[turn_] ? empty() & lower_copy : 0; }  // MIX-3
    MovableStacks movable_stacks() const;
    bool has_move() const;
    unsigned count_repetitions() const;
    int target_bit(Move move) const { return std::countr_zero(tables.ray[move.step()][move.source_bit] & at_least_[0]); }

    Code pick_random_action(Random& rng) const;
    Code pick_random_action_popcnt(Random& rng) const;

    void set_stack(int cell, unsigned stack);
    void play_add(int cell);
    void play_move(Move move, Undo& undo);
    void play_pass(Undo& undo);
    void push_history(Key before, Undo& undo);

    bool has_possible_pieces() const;
    bool has_possible_opening() const;
    bool has_possible_last_turn() const;

    const Rules* rules_;
    std::array<Bitboard, tower - 1> at_least_{};  // stacks of height 1, 2, 3 and 4 or more
    Key key_ = 0;                                 // of the stacks only
    std::array<Stack, cells> stacks_;
    std::uint8_t turn_ = 0;
    bool over_ = false;
    std::array<std::uint8_t, 2> score_{}, reserve_;
    Code last_turn_ = no_effect;
    KeyHistory history_;
};

inline std::string_view State::reason() const {
    if (!over_) return "";
    return last_turn_ == passed_twice ? "passes" : last_turn_ == repeated ? "repetition" : "points";
}

// The stacks that can move (MIX-4); the same for both sides. In each direction the first stack is the only possible target
// (MIX-6), and its height must be its distance (MIX-5). So targets of height 4 are shifted over empty cells first, those of
// height 3 join one step later, and so on: after the last shift every target is its own height away from its sources.
inline State::MovableStacks State::movable_stacks() const {
    const Bitboard height_4 = at_least_[3], height_3 = at_least_[2] & ~at_least_[3];
    const Bitboard height_2 = at_least_[1] & ~at_least_[2], height_1 = at_least_[0] & ~at_least_[1];
    MovableStacks movable;
    for (int i = 0; i < 4; ++i) {
        const int shift = step_shifts[i];
        const Bitboard past_the_edge = shift == 7 ? e5_bit : 0, free = empty() & ~past_the_edge;  // see Bitboard
        Bitboard targets = height_4;
        targets = (targets >> shift & free) | height_3;
        targets = (targets >> shift & free) | height_2;
        targets = (targets >> shift & free) | height_1;
        movable[i] = targets >> shift & at_least_[0] & ~past_the_edge;
    }
    return movable;
}

inline bool State::has_move() const {
    const MovableStacks movable = movable_stacks();
    return movable[0] | movable[1] | movable[2] | movable[3];
}

// All adds and moves; the pass if there are none.
inline int State::legal(Code* list) const {
    Code* next = list;
    const MovableStacks movable = movable_stacks();
    for (int step = 0; step < 4; ++step) {
        for (Bitboard left = movable[step]; left; left &= left - 1) {
            const int bit = std::countr_zero(left);
            const int code = move_code(1, step, 0) + tables.code_offset[bit];
            // Always write all four counts, without a branch: the surplus is overwritten, and the buffer is never full.
            for (int i = 0; i < tower - 1; ++i) next[i] = static_cast<Code>(code + i * codes_per_count);
            next += height(stacks_[tables.cell_at[bit]]);
        }
    }
    if (last_turn_ < codes) {  // MIX-9
        Code* banned = std::find(list, next, last_turn_);
        *banned = *--next;
    }
    for (Bitboard left = addable_cells(); left; left &= left - 1) *next++ = tables.cell_at[std::countr_zero(left)];
    if (next == list) *next++ = pass;  // MIX-10
    return static_cast<int>(next - list);
}

inline bool State::is_legal(Code code) const {
    if (over_ || code >= codes) return false;
    if (code < first_move) return reserve_[turn_] && stacks_[code] == no_stack;
    if (code == pass) return !addable_cells() && !has_move();  // MIX-10; a banned undo is never the only move
    const Move move = tables.moves[code];
    if (code == last_turn_ || height(stacks_[move.source]) < move.count) return false;  // MIX-9
    if (!(tables.ray[move.step()][move.source_bit] & at_least_[0])) return false;
    const int target = target_bit(move);
    return target == move.source_bit + height(stacks_[tables.cell_at[target]]) * step_shifts[move.step()];
}

inline void State::play(Code code, Undo& undo) {
    undo.history_size = history_.size;
    undo.last_turn = last_turn_;
    undo.score = score_;
    undo.reserve = reserve_;
    if (code < first_move) play_add(code);
    else if (code != pass) play_move(tables.moves[code], undo);
    else play_pass(undo);
    turn_ ^= 1;
}

inline void State::play_add(int cell) {
    set_stack(cell, 2u | turn_);
    --reserve_[turn_];
    history_.size = 0;  // irreversible: at this score the board never has fewer pieces again (MIX-11)
    last_turn_ = no_effect;
}

inline void State::play_move(Move move, Undo& undo) {
    const int bit = target_bit(move), target = tables.cell_at[bit];
    const unsigned lifted = stacks_[move.source], reached = stacks_[target];
    undo.target = static_cast<std::uint8_t>(target);
    undo.lifted = static_cast<Stack>(lifted);
    undo.reached = static_cast<Stack>(reached);
    const unsigned rest = lifted >> move.count, piled = pile(reached, lifted, move.count);
    const Key before = key_;
    set_stack(move.source, rest);
    if (height(piled) >= tower) {  // MIX-7
        set_stack(target, no_stack);
        const int others = std::popcount(piled) - 1;
        reserve_[0] = static_cast<std::uint8_t>(reserve_[0] + height(piled) - others);
        reserve_[1] = static_cast<std::uint8_t>(reserve_[1] + others);
        over_ = ++score_[piled & 1] == rules_->points;
        history_.size = 0;
        last_turn_ = no_effect;
        return;
    }
    set_stack(target, piled);
    // MIX-9: only moving the same pieces back restores the stacks, and MIX-5 allows that only if the rest is as high as the
    // distance, which is the height of the stack that was reached.
    const int undo_code = move_code(move.count, move.step(), 0) + tables.code_offset[63 - bit];
    last_turn_ = same_height(rest, reached) ? static_cast<Code>(undo_code) : no_effect;
    push_history(before, undo);
}

inline void State::play_pass(Undo& undo) {
    last_turn_ = last_turn_ == passed ? passed_twice : passed;
    push_history(key_, undo);
    over_ = over_ || last_turn_ == passed_twice;
}

// Records the key from before a reversible turn and ends the game at the third occurrence (MIX-11).
inline void State::push_history(Key before, Undo& undo) {
    undo.overwritten = history_.push(before);
    if (history_.size >= 8 && last_turn_ != passed_twice && count_repetitions() >= 2) {  // two cycles take at least 8 turns
        last_turn_ = repeated;
        over_ = true;
    }
}

// Number of earlier occurrences of this position. MIX-9 prevents a repetition after two turns.
inline unsigned State::count_repetitions() const {
    unsigned count = 0;
    for (unsigned ago = 4; ago <= history_.size; ago += 2) count += history_[history_.size - ago] == key_;
    return count;
}

inline int State::repetition() const {
    for (unsigned ago = 4; ago <= history_.size; ago += 2)
        if (history_[history_.size - ago] == key_) return static_cast<int>(ago);
    return 0;
}

inline Key State::history_key() const {
    const auto key_at = [this](unsigned turn) { return turn < history_.size ? history_[turn] : key_; };
    const auto recurs = [&](unsigned turn) {
        for (unsigned later = turn + 4; later <= history_.size; later += 2)
            if (key_at(later) == history_[turn]) return true;
        return false;
    };
    const bool is_repetition = repetition() > 0;
    Key hash = 0;
    for (unsigned turn = 0; turn < history_.size; ++turn)
        if (is_repetition || recurs(turn)) hash += Random{history_[turn] ^ turn_ ^ ((history_.size - turn) & 1)}.next();
    return hash;
}

inline void State::set_stack(int cell, unsigned stack) {
    key_ ^= zobrist.stack[cell][stacks_[cell]] ^ zobrist.stack[cell][stack];
    stacks_[cell] = static_cast<Stack>(stack);
    for (unsigned i = 0; i < at_least_.size(); ++i)
        at_least_[i] = (at_least_[i] & ~tables.cell_bits[cell]) | (stack >> (i + 1) ? tables.cell_bits[cell] : 0);
}

inline void State::undo(Code code, const Undo& undo) {
    turn_ ^= 1;
    if (code < first_move) {
        set_stack(code, no_stack);
    } else if (code != pass) {
        set_stack(tables.moves[code].source, undo.lifted);
        set_stack(undo.target, undo.reached);
    }
    if (history_.size > undo.history_size) history_.pop(undo.overwritten);
    history_.size = undo.history_size;
    last_turn_ = undo.last_turn;
    score_ = undo.score;
    reserve_ = undo.reserve;
    over_ = false;
}

inline State State::transformed(int number) const {
    State image = *this;
    image.history_ = {};
    for (int cell = 0; cell < cells; ++cell) image.set_stack(images.cell[number][cell], stacks_[cell]);
    if (last_turn_ < codes) image.last_turn_ = transformed(last_turn_, number);
    return image;
}

inline Code State::transformed(Code code, int number) const {
    if (code < first_move) return images.cell[number][code];
    if (code == pass) return pass;
    const Move move = tables.moves[code];
    return move_code(move.count, images.direction[number][move.direction], images.cell[number][move.source]);
}

}  // namespace tablier::mixtour

#include "random_move.hpp"
#include "observation.hpp"
#include "position_text.hpp"
