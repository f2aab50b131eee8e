// One position of Twisty, and its rules.
#pragma once
#include "counting.hpp"
#include "deal.hpp"

namespace tablier::twisty {

class State {
public:
    using Rules = twisty::Rules;
    static constexpr int max_codes = all_codes;
    static constexpr bool alternates = false;  // a robbed seat answers out of turn (TWS-11)

    struct Undo {
        Now now;
        Board taken = 0;  // the cell whose cube left the board
    };

    // Beginnings
    static State start(const std::shared_ptr<const Rules>& rules, std::uint64_t seed) { return State(shuffled(*rules, seed)); }
    static std::optional<State> load(const std::shared_ptr<const Rules>& rules, std::string_view fields);
    std::string fields() const;
    const Rules& rules() const { return table_.rules; }

    // Whose turn it is, and how it ended
    int turn() const { return now().turn; }
    int to_act() const { return over() ? -1 : actor(); }
    bool over() const { return now().ended != Ending::running; }
    int winner() const;
    std::string_view reason() const;

    // Actions
    int legal(Code* codes) const;
    bool is_legal(Code code) const;
    Code random_action(Random& rng) const;
    void play(Code code, Undo& undo);
    void undo(Code code, const Undo& undo);
    std::string write(Code code) const;
    std::optional<Code> read(std::string_view text) const;

    // Hashing and symmetry
    Key key() const { return table_.key(); }
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    // Learning
    void observe(std::uint8_t* bytes) const;

    // For players: all that lies on the table, and the pawns a seat may rob (TWS-10)
    const Table& table() const { return table_; }
    int active_seats() const { return most_seats - table_.gone(); }
    Board robbable(int robber) const;

private:
    explicit State(const Table& table) : table_(table) {}

    struct Turns {  // the cells where the turn can end, and those where it can end by protecting
        Board ends, protects;
    };

    const Now& now() const { return table_.now; }
    int actor() const { return now().owing < 0 ? now().turn : now().owing; }
    bool picks() const { return now().pawns[actor()] == nowhere; }
    Board free_corners() const { return corner_cells & ~table_.pawns(); }

    Board others() const;
    Turns turns() const;

    static Code pick_code(Cell corner) { return static_cast<Code>(picking + (corner > centre ? 2 : 0) + (corner % size ? 1 : 0)); }

    void pick(Cell corner);
    Board land(Cell cell, bool protects);
    void rob(Cell cell, unsigned colour);
    void count_turn();
    void pass_on();
    void place(int seat, Cell cell);
    template <class Change> void change_row(int seat, Change change);

    Table table_;
};

// Whose turn it is, and how it ended

inline int State::winner() const {
    if (now().ended == Ending::centre) return now().turn;  // TWS-13
    if (now().ended == Ending::last_left) return std::countr_zero(static_cast<unsigned>(~now().gone));  // TWS-14
    return -1;
}

inline std::string_view State::reason() const {
    constexpr std::array<std::string_view, 4> reasons{"", "centre", "last_left", "turn_limit"};
    return reasons[static_cast<std::size_t>(now().ended)];
}

// What can be done

// Where the pawns of the other seats stand; the seat whose turn it is has its own on the board.
inline Board State::others() const { return table_.pawns() ^ bit(now().pawns[now().turn]); }

// TWS-10: the cells of those that have the colour this seat needs next, unprotected.
inline Board State::robbable(int robber) const {
    const unsigned colour = now().rows[robber].next();
    Board found = 0;
    for (int seat = 0; seat < most_seats; ++seat) found |= Board{now().rows[seat].can_lose(colour)} << now().pawns[seat];
    return found;
}

inline State::Turns State::turns() const {
    const Board other = others();
    const Board reached = reach(table_.layout, now().pawns[now().turn], other);
    const Board protects = now().rows[now().turn].unsaved() ? reached & table_.layout[save] & ~other : 0;  // TWS-9
    return {reached & (~other | robbable(now().turn)), protects};
}

inline int State::legal(Code* codes) const {
    Code* end = codes;
    if (picks()) {
        for (Code number = 0; number < corners.size(); ++number)
            if (free_corners() & bit(corners[number])) *end++ = static_cast<Code>(picking + number);
        return static_cast<int>(end - codes);
    }
    const auto [ends, protects] = turns();
    each(ends, [&](Cell cell) { *end++ = cell; });
    each(protects, [&](Cell cell) { *end++ = static_cast<Code>(protecting + cell); });
    if (!ends) *end++ = pass;  // TWS-4
    return static_cast<int>(end - codes);
}

inline bool State::is_legal(Code code) const {
    if (code >= all_codes) return false;
    if (picks()) return code >= picking && code < pass && (free_corners() & bit(corners[code - picking]));
    if (code >= picking && code < pass) return false;
    const auto [ends, protects] = turns();
    if (code == pass) return !ends;
    return code < protecting ? ends >> code & 1 : protects >> (code - protecting) & 1;
}

inline Code State::random_action(Random& rng) const {
    if (picks()) {
        const Counted found(free_corners());
        return pick_code(static_cast<Cell>(found.nth(rng.below(found.count()))));
    }
    const auto [ends, protects] = turns();
    const Counted plain(ends);
    if (!protects) [[likely]] return ends ? static_cast<Code>(plain.nth(rng.below(plain.count()))) : pass;
    const Counted saving(protects);
    const std::uint32_t drawn = rng.below(plain.count() + saving.count());
    if (drawn < plain.count()) return static_cast<Code>(plain.nth(drawn));
    return static_cast<Code>(protecting + saving.nth(drawn - plain.count()));
}

inline void State::play(Code code, Undo& undo) {
    undo.now = now();
    undo.taken = 0;
    if (code < protecting) [[likely]] {
        undo.taken = land(static_cast<Cell>(code), false);
    } else if (code < picking) {
        land(static_cast<Cell>(code - protecting), true);
    } else if (code < pass) {
        pick(corners[code - picking]);
    } else {
        count_turn();
        pass_on();
    }
}

inline void State::undo(Code, const Undo& undo) {
    table_.now = undo.now;
    table_.cubes[now().rows[now().turn].next()] |= undo.taken;
}

// TWS-11, TWS-3: a robbed seat chooses, or one whose pawn is not yet on the board; then the first that still has to, or clockwise.
inline void State::pick(Cell corner) {
    place(actor(), corner);
    table_.now.owing = -1;
    for (std::uint8_t seat = 0; seat < most_seats; ++seat) {
        if (now().pawns[seat] != nowhere || now().gone >> seat & 1) continue;
        table_.now.turn = seat;
        return;
    }
    pass_on();
}

// A path ends on that cell; returns it when its cube leaves the board.
inline Board State::land(Cell cell, bool protects) {
    const int seat = now().turn;
    const unsigned colour = now().rows[seat].next();
    const bool robs = others() & bit(cell);
    const Board taken = robs ? 0 : table_.cubes[colour] & bit(cell);
    place(seat, cell);
    count_turn();
    if (robs) {  // TWS-10, TWS-11: the turn stays here until the robbed seat has answered
        rob(cell, colour);
        return 0;
    }
    if (taken) {  // TWS-6
        table_.cubes[colour] ^= taken;
        table_.now.key ^= token_keys[colour][cell];
        change_row(seat, [](Row& row) { row.collect(); });
    } else if (protects) {  // TWS-9
        change_row(seat, [](Row& row) { row.protect(); });
    } else if (cell == centre && colour == none) {  // TWS-13
        table_.now.ended = Ending::centre;
        return 0;
    }
    pass_on();
    return taken;
}

inline void State::rob(Cell cell, unsigned colour) {
    const int seat = now().turn;
    int victim = 0;
    while (victim == seat || now().pawns[victim] != cell) ++victim;
    change_row(seat, [](Row& row) { row.collect(); });
    change_row(victim, [colour](Row& row) { row.lose(colour); });
    place(victim, nowhere);
    table_.now.owing = static_cast<std::int8_t>(victim);
}

inline void State::count_turn() {
    if (!rules().limited()) return;
    if (++table_.now.turns == rules().last_turn) table_.now.ended = Ending::turn_limit;  // TWS-14
}

// Clockwise to the next seat that has not left: no branch, for a random game takes it every turn.
inline void State::pass_on() {
    const unsigned next = now().turn + 1u, twice_around = (~now().gone & 0xfu) * 0x11;
    table_.now.turn = static_cast<std::uint8_t>((next + static_cast<unsigned>(std::countr_zero(twice_around >> next))) % most_seats);
}

inline void State::place(int seat, Cell cell) {
    Cell& at = table_.now.pawns[seat];
    table_.now.key ^= pawn_keys[seat][at] ^ pawn_keys[seat][cell];
    at = cell;
}

template <class Change>
void State::change_row(int seat, Change change) {
    Row& row = table_.now.rows[seat];
    table_.now.key ^= row_key(row, seat);
    change(row);
    table_.now.key ^= row_key(row, seat);
}

// Symmetry

inline State State::transformed(int number) const {
    Table turned = table_;
    for (Board& set : turned.layout) set = image(set, number);
    for (Board& set : turned.cubes) set = image(set, number);
    for (Cell& pawn : turned.now.pawns) pawn = images[number][pawn];
    turned.settle();
    return State(turned);
}

inline Code State::transformed(Code code, int number) const {
    if (code < picking) return static_cast<Code>(code < protecting ? images[number][code] : protecting + images[number][code - protecting]);
    return code < pass ? pick_code(images[number][corners[code - picking]]) : code;
}

}  // namespace tablier::twisty
