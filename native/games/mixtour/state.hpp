// A position of Mixtour and the rules that lead from one to the next.
#pragma once
#include <algorithm>
#include <cstring>

#include "keys.hpp"
#include "rules.hpp"

namespace tablier::mixtour {

// What the future needs to know of the last turn: one of these, or the code of the move that would undo it.
constexpr Code nothing = codes, passed = codes + 1, passed_twice = codes + 2, repeated = codes + 3;

class State {
public:
    using Rules = mixtour::Rules;

    struct Undo {
        Key replaced = 0;     // of the past
        std::uint32_t turns;  // of the past
        Code last;
        std::array<std::uint8_t, 2> score, reserve;
        std::uint8_t target;    // a cell
        Stack lifted, reached;  // what stood on source and target
    };

    const Rules& rules() const { return *rules_; }

    // Beginnings: position_text.hpp has those that read and write
    static State start(const std::shared_ptr<const Rules>& rules, std::uint64_t) { return State(*rules); }
    static std::optional<State> load(const std::shared_ptr<const Rules>& rules, std::string_view fields);
    std::string fields() const;

    // Whose turn it is, and how it ended
    int turn() const { return turn_; }
    int to_act() const { return over() ? -1 : turn_; }
    bool over() const { return over_; }
    int winner() const { return has_points(0) ? 0 : has_points(1) ? 1 : -1; }
    std::string_view reason() const;

    // What can be done
    int legal(Code* listed) const;
    bool is_legal(Code code) const;
    Code random_action(Random& rng) const;
    std::string write(Code code) const;
    std::optional<Code> read(std::string_view text) const;

    // Playing
    void play(Code code, Undo& undo);
    void undo(Code code, const Undo& undo);

    // What stands where, for players
    Stack stack(int cell) const { return stacks_[static_cast<std::size_t>(cell)]; }
    Cells at_least(int high) const { return tall_[static_cast<std::size_t>(high - 1)]; }
    Cells empty() const { return tables.board & ~tall_[0]; }
    int reserve(int side) const { return reserve_[static_cast<std::size_t>(side)]; }
    int needs(int side) const { return rules_->points - score_[static_cast<std::size_t>(side)]; }  // points to the win
    int target(Move move) const { return tables.cell[target_bit(move)]; }

    // The past, for searches (MIX-11): plies since these stacks last stood with the same side to move, 0 if they did not; and a hash
    // of the earlier positions to which a return draws or, if this one is itself a repetition, may lead to a draw.
    int repetition() const;
    Key history_key() const;

    // Hashing and symmetry. The image of a position forgets how often earlier ones stood, as its text does.
    Key key() const { return key_ ^ Random{std::uint64_t{last_} << 32 | score_[0] << 16 | score_[1] << 8 | turn_}.next(); }
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    // Learning: see observation.hpp
    void observe(std::uint8_t* bytes) const;

private:
    using Movable = std::array<Cells, 4>;  // by step: the stacks that can move that way, in the turned half the opposite way

    explicit State(const Rules& rules) : rules_(&rules) {
        stacks_.fill(no_stack);
        reserve_.fill(static_cast<std::uint8_t>(rules.pieces));
    }

    bool has_points(int side) const { return score_[static_cast<std::size_t>(side)] == rules_->points; }  // MIX-8
    Cells addable() const { return reserve_[turn_] ? empty() & once : 0; }  // MIX-3
    Movable movable() const;
    bool anything_moves() const;
    unsigned stood_before() const;
    int target_bit(Move move) const { return std::countr_zero(tables.ray[move.step()][move.from] & tall_[0]); }

    Code pick_random_action(Random& rng) const;
    Code pick_random_action_popcnt(Random& rng) const;

    void put(int cell, unsigned stack);
    void add(int cell);
    void move(Move move, Undo& undo);
    void pass_turn(Undo& undo);
    void follow(Key before, Undo& undo);

    bool has_possible_pieces() const;
    bool has_possible_opening() const;
    bool has_possible_last() const;

    const Rules* rules_;
    std::array<Cells, tower - 1> tall_{};  // the stacks that are at least 1, 2, 3 and 4 high
    Key key_ = 0;                          // of the stacks alone
    std::array<Stack, cells> stacks_;
    std::uint8_t turn_ = 0;
    bool over_ = false;
    std::array<std::uint8_t, 2> score_{}, reserve_;
    Code last_ = nothing;
    Past past_;
};

inline std::string_view State::reason() const {
    if (!over_) return "";
    return last_ == passed_twice ? "passes" : last_ == repeated ? "repetition" : "points";
}

// The stacks that can move (MIX-4). Moves belong to nobody: both sides have the same.
// In each direction the first stack met is the only possible target (MIX-6), and it is reached if it is as high as it is far
// (MIX-5): a stack of four is seen over three empty cells; one step nearer, a stack of three over two of them; and so on.
inline State::Movable State::movable() const {
    const Cells four = tall_[3], three = tall_[2] & ~tall_[3], two = tall_[1] & ~tall_[2], one = tall_[0] & ~tall_[1];
    Movable found;
    for (int i = 0; i < 4; ++i) {
        const int step = steps[i];
        const Cells past_the_edge = step == 7 ? e5 : 0, free = empty() & ~past_the_edge;
        Cells seen = four;
        seen = (seen >> step & free) | three;
        seen = (seen >> step & free) | two;
        seen = (seen >> step & free) | one;
        found[i] = seen >> step & tall_[0] & ~past_the_edge;
    }
    return found;
}

inline bool State::anything_moves() const {
    const Movable found = movable();
    return found[0] | found[1] | found[2] | found[3];
}

// All adds and moves; `pass` when there is none.
inline int State::legal(Code* listed) const {
    Code* next = listed;
    const Movable found = movable();
    for (int step = 0; step < 4; ++step) {
        for (Cells left = found[step]; left; left &= left - 1) {
            const int bit = std::countr_zero(left);
            const int code = move_code(1, step, 0) + tables.from[bit];
            for (int i = 0; i < tower - 1; ++i) next[i] = static_cast<Code>(code + i * one_more);
            next += height(stacks_[tables.cell[bit]]);  // what is written beyond is written over; the room is never full
        }
    }
    if (last_ < codes) {  // MIX-9
        Code* banned = std::find(listed, next, last_);
        *banned = *--next;
    }
    for (Cells left = addable(); left; left &= left - 1) *next++ = tables.cell[std::countr_zero(left)];
    if (next == listed) *next++ = pass;  // MIX-10
    return static_cast<int>(next - listed);
}

inline bool State::is_legal(Code code) const {
    if (over_ || code >= codes) return false;
    if (code < first_move) return reserve_[turn_] && stacks_[code] == no_stack;
    if (code == pass) return !addable() && !anything_moves();  // MIX-10: a forbidden undo is never the only move
    const Move move = tables.move[code];
    if (code == last_ || height(stacks_[move.source]) < move.count) return false;  // MIX-9
    if (!(tables.ray[move.step()][move.from] & tall_[0])) return false;
    const int target = target_bit(move);
    return target == move.from + height(stacks_[tables.cell[target]]) * steps[move.step()];
}

inline void State::play(Code code, Undo& undo) {
    undo.turns = past_.turns;
    undo.last = last_;
    undo.score = score_;
    undo.reserve = reserve_;
    if (code < first_move) add(code);
    else if (code != pass) move(tables.move[code], undo);
    else pass_turn(undo);
    turn_ ^= 1;
}

inline void State::add(int cell) {
    put(cell, 2u | turn_);
    --reserve_[turn_];
    past_.turns = 0;  // the board holds more pieces than ever at this score: nothing that stood before comes back
    last_ = nothing;
}

inline void State::move(Move move, Undo& undo) {
    const int bit = target_bit(move), target = tables.cell[bit];
    const unsigned lifted = stacks_[move.source], reached = stacks_[target];
    undo.target = static_cast<std::uint8_t>(target);
    undo.lifted = static_cast<Stack>(lifted);
    undo.reached = static_cast<Stack>(reached);
    const unsigned rest = lifted >> move.count, piled = reached << move.count | (lifted & ~(~0u << move.count));
    const Key before = key_;
    put(move.source, rest);
    if (height(piled) >= tower) {  // MIX-7
        put(target, no_stack);
        const int others = std::popcount(piled) - 1;
        reserve_[0] = static_cast<std::uint8_t>(reserve_[0] + height(piled) - others);
        reserve_[1] = static_cast<std::uint8_t>(reserve_[1] + others);
        over_ = ++score_[piled & 1] == rules_->points;
        past_.turns = 0;
        last_ = nothing;
        return;
    }
    put(target, piled);
    // MIX-9: only the same pieces on their way back restore the stacks, and only a rest as high as they went far lets them.
    const int back = move_code(move.count, move.step(), 0) + tables.from[63 - bit];
    last_ = same_height(rest, reached) ? static_cast<Code>(back) : nothing;
    follow(before, undo);
}

inline void State::pass_turn(Undo& undo) {
    last_ = last_ == passed ? passed_twice : passed;
    follow(key_, undo);
    over_ = over_ || last_ == passed_twice;
}

// The position after a turn that can be taken back, so that it may have stood before.
inline void State::follow(Key before, Undo& undo) {
    undo.replaced = past_.add(before);
    if (past_.turns >= 8 && last_ != passed_twice && stood_before() >= 2) {  // MIX-11, never within fewer turns
        last_ = repeated;
        over_ = true;
    }
}

// How often this position stood before. MIX-9 lets none come back after two turns.
inline unsigned State::stood_before() const {
    unsigned times = 0;
    for (unsigned ago = 4; ago <= past_.turns; ago += 2) times += past_[past_.turns - ago] == key_;
    return times;
}

inline int State::repetition() const {
    for (unsigned ago = 4; ago <= past_.turns; ago += 2)
        if (past_[past_.turns - ago] == key_) return static_cast<int>(ago);
    return 0;
}

inline Key State::history_key() const {
    const auto stacks = [this](unsigned turn) { return turn < past_.turns ? past_[turn] : key_; };
    const auto returns = [&](unsigned turn) {
        for (unsigned later = turn + 4; later <= past_.turns; later += 2)
            if (stacks(later) == past_[turn]) return true;
        return false;
    };
    const bool repeated = repetition() > 0;
    Key hash = 0;
    for (unsigned turn = 0; turn < past_.turns; ++turn)
        if (repeated || returns(turn)) hash += Random{past_[turn] ^ turn_ ^ ((past_.turns - turn) & 1)}.next();
    return hash;
}

inline void State::put(int cell, unsigned stack) {
    key_ ^= stack_keys.of[cell][stacks_[cell]] ^ stack_keys.of[cell][stack];
    stacks_[cell] = static_cast<Stack>(stack);
    for (unsigned i = 0; i < tall_.size(); ++i)
        tall_[i] = (tall_[i] & ~tables.set[cell]) | (stack >> (i + 1) ? tables.set[cell] : 0);
}

inline void State::undo(Code code, const Undo& undo) {
    turn_ ^= 1;
    if (code < first_move) {
        put(code, no_stack);
    } else if (code != pass) {
        put(tables.move[code].source, undo.lifted);
        put(undo.target, undo.reached);
    }
    if (past_.turns > undo.turns) past_.drop(undo.replaced);
    past_.turns = undo.turns;
    last_ = undo.last;
    score_ = undo.score;
    reserve_ = undo.reserve;
    over_ = false;
}

inline State State::transformed(int number) const {
    State image = *this;
    image.past_ = {};
    for (int cell = 0; cell < cells; ++cell) image.put(images.cell[number][cell], stacks_[cell]);
    if (last_ < codes) image.last_ = transformed(last_, number);
    return image;
}

inline Code State::transformed(Code code, int number) const {
    if (code < first_move) return images.cell[number][code];
    if (code == pass) return pass;
    const Move move = tables.move[code];
    return move_code(move.count, images.direction[number][move.direction], images.cell[number][move.source]);
}

}  // namespace tablier::mixtour

#include "random_move.hpp"
#include "observation.hpp"
#include "position_text.hpp"
