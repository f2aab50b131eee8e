// Alpha-beta for two seats: principal variations, a transposition table, late actions searched less deep first, and threats seen
// before anything is searched. One thread's work; iterative_deepening.hpp makes a player of it.
//
// What it knows of a game is its judge:
//   look(position) -> ThreatInfo              what is about to happen; wins must be exact
//   evaluate(position) -> int           log-odds of winning for the seat to act, in 256ths, below `win_in_max`
//   order(position, codes, n, scores)   how good each action looks to the seat to act; beside learnt scores within ±`learnt`
//   forcing(position, codes) -> n       the actions that must be looked at before a position is judged
//   choice (constexpr, may be missing)  what to look at more and less closely than it is by itself
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <vector>

#include "../search_player.hpp"
#include "../random.hpp"
#include "transposition_table.hpp"
#include "score.hpp"

namespace tablier {

struct ThreatInfo {
    bool wins;        // the seat to act has a winning action
    bool threatened;  // else: the other seat threatens so much that the position cannot be judged as it stands
};

struct SearchParameters {
    int futility_margin = 0;        // a position that is better than needed by so much a ply, three plies or less from the leaves, is good enough
    int late_move_count = 0;       // so many actions a ply, two plies or less from the leaves; then the rest are not worth a look
    bool threat_extension = false;  // whether an answer to a threat costs no depth
};

template <Position P, class Evaluator>
class AlphaBeta {
public:
    struct Root {
        Code code;
        int value = -infinity;  // the newest: exact for the best, for the others at most so much
        int shown = infinity;   // what is told of it: exact when it was last looked at closely, or lower
        int behind = 0;              // how much less than the best it was worth when all were last worked out
        std::uint64_t nodes = 0;
    };

    static constexpr int history_max = 1 << 14;
    static constexpr int deepest = 100;

    AlphaBeta(Evaluator& evaluator, TranspositionTable& table, SearchControl& control, const std::atomic<bool>& stop, const P& position)
        : evaluator_(evaluator), table_(table), control_(control), stop_(stop), position_(position),
          history_(static_cast<std::size_t>(2 * position.rules().codes())) {
        if constexpr (RepeatingPosition<P>) {
            root_repeats_ = position.repetition() > 0;
            salt_ = position.history_key();
        }
        std::array<int, room> scores;
        const int count = position_.legal(codes_[0].data());
        evaluator_.score_moves(position_, codes_[0].data(), count, scores.data());
        for (int i = 0; i < count; ++i) roots.push_back({codes_[0][i], scores[i] - infinity});
        sort_roots(roots.size());
    }

    // Searches every action once more, so deep; false when it was stopped on the way. The first one is the best so far. Actions
    // that are worse than the best by less than `margin` get exact values; `plain` searches nothing less deep than the rest.
    bool deepen(int depth, int margin, bool plain) {
        plain_ = plain;
        first_look_ = depth == 1;
        int best = -infinity;
        for (std::size_t i = 0; i < roots.size(); ++i) {
            const std::uint64_t before = nodes;
            const int floor = std::max(best - margin, -infinity);
            const int value = after(roots[i].code, floor, infinity, depth, 0, i > 0, 0);
            if (stopped_) {
                sort_roots(i);
                // What is lost for certain is worse than all that was not reached any more.
                std::stable_partition(roots.begin(), roots.end(), [](const Root& root) { return root.value >= -win_in_max; });
                return false;
            }
            roots[i].value = value;
            roots[i].shown = value > floor ? value : std::min(roots[i].shown, value);
            roots[i].nodes += nodes - before;
            best = std::max(best, value);
            if (best >= win_score - 1 && depth > 1) break;
        }
        if (margin >= infinity)
            for (Root& root : roots) root.behind = best - root.value;
        sort_roots(roots.size());
        return true;
    }

    // What is expected to be played: the best action, then what the table remembers.
    std::vector<Code> line(int longest) const {
        std::vector<Code> found;
        P position = position_;
        typename P::Undo undo;
        Code code = roots[0].code;
        while (static_cast<int>(found.size()) < longest && position.is_legal(code)) {
            found.push_back(code);
            position.play(code, undo);
            if (position.over()) break;
            const auto known = table_.probe(position.key() ^ salt_);
            if (!known) break;
            code = known->code;
        }
        return found;
    }

    std::vector<Root> roots;
    std::uint64_t nodes = 0;

private:
    static constexpr int room = 512;
    static constexpr SearchParameters parameters = [] {
        if constexpr (requires { Evaluator::parameters; }) return Evaluator::parameters;
        else return SearchParameters{};
    }();

    // The first look at every action goes no deeper than that, takes no time worth mentioning, and must not be cut short: without
    // it there is nothing to tell.
    bool out_of_time() {
        if (stopped_) return true;
        if (first_look_) return false;
        const std::uint64_t limit = control_.limits().nodes;
        if ((limit && nodes >= limit) || stop_.load(std::memory_order_relaxed)) return stopped_ = true;
        if ((++asked_ & 63) == 0 && control_.should_stop(nodes)) stopped_ = true;
        return stopped_;
    }

    void sort_roots(std::size_t searched) {
        std::stable_sort(roots.begin(), roots.begin() + static_cast<std::ptrdiff_t>(searched),
                         [](const Root& a, const Root& b) { return a.value > b.value; });
    }

    // The value of an action for the seat that plays it, at least exact between alpha and beta. `narrow` first asks whether it is
    // better than alpha at all, `less` deep.
    int after(Code code, int alpha, int beta, int depth, int ply, bool narrow, int reduction) {
        typename P::Undo undo;
        const int seat = position_.to_act();
        position_.play(code, undo);
        ++nodes;
        int value;
        if (position_.over()) {
            const int winner = position_.winner();
            value = winner < 0 ? 0 : winner == seat ? win_score - ply - 1 : ply + 1 - win_score;
        } else if (const ThreatInfo look = evaluator_.threats(position_); look.wins) {
            value = ply + 2 - win_score;
        } else if (is_repetition(ply + 1)) {
            value = 0;
        } else {
            const bool forced = parameters.threat_extension && look.threatened && !first_look_ && ply < deepest / 2;
            const int next = forced ? depth : depth - 1;
            if (look.threatened) reduction = 0;
            bool wide = !narrow;
            if (narrow) {
                value = -search(look, -alpha - 1, -alpha, next - reduction, ply + 1);
                if (reduction && value > alpha) value = -search(look, -alpha - 1, -alpha, next, ply + 1);
                wide = value > alpha && value < beta;
            }
            if (wide) value = -search(look, -beta, -alpha, next, ply + 1);
        }
        position_.undo(code, undo);
        return value;
    }

    // A repetition within the tree is scored as a draw, as in chess programs. If the root itself is a repetition, so is a return to
    // any earlier position of the game: otherwise the search would go round until the third occurrence ends the game.
    bool is_repetition(int ply) const {
        if constexpr (RepeatingPosition<P>) {
            const int distance = position_.repetition();
            return distance > 0 && (distance <= ply || root_repeats_);
        } else {
            return false;
        }
    }

    int search(const ThreatInfo& look, int alpha, int beta, int depth, int ply) {
        if (out_of_time()) return 0;
        if (ply >= deepest) return evaluator_.evaluate(position_);
        if (depth <= 0) {
            if (!look.threatened || first_look_) return qsearch(alpha, beta, ply);
            depth = 1;
        }
        // Nobody wins sooner than by the action after the next.
        alpha = std::max(alpha, ply + 2 - win_score);
        beta = std::min(beta, win_score - ply - 3);
        if (alpha >= beta) return alpha;

        const Key key = position_.key() ^ salt_;
        const auto known = table_.probe(key);
        if (known) {
            const int value = score_from_tt(known->value, ply);
            const bool proven = (value > win_in_max && known->bound != Bound::upper) || (value < -win_in_max && known->bound != Bound::lower);
            if (known->depth >= depth || proven) {
                if (known->bound == Bound::exact) return value;
                if (known->bound == Bound::lower && value >= beta) return value;
                if (known->bound == Bound::upper && value <= alpha) return value;
            }
        } else if (depth >= 4 && !plain_) {
            --depth;  // without a first guess it is dear; the next time there is one
        }

        const bool narrow = !plain_ && !look.threatened && beta - alpha == 1 && std::abs(beta) < win_in_max;
        if (narrow && parameters.futility_margin && depth <= 3)
            if (const int value = evaluator_.evaluate(position_); value - parameters.futility_margin * depth >= beta) return value;

        auto& codes = codes_[ply];
        std::array<int, room> scores;
        const int count = ordered(known ? known->code : no_code, ply, scores.data());
        const int floor = alpha, side = position_.to_act();
        TTEntry entry{-infinity, depth, Bound::upper, codes[0]};
        for (int i = 0; i < count; ++i) {
            if (narrow && parameters.late_move_count && depth <= 2 && i >= parameters.late_move_count * depth && entry.value > -win_in_max) {
                entry.value = alpha;
                break;
            }
            pick_next(codes.data(), scores.data(), i, count);
            const int value = after(codes[i], alpha, beta, depth, ply, i > 0, reduction_of(look, depth, i));
            if (stopped_) return 0;
            if (value <= entry.value) continue;
            entry.value = value;
            if (value <= alpha) continue;
            alpha = value;
            entry.code = codes[i];
            if (alpha >= beta) {
                update_history(side, ply, depth, i);
                break;
            }
        }
        entry.bound = entry.value >= beta ? Bound::lower : entry.value > floor ? Bound::exact : Bound::upper;
        const int best = entry.value;
        entry.value = score_to_tt(best, ply);
        table_.store(key, entry);
        return best;
    }

    int reduction_of(const ThreatInfo& look, int depth, int number) const {
        if (plain_ || look.threatened || depth < 3 || number < 3) return 0;
        const int wanted = (std::bit_width(static_cast<unsigned>(depth)) + std::bit_width(static_cast<unsigned>(number))) / 2 - 1;
        return std::min(wanted, depth - 2);
    }

    // Judged as it stands, once what forces has been looked at.
    int qsearch(int alpha, int beta, int ply) {
        int best = evaluator_.evaluate(position_);
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
        auto& codes = codes_[ply];
        const int count = evaluator_.forcing_moves(position_, codes.data());
        for (int i = 0; i < count; ++i) {
            const int value = after(codes[i], alpha, beta, 0, ply, false, 0);
            if (stopped_) return 0;
            best = std::max(best, value);
            alpha = std::max(alpha, value);
            if (alpha >= beta) break;
        }
        return best;
    }

    // The legal actions with their scores: first what the table says, then what cut off here before, then the rest by what the
    // judge and other cut-offs say.
    int ordered(Code first, int ply, int* scores) {
        auto& codes = codes_[ply];
        const int count = position_.legal(codes.data());
        evaluator_.score_moves(position_, codes.data(), count, scores);
        const int* known = history_.data() + position_.to_act() * position_.rules().codes();
        const auto& killers = killers_[ply];
        for (int i = 0; i < count; ++i) {
            const Code code = codes[i];
            if (code == first) scores[i] = 1 << 30;
            else scores[i] += known[code] + (code == killers[0] ? 2 * history_max : code == killers[1] ? history_max : 0);
        }
        return count;
    }

    // What cut off is tried earlier from now on, what was tried before it in vain later.
    void update_history(int side, int ply, int depth, int number) {
        const auto& codes = codes_[ply];
        int* known = history_.data() + side * position_.rules().codes();
        const int bonus = std::min(16 * depth * depth, history_max / 8);
        for (int i = 0; i < number; ++i) known[codes[i]] -= bonus + known[codes[i]] * bonus / history_max;
        known[codes[number]] += bonus - known[codes[number]] * bonus / history_max;
        auto& killers = killers_[ply];
        if (killers[0] != codes[number]) killers = {codes[number], killers[0]};
    }

    static void pick_next(Code* codes, int* scores, int first, int count) {
        const auto best = std::max_element(scores + first, scores + count) - scores;
        std::swap(codes[first], codes[best]);
        std::swap(scores[first], scores[best]);
    }

    static constexpr Code no_code = 0xffff;

    Evaluator& evaluator_;
    TranspositionTable& table_;
    SearchControl& control_;
    const std::atomic<bool>& stop_;
    P position_;
    Key salt_ = 0;
    std::vector<int> history_;  // by side and code
    std::array<std::array<Code, 2>, deepest + 1> killers_{};
    std::array<std::array<Code, room>, deepest + 1> codes_;
    bool root_repeats_ = false, plain_ = false, first_look_ = false, stopped_ = false;
    unsigned asked_ = 0;
};

}  // namespace tablier
