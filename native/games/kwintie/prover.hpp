// What is certain about a position: both questions, White's and Black's, asked in turn within the time there is.
#pragma once
#include <unordered_map>

#include "../../search_player.hpp"
#include "proof_goal.hpp"

namespace tablier::kwintie {

class Prover {
public:
    explicit Prover(std::size_t bytes) : table_(bytes) {}

    void clear() { table_.clear(); }

    // Asks both questions, a little longer each time, until all is known or `stop` says so, which is told the nodes so far.
    template <class Stop>
    void prove(const State& state, Stop stop) {
        settle(state);
        const SolverPosition wall = ground_->wall(state);
        const int own = state.turn();
        for (std::uint64_t slice = 2000; !answered(own) && !stop(nodes); slice += slice / 2)
            for (const int attacker : {own, 1 - own}) {
                if (answers_[attacker] != Verdict::unknown || answers_[own] == Verdict::proven) continue;
                const ProofGoal goal(state.rules(), attacker);
                const std::uint64_t before = nodes;
                solve::Dfpn<ProofGoal> search(goal, table_, [&] {
                    nodes = before + search.nodes;
                    return nodes - before > slice || stop(nodes);
                });
                answers_[attacker] = search.solve(wall);
                nodes = before + search.nodes;
            }
    }

    Verdict answer(int attacker) const { return answers_[attacker]; }  // can that side force a win here?

    // What is known after an action, without search.
    Proof known(const State& state, Code code) {
        const SolverPosition wall = ground_->wall(played(state, code));
        const int own = state.turn();
        const Verdict win = look(state, own, wall), loss = look(state, 1 - own, wall);
        if (win == Verdict::proven) return Proof::win;
        if (loss == Verdict::proven) return Proof::loss;
        return win == Verdict::disproven && loss == Verdict::disproven ? Proof::draw : Proof::none;
    }
    bool safe(const State& state, Code code) {
        return look(state, 1 - state.turn(), ground_->wall(played(state, code))) == Verdict::disproven;
    }

    // How many plies a proven win takes at most after an action, when it is played as it was proven. What was counted for one
    // action serves the next, and all together count no longer than a stop may take.
    using Lengths = std::unordered_map<Key, int>;
    int longest(const State& state, Code code, Lengths& lengths) {
        const ProofGoal goal(state.rules(), state.turn());
        const SolverPosition wall = ground_->wall(played(state, code));
        const int found = longest(goal, wall, lengths);
        return 1 + (found >= 0 ? found : wall.left[0] + wall.left[1]);
    }

    std::uint64_t nodes = 0;

private:
    static constexpr std::size_t most_lengths = 700;

    void settle(const State& state) {
        if (!ground_ || ground_->rules != &state.rules()) ground_.emplace(state.rules());
        answers_[0] = answers_[1] = Verdict::unknown;
        nodes = 0;
    }
    bool answered(int own) const {
        if (answers_[own] == Verdict::proven || answers_[1 - own] == Verdict::proven) return true;
        return answers_[0] == Verdict::disproven && answers_[1] == Verdict::disproven;
    }

    static State played(State state, Code code) {
        State::Undo undo;
        state.play(code, undo);
        return state;
    }

    Verdict look(const State& state, int attacker, const SolverPosition& wall) {
        const ProofGoal goal(state.rules(), attacker);
        if (completed(wall, 1 - wall.turn, state.rules().line)) return attacker == 1 - wall.turn ? Verdict::proven : Verdict::disproven;
        return solve::Dfpn<ProofGoal>(goal, table_, [] { return true; }).probe(wall);
    }
    static bool completed(const SolverPosition& wall, int side, int line) { return in_lines(wall.of(side), line) != 0; }

    // -1 when it cannot be told.
    int longest(const ProofGoal& goal, const SolverPosition& wall, Lengths& lengths) {
        if (completed(wall, goal.attacker(), goal.ground().rules->line)) return 0;
        std::array<ProofGoal::Move, ProofGoal::max_moves> moves;
        int number;
        const bool attacks = goal.attacker_to_move(wall);
        if (goal.expand(wall, moves.data(), number) == Verdict::proven) return attacks ? 1 : 2;
        const Key key = goal.key(wall);
        if (const auto found = lengths.find(key); found != lengths.end()) return found->second;
        if (lengths.size() >= most_lengths) return -1;
        solve::Dfpn<ProofGoal> search(goal, table_, [] { return true; });
        int length = attacks ? -1 : 0;
        for (int i = 0; i < number; ++i) {
            const SolverPosition next = goal.after(wall, moves[static_cast<std::size_t>(i)]);
            const bool known = search.probe(next) == Verdict::proven;
            if (attacks && !known) continue;
            const int further = known ? longest(goal, next, lengths) : -1;
            if (further < 0) return lengths[key] = -1;
            length = std::max(length, 1 + further);
            if (attacks) break;
        }
        return lengths[key] = length;
    }

    solve::DfpnTable table_;
    std::optional<Ground> ground_;
    std::array<Verdict, 2> answers_{Verdict::unknown, Verdict::unknown};
};

}  // namespace tablier::kwintie
