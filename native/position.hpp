// The Position concept: the native rules of a game, one position that is changed in place.
//
// Nothing here is about search. The Python rules are the reference: the native rules use the same names and order, cite the same
// rule numbers, and differential tests keep them equal. Invalid input is rejected (false, nullopt, nullptr), never trusted; the
// Python rules then explain it. A position is not synchronised: threads copy it. `Rules` are immutable and shared.
#pragma once
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tablier {

using Code = std::uint16_t;  // number of a listed action, below Rules::codes(); the same throughout a game
using Key = std::uint64_t;   // Zobrist hash of everything the future depends on; equal texts have equal keys
using Options = std::map<std::string, std::string, std::less<>>;  // every kept option, as its text

constexpr int max_seats = 8;  // as in tablier.core

struct Shape {  // of an observation: planes of rows by columns, one byte each
    int planes, rows, columns;
};

template <class P>
concept Position = std::copyable<P> && requires(P p, const P& c, typename P::Undo& undo, const typename P::Rules& rules,
                                                std::shared_ptr<const typename P::Rules> shared, const Options& options,
                                                Code code, Code* codes, std::string_view text, std::uint8_t* bytes) {
    // Compile-time bounds
    { std::integral_constant<int, P::max_codes>{} };    // upper bound of rules.codes(), and so of the number of legal actions
    { std::bool_constant<P::alternates>{} };            // exactly two seats, which act strictly in turn

    // The rules in force: options parsed once, tables computed once, shared by all positions of a game
    { P::Rules::make(text, options) } -> std::same_as<std::shared_ptr<const typename P::Rules>>;  // null: not supported
    { rules.codes() } -> std::same_as<int>;       // number of codes
    { rules.seats() } -> std::same_as<int>;
    { rules.shape() } -> std::same_as<Shape>;
    { rules.symmetries() } -> std::same_as<int>;  // at least 1; number 0 is the identity

    { c.rules() } -> std::same_as<const typename P::Rules&>;

    // Start positions and texts
    { P::start(shared, std::uint64_t{}) } -> std::same_as<P>;     // the seed determines a random setup, if there is one
    { P::load(shared, text) } -> std::same_as<std::optional<P>>;  // the fields of a position text, separated by |
    { c.fields() } -> std::same_as<std::string>;

    // Turn and outcome
    { c.turn() } -> std::same_as<int>;    // the seat whose turn it is; differs from to_act() while another seat owes an answer
    { c.to_act() } -> std::same_as<int>;  // -1 if over
    { c.over() } -> std::same_as<bool>;
    { c.winner() } -> std::same_as<int>;  // -1 for a draw, and while the game runs
    { c.reason() } -> std::convertible_to<std::string_view>;  // as in the Python Outcome; empty while the game runs

    // Actions. `legal` fills `codes`, which has room for rules.codes(), in any order and returns their number; `play` trusts its code
    { c.legal(codes) } -> std::same_as<int>;
    { c.is_legal(code) } -> std::same_as<bool>;  // for any number
    { p.play(code, undo) } -> std::same_as<void>;
    { p.undo(code, undo) } -> std::same_as<void>;
    { c.write(code) } -> std::same_as<std::string>;         // canonical text of a legal code
    { c.read(text) } -> std::same_as<std::optional<Code>>;  // code of a canonical listed text; nullopt for any other text

    // Hashing and symmetry
    { c.key() } -> std::same_as<Key>;
    { c.transformed(int{}) } -> std::same_as<P>;
    { c.transformed(code, int{}) } -> std::same_as<Code>;

    // Observation for learning, from the view of the seat to act: rules.shape() bytes
    { c.observe(bytes) } -> std::same_as<void>;
};

// A position of a game in which positions can recur. One that was reached by playing the game's actions knows the earlier ones.
template <class P>
concept RepeatingPosition = requires(const P& c) {
    { c.repetition() } -> std::same_as<int>;   // plies since this position last occurred, 0 if it did not
    { c.history_key() } -> std::same_as<Key>;  // hash of the earlier positions that a search scores as draws, 0 if there are none
};

// Makes rules and checks the bounds that buffers rely on. Null if the game does not support these options.
template <Position P>
std::shared_ptr<const typename P::Rules> make_rules(std::string_view edition, const Options& options) {
    auto rules = P::Rules::make(edition, options);
    if (rules && (rules->codes() > P::max_codes || rules->seats() > max_seats)) throw std::length_error("rules exceed the bounds of their game");
    return rules;
}

}  // namespace tablier
