// Proves game results with df-pn: alternates between the proof goals of both sides, with growing node budgets.
#pragma once
#include <unordered_map>

#include "../../search_player.hpp"
#include "proof_goal.hpp"

namespace tablier::kwintie {

class Prover {
public:
    explicit Prover(std::size_t bytes) : table_(bytes) {}

    void clear() { table_.clear(); }

    // Runs until the result is decided or stop(nodes) returns true; `nodes` is the total so far.
    template <class Stop>
    void prove(const State& state, Stop stop) {
        reset(state);
        const SolverPosition position = geometry_->make_position(state);
        const int own = state.turn();
        for (std::uint64_t node_budget = 2000; !is_decided(own) && !stop(nodes); node_budget += node_budget / 2)
            for (const int attacker : {own, 1 - own}) {
                if (verdicts_[attacker] != Verdict::unknown || verdicts_[own] == Verdict::proven) continue;
                const ProofGoal goal(state.rules(), attacker);
                const std::uint64_t before = nodes;
                solve::Dfpn<ProofGoal> search(goal, table_, [&] {
                    nodes = before + search.nodes;
                    return nodes - before > node_budget || stop(nodes);
                });
                verdicts_[attacker] = search.solve(position);
                nodes = before + search.nodes;
            }
    }

    Verdict verdict(int attacker) const { return verdicts_[attacker]; }  // whether `attacker` can force a win

    // Proven result of an action for the seat to move, from the transposition table without search.
    Proof proof_after(const State& state, Code code) {
        const SolverPosition position = geometry_->make_position(played(state, code));
        const int own = state.turn();
        const Verdict win = probe(state, own, position), loss = probe(state, 1 - own, position);
        if (win == Verdict::proven) return Proof::win;
        if (loss == Verdict::proven) return Proof::loss;
        return win == Verdict::disproven && loss == Verdict::disproven ? Proof::draw : Proof::none;
    }
    // True if the opponent is proven to have no forced win after the action.
    bool is_safe(const State& state, Code code) {
        return probe(state, 1 - state.turn(), geometry_->make_position(played(state, code))) == Verdict::disproven;
    }

    // Upper bound of the plies of a proven win that starts with `code`, following the proof tree. `lengths` caches subtrees;
    // its size is limited, so that a stop is not delayed.
    using Lengths = std::unordered_map<Key, int>;
    int win_length(const State& state, Code code, Lengths& lengths) {
        const ProofGoal goal(state.rules(), state.turn());
        const SolverPosition position = geometry_->make_position(played(state, code));
        const int length = win_length(goal, position, lengths);
        return 1 + (length >= 0 ? length : position.pieces_left[0] + position.pieces_left[1]);
    }

    std::uint64_t nodes = 0;

private:
    static constexpr std::size_t max_lengths = 700;  // entries of a `Lengths` cache

    void reset(const State& state) {
        if (!geometry_ || geometry_->rules != &state.rules()) geometry_.emplace(state.rules());
        verdicts_[0] = verdicts_[1] = Verdict::unknown;
        nodes = 0;
    }
    bool is_decided(int own) const {
        if (verdicts_[own] == Verdict::proven || verdicts_[1 - own] == Verdict::proven) return true;
        return verdicts_[0] == Verdict::disproven && verdicts_[1] == Verdict::disproven;
    }

    static State played(State state, Code code) {
        State::Undo undo;
        state.play(code, undo);
        return state;
    }

    Verdict probe(const State& state, int attacker, const SolverPosition& position) {
        const ProofGoal goal(state.rules(), attacker);
        const int last = 1 - position.turn;
        if (has_line(position, last, state.rules().line)) return attacker == last ? Verdict::proven : Verdict::disproven;
        return solve::Dfpn<ProofGoal>(goal, table_, [] { return true; }).probe(position);
    }
    static bool has_line(const SolverPosition& position, int side, int line) {
        return cells_in_lines(position.of(side), line) != 0;
    }

    // -1 if the proof tree is not completely in the table or the cache is full.
    int win_length(const ProofGoal& goal, const SolverPosition& position, Lengths& lengths) {
        if (has_line(position, goal.attacker(), goal.geometry().rules->line)) return 0;
        std::array<ProofGoal::Move, ProofGoal::max_moves> moves;
        int count;
        const bool attacks = goal.attacker_to_move(position);
        if (goal.expand(position, moves.data(), count) == Verdict::proven) return attacks ? 1 : 2;
        const Key key = goal.key(position);
        if (const auto cached = lengths.find(key); cached != lengths.end()) return cached->second;
        if (lengths.size() >= max_lengths) return -1;
        solve::Dfpn<ProofGoal> search(goal, table_, [] { return true; });
        int length = attacks ? -1 : 0;
        for (int i = 0; i < count; ++i) {
            const SolverPosition next = goal.after(position, moves[static_cast<std::size_t>(i)]);
            const bool proven = search.probe(next) == Verdict::proven;
            if (attacks && !proven) continue;
            const int further = proven ? win_length(goal, next, lengths) : -1;
            if (further < 0) return lengths[key] = -1;
            length = std::max(length, 1 + further);
            if (attacks) break;
        }
        return lengths[key] = length;
    }

    solve::DfpnTable table_;
    std::optional<Geometry> geometry_;
    std::array<Verdict, 2> verdicts_{Verdict::unknown, Verdict::unknown};
};

}  // namespace tablier::kwintie
