// Alpha-beta of one seat against all the others; with two seats it is plain alpha-beta. Iterative deepening with principal
// variations, a transposition table and late moves searched reduction deep first.
//
// What it knows of a game is its judge:
//   settle(position)                    before a thought
//   evaluate(position, seat) -> int     log-odds of winning for that seat, in 256ths, below `win_in_max`
//   wins_now(position) -> bool          whether the seat to act has a winning action
//   order(position, codes, n, scores)   how good each action looks to the seat to act: the more the better
//   forcing(position, codes, quiet)     the actions that must be looked at before a position is judged
//   key(position)                       of all that a value depends on
//
// With more than two seats, `Others::reply` lets only one of the others do its worst before our seat acts again, while the rest
// play what looks best to them; `Others::all` believes that all of them conspire. Only the latter proves anything.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "../search_player.hpp"
#include "../random.hpp"
#include "transposition_table.hpp"
#include "score.hpp"

namespace tablier {

enum class Others { all, reply };

template <Position P, class Evaluator>
class Paranoid {
public:
    struct Root {
        Code code;
        int value = -infinity;  // exact when `firm`, else at most so much
        bool firm = false;
        std::uint64_t nodes = 0;
    };

    Paranoid(Evaluator& evaluator, TranspositionTable& table, SearchControl& control, const std::atomic<bool>& stop, Others others, int margin)
        : evaluator_(evaluator), table_(table), control_(control), stop_(stop), others_(others), margin_(margin) {}

    // Every action of a position, ordered by what it looks like: what `deepen` begins with.
    void begin(const P& position) {
        position_ = &position;
        own_ = position.to_act();
        two_ = position.rules().seats() == 2;
        salt_ = two_ ? 0 : Random{static_cast<std::uint64_t>(own_ * 2 + (others_ == Others::reply)) + 1}.next();
        std::array<Code, room> codes;
        std::array<int, room> scores;
        const int count = position.legal(codes.data());
        evaluator_.score_moves(position, codes.data(), count, scores.data());
        roots.clear();
        for (int i = 0; i < count; ++i) roots.push_back({codes[i], scores[i]});
        sort_roots();
    }

    // Searches every action once more, so deep; false when it was stopped on the way, which the first look never is. The first one
    // is the best so far.
    bool deepen(int depth, bool reducing) {
        reducing_ = reducing;
        first_look_ = depth == 1;
        int best = -infinity;
        P position = *position_;
        for (std::size_t i = 0; i < roots.size(); ++i) {
            const std::uint64_t before = nodes;
            const int floor = i == 0 ? -infinity : std::max(best - margin_, -infinity);
            const int value = root_value(position, roots[i].code, floor, depth, i == 0 || first_look_);
            if (stopped_) {
                if (i > 0) sort_roots(i);
                return false;
            }
            roots[i].firm = first_look_ || value > floor;
            roots[i].value = roots[i].firm ? value : std::min(value, roots[i].value);
            roots[i].nodes += nodes - before;
            best = std::max(best, value);
            if (best >= win_score - 1 && !first_look_) break;
        }
        sort_roots();
        return true;
    }

    // What is expected to be played: the best action, then what the table remembers.
    std::vector<Code> line(int longest) const {
        std::vector<Code> found;
        P position = *position_;
        typename P::Undo undo;
        Code code = roots[0].code;
        while (static_cast<int>(found.size()) < longest && position.is_legal(code)) {
            found.push_back(code);
            position.play(code, undo);
            if (position.over()) break;
            const auto known = table_.probe(evaluator_.key(position) ^ salt_);
            if (!known) break;
            code = known->code;
        }
        return found;
    }

    std::vector<Root> roots;
    std::uint64_t nodes = 0;

private:
    static constexpr int room = 512, deepest = 120;

    bool out_of_time() {
        if (first_look_) return false;
        if (stopped_) return true;
        const std::uint64_t limit = control_.limits().nodes;
        if ((limit && nodes >= limit) || stop_.load(std::memory_order_relaxed)) return stopped_ = true;
        if ((++asked_ & 63) == 0 && control_.should_stop(nodes)) stopped_ = true;
        return stopped_;
    }

    void sort_roots(std::size_t searched = ~std::size_t{0}) {
        const auto end = searched < roots.size() ? roots.begin() + static_cast<std::ptrdiff_t>(searched) : roots.end();
        std::stable_sort(roots.begin(), end, [](const Root& a, const Root& b) { return a.value > b.value; });
    }

    bool ours(const P& position) const { return position.to_act() == own_; }

    int root_value(P& position, Code code, int floor, int depth, bool whole) {
        typename P::Undo undo;
        position.play(code, undo);
        ++nodes;
        int value;
        if (whole) {
            value = child(position, true, -infinity, infinity, depth - 1, 1, false);
        } else {
            value = child(position, true, floor, floor + 1, depth - 1, 1, false);
            if (value > floor && !stopped_) value = child(position, true, floor, infinity, depth - 1, 1, false);
        }
        position.undo(code, undo);
        return value;
    }

    // The value of a position after an action, for the side that acted.
    int child(P& position, bool mine, int alpha, int beta, int depth, int ply, bool replied) {
        if (position.over()) return ended(position, mine, ply);
        if (ours(position) == mine) return search(position, alpha, beta, depth, ply, replied);
        return -search(position, -beta, -alpha, depth, ply, false);
    }

    int ended(const P& position, bool mine, int ply) const {
        const int winner = position.winner();
        if (winner < 0) return 0;
        return (winner == own_) == mine ? win_score - ply : ply - win_score;
    }

    int search(P& position, int alpha, int beta, int depth, int ply, bool replied) {
        if (out_of_time()) return 0;
        if (evaluator_.wins_now(position)) return win_score - ply - 1;
        if (depth <= 0 || ply >= deepest) return qsearch(position, alpha, beta, ply, 0);
        alpha = std::max(alpha, ply - win_score);
        beta = std::min(beta, win_score - ply - 1);
        if (alpha >= beta) return alpha;

        const Key key = evaluator_.key(position) ^ salt_ ^ (replied ? 0x5bd1'e995'7b93'1f4dULL : 0);
        const auto known = table_.probe(key);
        if (known) {
            const int value = score_from_tt(known->value, ply);
            const bool proven = (value > win_in_max && known->bound != Bound::upper) || (value < -win_in_max && known->bound != Bound::lower);
            if (known->depth >= depth || proven) {
                if (known->bound == Bound::exact) return value;
                if (known->bound == Bound::lower && value >= beta) return value;
                if (known->bound == Bound::upper && value <= alpha) return value;
            }
        }

        std::array<Code, room> codes;
        std::array<int, room> scores;
        int count = position.legal(codes.data());
        evaluator_.score_moves(position, codes.data(), count, scores.data());
        const bool mine = ours(position);
        const bool choosing = two_ || mine || others_ == Others::all;  // else: at most one of the others does its worst
        if (!choosing && replied) {
            codes[0] = codes[std::max_element(scores.begin(), scores.begin() + count) - scores.begin()];
            count = 1;
        }
        if (known && choosing)
            for (int i = 0; i < count; ++i)
                if (codes[i] == known->code) scores[i] = 0x7fff'ffff;

        const int floor = alpha;
        TTEntry entry{-infinity, depth, Bound::upper, codes[0]};
        for (int i = 0; i < count; ++i) {
            if (count > 1) pick_next(codes.data(), scores.data(), i, count);
            typename P::Undo undo;
            position.play(codes[i], undo);
            ++nodes;
            const bool replies = choosing ? replied : replied || i > 0;
            int value;
            if (i == 0) {
                value = child(position, mine, alpha, beta, depth - 1, ply + 1, replies);
            } else {
                const int reduction = reducing_ && depth >= 3 && i >= 3 ? (i >= 8 ? 2 : 1) : 0;
                value = child(position, mine, alpha, alpha + 1, depth - 1 - reduction, ply + 1, replies);
                if (reduction && value > alpha) value = child(position, mine, alpha, alpha + 1, depth - 1, ply + 1, replies);
                if (value > alpha && value < beta) value = child(position, mine, alpha, beta, depth - 1, ply + 1, replies);
            }
            position.undo(codes[i], undo);
            if (stopped_) return 0;
            if (value > entry.value) {
                entry.value = value;
                if (value > alpha) {
                    alpha = value;
                    entry.code = codes[i];
                }
                if (alpha >= beta) break;
            }
        }
        entry.bound = entry.value >= beta ? Bound::lower : entry.value > floor ? Bound::exact : Bound::upper;
        const int best = entry.value;
        entry.value = score_to_tt(best, ply);
        table_.store(key, entry);
        return best;
    }

    // Judged as it stands, once what forces has been looked at.
    int qsearch(P& position, int alpha, int beta, int ply, int already) {
        std::array<Code, room> codes;
        bool may_rest = true;
        const int count = evaluator_.forcing_moves(position, codes.data(), may_rest);
        const bool mine = ours(position);
        int best = -infinity;
        if (may_rest || already > 5) {
            best = mine || two_ ? evaluator_.evaluate(position, position.to_act()) : -evaluator_.evaluate(position, own_);
            if (best >= beta || already > 5) return best;
            alpha = std::max(alpha, best);
        }
        for (int i = 0; i < count && !out_of_time(); ++i) {
            typename P::Undo undo;
            position.play(codes[i], undo);
            ++nodes;
            int value;
            if (position.over()) value = ended(position, mine, ply + 1);
            else if (ours(position) == mine) value = calm(position, alpha, beta, ply + 1, already + 1);
            else value = -calm(position, -beta, -alpha, ply + 1, already + 1);
            position.undo(codes[i], undo);
            best = std::max(best, value);
            alpha = std::max(alpha, value);
            if (alpha >= beta) break;
        }
        return best;
    }
    int calm(P& position, int alpha, int beta, int ply, int already) {
        return evaluator_.wins_now(position) ? win_score - ply - 1 : qsearch(position, alpha, beta, ply, already);
    }

    static void pick_next(Code* codes, int* scores, int first, int count) {
        const auto best = std::max_element(scores + first, scores + count) - scores;
        std::swap(codes[first], codes[best]);
        std::swap(scores[first], scores[best]);
    }

    Evaluator& evaluator_;
    TranspositionTable& table_;
    SearchControl& control_;
    const std::atomic<bool>& stop_;
    Others others_;
    int margin_;
    const P* position_ = nullptr;
    int own_ = 0;
    bool two_ = true, reducing_ = true, first_look_ = false, stopped_ = false;
    unsigned asked_ = 0;
    Key salt_ = 0;
};

}  // namespace tablier
