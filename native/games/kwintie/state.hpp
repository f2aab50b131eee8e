// One position of Kwintie: which cubes lie and stand, and whose turn it is. Everything else is kept to save counting again.
#pragma once
#include <algorithm>

#include "../../random.hpp"
#include "tables.hpp"
#include "column_tops.hpp"

namespace tablier::kwintie {

enum class End : std::uint8_t { none, line, fours, fours_equal, stuck };

// The cubes as in `Rows`, but by the columns of the notation: for each side its rows, standing cubes at 2c, lying at 2c + 1.
using Sets = std::array<std::array<std::uint64_t, highest>, 2>;

// All of a position but its cubes: what play overwrites, and undo puts back.
struct Now {
    Tops tops;
    Places legal = 0;  // of the seat to act; none: it passes, or it is over
    Key key = 0, mirrored_key = 0;
    std::uint8_t turn = 0;
    std::int8_t origin = 0;  // what is to be added to a place in the frame to make it a code
    std::uint8_t wide = 0;   // columns of the wall, on the table
    std::uint8_t axis = 0;   // a code and its mirror image add up to this
    std::uint8_t placed[2] = {0, 0};
    End end = End::none;
    std::int8_t winner = -1;
};

class State {
public:
    using Rules = kwintie::Rules;
    static constexpr int max_codes = 2 * Rules::table_columns;
    static constexpr bool alternates = true;
    using Undo = Now;

    // Beginnings
    static State start(const std::shared_ptr<const Rules>& rules, std::uint64_t) { return State(*rules); }
    static State with(const Rules& rules, const Sets& sets, int turn);  // cubes that make pieces, each resting on others
    static std::optional<State> load(const std::shared_ptr<const Rules>& rules, std::string_view text);
    std::string fields() const;
    Sets sets() const;

    // What is being played, whose turn it is, and how it ended
    const Rules& rules() const { return *rules_; }
    int turn() const { return now_.turn; }
    int to_act() const { return over() ? -1 : now_.turn; }
    bool over() const { return now_.end != End::none; }
    int winner() const { return now_.winner; }
    std::string_view reason() const;

    // Actions
    int legal(Code* codes) const;
    std::uint64_t legal_codes() const;  // a bit a code
    bool is_legal(Code code) const { return code < rules_->codes() && (legal_codes() >> code & 1); }
    Code random_action(Random& rng) const;
    void play(Code code, Undo& undo);
    void undo(Code code, const Undo& undo);
    std::string write(Code code) const;
    std::optional<Code> read(std::string_view text) const;

    // The wall, for those who look ahead: in the frame, the same wherever on the table it stands
    Cubes cubes(int side) const { return cubes_[side]; }
    const Rows& rows() const { return rows_; }
    int first_column() const { return now_.origin / 2 + margin; }  // of the notation: where the wall begins
    int height(int column) const { return now_.tops.height(column - now_.origin / 2); }
    int left(int side) const { return rules_->pieces - now_.placed[side]; }  // pieces not placed yet
    Places placeable(int side) const;   // were it that side's turn
    Places completing(int side) const;  // those that would win at once
    std::uint64_t codes_of(Places places) const {  // a bit a code
        return std::uint64_t{places} << (now_.origin + 2 * margin) >> 2 * margin;
    }

    // Hashing and symmetry: number 1 is the mirror image, left and right exchanged. On the table it is turned about the middle
    // of the first piece, so that this is written `i` or `ij` there too
    Key key() const { return now_.key; }
    Key mirrored_key() const { return now_.mirrored_key; }  // transformed(1).key(), kept as well
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    void observe(std::uint8_t* bytes) const;

private:
    explicit State(const Rules& rules);
    unsigned place_of(Code code) const { return static_cast<unsigned>(code - now_.origin); }
    void place(Code code, int side);
    void make_room(Code code);
    void exchange(const Spot& spot, unsigned row, int side);
    void move(int columns);
    void end_turn();
    Places placeable_on_wall(int side) const { return only_if(left(side) > 0, now_.tops.suiting(side)); }
    void judge();
    void finish();

    const Rules* rules_;  // kept alive by Rules::make
    Cubes cubes_[2] = {};
    Rows rows_{};
    Now now_;
};

inline State::State(const Rules& rules) : rules_(&rules) {
    now_.tops.rests = rules.start;
    now_.origin = static_cast<std::int8_t>(2 * ((rules.table ? Rules::middle : 0) - margin));
    now_.axis = static_cast<std::uint8_t>(2 * (rules.width - 1));
    now_.legal = placeable(0);
}

// Actions

inline std::uint64_t State::legal_codes() const {
    return now_.legal ? codes_of(now_.legal) : std::uint64_t{!over()} << rules_->pass();  // KWI-9
}

inline int State::legal(Code* codes) const {
    int count = 0;
    for (std::uint64_t left = legal_codes(); left; left &= left - 1) codes[count++] = static_cast<Code>(std::countr_zero(left));
    return count;
}

inline Code State::random_action(Random& rng) const {
    if (!now_.legal) return rules_->pass();
    const std::uint64_t low = members[now_.legal >> 1 & 1023], high = members[now_.legal >> 11];
    const unsigned in_low = static_cast<unsigned>(low >> 56), in_high = static_cast<unsigned>(high >> 56);
    const int beyond = static_cast<int>(rng.below(in_low + in_high) - in_low);  // how far into the upper half
    const std::uint64_t half = high ^ only_if(beyond < 0, low ^ high);
    const unsigned number = static_cast<unsigned>(beyond) + only_if(beyond < 0, in_low);
    const unsigned place = static_cast<unsigned>(half >> 4 * number & 15) + only_if(beyond >= 0, 10u);
    return static_cast<Code>(static_cast<int>(place) + now_.origin);
}

inline void State::play(Code code, Undo& undo) {
    undo = now_;
    if (code != rules_->pass()) place(code, now_.turn);
    end_turn();
    judge();
}

inline void State::undo(Code code, const Undo& undo) {
    if (code != rules_->pass()) {
        const int row = undo.tops.height((code - undo.origin) / 2);
        exchange(spots[undo.turn][place_of(code)], static_cast<unsigned>(row), undo.turn);
        if (undo.origin != now_.origin) move((now_.origin - undo.origin) / 2);
    }
    now_ = undo;
}

inline void State::place(Code code, int side) {
    if (rules_->table) make_room(code);
    const unsigned place = place_of(code);
    const Spot& spot = spots[side][place];
    const unsigned row = now_.tops.cover(spot, place, rows_, *rules_);
    exchange(spot, row, side);
    now_.key ^= keys.pieces[side][code][row];
    now_.mirrored_key ^= keys.pieces[side][now_.axis - code][row];
    ++now_.placed[side];
    if (rules_->table && row == 0) {  // KWI-6
        now_.wide = static_cast<std::uint8_t>(now_.wide + 1 + (code & 1));
        now_.tops.rests = (now_.tops.rests & rules_->within[now_.wide]) | rules_->beside[now_.wide];
    }
}

// On the table the first piece decides what the mirror image is, and one put to the left of the wall moves the frame.
inline void State::make_room(Code code) {
    if (now_.wide == 0) now_.axis = static_cast<std::uint8_t>(2 * (2 * Rules::middle + (code & 1)));
    const int columns = first_column() - code / 2;
    if (columns <= 0) return;
    now_.origin = static_cast<std::int8_t>(now_.origin - 2 * columns);
    now_.tops.move(columns);
    move(columns);
}

// Puts the two cubes of a piece where there are none, or takes them away.
inline void State::exchange(const Spot& spot, unsigned row, int side) {
    rows_[row] ^= spot.lower;
    rows_[row + 1] ^= spot.upper;
    cubes_[side] ^= std::bit_cast<Cubes>(spot.cubes) << static_cast<int>(row);
}

inline void State::move(int columns) {
    for (Both& row : rows_) row = columns > 0 ? row << 2 * columns : row >> -2 * columns;
    for (Cubes& cubes : cubes_) cubes = moved(cubes, columns);
}

inline void State::end_turn() {
    now_.turn ^= 1;
    now_.key ^= keys.turn;
    now_.mirrored_key ^= keys.turn;
}

inline Places State::placeable(int side) const {
    return placeable_on_wall(side) & ~(rows_[0] ? 0 : rules_->centre);  // KWI-5
}

// What the last action has led to.
inline void State::judge() {
    const int side = now_.turn, last = 1 - side;
    now_.legal = placeable_on_wall(side);
    if (has_line(cubes_[last], rules_->line)) {  // KWI-8
        now_.end = End::line;
        now_.winner = static_cast<std::int8_t>(last);
        now_.legal = 0;
    } else if (!now_.legal && !placeable_on_wall(last)) {  // KWI-9
        finish();
    }
}

// How it ends when neither side can place a piece (KWI-9).
inline void State::finish() {
    now_.end = End::stuck;
    if (!rules_->fours) return;
    const int white = lines_of_four(cubes_[0]), black = lines_of_four(cubes_[1]);
    now_.end = white == black ? End::fours_equal : End::fours;
    if (white != black) now_.winner = white > black ? 0 : 1;
}

inline Places State::completing(int side) const {
    Places found = 0;
    for (Places left = placeable(side); left; left &= left - 1) {
        const int place = std::countr_zero(left), x = place / 2;
        const int room = std::max(0, margin - x);  // for a piece put to the left of the wall
        const Cubes wall = room ? moved(cubes_[side], room) : cubes_[side];
        const Spot& spot = spots[side][place + 2 * room];
        if (has_line(wall | std::bit_cast<Cubes>(spot.cubes) << now_.tops.height(x), rules_->line)) found |= Places{1} << place;
    }
    return found;
}

}  // namespace tablier::kwintie
