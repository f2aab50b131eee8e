// The Kwintie player: df-pn proofs, combined with alpha-beta for everything that is not proven.
#pragma once
#include "../../search/iterative_deepening.hpp"
#include "evaluation.hpp"
#include "prover.hpp"

namespace tablier::kwintie {

// Settings besides those of alpha-beta and the evaluator: `proof`, the share of the time or nodes for proving; 0 disables it.
class Player {
public:
    explicit Player(const Settings& settings)
        : proof_share_(std::clamp(setting(settings, "proof", 0.5), 0.0, 0.9)), deepening_(with_memory(settings, search_memory_share)) {
        if (proof_share_ > 0) prover_.emplace(static_cast<std::size_t>(memory_mb(settings) * proof_memory_share * (1 << 20)));
    }

    SearchResult think(const State& state, SearchControl& control) {
        if (!prover_ || control.limits().depth) return deepening_.think(state, control);
        const SearchResult first = search_briefly(state, control);
        const auto stop = [&](std::uint64_t nodes) { return control.should_stop(nodes) || is_proof_budget_spent(control, nodes); };
        prover_->prove(state, stop);
        control.charge_nodes(prover_->nodes);
        // Report the brief search until the main search is as deep, and let proofs override scores.
        const auto complete = [&](SearchResult& result) {
            const std::uint64_t nodes = first.nodes + prover_->nodes + result.nodes;
            if (first.depth > result.depth) result = first;
            result.nodes = nodes;
            apply_proofs(state, result);
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
    static constexpr double search_memory_share = 0.25, proof_memory_share = 0.7;  // of `memory`, for the two tables
    static constexpr double unlimited_proof_s = 5;  // proving time if there is no limit
    static constexpr std::uint64_t brief_search_nodes = 300'000;

    // A short alpha-beta search before proving, so that there is a result to report early. Only with a listener, or without
    // limits, where a stop may come at any time.
    SearchResult search_briefly(const State& state, SearchControl& control) {
        if (control.limits().nodes || (control.limits().seconds > 0 && !control.has_listener())) return {};
        control.set_node_limit(brief_search_nodes);
        SearchResult result = deepening_.think(state, control);
        control.set_node_limit(0);
        if (!control.should_stop(0)) control.report_now(result);  // the prover itself reports nothing
        return result;
    }

    static double memory_mb(const Settings& settings) { return std::clamp(setting(settings, "memory", 64), 1.0, 1e6); }
    static Settings with_memory(Settings settings, double share) {
        settings["memory"] = std::max(1.0, memory_mb(settings) * share);
        return settings;
    }

    bool is_proof_budget_spent(const SearchControl& control, std::uint64_t nodes) const {
        const Limits& limits = control.limits();
        if (limits.nodes && static_cast<double>(nodes) >= proof_share_ * static_cast<double>(limits.nodes)) return true;
        if (limits.seconds > 0) return control.elapsed_s() >= proof_share_ * limits.seconds;
        return !limits.nodes && control.elapsed_s() >= unlimited_proof_s;
    }

    // Overrides scores by proofs and sorts the candidates again. The plies of losses and draws are the pieces left, an upper bound.
    void apply_proofs(const State& state, SearchResult& result) {
        const int own = state.turn();
        const bool can_hold = prover_->verdict(1 - own) == Verdict::disproven;  // the position is not lost
        const Code previous_best = result.candidates[0].code;
        Prover::Lengths lengths;
        for (Candidate& candidate : result.candidates) {
            if (candidate.proof != Proof::none) continue;
            candidate.proof = prover_->proof_after(state, candidate.code);
            double& score = candidate.expected_score;
            if (candidate.proof == Proof::win) candidate.plies = prover_->win_length(state, candidate.code, lengths), score = 1;
            if (candidate.proof == Proof::loss) candidate.plies = state.pieces_left(0) + state.pieces_left(1), score = 0;
            if (candidate.proof == Proof::draw) candidate.plies = state.pieces_left(0) + state.pieces_left(1), score = 0.5;
            if (candidate.proof == Proof::none && can_hold)  // a safe action ranks above one not known to be safe
                score = prover_->is_safe(state, candidate.code) ? std::max(score, 0.5) : std::min(score, 0.49);
        }
        std::stable_sort(result.candidates.begin(), result.candidates.end(), [](const Candidate& a, const Candidate& b) {
            if ((a.proof == Proof::win) != (b.proof == Proof::win)) return a.proof == Proof::win;
            if ((a.proof == Proof::loss) != (b.proof == Proof::loss)) return b.proof == Proof::loss;
            if (a.proof == Proof::win) return a.plies < b.plies;
            if (a.proof == Proof::loss) return a.plies > b.plies;
            return a.expected_score > b.expected_score;
        });
        if (result.candidates[0].code != previous_best) result.pv = {result.candidates[0].code};
    }

    double proof_share_;
    IterativeDeepening<State, Evaluator> deepening_;
    std::optional<Prover> prover_;
};

}  // namespace tablier::kwintie
