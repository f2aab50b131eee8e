// What a position is worth: the seats' races against each other, and what may still be robbed.
#pragma once
#include <cmath>

#include "../../search/alphabeta.hpp"
#include "race.hpp"
#include "twisty.hpp"

namespace tablier::twisty {

// In parts of a turn; by the contests in docs/measurements/twisty-player.md.
struct Weights {
    double pace = 0.5;    // how much a turn ahead is worth, in units of log-odds, far from the end …
    double finish = 4.0;  // … and how much more when the first is near it: divided by the turns it needs
    double wanted = 5;    // for a cube at risk that another seat needs next
    double later = 3;     // the same, but not next
    double slack = 4;     // the worth of a second way

    explicit Weights(const Settings& settings) {
        for (const auto& [name, weight] : {std::pair{"pace", &pace}, {"finish", &finish}, {"wanted", &wanted}, {"later", &later}, {"slack", &slack}})
            *weight = setting(settings, name, *weight);
    }
};

// Late move reduction of one ply, two from the ninth move on.
constexpr int reduction(int depth, int move_number) { return depth < 3 || move_number < 3 ? 0 : move_number < 8 ? 1 : 2; }

class Evaluator {
public:
    static constexpr SearchParameters parameters{.history = false, .internal_iterative_reduction = false, .reduction = &reduction,
                                                 .max_qsearch_plies = 5, .full_root_depth = 1, .unproven_limit = 0.005};

    explicit Evaluator(const Settings& settings) : weights_(settings) {}

    void prepare(const State& state) { race_.settle(state.table().layout, static_cast<int>(weights_.slack)); }
    Race& race() { return race_; }

    // How many turns were played matters only near their limit: nobody searches so deep.
    Key key(const State& state) const {
        const Table& table = state.table();
        return table.rules.last_turn - table.now.turns < 128 ? table.key() : table.key_at(0);
    }

    // Log-odds of winning for a seat, in 256ths.
    int evaluate(const State& state, int own) {
        std::array<double, most_seats> turns{};
        const unsigned here = lengths(state, turns);
        double first = turns[own];
        for (int seat = 0; seat < most_seats; ++seat)
            if (here >> seat & 1) first = std::min(first, turns[seat]);
        const double scale = (weights_.pace + weights_.finish / (std::max(first, 0.0) / whole_turn + 2)) / whole_turn;
        double odds = 0;
        for (int seat = 0; seat < most_seats; ++seat)
            if (seat != own && here >> seat & 1) odds += std::exp(scale * (turns[own] - turns[seat]));
        return static_cast<int>(std::clamp(-std::log(odds) * 256, -8000.0, 8000.0));
    }

    // TWS-13: whether the seat to act can land on the centre with all seven.
    ThreatInfo threats(const State& state) const { return {wins_now(state), false}; }
    bool wins_now(const State& state) const {
        const Now& now = state.table().now;
        const Cell pawn = now.pawns[now.turn];
        if (now.owing >= 0 || now.rows[now.turn].next() != none || pawn == nowhere) return false;
        if (!(race_.distances().reached(pawn) & bit(centre))) return false;
        return state.is_legal(centre);
    }

    // How good each action looks to the seat that acts, without looking further: the more the better.
    void score_moves(const State& state, const Code* codes, int count, int* scores) {
        const Table& table = state.table();
        const Now& now = table.now;
        const int seat = now.owing < 0 ? now.turn : now.owing;
        const Row& row = now.rows[seat];
        const Way& way = race_.way(table, row, row.taken);
        const Way* taking = nullptr;
        const Board robbable = state.robbable(seat), cubes = table.cubes[row.next()];
        for (int i = 0; i < count; ++i) {
            const Code code = codes[i];
            if (code >= pass) {
                scores[i] = 0;
            } else if (code >= picking) {
                scores[i] = -way[corners[code - picking]];
            } else if (code >= protecting) {
                scores[i] = -way[code - protecting] + whole_turn * std::popcount(row.at_risk) / 2;
            } else if ((robbable | cubes) & bit(code)) {
                if (!taking) taking = &race_.way(table, row, row.taken + 1);
                scores[i] = -(*taking)[code] + (robbable & bit(code) ? 2 * whole_turn : 0);
            } else {
                scores[i] = code == centre && row.next() == none ? 0x4000 : -way[code];
            }
        }
    }

    // A robbed seat must choose a corner before the position can be evaluated (TWS-11).
    bool can_stand_pat(const State& state) const { return state.table().now.owing < 0; }

    // Moves of the quiescence search: robberies and the answers to them.
    int forcing_moves(const State& state, Code* codes) {
        const Now& now = state.table().now;
        if (now.owing >= 0) return state.legal(codes);
        if (now.pawns[now.turn] == nowhere) return 0;
        int count = 0;
        each(state.robbable(now.turn) & race_.distances().reached(now.pawns[now.turn]) & all, [&](Cell cell) {
            if (state.is_legal(cell)) codes[count++] = cell;
        });
        return count;
    }

private:
    // For each seat that plays, the turns to its win with what may be robbed counted in; returns the set of these seats.
    unsigned lengths(const State& state, std::array<double, most_seats>& turns) {
        const Table& table = state.table();
        const Now& now = table.now;
        const unsigned here = ~now.gone & 0xfu;
        const int playing = std::popcount(here);
        int before = now.owing >= 0 ? playing - 1 : 0;  // TWS-11: the robber's turn is over but for the answer
        for (int number = 0; number < most_seats; ++number) {
            const int seat = (now.turn + number) % most_seats;
            if (!(here >> seat & 1)) continue;
            const Row& row = now.rows[seat];
            const Way& way = race_.way(table, row, row.taken);
            turns[seat] = (now.pawns[seat] == nowhere ? from_corner(table, way) : way[now.pawns[seat]]) + whole_turn * before / playing;
            before = number == 0 && now.owing >= 0 ? 0 : before + 1;
        }
        for (int robber = 0; robber < most_seats; ++robber) {
            if (!(here >> robber & 1)) continue;
            const Row& row = now.rows[robber];
            unsigned needs = 0;
            for (int place = row.taken; place < colours; ++place) needs |= 1u << row.card(place);
            const unsigned next = 1u << row.next() & 0x7f;
            for (int seat = 0; seat < most_seats; ++seat) {
                if (seat == robber || !(here >> seat & 1)) continue;
                const unsigned at_risk = now.rows[seat].at_risk & needs;
                turns[seat] += weights_.later * std::popcount(at_risk & ~next);
                if (at_risk & next) turns[seat] += weights_.wanted;
            }
        }
        return here;
    }

    static int from_corner(const Table& table, const Way& way) {
        int least = 0x7fff;
        each(corner_cells & ~table.pawns(), [&](Cell corner) { least = std::min<int>(least, way[corner]); });
        return least;
    }

    Weights weights_;
    Race race_;
};

}  // namespace tablier::twisty
