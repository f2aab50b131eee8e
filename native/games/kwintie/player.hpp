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

    Thought think(const State& state, Watch& watch) {
        if (!prover_ || watch.limits().depth) return deepening_.think(state, watch);
        const Thought first = at_once(state, watch);
        prover_->ask(state, [&](std::uint64_t nodes) { return watch.over(nodes) || beyond(watch, nodes); });
        watch.spend(prover_->nodes);
        // What was seen at once counts until the search has seen as far again, and what is proven before all that is thought.
        const auto complete = [&](Thought& thought) {
            const std::uint64_t nodes = first.nodes + prover_->nodes + thought.nodes;
            if (first.depth > thought.depth) thought = first;
            thought.nodes = nodes;
            settle(state, thought);
        };
        watch.through(complete);
        Thought thought = deepening_.think(state, watch);
        complete(thought);
        return thought;
    }

    void forget() {
        deepening_.forget();
        if (prover_) prover_->forget();
    }

private:
    static constexpr double patience = 5;           // seconds of proving when there is no limit at all
    static constexpr std::uint64_t glance = 300'000;  // nodes before that

    // Where somebody watches, or nobody says how long it may take and somebody may be waiting to say stop: then there is something
    // to tell before proving begins.
    Thought at_once(const State& state, Watch& watch) {
        if (watch.limits().nodes || (watch.limits().seconds > 0 && !watch.watched())) return {};
        watch.allow(glance);
        Thought thought = deepening_.think(state, watch);
        watch.allow(0);
        if (!watch.over(0)) watch.tell_now(thought);  // nothing else is told while it proves
        return thought;
    }

    static double memory(const Settings& settings) { return std::clamp(setting(settings, "memory", 64), 1.0, 1e6); }
    static Settings with_memory(Settings settings, double part) {
        settings["memory"] = std::max(1.0, memory(settings) * part);
        return settings;
    }

    bool beyond(const Watch& watch, std::uint64_t nodes) const {
        const Limits& limits = watch.limits();
        if (limits.nodes && static_cast<double>(nodes) >= share_ * static_cast<double>(limits.nodes)) return true;
        if (limits.seconds > 0) return watch.seconds() >= share_ * limits.seconds;
        return !limits.nodes && watch.seconds() >= patience;
    }

    // What is proven counts before what is thought.
    void settle(const State& state, Thought& thought) {
        const int own = state.turn();
        const bool holds = prover_->answer(1 - own) == Verdict::no;  // whatever happens, this need not be lost
        const Code expected = thought.candidates[0].code;
        Prover::Lengths lengths;
        for (Candidate& one : thought.candidates) {
            if (one.proof != Proof::none) continue;
            one.proof = prover_->known(state, one.code);
            if (one.proof == Proof::win) one.plies = prover_->longest(state, one.code, lengths), one.chance = 1;
            if (one.proof == Proof::loss) one.plies = state.left(0) + state.left(1), one.chance = 0;
            if (one.proof == Proof::draw) one.plies = state.left(0) + state.left(1), one.chance = 0.5;
            if (one.proof == Proof::none && holds) one.chance = prover_->safe(state, one.code) ? std::max(one.chance, 0.5) : std::min(one.chance, 0.49);
        }
        std::stable_sort(thought.candidates.begin(), thought.candidates.end(), [](const Candidate& a, const Candidate& b) {
            if ((a.proof == Proof::win) != (b.proof == Proof::win)) return a.proof == Proof::win;
            if ((a.proof == Proof::loss) != (b.proof == Proof::loss)) return b.proof == Proof::loss;
            if (a.proof == Proof::win) return a.plies < b.plies;
            if (a.proof == Proof::loss) return a.plies > b.plies;
            return a.chance > b.chance;
        });
        if (thought.candidates[0].code != expected) thought.line = {thought.candidates[0].code};
    }

    double share_;
    Deepening<State, Judge> deepening_;
    std::optional<Prover> prover_;
};

}  // namespace tablier::kwintie
