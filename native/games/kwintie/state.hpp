// A position of Kwintie: lying and standing cubes and the seat to move, with derived data that is updated incrementally.
#pragma once
#include <algorithm>

#include "../../random.hpp"
#include "column_tops.hpp"

namespace tablier::kwintie {

struct ZobristKeys {
    std::array<std::array<std::array<Key, max_height>, 2 * Rules::table_columns>, 2> pieces;  // by side, code and lowest row
    Key turn;
};

constexpr ZobristKeys zobrist = [] {
    ZobristKeys table{};
    std::uint64_t state = 0x6b77'696e'7469'65;  // arbitrary seed of splitmix64
    const auto next = [&state] {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    };
    for (auto& side : table.pieces)
        for (auto& code : side)
            for (Key& key : code) key = next();
    table.turn = next();
    return table;
}();

// For each subset of the numbers 1 to 10: its size from bit 56 on, and its members, four bits each from bit 0 on. Two lookups
// choose a random member of a PlacementSet, because all legal placements are among the bits 1 to 20.
constexpr std::array<std::uint64_t, 1024> set_members = [] {
    std::array<std::uint64_t, 1024> table{};
    for (unsigned set = 0; set < table.size(); ++set) {
        std::uint64_t count = 0;
        for (unsigned member = 1; member <= 10; ++member)
            if (set >> (member - 1) & 1) table[set] |= std::uint64_t{member} << 4 * count++;
        table[set] |= count << 56;
    }
    return table;
}();

enum class End : std::uint8_t { none, line, fours, fours_equal, stuck };

// Cubes per side and row by column of the notation: bit 2c is a standing cube in column c, bit 2c + 1 a lying one.
using CubeSets = std::array<std::array<std::uint64_t, max_height>, 2>;

// Everything except for the cubes. `play` saves it and `undo` restores it, like Stockfish's StateInfo.
struct StateInfo {
    ColumnTops tops;
    PlacementSet legal = 0;  // of the seat to act; empty if it must pass or the game is over
    Key key = 0, mirrored_key = 0;
    std::uint8_t turn = 0;
    std::int8_t code_offset = 0;  // code = bit of a PlacementSet + code_offset
    std::uint8_t wall_width = 0;  // on the table only
    std::uint8_t mirror_axis = 0;  // sum of a code and its mirror image
    std::uint8_t placed[2] = {0, 0};
    End end = End::none;
    std::int8_t winner = -1;
};

class State {
public:
    using Rules = kwintie::Rules;
    static constexpr int max_codes = 2 * Rules::table_columns;
    static constexpr bool alternates = true;
    using Undo = StateInfo;

    // Construction
    static State start(const std::shared_ptr<const Rules>& rules, std::uint64_t) { return State(*rules); }
    static State from_cubes(const Rules& rules, const CubeSets& cube_sets, int turn);  // requires complete, supported pieces
    static std::optional<State> load(const std::shared_ptr<const Rules>& rules, std::string_view text);
    std::string fields() const;
    CubeSets cube_sets() const;

    // Rules, turn and outcome
    const Rules& rules() const { return *rules_; }
    int turn() const { return info_.turn; }
    int to_act() const { return over() ? -1 : info_.turn; }
    bool over() const { return info_.end != End::none; }
    int winner() const { return info_.winner; }
    std::string_view reason() const;

    // Actions
    int legal(Code* codes) const;
    std::uint64_t legal_codes() const;  // bit mask of codes
    bool is_legal(Code code) const { return code < rules_->codes() && (legal_codes() >> code & 1); }
    Code random_action(Random& rng) const;
    void play(Code code, Undo& undo);
    void undo(Code code, const Undo& undo);
    std::string write(Code code) const;
    std::optional<Code> read(std::string_view text) const;

    // The wall, for evaluation and solver, in frame coordinates: independent of its column on the table
    Cubes cubes(int side) const { return cubes_[side]; }
    const Rows& rows() const { return rows_; }
    int first_column() const { return info_.code_offset / 2 + margin; }  // first column of the wall, in the notation
    int height(int column) const { return info_.tops.height(column - info_.code_offset / 2); }
    int pieces_left(int side) const { return rules_->pieces - info_.placed[side]; }
    PlacementSet placeable(int side) const;  // legal placements if it were that side's turn
    std::uint64_t codes_of(PlacementSet placements) const {  // bit mask of codes; code_offset is at least -2 * margin
        return std::uint64_t{placements} << (info_.code_offset + 2 * margin) >> 2 * margin;
    }

    // Zobrist key and symmetry. Number 1 mirrors left and right; on the table about the middle of the first piece, so that the
    // image also starts with `i` or `ij`.
    Key key() const { return info_.key; }
    Key mirrored_key() const { return info_.mirrored_key; }  // transformed(1).key(), updated incrementally
    State transformed(int number) const;
    Code transformed(Code code, int number) const;

    void observe(std::uint8_t* bytes) const;

private:
    explicit State(const Rules& rules);
    unsigned placement_of(Code code) const { return static_cast<unsigned>(code - info_.code_offset); }
    void place(Code code, int side);
    void shift_frame(Code code);
    void toggle_piece(const PlacementMasks& masks, unsigned row, int side);
    void shift_wall(int columns);
    void end_turn();
    PlacementSet placeable_on_wall(int side) const { return mask_if(pieces_left(side) > 0, info_.tops.placeable(side)); }
    void update_outcome();
    void finish_without_placements();

    const Rules* rules_;  // kept alive by Rules::make
    Cubes cubes_[2] = {};
    Rows rows_{};
    StateInfo info_;
};

inline State::State(const Rules& rules) : rules_(&rules) {
    info_.tops.supported = rules.start_placements;
    info_.code_offset = static_cast<std::int8_t>(2 * ((rules.table ? Rules::middle : 0) - margin));
    info_.mirror_axis = static_cast<std::uint8_t>(2 * (rules.width - 1));
    info_.legal = placeable(0);
}

// Actions

inline std::uint64_t State::legal_codes() const {
    return info_.legal ? codes_of(info_.legal) : std::uint64_t{!over()} << rules_->pass();  // KWI-9
}

inline int State::legal(Code* codes) const {
    int count = 0;
    for (std::uint64_t left = legal_codes(); left; left &= left - 1) codes[count++] = static_cast<Code>(std::countr_zero(left));
    return count;
}

inline Code State::random_action(Random& rng) const {
    if (!info_.legal) return rules_->pass();
    const std::uint64_t low = set_members[info_.legal >> 1 & 1023], high = set_members[info_.legal >> 11];
    const unsigned in_low = static_cast<unsigned>(low >> 56), in_high = static_cast<unsigned>(high >> 56);
    // Index in the upper half; negative: in the lower.
    const int beyond = static_cast<int>(rng.below(in_low + in_high) - in_low);
    const std::uint64_t half = high ^ mask_if(beyond < 0, low ^ high);
    const unsigned number = static_cast<unsigned>(beyond) + mask_if(beyond < 0, in_low);
    const unsigned placement = static_cast<unsigned>(half >> 4 * number & 15) + mask_if(beyond >= 0, 10u);
    return static_cast<Code>(static_cast<int>(placement) + info_.code_offset);
}

inline void State::play(Code code, Undo& undo) {
    undo = info_;
    if (code != rules_->pass()) place(code, info_.turn);
    end_turn();
    update_outcome();
}

inline void State::undo(Code code, const Undo& undo) {
    if (code != rules_->pass()) {
        const int row = undo.tops.height((code - undo.code_offset) / 2);
        toggle_piece(placement_masks[undo.turn][placement_of(code)], static_cast<unsigned>(row), undo.turn);
        if (undo.code_offset != info_.code_offset) shift_wall((info_.code_offset - undo.code_offset) / 2);
    }
    info_ = undo;
}

inline void State::place(Code code, int side) {
    if (rules_->table) shift_frame(code);
    const unsigned placement = placement_of(code);
    const PlacementMasks& masks = placement_masks[side][placement];
    const unsigned row = info_.tops.place(masks, placement, rows_, *rules_);
    toggle_piece(masks, row, side);
    info_.key ^= zobrist.pieces[side][code][row];
    info_.mirrored_key ^= zobrist.pieces[side][info_.mirror_axis - code][row];
    ++info_.placed[side];
    if (rules_->table && row == 0) {  // KWI-6
        info_.wall_width = static_cast<std::uint8_t>(info_.wall_width + 1 + (code & 1));
        info_.tops.supported = (info_.tops.supported & rules_->within[info_.wall_width]) | rules_->beside[info_.wall_width];
    }
}

// On the table: the first piece determines the mirror axis, and a piece to the left of the wall shifts the frame.
inline void State::shift_frame(Code code) {
    if (info_.wall_width == 0) info_.mirror_axis = static_cast<std::uint8_t>(2 * (2 * Rules::middle + (code & 1)));
    const int columns = first_column() - code / 2;
    if (columns <= 0) return;
    info_.code_offset = static_cast<std::int8_t>(info_.code_offset - 2 * columns);
    info_.tops.shift(columns);
    shift_wall(columns);
}

// Adds or removes the two cubes of a piece.
inline void State::toggle_piece(const PlacementMasks& masks, unsigned row, int side) {
    rows_[row] ^= masks.lower;
    rows_[row + 1] ^= masks.upper;
    cubes_[side] ^= std::bit_cast<Cubes>(masks.cubes) << static_cast<int>(row);
}

inline void State::shift_wall(int columns) {
    for (PerSide& row : rows_) row = columns > 0 ? row << 2 * columns : row >> -2 * columns;
    for (Cubes& cubes : cubes_) cubes = shift_columns(cubes, columns);
}

inline void State::end_turn() {
    info_.turn ^= 1;
    info_.key ^= zobrist.turn;
    info_.mirrored_key ^= zobrist.turn;
}

inline PlacementSet State::placeable(int side) const {
    return placeable_on_wall(side) & ~(rows_[0] ? 0 : rules_->centre_placements);  // KWI-5
}

// Computes legal placements and outcome after an action.
inline void State::update_outcome() {
    const int side = info_.turn, last = 1 - side;
    info_.legal = placeable_on_wall(side);
    if (has_line(cubes_[last], rules_->line)) {  // KWI-8
        info_.end = End::line;
        info_.winner = static_cast<std::int8_t>(last);
        info_.legal = 0;
    } else if (!info_.legal && !placeable_on_wall(last)) {  // KWI-9
        finish_without_placements();
    }
}

// The outcome if neither side can place a piece (KWI-9).
inline void State::finish_without_placements() {
    info_.end = End::stuck;
    if (!rules_->fours) return;
    const int white = count_lines_of_four(cubes_[0]), black = count_lines_of_four(cubes_[1]);
    info_.end = white == black ? End::fours_equal : End::fours;
    if (white != black) info_.winner = white > black ? 0 : 1;
}

}  // namespace tablier::kwintie
