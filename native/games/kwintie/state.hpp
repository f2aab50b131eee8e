// One position of Kwintie: which cubes lie and stand, and whose turn it is. Everything else is kept to save counting again.
#pragma once
#include <algorithm>

#include "tables.hpp"
#include "tops.hpp"

namespace tablier::kwintie {

enum class End : std::uint8_t { none, line, fours, fours_equal, stuck };

// The cubes by the columns of the notation: for White's lying, Black's lying, White's standing and Black's standing the rows.
using Sets = std::array<std::array<std::uint32_t, highest>, 4>;

// All of a position but its cubes: what play overwrites, and undo puts back.
struct Now {
    Tops tops;
    Key key = 0, mirrored_key = 0;
    Places legal = 0;   // of the seat to act; none: it passes, or it is over
    Places barred = 0;  // KWI-5: the centre, before the first piece
    std::uint8_t turn = 0;
    std::uint8_t left = 0;  // the column of the notation where the frame's wall begins
    std::uint8_t wide = 0;  // columns of the wall, on the table
    std::uint8_t axis = 0;  // a column and its mirror image add up to this
    std::uint8_t placed[2] = {0, 0};
    End end = End::none;
    std::int8_t winner = -1;
};

class State {
public:
    using Rules = kwintie::Rules;
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
    bool is_legal(Code code) const { return code < rules_->codes() && (legal_codes() >> code & 1); }
    std::uint64_t legal_codes() const;  // a bit a code
    Code random_action(Random& random) const;
    void play(Code code, Undo& undo);
    void undo(Code code, const Undo& undo);
    std::string write(Code code) const;
    std::optional<Code> read(std::string_view text) const;

    // The wall, for those who look ahead: in the frame, the same wherever on the table it stands
    Cubes cubes(int side) const { return cubes_[side]; }
    const Rows& rows() const { return rows_; }
    int first_column() const { return now_.left; }  // of the notation: where the wall begins
    int height(int column) const { return now_.tops.height(frame(column)); }
    int left(int side) const { return rules_->pieces - now_.placed[side]; }  // pieces not placed yet
    Places placeable(int side) const;   // were it that side's turn
    Places completing(int side) const;  // those that would win at once
    std::uint64_t codes_of(Places places) const;  // a bit a code

    // Hashing and symmetry: number 1 is the mirror image, left and right exchanged. On the table it is turned about the middle of
    // the first piece, so that this is written `i` or `ij` there too
    Key key() const { return now_.key; }
    Key mirrored_key() const { return now_.mirrored_key; }  // what transformed(1).key() would be
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    void observe(std::uint8_t* bytes) const;

private:
    struct Placement {  // what a code says, wherever the piece will come to rest
        unsigned lies;
        int column;
    };

    explicit State(const Rules& rules);
    Placement placement(Code code) const {
        const unsigned lies = code >= rules_->columns;
        return {lies, code - (lies ? rules_->columns : 0)};
    }
    int frame(int column) const { return column - now_.left + margin; }
    void place(Placement placement, int side);
    void make_room(Placement placement);
    void exchange(unsigned lies, int x, int row, int side);
    void move(int columns);
    void end_turn();
    void judge();
    void finish();

    const Rules* rules_;  // kept alive by Rules::make
    Cubes cubes_[2] = {};
    Rows rows_{};
    Now now_;
};

inline State::State(const Rules& rules) : rules_(&rules) {
    now_.tops.rests = rules.start;
    now_.barred = rules.centre;
    now_.left = rules.table ? Rules::middle : 0;
    now_.axis = static_cast<std::uint8_t>(rules.width - 1);
    now_.legal = placeable(0);
}

// Actions

inline std::uint64_t State::codes_of(Places places) const {
    const std::uint64_t stands = places & 0xffff, lies = places >> 16;
    return stands << now_.left >> margin | lies << now_.left >> margin << rules_->columns;
}

inline std::uint64_t State::legal_codes() const {
    if (now_.legal) return codes_of(now_.legal);
    return std::uint64_t{!over()} << rules_->pass();  // KWI-9
}

inline int State::legal(Code* codes) const {
    int count = 0;
    for (std::uint64_t left = legal_codes(); left; left &= left - 1) codes[count++] = static_cast<Code>(std::countr_zero(left));
    return count;
}

inline Code State::random_action(Random& random) const {
    if (!now_.legal) return rules_->pass();
    const std::uint64_t stands = members[now_.legal >> 1 & 1023], lies = members[now_.legal >> 16];
    const std::uint32_t standing = static_cast<std::uint32_t>(stands >> 56), lying = static_cast<std::uint32_t>(lies >> 56);
    const std::uint32_t drawn = random.below(standing + lying);
    const bool stand = drawn < standing;
    const int x = static_cast<int>((stand ? stands : lies) >> 4 * (stand ? drawn : drawn - standing) & 15);
    return static_cast<Code>(x + now_.left - margin + (stand ? 1 : rules_->columns));
}

inline void State::play(Code code, Undo& undo) {
    undo = now_;
    if (code != rules_->pass()) place(placement(code), now_.turn);
    end_turn();
    judge();
}

inline void State::undo(Code code, const Undo& undo) {
    if (code != rules_->pass()) {
        const auto [lies, column] = placement(code);
        const int row = undo.tops.height(column - undo.left + margin);
        exchange(lies, frame(column), row, undo.turn);
        if (undo.left != now_.left) move(now_.left - undo.left);
    }
    now_ = undo;
}

inline void State::place(Placement placement, int side) {
    if (rules_->table) make_room(placement);
    const auto [lies, column] = placement;
    const int x = frame(column);
    const int row = now_.tops.cover(x, lies, side, rows_, rules_->height);
    exchange(lies, x, row, side);
    const int image = now_.axis - column - static_cast<int>(lies);
    now_.key ^= keys.pieces[side][lies][column][row];
    now_.mirrored_key ^= keys.pieces[side][lies][image][row];
    now_.barred = 0;
    ++now_.placed[side];
    if (rules_->table && row == 0) {  // KWI-6
        now_.wide = static_cast<std::uint8_t>(now_.wide + 1 + lies);
        now_.tops.rests = (now_.tops.rests & rules_->within[now_.wide]) | rules_->beside[now_.wide];
    }
}

// On the table the first piece decides what the mirror image is, and one put to the left of the wall moves the frame.
inline void State::make_room(Placement placement) {
    if (now_.wide == 0) now_.axis = static_cast<std::uint8_t>(2 * Rules::middle + placement.lies);
    if (placement.column >= now_.left) return;
    const int columns = now_.left - placement.column;
    now_.left = static_cast<std::uint8_t>(placement.column);
    now_.tops.move(columns);
    move(columns);
}

// Puts the two cubes of a piece where there are none, or takes them away.
inline void State::exchange(unsigned lies, int x, int row, int side) {
    const std::uint64_t cubes = std::uint64_t{lies ? 3u : 1u} << x << field(lies, side);
    rows_[static_cast<std::size_t>(row)] ^= cubes;
    rows_[static_cast<std::size_t>(row) + 1] ^= lies ? 0 : cubes;
    cubes_[side] ^= piece(lies, x - margin, row);
}

inline void State::move(int columns) {
    for (std::uint64_t& row : rows_) row = columns > 0 ? row << columns : row >> -columns;
    for (Cubes& cubes : cubes_) cubes = moved(cubes, columns);
}

inline Places State::placeable(int side) const {
    return now_.placed[side] < rules_->pieces ? now_.tops.suiting(side) & ~now_.barred : 0;
}

inline void State::end_turn() {
    now_.turn ^= 1;
    now_.key ^= keys.turn;
    now_.mirrored_key ^= keys.turn;
}

// What the last action has led to.
inline void State::judge() {
    const int side = now_.turn, last = 1 - side;
    now_.legal = placeable(side);
    if (has_line(cubes_[last], rules_->line)) {  // KWI-8
        now_.end = End::line;
        now_.winner = static_cast<std::int8_t>(last);
        now_.legal = 0;
    } else if (!now_.legal && !placeable(last)) {  // KWI-9
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
        const int bit = std::countr_zero(left), x = bit & 15;
        const int room = std::max(0, margin - x);  // for a piece put to the left of the wall
        const Cubes wall = room ? moved(cubes_[side], room) : cubes_[side];
        if (has_line(wall | piece(bit >= 16, x + room - margin, now_.tops.height(x)), rules_->line)) found |= Places{1} << bit;
    }
    return found;
}

}  // namespace tablier::kwintie
