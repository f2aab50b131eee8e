// Iterative deepening over alphabeta.hpp: a player for games of two and more seats. A position whose seats do not alternate also has
// active_seats() -> int, the number of seats still playing.
//
// Runs one search per thread on a shared transposition table (lazy SMP): helper threads start at alternating depths and only fill
// the table; the result is that of the first thread.
#pragma once
#include <memory>
#include <thread>

#include "alphabeta.hpp"

namespace tablier {

// Settings:
//   threads   number of search threads
//   memory    size of the transposition table in megabytes
//   margin    root moves within this many 256ths of log-odds of the best get exact scores instead of upper bounds
//   level     10 (the highest) reports moves that are only bounded by their gap to the best when all were last exact, so that an
//             analysis has a distinct score for each; below 10 they are reported by their bound
//   paranoid  1: with more than two seats, assume that all others play against the searching seat; 0: best-reply search
// and the settings of the evaluator.
template <Position P, AlphaBetaEvaluator<P> Evaluator>
class IterativeDeepening {
public:
    explicit IterativeDeepening(const Settings& settings)
        : threads_(std::clamp(static_cast<int>(setting(settings, "threads", 1)), 1, 64)),
          margin_(std::clamp(static_cast<int>(setting(settings, "margin", 0)), 0, infinity)),
          report_gaps_(setting(settings, "level", 10) >= 10),
          // A 16th of the memory is left for everything but the table.
          table_(static_cast<std::size_t>(std::clamp(setting(settings, "memory", 64), 1.0, 1e6) * (1 << 20) * 15 / 16)) {
        if constexpr (!P::alternates) paranoid_ = setting(settings, "paranoid", 0) > 0;
        for (int thread = 0; thread < threads_; ++thread) evaluators_.push_back(std::make_unique<Evaluator>(settings));
    }

    SearchResult think(const P& position, SearchControl& control) {
        table_.new_search();
        std::atomic<bool> done = false;
        std::vector<std::thread> helpers;
        for (int thread = 0; thread < threads_; ++thread)
            if constexpr (requires { evaluators_[0]->prepare(position); }) evaluators_[static_cast<std::size_t>(thread)]->prepare(position);
        for (int thread = 1; thread < threads_; ++thread)
            helpers.emplace_back([&, thread] {
                const auto search = make_search(thread, control, done, position, opponents(position));
                for (int depth = 1 + thread % 2; depth <= Search::max_ply && search->search_root(depth, 0, true); ++depth) {}
            });
        SearchResult result = search_main(position, control, done);
        done = true;
        for (std::thread& helper : helpers) helper.join();
        return result;
    }

    void clear() { table_.clear(); }

private:
    using Search = AlphaBeta<P, Evaluator>;
    static constexpr int max_pv_length = 12;
    static constexpr int no_choice_depth = 4;  // an only move is searched to this depth, for a score

    static bool two_seats_left(const P& position) {
        if constexpr (P::alternates) return true;
        else return position.active_seats() == 2;
    }
    Opponents opponents(const P& position) const {
        return paranoid_ || two_seats_left(position) ? Opponents::paranoid : Opponents::best_reply;
    }

    std::unique_ptr<Search> make_search(int thread, SearchControl& control, const std::atomic<bool>& done, const P& position, Opponents mode) {
        return std::make_unique<Search>(*evaluators_[static_cast<std::size_t>(thread)], table_, control, done, position, mode);
    }

    SearchResult search_main(const P& position, SearchControl& control, const std::atomic<bool>& done) {
        const bool proves = opponents(position) == Opponents::paranoid;
        const auto search = make_search(0, control, done, position, opponents(position));
        const Limits& limits = control.limits();
        const int max_depth = limits.depth ? std::min(limits.depth, Search::max_ply) : Search::max_ply;
        SearchResult result;
        bool selective = true;
        int unproven_plies = 0;  // distance of a win that holds against one opponent but not against all
        for (int depth = 1; depth <= max_depth; ++depth) {
            const bool completed = search->search_root(depth, depth <= Search::parameters.full_root_depth ? infinity : margin_, selective);
            fill_candidates(*search, proves, two_seats_left(position), result);
            if (!completed) break;
            result.depth = depth;
            if (control.report_due()) result.pv = pv(*search, result);
            control.report(result);
            const int best = search->root_moves[0].score, plies = win_score - std::abs(best);
            if (search->root_moves.size() == 1 && depth >= no_choice_depth && !limits.nodes && !limits.depth && limits.seconds > 0) break;
            if (std::abs(best) < win_in_max) continue;
            if (proves && (plies <= 2 || (!selective && depth + 2 >= plies))) break;  // no shorter win or longer loss is left to find
            if (!proves && best > 0 && plies != unproven_plies) {
                if (prove_win(position, *search, control, done, plies, result)) break;
                unproven_plies = plies;
            }
            selective = false;  // a result is found: search on without pruning for the shortest win or the longest loss
        }
        result.pv = pv(*search, result);
        return result;
    }

    static std::vector<Code> pv(const Search& search, const SearchResult& result) {
        const Code best = result.candidates[0].code;
        return search.root_moves[0].code == best ? search.pv(max_pv_length) : std::vector<Code>{best};
    }

    // Checks with a paranoid search whether a win found by best-reply search holds against all opponents; if so, reports it as proven.
    bool prove_win(const P& position, Search& search, SearchControl& control, const std::atomic<bool>& done, int plies, SearchResult& result) {
        const auto paranoid = make_search(0, control, done, position, Opponents::paranoid);
        paranoid->nodes = search.nodes;
        for (int depth = 1; depth < std::max(plies, 2); ++depth)
            if (!paranoid->search_root(depth, depth == 1 ? infinity : 0, false) || paranoid->root_moves[0].score > win_in_max) break;
        search.nodes = result.nodes = paranoid->nodes;
        const auto& best = paranoid->root_moves[0];
        if (best.score <= win_in_max) return false;
        const auto candidate = std::find_if(result.candidates.begin(), result.candidates.end(), [&](const Candidate& c) { return c.code == best.code; });
        *candidate = {best.code, 1, Proof::win, win_score - best.score, candidate->nodes};
        std::rotate(result.candidates.begin(), candidate, candidate + 1);
        return true;
    }

    // `proves`: the search was paranoid, so its wins are proofs. Its losses are proofs only with two seats left: more opponents need not
    // play together.
    void fill_candidates(const Search& search, bool proves, bool two_seats_left, SearchResult& result) const {
        result.nodes = search.nodes;
        result.candidates.clear();
        const int best = search.root_moves[0].score;
        for (const auto& move : search.root_moves) {
            const int gap = report_gaps_ && std::abs(best) < win_in_max ? move.gap : 0;
            const int score = &move == &search.root_moves[0] ? best : std::min(move.reported_score, std::max(best - gap, -win_in_max));
            Candidate candidate{move.code, expected_score_of(score), Proof::none, 0, move.nodes};
            if (std::abs(score) > win_in_max && std::abs(score) <= win_score && proves && (score > 0 || two_seats_left)) {
                candidate.proof = score > 0 ? Proof::win : Proof::loss;
                candidate.plies = win_score - std::abs(score);
                candidate.expected_score = score > 0;
            } else if (constexpr double limit = Search::parameters.unproven_limit; limit > 0) {
                candidate.expected_score = std::clamp(candidate.expected_score, limit, 1 - limit);
            }
            result.candidates.push_back(candidate);
        }
        std::stable_sort(result.candidates.begin() + 1, result.candidates.end(), [](const Candidate& a, const Candidate& b) {
            if (a.expected_score != b.expected_score) return a.expected_score > b.expected_score;
            return a.expected_score > 0 ? a.plies < b.plies : a.plies > b.plies;
        });
    }

    int threads_, margin_;
    bool report_gaps_, paranoid_ = false;
    TranspositionTable table_;
    std::vector<std::unique_ptr<Evaluator>> evaluators_;
};

}  // namespace tablier
