// Principal variation search for two and more seats, with a transposition table, killer moves and history heuristic, late move
// reductions, internal iterative reduction, reverse futility pruning, late move pruning, threat extensions and a quiescence search.
// Single-threaded; iterative_deepening.hpp drives it, and several threads may share one transposition table (lazy SMP).
//
// Scores are those of the side to act (negamax). With more than two seats the game is reduced to two sides: the searching seat
// against all others (paranoid search). In best-reply mode (BRS+) only one of the others, between two turns of the searching seat,
// chooses its action against it; the rest play the action that `score_moves` ranks first. Only paranoid search proves anything.
//
// Evaluator concept, for a position that is not over:
//   evaluate(position, seat) -> int              static evaluation for `seat`: log-odds in 256ths, within ±win_in_max. `seat` is the
//                                                seat to act, or the searching seat if there are more than two
//   threats(position) -> ThreatInfo              immediate wins and threats; a win must be exact
//   score_moves(position, codes, count, scores)  ordering scores, added to history scores within ±history_max
//   forcing_moves(position, codes) -> int        moves of the quiescence search; fills `codes`, returns their number
// and optionally:
//   parameters (static constexpr)                see SearchParameters
//   prepare(position)                            called once before a search from `position`
//   can_stand_pat(position) -> bool              false if the quiescence search must try a forcing move; true by default
//   key(position) -> Key                         key for the transposition table; position.key() by default
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <vector>

#include "../random.hpp"
#include "../search_player.hpp"
#include "score.hpp"
#include "transposition_table.hpp"

namespace tablier {

struct ThreatInfo {
    bool wins;        // the seat to act can win with this action
    bool threatened;  // otherwise: the opponent threatens to win, so the position is not quiet
};

// Late move reduction that grows with the logarithms of depth and move number.
constexpr int logarithmic_reduction(int depth, int move_number) {
    if (depth < 3 || move_number < 3) return 0;
    const auto bits = [](int number) { return static_cast<int>(std::bit_width(static_cast<unsigned>(number))); };
    return std::min((bits(depth) + bits(move_number)) / 2 - 1, depth - 2);
}

// Which techniques a game uses, and how. All are compile-time constants, so that a technique that is off costs nothing.
struct SearchParameters {
    int futility_margin = 0;                   // reverse futility pruning at depth <= 3: score margin per ply; 0: off
    int late_move_count = 0;                   // late move pruning at depth <= 2: number of moves per ply; 0: off
    bool threat_extension = false;             // replies to a threat do not cost depth
    bool history = true;                       // killer moves and history heuristic
    bool internal_iterative_reduction = true;  // one ply less without a transposition table move
    int (*reduction)(int depth, int move_number) = &logarithmic_reduction;
    int max_qsearch_plies = 1000;              // then the quiescence search stands pat
    int full_root_depth = 4;                   // up to this depth every root move gets an exact score
    double unproven_limit = 0;                 // least distance of an unproven expected score from 0 and 1
};

template <class E, class P>
concept AlphaBetaEvaluator = Position<P> && requires(E evaluator, const P& position, Code* codes, int* scores, int number) {
    { evaluator.evaluate(position, number) } -> std::same_as<int>;
    { evaluator.threats(position) } -> std::same_as<ThreatInfo>;
    { evaluator.score_moves(position, codes, number, scores) } -> std::same_as<void>;
    { evaluator.forcing_moves(position, codes) } -> std::same_as<int>;
};

constexpr int history_max = 1 << 14;  // bound of a history score

enum class Opponents { paranoid, best_reply };

template <Position P, AlphaBetaEvaluator<P> Evaluator>
class AlphaBeta {
public:
    struct RootMove {
        Code code;
        int score = -infinity;          // of the last iteration: exact for the best move, an upper bound for others
        int reported_score = infinity;  // the last exact score, or a lower upper bound found since
        int gap = 0;                    // difference to the best move when all scores were last exact
        std::uint64_t nodes = 0;
    };

    static constexpr int max_ply = 100;
    static constexpr SearchParameters parameters = [] {
        if constexpr (requires { Evaluator::parameters; }) return Evaluator::parameters;
        else return SearchParameters{};
    }();

    // `stop` ends this search only, `control` all threads of it.
    AlphaBeta(Evaluator& evaluator, TranspositionTable& table, SearchControl& control, const std::atomic<bool>& stop, const P& position,
              Opponents opponents = Opponents::paranoid)
        : evaluator_(evaluator), table_(table), control_(control), stop_(stop), position_(position), searching_seat_(position.to_act()),
          two_seats_(position.rules().seats() == 2), best_reply_(!two_seats_ && opponents == Opponents::best_reply),
          history_(parameters.history ? static_cast<std::size_t>(position.rules().seats() * position.rules().codes()) : 0) {
        if constexpr (RepeatingPosition<P>) {
            root_repeats_ = position.repetition() > 0;
            salt_ = position.history_key();
        }
        if (!two_seats_) salt_ ^= Random{static_cast<std::uint64_t>(searching_seat_ * 2 + best_reply_) + 1}.next();
        std::array<int, P::max_codes> scores;
        const int count = position_.legal(codes_[0].data());
        evaluator_.score_moves(position_, codes_[0].data(), count, scores.data());
        // Until the first iteration the scores only order the moves.
        for (int i = 0; i < count; ++i) root_moves.push_back({codes_[0][i], scores[i] - infinity});
        sort_root_moves(root_moves.size());
    }

    // Searches all root moves to `depth`. Moves within `margin` of the best get exact scores, the others an upper bound. Returns
    // false if the search was stopped, which iteration 1 never is; root_moves[0] is then still the best so far. Without `selective`
    // nothing is pruned or reduced, so that the distance to a win is the shortest.
    bool search_root(int depth, int margin, bool selective) {
        selective_ = selective;
        first_iteration_ = depth == 1;
        int best = -infinity;
        for (std::size_t i = 0; i < root_moves.size(); ++i) {
            const std::uint64_t nodes_before = nodes;
            const int alpha = std::max(best - margin, -infinity);
            const int score = search_move(root_moves[i].code, alpha, infinity, depth, 0, i > 0, 0, false);
            if (stopped_) {
                sort_root_moves(i);
                // A proven loss is worse than any move that was not searched in this iteration.
                std::stable_partition(root_moves.begin(), root_moves.end(), [](const RootMove& move) { return move.score >= -win_in_max; });
                return false;
            }
            root_moves[i].score = score;
            root_moves[i].reported_score = score > alpha ? score : std::min(root_moves[i].reported_score, score);
            root_moves[i].nodes += nodes - nodes_before;
            best = std::max(best, score);
            if (best >= win_score - 1 && !first_iteration_) break;  // wins with this move
        }
        if (margin >= infinity)
            for (RootMove& move : root_moves) move.gap = best - move.score;
        sort_root_moves(root_moves.size());
        return true;
    }

    // The principal variation: the best root move, then moves of the transposition table.
    std::vector<Code> pv(int max_length) const {
        std::vector<Code> moves;
        P position = position_;
        typename P::Undo undo;
        Code code = root_moves[0].code;
        while (static_cast<int>(moves.size()) < max_length && position.is_legal(code)) {
            moves.push_back(code);
            position.play(code, undo);
            if (position.over()) break;
            const auto entry = table_.probe(key_of(position) ^ salt_);
            if (!entry) break;
            code = entry->code;
        }
        return moves;
    }

    std::vector<RootMove> root_moves;  // best first
    std::uint64_t nodes = 0;

private:
    static constexpr Code no_code = 0xffff;
    static constexpr Key replied_salt = 0x5bd1'e995'7b93'1f4dULL;  // arbitrary; separates positions with `replied` in the table

    // Iteration 1 is short and never stopped: its result is the least there is to report.
    bool should_stop() {
        if (stopped_) return true;
        if (first_iteration_) return false;
        const std::uint64_t node_limit = control_.limits().nodes;
        if ((node_limit && nodes >= node_limit) || stop_.load(std::memory_order_relaxed)) return stopped_ = true;
        if ((++stop_checks_ & 63) == 0 && control_.should_stop(nodes)) stopped_ = true;  // reads the clock at every 64th check
        return stopped_;
    }

    void sort_root_moves(std::size_t searched) {
        std::stable_sort(root_moves.begin(), root_moves.begin() + static_cast<std::ptrdiff_t>(searched),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }

    Key key_of(const P& position) const {
        if constexpr (requires { { evaluator_.key(position) } -> std::same_as<Key>; }) return evaluator_.key(position);
        else return position.key();
    }

    bool own_turn() const { return position_.to_act() == searching_seat_; }

    int evaluate() {
        if constexpr (P::alternates) return evaluator_.evaluate(position_, position_.turn());
        else if (two_seats_ || own_turn()) return evaluator_.evaluate(position_, position_.to_act());
        else return -evaluator_.evaluate(position_, searching_seat_);
    }

    bool can_stand_pat() const {
        if constexpr (requires { { evaluator_.can_stand_pat(position_) } -> std::same_as<bool>; }) return evaluator_.can_stand_pat(position_);
        else return true;
    }

    // Score of a move for the side that plays it, exact between alpha and beta. With `null_window` it is first tested against alpha
    // at a depth lowered by `reduction`. `replied`: one of the others has already chosen its best reply (best-reply mode).
    int search_move(Code code, int alpha, int beta, int depth, int ply, bool null_window, int reduction, bool replied) {
        typename P::Undo undo;
        const int seat = position_.to_act();
        const bool own = !P::alternates && seat == searching_seat_;
        position_.play(code, undo);
        ++nodes;
        int score;
        if (position_.over()) {
            const int winner = position_.winner();
            const bool won = P::alternates ? winner == seat : (winner == searching_seat_) == own;
            score = winner < 0 ? 0 : won ? win_score - ply - 1 : ply + 1 - win_score;
        } else {
            const bool same_side = !P::alternates && own_turn() == own;
            const ThreatInfo threats = evaluator_.threats(position_);
            if (threats.wins) {
                score = same_side ? win_score - ply - 2 : ply + 2 - win_score;
            } else if (is_repetition(ply + 1)) {
                score = 0;
            } else {
                const auto search_child = [&](int low, int high, int child_depth) {
                    return same_side ? search(threats, low, high, child_depth, ply + 1, replied)
                                     : -search(threats, -high, -low, child_depth, ply + 1, false);
                };
                const bool extend = parameters.threat_extension && threats.threatened && !first_iteration_ && ply < max_ply / 2;
                const int child_depth = extend ? depth : depth - 1;
                if (threats.threatened) reduction = 0;
                bool full_window = !null_window;
                if (null_window) {
                    score = search_child(alpha, alpha + 1, child_depth - reduction);
                    if (reduction && score > alpha) score = search_child(alpha, alpha + 1, child_depth);
                    full_window = score > alpha && score < beta;
                }
                if (full_window) score = search_child(alpha, beta, child_depth);
            }
        }
        position_.undo(code, undo);
        return score;
    }

    // A repetition within the tree is scored as a draw. If the root itself is a repetition, so is a return to any earlier position
    // of the game: otherwise the search would go round until the third occurrence ends the game.
    bool is_repetition(int ply) const {
        if constexpr (RepeatingPosition<P>) {
            const int distance = position_.repetition();
            return distance > 0 && (distance <= ply || root_repeats_);
        } else {
            return false;
        }
    }

    int search(const ThreatInfo& threats, int alpha, int beta, int depth, int ply, bool replied) {
        if (should_stop()) return 0;
        if (ply >= max_ply) return evaluate();
        if (depth <= 0) {
            if (!threats.threatened || first_iteration_) return qsearch(alpha, beta, depth, ply, replied);
            depth = 1;  // a threat must be answered before the position can be evaluated
        }
        // Mate distance pruning. The caller has ruled out a win with this action. If the seats alternate, the soonest loss is therefore
        // two plies away and the soonest win three.
        constexpr int soonest_loss = P::alternates ? 2 : 0, soonest_win = P::alternates ? 3 : 1;
        alpha = std::max(alpha, ply + soonest_loss - win_score);
        beta = std::min(beta, win_score - ply - soonest_win);
        if (alpha >= beta) return alpha;

        const Key key = key_of(position_) ^ salt_ ^ (replied ? replied_salt : 0);
        const auto known = table_.probe(key);
        if (known) {
            const int score = score_from_tt(known->score, ply);
            const bool proven = (score > win_in_max && known->bound != Bound::upper) || (score < -win_in_max && known->bound != Bound::lower);
            if (known->depth >= depth || proven) {
                if (known->bound == Bound::exact) return score;
                if (known->bound == Bound::lower && score >= beta) return score;
                if (known->bound == Bound::upper && score <= alpha) return score;
            }
        } else if (parameters.internal_iterative_reduction && depth >= 4 && selective_) {
            --depth;
        }

        const bool prunable = selective_ && !threats.threatened && beta - alpha == 1 && std::abs(beta) < win_in_max;
        if (prunable && parameters.futility_margin && depth <= 3)
            if (const int score = evaluate(); score - parameters.futility_margin * depth >= beta) return score;

        // In best-reply mode one opponent may deviate from its first-ranked action; after that (`replied`) the others may not.
        const bool free_choice = P::alternates || !best_reply_ || own_turn();
        auto& codes = codes_[ply];
        std::array<int, P::max_codes> scores;
        int count = score_moves(known && free_choice ? known->code : no_code, ply, scores.data());
        if (!free_choice && replied) {
            codes[0] = codes[std::max_element(scores.begin(), scores.begin() + count) - scores.begin()];
            count = 1;
        }
        const int original_alpha = alpha, seat = position_.to_act();
        TTEntry entry{-infinity, depth, Bound::upper, codes[0]};
        for (int i = 0; i < count; ++i) {
            if (prunable && parameters.late_move_count && depth <= 2 && i >= parameters.late_move_count * depth && entry.score > -win_in_max) {
                entry.score = alpha;  // late move pruning: fail low
                break;
            }
            pick_next(codes.data(), scores.data(), i, count);
            const int reduction = selective_ && !threats.threatened ? parameters.reduction(depth, i) : 0;
            const int score = search_move(codes[i], alpha, beta, depth, ply, i > 0, reduction, replied || (!free_choice && i > 0));
            if (stopped_) return 0;
            if (score <= entry.score) continue;
            entry.score = score;
            if (score <= alpha) continue;
            alpha = score;
            entry.code = codes[i];
            if (alpha >= beta) {
                if constexpr (parameters.history) update_history(seat, ply, depth, i);
                break;
            }
        }
        entry.bound = entry.score >= beta ? Bound::lower : entry.score > original_alpha ? Bound::exact : Bound::upper;
        const int best = entry.score;
        entry.score = score_to_tt(best, ply);
        table_.store(key, entry);
        return best;
    }

    // Quiescence search: stands pat or plays forcing moves. `depth` is 0 or less and counts its plies.
    int qsearch(int alpha, int beta, int depth, int ply, bool replied) {
        int best = -infinity;
        const bool at_limit = -depth > parameters.max_qsearch_plies;
        if (at_limit || can_stand_pat()) {
            best = evaluate();
            if (best >= beta || at_limit) return best;
            alpha = std::max(alpha, best);
        }
        auto& codes = codes_[ply];
        const int count = evaluator_.forcing_moves(position_, codes.data());
        for (int i = 0; i < count; ++i) {
            const int score = search_move(codes[i], alpha, beta, depth, ply, false, 0, replied);
            if (stopped_) return 0;
            best = std::max(best, score);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }

    // Generates the legal moves with ordering scores: the transposition table move, killer moves, then by evaluator and history.
    int score_moves(Code tt_move, int ply, int* scores) {
        auto& codes = codes_[ply];
        const int count = position_.legal(codes.data());
        evaluator_.score_moves(position_, codes.data(), count, scores);
        if constexpr (parameters.history) {
            const int* history = history_.data() + position_.to_act() * position_.rules().codes();
            const auto& killers = killers_[ply];
            for (int i = 0; i < count; ++i) {
                const Code code = codes[i];
                if (code == tt_move) scores[i] = 1 << 30;
                else scores[i] += history[code] + (code == killers[0] ? 2 * history_max : code == killers[1] ? history_max : 0);
            }
        } else if (tt_move != no_code) {
            for (int i = 0; i < count; ++i)
                if (codes[i] == tt_move) scores[i] = 1 << 30;
        }
        return count;
    }

    // After a beta cutoff: history bonus for the cutoff move, malus for the moves tried before it, both with gravity, which keeps scores
    // within ±history_max; update killers.
    void update_history(int seat, int ply, int depth, int cutoff_index) {
        const auto& codes = codes_[ply];
        int* history = history_.data() + seat * position_.rules().codes();
        const int bonus = std::min(16 * depth * depth, history_max / 8);
        for (int i = 0; i < cutoff_index; ++i) history[codes[i]] -= bonus + history[codes[i]] * bonus / history_max;
        history[codes[cutoff_index]] += bonus - history[codes[cutoff_index]] * bonus / history_max;
        auto& killers = killers_[ply];
        if (killers[0] != codes[cutoff_index]) killers = {codes[cutoff_index], killers[0]};
    }

    // One step of a selection sort: most nodes cut off after few moves, so sorting all would be wasted.
    static void pick_next(Code* codes, int* scores, int first, int count) {
        const auto best = std::max_element(scores + first, scores + count) - scores;
        std::swap(codes[first], codes[best]);
        std::swap(scores[first], scores[best]);
    }

    Evaluator& evaluator_;
    TranspositionTable& table_;
    SearchControl& control_;
    const std::atomic<bool>& stop_;
    P position_;
    int searching_seat_;
    bool two_seats_, best_reply_;
    Key salt_ = 0;              // separates table entries of searches that score positions differently
    std::vector<int> history_;  // by seat and code
    std::array<std::array<Code, 2>, max_ply + 1> killers_{};
    std::array<std::array<Code, P::max_codes>, max_ply + 1> codes_;  // by ply
    bool root_repeats_ = false, selective_ = true, first_iteration_ = false, stopped_ = false;
    unsigned stop_checks_ = 0;
};

}  // namespace tablier
