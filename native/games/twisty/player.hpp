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
        for (int number = 0; number < threads_; ++number) judges_.push_back(std::make_unique<Judge>(settings));
    }

    Thought think(const State& state, Watch& watch) {
        if (greedy_) return greedy_->think(state);
        table_.begin_thought();
        for (const auto& judge : judges_) judge->settle(state);
        std::atomic<bool> done = false;
        std::vector<std::thread> helpers;
        for (int number = 1; number < threads_; ++number)
            helpers.emplace_back([&, number] {
                Search search = searching(*judges_[number], watch, done, state);
                for (int depth = 1 + number % 2; depth <= deepest && search.deepen(depth, true); ++depth) {}
            });
        Thought thought = lead(state, watch, done);
        done = true;
        for (std::thread& helper : helpers) helper.join();
        return thought;
    }

    void forget() { table_.clear(); }

private:
    using Search = Paranoid<State, Judge>;
    static constexpr int deepest = 60, longest_line = 12;

    Search searching(Judge& judge, Watch& watch, const std::atomic<bool>& done, const State& state) const {
        Search search(judge, table_, watch, done, whom(state), margin_);
        search.begin(state);
        return search;
    }

    static bool two_left(const State& state) { return state.table().gone() == most_seats - 2; }
    Others whom(const State& state) const {
        return two_left(state) || others_ ? Others::all : Others::reply;
    }

    // Deeper and deeper until time is up or there is nothing left to find out.
    Thought lead(const State& state, Watch& watch, const std::atomic<bool>& done) {
        Search search = searching(*judges_[0], watch, done, state);
        const int last = watch.limits().depth ? std::min(watch.limits().depth, deepest) : deepest;
        const bool exact = whom(state) == Others::all;
        Thought thought;
        bool plain = false;  // once the end is in sight nothing is cut short, so that the way there is the shortest
        int doubted = 0;     // plies of the win that could not be proven
        for (int depth = 1; depth <= last; ++depth) {
            const bool whole = search.deepen(depth, !plain);
            tell(search, state, exact, thought);
            if (!whole) break;
            thought.depth = depth;
            if (watch.due()) thought.line = expected(search, thought);
            watch.tell(thought);
            const int best = search.roots[0].value, plies = sure - std::abs(best);
            if (search.roots.size() == 1 && depth >= 4 && !watch.limits().nodes && !watch.limits().depth) break;  // no choice
            if (std::abs(best) < nearly_sure) continue;
            if (!exact && best > 0 && plies != doubted) {
                if (proves(state, search, watch, done, plies, thought)) break;
                doubted = plies;
            }
            if (exact && (plies <= 2 || (plain && depth + 2 >= plies))) break;
            plain = true;
        }
        thought.line = expected(search, thought);
        return thought;
    }

    static std::vector<Code> expected(const Search& search, const Thought& thought) {
        std::vector<Code> line = search.line(longest_line);
        const Code best = thought.candidates[0].code;
        return line.empty() || line[0] != best ? std::vector<Code>{best} : line;
    }

    // Whether a win against one opponent at a time is one against all of them: then it is told as proven.
    bool proves(const State& state, Search& search, Watch& watch, const std::atomic<bool>& done, int plies, Thought& thought) {
        Search all(*judges_[0], table_, watch, done, Others::all, 0);
        all.begin(state);
        all.nodes = search.nodes;
        for (int depth = 1; depth < std::max(plies, 2); ++depth)
            if (!all.deepen(depth, false) || all.roots[0].value > nearly_sure) break;
        search.nodes = thought.nodes = all.nodes;
        const Search::Root& best = all.roots[0];
        if (best.value <= nearly_sure) return false;
        const auto found = std::find_if(thought.candidates.begin(), thought.candidates.end(), [&](const Candidate& one) { return one.code == best.code; });
        *found = {best.code, 1, Proof::win, sure - best.value, found->nodes};
        std::rotate(thought.candidates.begin(), found, found + 1);
        return true;
    }

    void tell(const Search& search, const State& state, bool exact, Thought& thought) const {
        thought.candidates.clear();
        thought.nodes = search.nodes;
        for (const auto& root : search.roots) {
            Candidate candidate{root.code, chance_of(root.value), Proof::none, 0, root.nodes};
            const bool win = root.value > nearly_sure && root.firm, loss = root.value < -nearly_sure;
            // That all the others together can keep a seat from winning proves nothing: they will not all want to.
            if (exact && (win || (loss && two_left(state)))) {
                candidate.proof = win ? Proof::win : Proof::loss;
                candidate.plies = sure - std::abs(root.value);
                candidate.chance = win ? 1 : 0;
            } else {
                candidate.chance = std::clamp(candidate.chance, 0.005, 0.995);
            }
            if (!thought.candidates.empty()) candidate.chance = std::min(candidate.chance, thought.candidates[0].chance);
            thought.candidates.push_back(candidate);
        }
        // those that were not reached this time are told by an older look
        std::stable_sort(thought.candidates.begin() + 1, thought.candidates.end(), [](const Candidate& a, const Candidate& b) { return a.chance > b.chance; });
    }

    bool others_;
    int margin_;
    int threads_;
    mutable Transpositions table_;
    std::vector<std::unique_ptr<Judge>> judges_;
    std::optional<Greedy> greedy_;
};

}  // namespace tablier::twisty
