// Race evaluation of Twisty: compares the race lengths of all seats, lengthened by the risk of being robbed. Possible robberies are
// left to the quiescence search.
#pragma once
#include <cmath>

#include "../../search/alphabeta.hpp"
#include "race.hpp"
#include "twisty.hpp"

namespace tablier::twisty {

// Weights of the evaluation, each also a setting of that name. docs/measurements/twisty-player.md has the contests that chose them.
struct Weights {
    double pace = 0.5;    // log-odds per turn ahead, far from the end
    double finish = 4.0;  // added to `pace`, divided by the turns that the leading seat needs plus 2
    double wanted = 5;    // lengthens the race, in 16ths of a turn, for an unprotected cube that another seat needs next
    double later = 3;     // the same for one that another seat needs later
    double slack = 4;     // in 16ths of a turn, see RaceTable::prepare

    explicit Weights(const Settings& settings) {
        const auto weights = {std::pair{"pace", &pace}, {"finish", &finish}, {"wanted", &wanted}, {"later", &later}, {"slack", &slack}};
        for (const auto& [name, weight] : weights) *weight = setting(settings, name, *weight);
    }
};

// Late move reduction from the fourth move on: one ply, two from the ninth move on.
constexpr int reduction(int depth, int move_number) { return depth < 3 || move_number < 3 ? 0 : move_number < 8 ? 1 : 2; }

class Evaluator {
public:
    static constexpr SearchParameters parameters{.history = false, .internal_iterative_reduction = false, .reduction = &reduction,
                                                 .max_qsearch_plies = 5, .full_root_depth = 1, .unproven_limit = 0.005};

    explicit Evaluator(const Settings& settings) : weights_(settings) {}

    void prepare(const State& state) { race_.prepare(state.board().layout, static_cast<int>(weights_.slack)); }

    // Key for the transposition table. Ignores the number of turns played if the limit is too far away for a search to reach.
    Key key(const State& state) const {
        const Board& board = state.board();
        return board.rules.max_turns - board.info.turns_played < 128 ? board.key() : board.key_with_turns(0);
    }

    // Log-odds of winning for a seat, in 256ths: a softmax over the race lengths of all seats.
    int evaluate(const State& state, int own) {
        std::array<double, max_players> turns{};
        const unsigned playing = estimate_turns(state, turns);
        double leader = turns[own];
        for (int seat = 0; seat < max_players; ++seat)
            if (playing >> seat & 1) leader = std::min(leader, turns[seat]);
        const double scale = (weights_.pace + weights_.finish / (std::max(leader, 0.0) / turn_unit + 2)) / turn_unit;
        double odds = 0;
        for (int seat = 0; seat < max_players; ++seat)
            if (seat != own && playing >> seat & 1) odds += std::exp(scale * (turns[own] - turns[seat]));
        return static_cast<int>(std::clamp(-std::log(odds) * 256, -8000.0, 8000.0));
    }

    ThreatInfo threats(const State& state) const { return {wins_now(state), false}; }

    // Whether the seat to act can land on the centre with all seven colours (TWS-13).
    bool wins_now(const State& state) const {
        const StateInfo& info = state.board().info;
        const Cell pawn = info.pawns[info.turn];
        if (info.robbed >= 0 || info.card_rows[info.turn].next() != no_colour || pawn == off_board) return false;
        if (!(race_.distances().reachable(pawn) & bit(centre))) return false;
        return state.is_legal(centre);
    }

    // Move ordering by the race length after each action.
    void score_moves(const State& state, const Code* codes, int count, int* scores) {
        const Board& board = state.board();
        const StateInfo& info = board.info;
        const int seat = info.to_act();
        const CardRow& row = info.card_rows[seat];
        const RaceLengths& lengths = race_.lengths(board, row, row.taken);
        const RaceLengths* lengths_after_taking = nullptr;  // computed when needed
        const Bitboard robbable = state.robbable_cells(seat), cubes = board.cubes[row.next()];
        for (int i = 0; i < count; ++i) {
            const Code code = codes[i];
            if (code >= pass) {
                scores[i] = 0;
            } else if (code >= first_pick) {
                scores[i] = -lengths[corners[code - first_pick]];
            } else if (code >= first_protect) {
                scores[i] = -lengths[code - first_protect] + turn_unit * std::popcount(row.at_risk) / 2;
            } else if ((robbable | cubes) & bit(code)) {
                if (!lengths_after_taking) lengths_after_taking = &race_.lengths(board, row, row.taken + 1);
                scores[i] = -(*lengths_after_taking)[code] + (robbable & bit(code) ? 2 * turn_unit : 0);
            } else {
                scores[i] = code == centre && row.next() == no_colour ? 0x4000 : -lengths[code];
            }
        }
    }

    // A robbed seat must choose a corner before the position can be evaluated (TWS-11).
    bool can_stand_pat(const State& state) const { return state.board().info.robbed < 0; }

    // Moves of the quiescence search: robberies, and the corner picks of robbed seats.
    int forcing_moves(const State& state, Code* codes) {
        const StateInfo& info = state.board().info;
        if (info.robbed >= 0) return state.legal(codes);
        if (info.pawns[info.turn] == off_board) return 0;
        int count = 0;
        const Bitboard candidates = state.robbable_cells(info.turn) & race_.distances().reachable(info.pawns[info.turn]) & all_cells;
        for_each_cell(candidates, [&](Cell cell) {
            if (state.is_legal(cell)) codes[count++] = cell;
        });
        return count;
    }

private:
    // Estimates the turns to the win of each playing seat, in 16ths: race length, waiting time until its turn, and the risk of being
    // robbed. Returns the set of playing seats.
    unsigned estimate_turns(const State& state, std::array<double, max_players>& turns) {
        const Board& board = state.board();
        const StateInfo& info = board.info;
        const unsigned playing = info.playing();
        const int count = std::popcount(playing);
        int turns_before = info.robbed >= 0 ? count - 1 : 0;  // TWS-11: after a robbery the turn of seat `turn` is already over
        for (int number = 0; number < max_players; ++number) {
            const int seat = (info.turn + number) % max_players;
            if (!(playing >> seat & 1)) continue;
            const CardRow& row = info.card_rows[seat];
            const RaceLengths& lengths = race_.lengths(board, row, row.taken);
            const Cell pawn = info.pawns[seat];
            turns[seat] = pawn == off_board ? length_from_best_corner(board, lengths) : lengths[pawn];
            turns[seat] += turn_unit * turns_before / count;
            turns_before = number == 0 && info.robbed >= 0 ? 0 : turns_before + 1;
        }
        for (int robber = 0; robber < max_players; ++robber) {
            if (!(playing >> robber & 1)) continue;
            const CardRow& row = info.card_rows[robber];
            unsigned needed = 0;  // sets of colours
            for (int index = row.taken; index < colours; ++index) needed |= 1u << row.card(index);
            const unsigned next = 1u << row.next() & 0x7f;
            for (int seat = 0; seat < max_players; ++seat) {
                if (seat == robber || !(playing >> seat & 1)) continue;
                const unsigned at_risk = info.card_rows[seat].at_risk & needed;
                turns[seat] += weights_.later * std::popcount(at_risk & ~next);
                if (at_risk & next) turns[seat] += weights_.wanted;
            }
        }
        return playing;
    }

    static int length_from_best_corner(const Board& board, const RaceLengths& lengths) {
        int least = 0x7fff;
        for_each_cell(corner_cells & ~board.pawn_cells(), [&](Cell corner) { least = std::min<int>(least, lengths[corner]); });
        return least;
    }

    Weights weights_;
    RaceTable race_;
};

}  // namespace tablier::twisty
