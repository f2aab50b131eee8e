// Evaluator of the alpha-beta search: open lines by the number of own cubes in them, and cells where a side wins once the wall
// has grown there.
#pragma once
#include "../../search/alphabeta.hpp"
#include "proof_goal.hpp"

namespace tablier::kwintie {

// Converts the cubes of one side to the solver's bitboard. `first`: see Geometry.
inline Bitboard bitboard_of(Cubes cubes, int first) {
    constexpr std::uint64_t column_mask = (1 << max_height) - 1;
    Bitboard board = 0;
    for (int column = 0; column < part_columns; ++column)
        board |= Bitboard{cubes[0] >> column * max_height & column_mask} << (first + column) * stride;
    for (int column = part_columns; column < max_width; ++column)
        board |= Bitboard{cubes[1] >> (column - second_part_column) * max_height & column_mask} << (first + column) * stride;
    return board;
}

// The height of a column of the frame (see PlacementSet).
inline int height_at(const State& state, int x) { return state.height(x + state.first_column() - margin); }

// The placements among `placements` that are in `winning`, which has the cells of all winning pieces.
inline PlacementSet winning_among(const State& state, PlacementSet placements, const Placements& winning, int first) {
    PlacementSet wins = 0;
    for (; placements; placements &= placements - 1) {
        const int bit = std::countr_zero(placements), x = bit / 2;
        const Bitboard cell = cube(x - margin + first, height_at(state, x));
        if ((bit & 1 ? winning.lying : winning.standing) & cell) wins |= placements & -placements;
    }
    return wins;
}

// Number of lines without a cube of the opponent, by the number of own cubes in them.
template <int Length>
inline std::array<int, Length + 1> open_lines(Bitboard own, Bitboard other, Bitboard cells) {
    std::array<int, Length + 1> lines{};
    const Bitboard free = cells & ~other;
    for (const int step : directions) {
        Bitboard open = free, ones = own, twos = 0, fours = 0;  // bit-sliced counters of own cubes, for all lines at once
        for (int i = 1; i < Length; ++i) {
            open &= free >> i * step;
            const Bitboard more = own >> i * step, carry = ones & more;
            ones ^= more;
            fours |= twos & carry;
            twos ^= carry;
        }
        lines[1] += popcount(open & ones & ~twos & ~fours);
        lines[2] += popcount(open & ~ones & twos);
        if constexpr (Length > 3) lines[3] += popcount(open & ones & twos);
        if constexpr (Length > 4) lines[4] += popcount(open & ~ones & ~twos & fours);
    }
    return lines;
}

// Weights are in 256ths of log-odds. Settings: `one`, `two`, `three`, `four` (an open line of five with that many cubes), `waiting` (a
// cell where a side will win), `tempo`.
class Evaluator {
public:
    explicit Evaluator(const Settings& settings)
        : weights_{0, weight(settings, "one", 3), weight(settings, "two", 9), weight(settings, "three", 28),
                   weight(settings, "four", 60), 0},
          future_win_weight_(weight(settings, "waiting", 40)), tempo_(weight(settings, "tempo", 30)) {}

    ThreatInfo threats(const State& state) const {
        const int own = state.turn(), line = state.rules().line;
        const Geometry& geometry = geometry_of(state);
        const Bitboard mine = bitboard_of(state.cubes(own), geometry.first);
        const Bitboard theirs = bitboard_of(state.cubes(1 - own), geometry.first);
        if (winning_among(state, state.placeable(own), winning_placements(mine, line), geometry.first)) return {true, false};
        return {false, winning_among(state, state.placeable(1 - own), winning_placements(theirs, line), geometry.first) != 0};
    }

    int evaluate(const State& state, int own) const {
        const Geometry& geometry = geometry_of(state);
        const Bitboard mine = bitboard_of(state.cubes(own), geometry.first);
        const Bitboard theirs = bitboard_of(state.cubes(1 - own), geometry.first);
        const int line = state.rules().line;
        int value = tempo_ + lines(mine, theirs, geometry.all, line) - lines(theirs, mine, geometry.all, line);
        if (state.rules().fours) {
            const int cells_left = popcount(geometry.all & ~mine & ~theirs);  // lines of four count more as the wall fills
            value += (count_lines_of_four(mine) - count_lines_of_four(theirs)) * (30 + 4 * std::max(0, 40 - cells_left));
        }
        return std::clamp(value, -6000, 6000);  // far from win_in_max: an evaluation is never taken for a proof
    }

    // Prefers placements beside other cubes and in the centre, and avoids supporting the cell of a future win.
    void score_moves(const State& state, const Code* codes, int count, int* scores) const {
        const int own = state.turn(), line = state.rules().line;
        const Geometry& geometry = geometry_of(state);
        const Bitboard mine = bitboard_of(state.cubes(own), geometry.first);
        const Bitboard theirs = bitboard_of(state.cubes(1 - own), geometry.first);
        const Placements wins = winning_placements(mine, line), losses = winning_placements(theirs, line);
        for (int i = 0; i < count; ++i) {
            if (codes[i] == state.rules().pass()) {
                scores[i] = 0;
                continue;
            }
            const bool lying = codes[i] & 1;
            const int x = codes[i] / 2 - state.first_column() + margin, row = height_at(state, x);
            const Bitboard first_cube = cube(x - margin + geometry.first, row);
            const Bitboard piece = first_cube | first_cube << (lying ? stride : 1);
            const Bitboard beside = piece << stride | piece >> stride | first_cube >> 1;
            const Bitboard above = piece << 1 & ~piece;
            scores[i] = 60 * popcount(beside & mine) + 40 * popcount(beside & theirs);
            if (above & (losses.standing | losses.lying)) scores[i] -= 20000;
            if (above & (wins.standing | wins.lying)) scores[i] -= 3000;  // the opponent can occupy it now
            // In half columns from the centre of the board, or from the left edge of the wall on the table.
            const int offset = 2 * (x - margin) + lying + 1 - (state.rules().table ? 0 : state.rules().width);
            scores[i] -= 8 * std::abs(offset);
        }
    }

    int forcing_moves(const State&, Code*) const { return 0; }

private:
    static int weight(const Settings& settings, std::string_view name, double default_value) {
        return static_cast<int>(setting(settings, name, default_value));
    }

    const Geometry& geometry_of(const State& state) const {
        if (!geometry_ || geometry_->rules != &state.rules()) geometry_.emplace(state.rules());
        return *geometry_;
    }

    int lines(Bitboard own, Bitboard other, Bitboard cells, int line) const {
        int value = 0;
        const auto add = [&](const auto& open) {
            // A shorter line has the weight of the line of five that misses as many cubes.
            for (std::size_t i = 1; i < static_cast<std::size_t>(line); ++i)
                value += weights_[i + 5 - static_cast<std::size_t>(line)] * open[i];
        };
        if (line == 5) add(open_lines<5>(own, other, cells));
        else if (line == 4) add(open_lines<4>(own, other, cells));
        else add(open_lines<3>(own, other, cells));
        // Cells where a piece would win once the wall has grown there.
        const Placements wins = winning_placements(own, line);
        const Bitboard empty = cells & ~(own | other), future_wins = (wins.standing | wins.lying) & empty;
        return value + future_win_weight_ * popcount(future_wins);
    }

    std::array<int, 6> weights_;
    int future_win_weight_, tempo_;
    mutable std::optional<Geometry> geometry_;
};

}  // namespace tablier::kwintie
