// A position of TwixT: pegs and links, the seat to move, and the side each seat plays.
#pragma once
#include "chains.hpp"
#include "open_holes.hpp"
#include "route.hpp"

namespace tablier::twixt {

class State {
public:
    using Rules = twixt::Rules;
    static constexpr int max_codes = max_size * max_size + 1;
    static constexpr bool alternates = false;  // the handicap gives one side several turns in a row

    // Saved by `play` for `undo`; only what cannot be derived from the position afterwards.
    struct Undo {
        Key key;
        std::uint8_t turn, turns_ahead, links;
        bool may_swap;
        std::uint8_t union_count;
        std::array<Chains::Union, 8> unions;
        std::array<WindowColumn, window> blocked;  // the window of blocked_ around the peg before the links were placed
    };

    const Rules& rules() const { return *rules_; }

    // Construction
    static State start(const std::shared_ptr<const Rules>& rules, std::uint64_t = 0);
    static std::optional<State> load(const std::shared_ptr<const Rules>& rules, std::string_view text);
    std::string fields() const;
    State(const State& other) { *this = other; }
    State& operator=(const State& other);

    // Turn and outcome
    int turn() const { return turn_; }
    int to_act() const { return over() ? -1 : turn_; }
    int side_to_move() const { return turn_ ^ swapped_; }
    bool over() const { return end_ != End::none; }
    int winner() const { return end_ == End::connected ? 1 - turn_ : -1; }  // the seat that played last
    std::string_view reason() const;

    // Actions
    int legal(Code* codes) const;
    bool is_legal(Code code) const;
    Code random_action(Random& rng) const;
    void play(Code code, Undo& undo);
    void undo(Code code, const Undo& undo);
    std::string write(Code code) const;
    std::optional<Code> read(std::string_view text) const;

    // Hashing and symmetry. Number 1 mirrors left and right, 2 top and bottom, 3 both.
    Key key() const { return key_; }
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    // Training
    void observe(std::uint8_t* bytes) const;

    // Read access for evaluation
    const CellSet& pegs(int side) const { return pegs_[side]; }
    const DirectionGrid& blocked(int side) const { return blocked_[side]; }  // directions that the side's links cross (TWX-6)
    Code chain_of(Code peg) const { return chains_.find(peg); }
    std::uint8_t borders_of(Code chain) const { return chains_.borders(chain); }
    int open_holes() const { return holes_.count(); }
    bool may_swap() const { return may_swap_; }
    int turns_ahead() const { return turns_ahead_; }

private:
    enum class End : std::uint8_t { none, connected, blocked, no_hole };

    // The content of a position text.
    struct PositionFields {
        std::uint8_t seat = 0, turns_ahead = 0, swapped = 0;
        // Per side and code: 1 for a peg; directions of its links.
        std::array<std::array<std::uint8_t, max_size * max_size>, 2> pegs{}, links{};

        bool read_side(const Rules& rules, int side, std::string_view text);
        bool has_valid_peg_counts(const Rules& rules) const;
    };

    explicit State(const Rules& rules) : blocked_{}, links_{}, holes_(rules), rules_(&rules) {}
    static std::optional<State> from_fields(const Rules& rules, const PositionFields& position);
    bool add_link(int side, Code code, int step);

    void play_swap();
    unsigned blocked_directions(int side, Cell cell) const;
    WindowColumn place_links(int side, Code code, unsigned links, Undo& undo);
    void remove_links(int side, Code code, const Undo& undo);
    bool find_any_route(int side, Cell peg);

    std::array<CellSet, 2> pegs_;
    std::array<DirectionGrid, 2> blocked_;  // per side and cell: directions that the side's links cross (TWX-6)
    std::array<std::uint8_t, max_size * max_size> links_;  // per peg: directions of its links
    Chains chains_;
    OpenHoles holes_;
    Route route_;
    const Rules* rules_;
    Key key_ = 0;
    std::uint8_t turn_ = 0, swapped_ = 0;  // seat; 1 if seat 0 plays the second side (TWX-11)
    std::uint8_t turns_ahead_ = 0;  // further turns of the same seat after this one (TWX-12)
    bool may_swap_ = false;
    End end_ = End::none;
};

// Actions

inline int State::legal(Code* codes) const {
    const int side = side_to_move(), count = holes_.count(side);
    std::memcpy(codes, holes_.data(side), static_cast<std::size_t>(count) * sizeof(Code));
    if (may_swap_) codes[count] = rules_->swap;
    return count + may_swap_;
}

inline bool State::is_legal(Code code) const {
    if (over()) return false;
    return code < rules_->swap ? holes_.contains(side_to_move(), code) : code == rules_->swap && may_swap_;
}

inline Code State::random_action(Random& rng) const {
    const int side = side_to_move();
    const auto count = static_cast<std::uint32_t>(holes_.count(side));
    const std::uint32_t index = rng.below(count + may_swap_);
    return index == count ? rules_->swap : holes_.data(side)[index];
}

[[gnu::always_inline]] inline void State::play(Code code, Undo& undo) {  // inlining makes random games 10 % faster
    undo.key = key_;
    undo.turn = turn_;
    undo.turns_ahead = turns_ahead_;
    undo.may_swap = may_swap_;
    if (code == rules_->swap) return play_swap();

    const int side = side_to_move();
    const Cell cell = rules_->cell_of[code];
    // Every legal link from the new peg (TWX-7).
    const unsigned links = pegs_[side].neighbours_of(cell) & ~blocked_directions(side, cell);
    holes_.remove(code);
    pegs_[side].insert(cell);
    chains_.add_peg(code, rules_->border[code]);
    key_ ^= rules_->peg_keys[side][code];
    undo.links = static_cast<std::uint8_t>(links);
    WindowColumn cut_route = route_.links_at(cell);
    if (links) cut_route |= place_links(side, code, links, undo);
    if (cut_route & route_.mask_unless_owned_by(side) && !over() && !find_any_route(1 - side, cell)) end_ = End::blocked;  // TWX-14

    if (turns_ahead_ > 0) {  // TWX-12
        key_ ^= rules_->turns_ahead_keys[turns_ahead_] ^ rules_->turns_ahead_keys[turns_ahead_ - 1];
        --turns_ahead_;
    } else {
        key_ ^= rules_->turn_key;
        turn_ ^= 1;
    }
    may_swap_ = holes_.count() == rules_->open_holes_at_swap;  // TWX-11
    if (holes_.count(side_to_move()) == 0 && !over()) end_ = End::no_hole;  // TWX-14
}

inline void State::undo(Code code, const Undo& undo) {
    key_ = undo.key;
    turn_ = undo.turn;
    turns_ahead_ = undo.turns_ahead;
    may_swap_ = undo.may_swap;
    end_ = End::none;
    if (code == rules_->swap) {
        swapped_ = 0;
        return;
    }
    const int side = side_to_move();
    if (undo.links) remove_links(side, code, undo);
    pegs_[side].erase(rules_->cell_of[code]);
    holes_.restore(code, rules_->border[code] == inside);
}

inline void State::play_swap() {  // TWX-11
    swapped_ = 1;
    turn_ = 0;
    may_swap_ = false;
    key_ ^= rules_->turn_key ^ rules_->swapped_key;
}

// Directions in which a side may not link from a cell (TWX-6).
inline unsigned State::blocked_directions(int side, Cell cell) const {
    return blocked_[1 - side][cell] | (blocked_[side][cell] & rules_->own_links_mask);
}

// Places links from the new peg. Returns the links of the current route that they cross, as bits of window columns.
[[gnu::always_inline]] inline WindowColumn State::place_links(int side, Code code, unsigned links, Undo& undo) {
    const Cell cell = rules_->cell_of[code];
    const std::array<WindowColumn, window> crossed = crossing_table.masks[links];
    WindowColumn crossed_route = 0;
    for (int number = 0; number < window; ++number)
        crossed_route |= load_column(route_.links(), cell, number) & crossed[number];
    std::array<WindowColumn, window> old;
    for (int number = 0; number < window; ++number) old[number] = load_column(blocked_[side], cell, number);
    undo.blocked = old;
    for (int number = 0; number < window; ++number) store_column(blocked_[side], cell, number, old[number] | crossed[number]);

    links_[code] = static_cast<std::uint8_t>(links);
    Chains::Union* log = undo.unions.data();
    Code root = code;
    for_each_bit(links, [&](int step) {
        const Code other = rules_->neighbour(code, step);
        links_[other] |= step_bit(opposite(step));
        key_ ^= rules_->link_key(side, code, step);
        root = chains_.unite(root, chains_.find(other), log);
    });
    undo.union_count = static_cast<std::uint8_t>(log - undo.unions.data());
    if (chains_.borders(root) == both) end_ = End::connected;  // TWX-13
    return crossed_route;
}

inline void State::remove_links(int side, Code code, const Undo& undo) {
    const Cell cell = rules_->cell_of[code];
    for (int number = 0; number < window; ++number) store_column(blocked_[side], cell, number, undo.blocked[number]);
    links_[code] = 0;
    for_each_bit(static_cast<unsigned>(undo.links), [&](int step) {
        links_[rules_->neighbour(code, step)] &= static_cast<std::uint8_t>(~step_bit(opposite(step)));
    });
    for (int number = undo.union_count; number-- > 0;) chains_.undo_unite(undo.unions[number]);
}

// Finds a route of `side` or else of its opponent (TWX-14). `peg` is the new peg, off_board if there is none.
[[gnu::noinline]] inline bool State::find_any_route(int side, Cell peg) {
    return route_.find(*rules_, side, pegs_[1 - side], blocked_[1 - side], peg) ||
           route_.find(*rules_, 1 - side, pegs_[side], blocked_[side], peg);
}

// Outcome and copying

inline std::string_view State::reason() const {
    constexpr std::string_view names[] = {"", "connected", "blocked", "no_hole"};
    return names[static_cast<int>(end_)];
}

inline State& State::operator=(const State& other) {  // copies only the part of the grids that the board uses
    if (this == &other) return *this;
    rules_ = other.rules_;
    const std::size_t used = static_cast<std::size_t>(column_stride * (rules_->size + 2 * margin)), codes = rules_->swap;
    pegs_ = other.pegs_;
    for (int side = 0; side < 2; ++side) std::memcpy(blocked_[side].data(), other.blocked_[side].data(), used);
    std::memcpy(links_.data(), other.links_.data(), codes);
    chains_.copy(other.chains_, codes);
    holes_.copy(other.holes_, codes);
    route_.copy(other.route_, used);
    key_ = other.key_;
    turn_ = other.turn_;
    swapped_ = other.swapped_;
    turns_ahead_ = other.turns_ahead_;
    may_swap_ = other.may_swap_;
    end_ = other.end_;
    return *this;
}

}  // namespace tablier::twixt
