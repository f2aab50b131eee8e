// What the twin of a game is: one position, changed in place, with everything an engine, a solver or a learner asks of it.
// Nothing here is about search. The Python rules are the judge: a twin has the same names, the same order, cites the same rule
// numbers, and is held to them by differential tests. Bad input is refused (false, nullopt), never trusted: the Python
// rules then say why.
#pragma once
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tablier {

using Code = std::uint16_t;  // one listed action: a number below Rules::codes(), the same all through a game
using Key = std::uint64_t;   // hash of all the future depends on; equal texts have equal keys
using Options = std::map<std::string, std::string, std::less<>>;  // every kept option as its text

struct Shape {  // of an observation: planes of rows by columns, a byte each
    int planes, rows, columns;
};

template <class P>
concept Position = std::copyable<P> && requires(P p, const P& c, typename P::Undo& undo, const typename P::Rules& rules,
                                                std::shared_ptr<const typename P::Rules> shared, const Options& options,
                                                Code code, Code* codes, std::string_view text, std::uint8_t* bytes) {
    // The rules in force: options read once, tables made once, shared by all positions of a game. Null: no twin for these options.
    { P::Rules::make(text, options) } -> std::same_as<std::shared_ptr<const typename P::Rules>>;
    { rules.codes() } -> std::same_as<int>;   // how many codes there are
    { rules.seats() } -> std::same_as<int>;
    { rules.shape() } -> std::same_as<Shape>;
    { rules.symmetries() } -> std::same_as<int>;  // 1 where the game has none; number 0 is the identity

    { c.rules() } -> std::same_as<const typename P::Rules&>;

    // Beginnings
    { P::start(shared, std::uint64_t{}) } -> std::same_as<P>;  // the seed deals; games without a deal ignore it
    { P::load(shared, text) } -> std::same_as<std::optional<P>>;  // the fields of a position text, with | between
    { c.fields() } -> std::same_as<std::string>;

    // Whose turn it is, and how it ended
    { c.turn() } -> std::same_as<int>;
    { c.to_act() } -> std::same_as<int>;  // -1 when over
    { c.over() } -> std::same_as<bool>;
    { c.winner() } -> std::same_as<int>;  // -1 for a draw, and while it runs
    { c.reason() } -> std::convertible_to<std::string_view>;  // as in the Python Outcome; empty while it runs

    // Actions: `legal` fills codes (room for Rules::codes()) in any order and returns how many; `play` trusts its code
    { c.legal(codes) } -> std::same_as<int>;
    { c.is_legal(code) } -> std::same_as<bool>;  // any number whatever
    { p.play(code, undo) } -> std::same_as<void>;
    { p.undo(code, undo) } -> std::same_as<void>;
    { c.write(code) } -> std::same_as<std::string>;  // the canonical text of a legal code
    { c.read(text) } -> std::same_as<std::optional<Code>>;  // of a canonical listed text; nothing for any other

    // Hashing and symmetry
    { c.key() } -> std::same_as<Key>;
    { c.transformed(int{}) } -> std::same_as<P>;
    { c.transformed(code, int{}) } -> std::same_as<Code>;

    // Learning: the position as bytes, rules.shape() of them, seen by the seat to act
    { c.observe(bytes) } -> std::same_as<void>;
};

// A position of a game in which positions can come back. A state that was built by playing the game's actions knows the past.
template <class P>
concept RepeatingPosition = requires(const P& c) {
    { c.repetition() } -> std::same_as<int>;   // plies since this position last stood, 0 if it did not
    { c.history_key() } -> std::same_as<Key>;  // hash of the earlier positions that a search takes for draws, 0 if there are none
};

}  // namespace tablier
