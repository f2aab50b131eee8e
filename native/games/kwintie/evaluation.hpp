// How good a position looks to alpha-beta: the lines that are still open, weighed by how many cubes are in them and how soon the
// missing ones can be reached; and the wins that are waiting.
#pragma once
#include "../../search/alphabeta.hpp"
#include "proof_goal.hpp"

namespace tablier::kwintie {

// The cubes of one side as a set.
inline Set set_of(Cubes cubes, int first) {
    Set set = 0;
    for (int column = 0; column < part_columns; ++column)
        set |= Set{cubes[0] >> column * highest & 511} << (first + column) * stride;
    for (int column = part_columns; column < widest; ++column)
        set |= Set{cubes[1] >> (column - second_part) * highest & 511} << (first + column) * stride;
    return set;
}

inline int height_at(const State& state, int x) { return state.height(x + state.first_column() - margin); }

// Those of some places where a piece would complete a line, given where that would be.
inline Places completing(const State& state, Places places, const Spots& winning, int first) {
    Places found = 0;
    for (; places; places &= places - 1) {
        const int place = std::countr_zero(places), x = place / 2;
        const Set cell = cube(x - margin + first, height_at(state, x));
        if ((place & 1 ? winning.lies : winning.stands) & cell) found |= places & -places;
    }
    return found;
}

// Lines of one side that the other has no cube in, by how many cubes it has in them.
template <int Length>
inline std::array<int, Length + 1> open_lines(Set own, Set other, Set cells) {
    std::array<int, Length + 1> lines{};
    const Set free = cells & ~other;
    for (const int step : directions) {
        Set whole = free, ones = own, twos = 0, fours = 0;  // how many of ours, in binary, for all lines at once
        for (int i = 1; i < Length; ++i) {
            whole &= free >> i * step;
            const Set more = own >> i * step, carry = ones & more;
            ones ^= more;
            fours |= twos & carry;
            twos ^= carry;
        }
        lines[1] += count(whole & ones & ~twos & ~fours);
        lines[2] += count(whole & ~ones & twos);
        if constexpr (Length > 3) lines[3] += count(whole & ones & twos);
        if constexpr (Length > 4) lines[4] += count(whole & ~ones & ~twos & fours);
    }
    return lines;
}

// Settings: one ... waiting, the weights below.
class Evaluator {
public:
    explicit Evaluator(const Settings& settings)
        : weights_{0, weight(settings, "one", 3), weight(settings, "two", 9), weight(settings, "three", 28), weight(settings, "four", 60), 0},
          waiting_(weight(settings, "waiting", 40)), tempo_(weight(settings, "tempo", 30)) {}

    ThreatInfo threats(const State& state) const {
        const int own = state.turn(), line = state.rules().line;
        const Ground& ground = ground_of(state);
        const Set mine = set_of(state.cubes(own), ground.first), theirs = set_of(state.cubes(1 - own), ground.first);
        if (completing(state, state.placeable(own), winning(mine, line), ground.first)) return {true, false};
        return {false, completing(state, state.placeable(1 - own), winning(theirs, line), ground.first) != 0};
    }

    int evaluate(const State& state, int own) const {
        const Ground& ground = ground_of(state);
        const Set mine = set_of(state.cubes(own), ground.first), theirs = set_of(state.cubes(1 - own), ground.first);
        const int line = state.rules().line;
        int value = tempo_ + lines(mine, theirs, ground.all, line) - lines(theirs, mine, ground.all, line);
        if (state.rules().fours) {
            const int nearly = count(ground.all & ~mine & ~theirs);  // the fewer cells are left the more the lines of four count
            value += (fours_of(mine) - fours_of(theirs)) * (30 + 4 * std::max(0, 40 - nearly));
        }
        return std::clamp(value, -6000, 6000);
    }

    // Where many lines run, ours and theirs; what parries or makes a threat is found by searching.
    void score_moves(const State& state, const Code* codes, int number, int* scores) const {
        const int own = state.turn(), line = state.rules().line;
        const Ground& ground = ground_of(state);
        const Set mine = set_of(state.cubes(own), ground.first), theirs = set_of(state.cubes(1 - own), ground.first);
        const Spots wins = winning(mine, line), losses = winning(theirs, line);
        const Set filled = mine | theirs;
        for (int i = 0; i < number; ++i) {
            if (codes[i] == state.rules().pass()) {
                scores[i] = 0;
                continue;
            }
            const bool lies = codes[i] & 1;
            const int x = codes[i] / 2 - state.first_column() + margin, row = height_at(state, x);
            const Set half = cube(x - margin + ground.first, row), piece = half | half << (lies ? stride : 1);
            const Set beside = half << stride | half >> stride | piece << stride | piece >> stride | half >> 1;
            const Set above = (piece << 1 & ~piece);
            scores[i] = 60 * count(beside & mine) + 40 * count(beside & theirs & filled);
            if (above & (losses.stands | losses.lies)) scores[i] -= 20000;
            if (above & (wins.stands | wins.lies)) scores[i] -= 3000;  // given away: the other side will spoil it
            const int centre = 2 * (x - margin) + lies + 1 - (state.rules().table ? 0 : state.rules().width);
            scores[i] -= 8 * std::abs(centre);
        }
    }

    int forcing_moves(const State&, Code*) const { return 0; }

private:
    static int weight(const Settings& settings, std::string_view name, double usual) {
        return static_cast<int>(setting(settings, name, usual));
    }

    const Ground& ground_of(const State& state) const {
        if (!ground_ || ground_->rules != &state.rules()) ground_.emplace(state.rules());
        return *ground_;
    }

    int lines(Set own, Set other, Set cells, int line) const {
        int value = 0;
        const auto add = [&](const auto& open) {
            // A line of four needs one cube less than one of five.
            for (int i = 1; i < line; ++i) value += weights_[static_cast<std::size_t>(i + 5 - line)] * open[static_cast<std::size_t>(i)];
        };
        if (line == 5) add(open_lines<5>(own, other, cells));
        else if (line == 4) add(open_lines<4>(own, other, cells));
        else add(open_lines<3>(own, other, cells));
        // Wins that wait for the wall to grow: the lower, the sooner.
        const Spots waits = winning(own, line);
        const Set empty = cells & ~(own | other), waiting = (waits.stands | waits.lies) & empty;
        return value + waiting_ * count(waiting);
    }

    std::array<int, 6> weights_;
    int waiting_, tempo_;
    mutable std::optional<Ground> ground_;
};

}  // namespace tablier::kwintie
