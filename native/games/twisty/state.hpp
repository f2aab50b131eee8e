// A position of Twisty, and the rules of play: the twin of src/tablier/games/twisty/state.py.
#pragma once
#include "deal.hpp"

namespace tablier::twisty {

class State {
public:
    using Rules = twisty::Rules;
    static constexpr int max_codes = all_codes;
    static constexpr bool alternates = false;  // a robbed seat answers out of turn (TWS-11)

    struct Undo {
        StateInfo info;
        Bitboard taken = 0;  // the cell whose cube left the board
    };

    // Construction and position text; `load` and `fields` are defined in position_text.hpp
    static State start(const std::shared_ptr<const Rules>& rules, std::uint64_t seed) { return State(generate_deal(*rules, seed)); }
    static std::optional<State> load(const std::shared_ptr<const Rules>& rules, std::string_view fields);
    std::string fields() const;
    const Rules& rules() const { return board_.rules; }

    // Turn and outcome
    int turn() const { return info().turn; }
    int to_act() const { return over() ? -1 : info().to_act(); }
    bool over() const { return info().ending != Ending::running; }
    int winner() const;
    std::string_view reason() const;

    // Actions; `write` and `read` are defined in position_text.hpp
    int legal(Code* codes) const;
    bool is_legal(Code code) const;
    Code random_action(Random& rng) const;
    void play(Code code, Undo& undo);
    void undo(Code code, const Undo& undo);
    std::string write(Code code) const;
    std::optional<Code> read(std::string_view text) const;

    // Hash key and symmetries
    Key key() const { return board_.key(); }
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    // Defined in observation.hpp
    void observe(std::uint8_t* bytes) const;

    // For players
    const Board& board() const { return board_; }
    int active_seats() const { return std::popcount(info().playing()); }
    Bitboard robbable_cells(int robber) const;  // the pawns that a seat may rob (TWS-10)

private:
    explicit State(const Board& board) : board_(board) {}

    struct MoveEnds {  // cells where the turn can end; those where it can end by protecting
        Bitboard ends, protecting;
    };

    const StateInfo& info() const { return board_.info; }
    bool must_pick_corner() const { return info().pawns[info().to_act()] == off_board; }
    Bitboard free_corners() const { return corner_cells & ~board_.pawn_cells(); }

    Bitboard other_pawns() const;
    MoveEnds move_ends() const;

    static Code pick_code(Cell corner) { return static_cast<Code>(first_pick + (corner > centre ? 2 : 0) + (corner % size ? 1 : 0)); }

    void pick_corner(Cell corner);
    Bitboard land(Cell cell, bool protects);
    void rob(Cell cell, unsigned colour);
    void count_turn();
    void next_turn();
    void move_pawn(int seat, Cell cell);
    template <class Change> void change_card_row(int seat, Change change);

    Board board_;
};

// Turn and outcome

inline int State::winner() const {
    if (info().ending == Ending::centre) return info().turn;  // TWS-13
    if (info().ending == Ending::last_left) return std::countr_zero(info().playing());  // TWS-14
    return -1;
}

inline std::string_view State::reason() const {
    constexpr std::array<std::string_view, 4> reasons{"", "centre", "last_left", "turn_limit"};
    return reasons[static_cast<std::size_t>(info().ending)];
}

// Actions

// The pawn of the seat `turn` must be on the board.
inline Bitboard State::other_pawns() const { return board_.pawn_cells() ^ bit(info().pawns[info().turn]); }

inline Bitboard State::robbable_cells(int robber) const {
    const unsigned colour = info().card_rows[robber].next();
    Bitboard set = 0;
    for (int seat = 0; seat < max_players; ++seat) set |= Bitboard{info().card_rows[seat].can_lose(colour)} << info().pawns[seat];
    return set;
}

inline State::MoveEnds State::move_ends() const {
    const Bitboard others = other_pawns();
    const Bitboard reached = reachable_cells(board_.layout, info().pawns[info().turn], others);
    const Bitboard protecting = info().card_rows[info().turn].has_unsaved() ? reached & board_.layout[save] & ~others : 0;  // TWS-9
    return {reached & (~others | robbable_cells(info().turn)), protecting};
}

inline int State::legal(Code* codes) const {
    Code* end = codes;
    if (must_pick_corner()) {
        for (Code index = 0; index < corners.size(); ++index)
            if (free_corners() & bit(corners[index])) *end++ = static_cast<Code>(first_pick + index);
        return static_cast<int>(end - codes);
    }
    const auto [ends, protecting] = move_ends();
    for_each_cell(ends, [&](Cell cell) { *end++ = cell; });
    for_each_cell(protecting, [&](Cell cell) { *end++ = static_cast<Code>(first_protect + cell); });
    if (!ends) *end++ = pass;  // TWS-4
    return static_cast<int>(end - codes);
}

inline bool State::is_legal(Code code) const {
    if (code >= all_codes) return false;
    if (must_pick_corner()) return code >= first_pick && code < pass && (free_corners() & bit(corners[code - first_pick]));
    if (code >= first_pick && code < pass) return false;
    const auto [ends, protecting] = move_ends();
    if (code == pass) return !ends;
    return code < first_protect ? ends >> code & 1 : protecting >> (code - first_protect) & 1;
}

inline Code State::random_action(Random& rng) const {
    if (must_pick_corner()) {
        const RankSelect free(free_corners());
        return pick_code(static_cast<Cell>(free.select(rng.below(free.count()))));
    }
    const auto [ends, protecting] = move_ends();
    const RankSelect moves(ends);
    if (!protecting) [[likely]] return ends ? static_cast<Code>(moves.select(rng.below(moves.count()))) : pass;
    const RankSelect protects(protecting);
    const std::uint32_t number = rng.below(moves.count() + protects.count());
    if (number < moves.count()) return static_cast<Code>(moves.select(number));
    return static_cast<Code>(first_protect + protects.select(number - moves.count()));
}

inline void State::play(Code code, Undo& undo) {
    undo.info = info();
    undo.taken = 0;
    if (code < first_protect) [[likely]] {
        undo.taken = land(static_cast<Cell>(code), false);
    } else if (code < first_pick) {
        land(static_cast<Cell>(code - first_protect), true);
    } else if (code < pass) {
        pick_corner(corners[code - first_pick]);
    } else {
        count_turn();
        next_turn();
    }
}

inline void State::undo(Code, const Undo& undo) {
    board_.info = undo.info;
    board_.cubes[info().card_rows[info().turn].next()] |= undo.taken;
}

// Places the pawn of a robbed seat (TWS-11) or of a seat that has not started (TWS-3). The turn goes to the next seat that has not
// started, otherwise clockwise.
inline void State::pick_corner(Cell corner) {
    move_pawn(info().to_act(), corner);
    board_.info.robbed = -1;
    for (std::uint8_t seat = 0; seat < max_players; ++seat) {
        if (info().pawns[seat] != off_board || info().gone >> seat & 1) continue;
        board_.info.turn = seat;
        return;
    }
    next_turn();
}

// Ends a path on a cell. Returns the cell as a set if its cube was taken, otherwise the empty set.
inline Bitboard State::land(Cell cell, bool protects) {
    const int seat = info().turn;
    const unsigned colour = info().card_rows[seat].next();
    const bool robs = other_pawns() & bit(cell);
    const Bitboard taken = robs ? 0 : board_.cubes[colour] & bit(cell);
    move_pawn(seat, cell);
    count_turn();
    if (robs) {  // TWS-10, TWS-11: the turn passes on once the robbed seat has picked a corner
        rob(cell, colour);
        return 0;
    }
    if (taken) {  // TWS-6
        board_.cubes[colour] ^= taken;
        board_.info.key ^= token_keys[colour][cell];
        change_card_row(seat, [](CardRow& row) { row.collect(); });
    } else if (protects) {  // TWS-9
        change_card_row(seat, [](CardRow& row) { row.protect(); });
    } else if (cell == centre && colour == no_colour) {  // TWS-13
        board_.info.ending = Ending::centre;
        return 0;
    }
    next_turn();
    return taken;
}

inline void State::rob(Cell cell, unsigned colour) {
    const int seat = info().turn;
    int victim = 0;
    while (victim == seat || info().pawns[victim] != cell) ++victim;
    change_card_row(seat, [](CardRow& row) { row.collect(); });
    change_card_row(victim, [colour](CardRow& row) { row.lose(colour); });
    move_pawn(victim, off_board);
    board_.info.robbed = static_cast<std::int8_t>(victim);
}

inline void State::count_turn() {
    if (!rules().has_turn_limit()) return;
    if (++board_.info.turns_played == rules().max_turns) board_.info.ending = Ending::turn_limit;  // TWS-14
}

// Clockwise to the next seat that is still playing. Branchless, because random games spend much of their time here.
inline void State::next_turn() {
    const unsigned next = info().turn + 1u, playing_twice = info().playing() * 0x11;  // the seats 0 to 3, repeated as 4 to 7
    board_.info.turn = static_cast<std::uint8_t>((next + static_cast<unsigned>(std::countr_zero(playing_twice >> next))) % max_players);
}

inline void State::move_pawn(int seat, Cell cell) {
    Cell& pawn = board_.info.pawns[seat];
    board_.info.key ^= pawn_keys[seat][pawn] ^ pawn_keys[seat][cell];
    pawn = cell;
}

template <class Change>
void State::change_card_row(int seat, Change change) {
    CardRow& row = board_.info.card_rows[seat];
    board_.info.key ^= card_row_key(row, seat);
    change(row);
    board_.info.key ^= card_row_key(row, seat);
}

// Symmetries

inline State State::transformed(int number) const {
    Board board = board_;
    for (Bitboard& set : board.layout) set = image(set, number);
    for (Bitboard& set : board.cubes) set = image(set, number);
    for (Cell& pawn : board.info.pawns) pawn = images[number][pawn];
    board.recompute();
    return State(board);
}

inline Code State::transformed(Code code, int number) const {
    if (code < first_protect) return images[number][code];
    if (code < first_pick) return static_cast<Code>(first_protect + images[number][code - first_protect]);
    return code < pass ? pick_code(images[number][corners[code - first_pick]]) : code;
}

}  // namespace tablier::twisty
