// A player of alpha-beta: deeper and deeper until time is up or there is nothing left to find out, on as many threads as wished,
// which share the table.
#pragma once
#include <memory>
#include <thread>

#include "alphabeta.hpp"

namespace tablier {

// Settings: threads; memory in megabytes; margin: how much worse than the best an action may be, in 256ths of log-odds, to be worked
// out and not just bounded; level: the highest one tells bounded actions apart by how far behind they were when last worked out, so
// that an analysis has a value for each; lower ones choose among all that may be as good; and the judge's own.
template <Position P, class Evaluator>
class IterativeDeepening {
public:
    explicit IterativeDeepening(const Settings& settings)
        : threads_(std::clamp(static_cast<int>(setting(settings, "threads", 1)), 1, 64)),
          margin_(std::clamp(static_cast<int>(setting(settings, "margin", 0)), 0, infinity)),
          apart_(setting(settings, "level", 10) >= 10),
          table_(static_cast<std::size_t>(std::clamp(setting(settings, "memory", 64), 1.0, 1e6) * (1 << 20) * 15 / 16)) {
        for (int number = 0; number < threads_; ++number) evaluators_.push_back(std::make_unique<Evaluator>(settings));
    }

    SearchResult think(const P& position, SearchControl& control) {
        table_.new_search();
        std::atomic<bool> done = false;
        std::vector<std::thread> helpers;
        for (int number = 1; number < threads_; ++number)
            helpers.emplace_back([&, number] {
                const auto search = searching(number, control, done, position);
                for (int depth = 1 + number % 2; depth <= Search::deepest && search->deepen(depth, 0, false); ++depth) {}
            });
        SearchResult result = lead(position, control, done);
        done = true;
        for (std::thread& helper : helpers) helper.join();
        return result;
    }

    void clear() { table_.clear(); }

private:
    using Search = AlphaBeta<P, Evaluator>;
    static constexpr int closely = 4;          // to this depth every action is worked out
    static constexpr int longest_line = 12;

    std::unique_ptr<Search> searching(int number, SearchControl& control, const std::atomic<bool>& done, const P& position) {
        return std::make_unique<Search>(*evaluators_[number], table_, control, done, position);
    }

    SearchResult lead(const P& position, SearchControl& control, const std::atomic<bool>& done) {
        const auto search = searching(0, control, done, position);
        const Limits& limits = control.limits();
        const int last = limits.depth ? std::min(limits.depth, Search::deepest) : Search::deepest;
        SearchResult result;
        bool plain = false;  // once the end is in sight nothing is cut short, so that the way there is the shortest
        for (int depth = 1; depth <= last; ++depth) {
            const bool whole = search->deepen(depth, depth <= closely ? infinity : margin_, plain);
            tell(*search, result);
            if (!whole) break;
            result.depth = depth;
            if (control.report_due()) result.pv = search->line(longest_line);
            control.report(result);
            const int best = search->roots[0].value, plies = win_score - std::abs(best);
            if (search->roots.size() == 1 && depth >= 4 && !limits.nodes && !limits.depth && limits.seconds > 0) break;
            if (std::abs(best) < win_in_max) continue;
            if (plies <= 2 || (plain && depth + 2 >= plies)) break;
            plain = true;
        }
        result.pv = search->line(longest_line);
        return result;
    }

    void tell(const Search& search, SearchResult& result) const {
        result.nodes = search.nodes;
        result.candidates.clear();
        for (const auto& root : search.roots) {
            const int best = search.roots[0].value, behind = apart_ && std::abs(best) < win_in_max ? root.behind : 0;
            const int value = &root == &search.roots[0] ? best : std::min(root.shown, std::max(best - behind, -win_in_max));
            Candidate candidate{root.code, expected_score_of(value), Proof::none, 0, root.nodes};
            if (std::abs(value) > win_in_max && std::abs(value) <= win_score) {
                candidate.proof = value > 0 ? Proof::win : Proof::loss;
                candidate.plies = win_score - std::abs(value);
                candidate.expected_score = value > 0;
            }
            result.candidates.push_back(candidate);
        }
        std::stable_sort(result.candidates.begin() + 1, result.candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.expected_score != b.expected_score ? a.expected_score > b.expected_score : a.expected_score > 0 ? a.plies < b.plies : a.plies > b.plies;
        });
    }

    int threads_, margin_;
    bool apart_;
    TranspositionTable table_;
    std::vector<std::unique_ptr<Evaluator>> evaluators_;
};

}  // namespace tablier
