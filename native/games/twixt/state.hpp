// A position of TwixT: pegs and links, whose turn it is, and who plays which side.
#pragma once
#include "chains.hpp"
#include "open_holes.hpp"
#include "route.hpp"

namespace tablier::twixt {

class State {
public:
    using Rules = twixt::Rules;
    static constexpr int max_codes = largest * largest + 1;
    static constexpr bool alternates = false;  // the handicap gives one side several turns in a row

    // What `play` writes down for `undo`: no more than there was to change.
    struct Undo {
        Key key;
        std::uint8_t turn, turns_ahead, links;
        bool may_swap;
        std::uint8_t joined;
        std::array<Chains::Join, 8> joins;
        std::array<Column, across> barred;  // what stood around the peg
    };

    const Rules& rules() const { return *rules_; }

    // Beginnings
    static State start(const std::shared_ptr<const Rules>& rules, std::uint64_t = 0);
    static std::optional<State> load(const std::shared_ptr<const Rules>& rules, std::string_view text);
    std::string fields() const;
    State(const State& other) { *this = other; }
    State& operator=(const State& other);

    // Whose turn it is, and how it ended
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

    // Hashing and symmetry: 1 turns left and right round, 2 top and bottom, 3 both
    Key key() const { return key_; }
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    // Learning
    void observe(std::uint8_t* bytes) const;

    // For whoever judges a position: what stands, and what it bars (TWX-6: of each side, what its own links cross)
    const Bits& pegs(int side) const { return pegs_[side]; }
    const Grid& barred(int side) const { return barred_[side]; }
    Code chain_of(Code peg) const { return chains_.top(peg); }
    std::uint8_t borders_of(Code chain) const { return chains_.borders(chain); }
    int open_holes() const { return holes_.count(); }
    bool may_swap() const { return may_swap_; }
    int turns_ahead() const { return turns_ahead_; }

private:
    enum class End : std::uint8_t { none, connected, blocked, no_hole };

    // What a position text says.
    struct Told {
        std::uint8_t seat = 0, turns_ahead = 0, swapped = 0;
        std::array<std::array<std::uint8_t, largest * largest>, 2> pegs{}, links{};  // by code: whether it stands, directions

        bool read_side(const Rules& rules, int side, std::string_view text);
        bool fits(const Rules& rules) const;
    };

    explicit State(const Rules& rules) : barred_{}, links_{}, holes_(rules), rules_(&rules) {}
    static std::optional<State> restored(const Rules& rules, const Told& told);
    bool restore_link(int side, Code code, int step);

    void play_swap();
    unsigned barred_for(int side, Cell cell) const;
    Column link(int side, Code code, unsigned links, Undo& undo);
    void unlink(int side, Code code, const Undo& undo);
    bool any_route(int side, Cell peg);

    std::array<Bits, 2> pegs_;
    std::array<Grid, 2> barred_;  // TWX-6: of each side, the directions from each cell that its own links cross
    std::array<std::uint8_t, largest * largest> links_;  // of each peg, the directions of its links
    Chains chains_;
    OpenHoles holes_;
    Route route_;
    const Rules* rules_;
    Key key_ = 0;
    std::uint8_t turn_ = 0, swapped_ = 0;  // a seat, and whether seat 0 now plays the second side (TWX-11)
    std::uint8_t turns_ahead_ = 0;  // TWX-12: how many turns the same seat makes after this one
    bool may_swap_ = false;
    End end_ = End::none;
};

// Actions

inline int State::legal(Code* codes) const {
    const int side = side_to_move(), count = holes_.count(side);
    std::memcpy(codes, holes_.of(side), static_cast<std::size_t>(count) * sizeof(Code));
    if (may_swap_) codes[count] = rules_->swap;
    return count + may_swap_;
}

inline bool State::is_legal(Code code) const {
    if (over()) return false;
    return code < rules_->swap ? holes_.has(side_to_move(), code) : code == rules_->swap && may_swap_;
}

inline Code State::random_action(Random& rng) const {
    const int side = side_to_move();
    const auto count = static_cast<std::uint32_t>(holes_.count(side));
    const std::uint32_t drawn = rng.below(count + may_swap_);
    return drawn == count ? rules_->swap : holes_.of(side)[drawn];
}

[[gnu::always_inline]] inline void State::play(Code code, Undo& undo) {  // random games are a tenth faster with it
    undo.key = key_;
    undo.turn = turn_;
    undo.turns_ahead = turns_ahead_;
    undo.may_swap = may_swap_;
    if (code == rules_->swap) return play_swap();

    const int side = side_to_move();
    const Cell cell = rules_->cell_of[code];
    const unsigned links = pegs_[side].around(cell) & ~barred_for(side, cell);  // TWX-7: every legal link from the new peg
    holes_.take(code);
    pegs_[side].add(cell);
    chains_.put(code, rules_->border[code]);
    key_ ^= rules_->peg_key[side][code];
    undo.links = static_cast<std::uint8_t>(links);
    Column cut = route_.passing(cell);
    if (links) cut |= link(side, code, links, undo);
    if (cut & route_.others(side) && !over() && !any_route(1 - side, cell)) end_ = End::blocked;  // TWX-14

    if (turns_ahead_ > 0) {  // TWX-12
        key_ ^= rules_->ahead_key[turns_ahead_] ^ rules_->ahead_key[turns_ahead_ - 1];
        --turns_ahead_;
    } else {
        key_ ^= rules_->turn_key;
        turn_ ^= 1;
    }
    may_swap_ = holes_.count() == rules_->left_at_swap;  // TWX-11
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
    if (undo.links) unlink(side, code, undo);
    pegs_[side].drop(rules_->cell_of[code]);
    holes_.put_back(code, rules_->border[code] == inside);
}

inline void State::play_swap() {  // TWX-11
    swapped_ = 1;
    turn_ = 0;
    may_swap_ = false;
    key_ ^= rules_->turn_key ^ rules_->swapped_key;
}

// The directions in which a side may not link from a cell (TWX-6).
inline unsigned State::barred_for(int side, Cell cell) const {
    return barred_[1 - side][cell] | (barred_[side][cell] & rules_->own_links_bar);
}

// Places links from the new peg; which steps of the route that stands they cross.
[[gnu::always_inline]] inline Column State::link(int side, Code code, unsigned links, Undo& undo) {
    const Cell cell = rules_->cell_of[code];
    const std::array<Column, across> crossed = crossings.of[links];
    Column met = 0;
    for (int number = 0; number < across; ++number) met |= column(route_.taken(), cell, number) & crossed[number];
    std::array<Column, across> old;
    for (int number = 0; number < across; ++number) old[number] = column(barred_[side], cell, number);
    undo.barred = old;
    for (int number = 0; number < across; ++number) set_column(barred_[side], cell, number, old[number] | crossed[number]);

    links_[code] = static_cast<std::uint8_t>(links);
    Chains::Join* log = undo.joins.data();
    Code top = code;
    each(links, [&](int step) {
        const Code other = rules_->onto(code, step);
        links_[other] |= bit(back(step));
        key_ ^= rules_->link_key(side, code, step);
        top = chains_.join(top, chains_.top(other), log);
    });
    undo.joined = static_cast<std::uint8_t>(log - undo.joins.data());
    if (chains_.borders(top) == both) end_ = End::connected;  // TWX-13
    return met;
}

inline void State::unlink(int side, Code code, const Undo& undo) {
    const Cell cell = rules_->cell_of[code];
    for (int number = 0; number < across; ++number) set_column(barred_[side], cell, number, undo.barred[number]);
    links_[code] = 0;
    each(static_cast<unsigned>(undo.links), [&](int step) {
        links_[rules_->onto(code, step)] &= static_cast<std::uint8_t>(~bit(back(step)));
    });
    for (int number = undo.joined; number-- > 0;) chains_.part(undo.joins[number]);
}

// A route of either side, looked for first with one of them (TWX-14); `peg` is the new one, if any.
[[gnu::noinline]] inline bool State::any_route(int side, Cell peg) {
    return route_.find(*rules_, side, pegs_[1 - side], barred_[1 - side], peg) ||
           route_.find(*rules_, 1 - side, pegs_[side], barred_[side], peg);
}

// How it is told

inline std::string_view State::reason() const {
    constexpr std::string_view names[] = {"", "connected", "blocked", "no_hole"};
    return names[static_cast<int>(end_)];
}

inline State& State::operator=(const State& other) {  // of the grids only as much as the board takes up
    if (this == &other) return *this;
    rules_ = other.rules_;
    const std::size_t used = static_cast<std::size_t>(column_length * (rules_->size + 2 * room)), codes = rules_->swap;
    pegs_ = other.pegs_;
    for (int side = 0; side < 2; ++side) std::memcpy(barred_[side].data(), other.barred_[side].data(), used);
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
