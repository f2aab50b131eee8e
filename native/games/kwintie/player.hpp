// Somebody to play Kwintie with: what can be proven is proven, the rest is judged by alpha-beta.
#pragma once
#include "../../search/iterative_deepening.hpp"
#include "evaluation.hpp"
#include "prover.hpp"

namespace tablier::kwintie {

// Settings beside those of alpha-beta and its evaluation: `proof`, the part of the time that proving may take, 0 for none.
class Player {
public:
    explicit Player(const Settings& settings)
        : share_(std::clamp(setting(settings, "proof", 0.5), 0.0, 0.9)), deepening_(with_memory(settings, 0.25)) {
        if (share_ > 0) prover_.emplace(static_cast<std::size_t>(memory(settings) * 0.7 * (1 << 20)));
    }

    SearchResult think(const State& state, SearchControl& control) {
        if (!prover_ || control.limits().depth) return deepening_.think(state, control);
        const SearchResult first = at_once(state, control);
        prover_->prove(state, [&](std::uint64_t nodes) { return control.should_stop(nodes) || beyond(control, nodes); });
        control.charge_nodes(prover_->nodes);
        // What was seen at once counts until the search has seen as far again, and what is proven before all that is thought.
        const auto complete = [&](SearchResult& result) {
            const std::uint64_t nodes = first.nodes + prover_->nodes + result.nodes;
            if (first.depth > result.depth) result = first;
            result.nodes = nodes;
            settle(state, result);
        };
        control.transform_reports(complete);
        SearchResult result = deepening_.think(state, control);
        complete(result);
        return result;
    }

    void clear() {
        deepening_.clear();
        if (prover_) prover_->clear();
    }

private:
    static constexpr double patience = 5;           // seconds of proving when there is no limit at all
    static constexpr std::uint64_t glance = 300'000;  // nodes before that

    // Where somebody watches, or nobody says how long it may take and somebody may be waiting to say stop: then there is something
    // to tell before proving begins.
    SearchResult at_once(const State& state, SearchControl& control) {
        if (control.limits().nodes || (control.limits().seconds > 0 && !control.has_listener())) return {};
        control.set_node_limit(glance);
        SearchResult result = deepening_.think(state, control);
        control.set_node_limit(0);
        if (!control.should_stop(0)) control.report_now(result);  // nothing else is told while it proves
        return result;
    }

    static double memory(const Settings& settings) { return std::clamp(setting(settings, "memory", 64), 1.0, 1e6); }
    static Settings with_memory(Settings settings, double part) {
        settings["memory"] = std::max(1.0, memory(settings) * part);
        return settings;
    }

    bool beyond(const SearchControl& control, std::uint64_t nodes) const {
        const Limits& limits = control.limits();
        if (limits.nodes && static_cast<double>(nodes) >= share_ * static_cast<double>(limits.nodes)) return true;
        if (limits.seconds > 0) return control.elapsed_s() >= share_ * limits.seconds;
        return !limits.nodes && control.elapsed_s() >= patience;
    }

    // What is proven counts before what is thought.
    void settle(const State& state, SearchResult& result) {
        const int own = state.turn();
        const bool holds = prover_->answer(1 - own) == Verdict::disproven;  // whatever happens, this need not be lost
        const Code expected = result.candidates[0].code;
        Prover::Lengths lengths;
        for (Candidate& one : result.candidates) {
            if (one.proof != Proof::none) continue;
            one.proof = prover_->known(state, one.code);
            if (one.proof == Proof::win) one.plies = prover_->longest(state, one.code, lengths), one.expected_score = 1;
            if (one.proof == Proof::loss) one.plies = state.left(0) + state.left(1), one.expected_score = 0;
            if (one.proof == Proof::draw) one.plies = state.left(0) + state.left(1), one.expected_score = 0.5;
            if (one.proof == Proof::none && holds) one.expected_score = prover_->safe(state, one.code) ? std::max(one.expected_score, 0.5) : std::min(one.expected_score, 0.49);
        }
        std::stable_sort(result.candidates.begin(), result.candidates.end(), [](const Candidate& a, const Candidate& b) {
            if ((a.proof == Proof::win) != (b.proof == Proof::win)) return a.proof == Proof::win;
            if ((a.proof == Proof::loss) != (b.proof == Proof::loss)) return b.proof == Proof::loss;
            if (a.proof == Proof::win) return a.plies < b.plies;
            if (a.proof == Proof::loss) return a.plies > b.plies;
            return a.expected_score > b.expected_score;
        });
        if (result.candidates[0].code != expected) result.pv = {result.candidates[0].code};
    }

    double share_;
    IterativeDeepening<State, Evaluator> deepening_;
    std::optional<Prover> prover_;
};

}  // namespace tablier::kwintie
