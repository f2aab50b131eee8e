// Somebody to play Twisty with: alpha-beta over the race, for two to four seats.
#pragma once
#include <optional>
#include <thread>

#include "../../search/paranoid.hpp"
#include "evaluation.hpp"
#include "greedy.hpp"

namespace tablier::twisty {

// Settings beside threads and memory: `greedy` 1 plays as the greedy racer; `others` 1 believes that all other seats conspire,
// 0 that one at a time does its worst; `margin` is within how much of the best a chance is worked out, not just bounded;
// and the weights of the evaluation.
class Player {
public:
    explicit Player(const Settings& settings)
        : others_(setting(settings, "others", 0) > 0), margin_(static_cast<int>(setting(settings, "margin", 0) * 4 * 256)), threads_(std::clamp(static_cast<int>(setting(settings, "threads", 1)), 1, 64)),
          table_(static_cast<std::size_t>(std::max(1.0, setting(settings, "memory", 64))) * (1 << 20) * 15 / 16) {
        if (setting(settings, "greedy", 0) > 0) greedy_.emplace(static_cast<std::uint64_t>(setting(settings, "seed", 0)));
        for (int number = 0; number < threads_; ++number) evaluators_.push_back(std::make_unique<Evaluator>(settings));
    }

    SearchResult think(const State& state, SearchControl& control) {
        if (greedy_) return greedy_->think(state);
        table_.new_search();
        for (const auto& evaluator : evaluators_) evaluator->prepare(state);
        std::atomic<bool> done = false;
        std::vector<std::thread> helpers;
        for (int number = 1; number < threads_; ++number)
            helpers.emplace_back([&, number] {
                Search search = searching(*evaluators_[number], control, done, state);
                for (int depth = 1 + number % 2; depth <= deepest && search.deepen(depth, true); ++depth) {}
            });
        SearchResult result = lead(state, control, done);
        done = true;
        for (std::thread& helper : helpers) helper.join();
        return result;
    }

    void clear() { table_.clear(); }

private:
    using Search = Paranoid<State, Evaluator>;
    static constexpr int deepest = 60, longest_line = 12;

    Search searching(Evaluator& evaluator, SearchControl& control, const std::atomic<bool>& done, const State& state) const {
        Search search(evaluator, table_, control, done, whom(state), margin_);
        search.begin(state);
        return search;
    }

    static bool two_left(const State& state) { return state.table().gone() == most_seats - 2; }
    Others whom(const State& state) const {
        return two_left(state) || others_ ? Others::all : Others::reply;
    }

    // Deeper and deeper until time is up or there is nothing left to find out.
    SearchResult lead(const State& state, SearchControl& control, const std::atomic<bool>& done) {
        Search search = searching(*evaluators_[0], control, done, state);
        const int last = control.limits().depth ? std::min(control.limits().depth, deepest) : deepest;
        const bool exact = whom(state) == Others::all;
        SearchResult result;
        bool plain = false;  // once the end is in sight nothing is cut short, so that the way there is the shortest
        int doubted = 0;     // plies of the win that could not be proven
        for (int depth = 1; depth <= last; ++depth) {
            const bool whole = search.deepen(depth, !plain);
            tell(search, state, exact, result);
            if (!whole) break;
            result.depth = depth;
            if (control.report_due()) result.pv = expected(search, result);
            control.report(result);
            const int best = search.roots[0].value, plies = win_score - std::abs(best);
            if (search.roots.size() == 1 && depth >= 4 && !control.limits().nodes && !control.limits().depth) break;  // no choice
            if (std::abs(best) < win_in_max) continue;
            if (!exact && best > 0 && plies != doubted) {
                if (proves(state, search, control, done, plies, result)) break;
                doubted = plies;
            }
            if (exact && (plies <= 2 || (plain && depth + 2 >= plies))) break;
            plain = true;
        }
        result.pv = expected(search, result);
        return result;
    }

    static std::vector<Code> expected(const Search& search, const SearchResult& result) {
        std::vector<Code> line = search.line(longest_line);
        const Code best = result.candidates[0].code;
        return line.empty() || line[0] != best ? std::vector<Code>{best} : line;
    }

    // Whether a win against one opponent at a time is one against all of them: then it is told as proven.
    bool proves(const State& state, Search& search, SearchControl& control, const std::atomic<bool>& done, int plies, SearchResult& result) {
        Search all(*evaluators_[0], table_, control, done, Others::all, 0);
        all.begin(state);
        all.nodes = search.nodes;
        for (int depth = 1; depth < std::max(plies, 2); ++depth)
            if (!all.deepen(depth, false) || all.roots[0].value > win_in_max) break;
        search.nodes = result.nodes = all.nodes;
        const Search::Root& best = all.roots[0];
        if (best.value <= win_in_max) return false;
        const auto found = std::find_if(result.candidates.begin(), result.candidates.end(), [&](const Candidate& one) { return one.code == best.code; });
        *found = {best.code, 1, Proof::win, win_score - best.value, found->nodes};
        std::rotate(result.candidates.begin(), found, found + 1);
        return true;
    }

    void tell(const Search& search, const State& state, bool exact, SearchResult& result) const {
        result.candidates.clear();
        result.nodes = search.nodes;
        for (const auto& root : search.roots) {
            Candidate candidate{root.code, expected_score_of(root.value), Proof::none, 0, root.nodes};
            const bool win = root.value > win_in_max && root.firm, loss = root.value < -win_in_max;
            // That all the others together can keep a seat from winning proves nothing: they will not all want to.
            if (exact && (win || (loss && two_left(state)))) {
                candidate.proof = win ? Proof::win : Proof::loss;
                candidate.plies = win_score - std::abs(root.value);
                candidate.expected_score = win ? 1 : 0;
            } else {
                candidate.expected_score = std::clamp(candidate.expected_score, 0.005, 0.995);
            }
            if (!result.candidates.empty()) candidate.expected_score = std::min(candidate.expected_score, result.candidates[0].expected_score);
            result.candidates.push_back(candidate);
        }
        // those that were not reached this time are told by an older look
        std::stable_sort(result.candidates.begin() + 1, result.candidates.end(), [](const Candidate& a, const Candidate& b) { return a.expected_score > b.expected_score; });
    }

    bool others_;
    int margin_;
    int threads_;
    mutable TranspositionTable table_;
    std::vector<std::unique_ptr<Evaluator>> evaluators_;
    std::optional<Greedy> greedy_;
};

}  // namespace tablier::twisty
