// What is certain about a position: both questions, White's and Black's, asked in turn within the time there is.
#pragma once
#include <unordered_map>

#include "../../search_player.hpp"
#include "proof_goal.hpp"

namespace tablier::kwintie {

class Prover {
public:
    explicit Prover(std::size_t bytes) : table_(bytes) {}

    void forget() { table_.clear(); }

    // Asks both questions, a little longer each time, until all is known or `stop` says so, which is told the nodes so far.
    template <class Stop>
    void ask(const State& state, Stop stop) {
        settle(state);
        const Wall wall = ground_->wall(state);
        const int own = state.turn();
        for (std::uint64_t slice = 2000; !answered(own) && !stop(nodes); slice += slice / 2)
            for (const int attacker : {own, 1 - own}) {
                if (answers_[attacker] != Verdict::open || answers_[own] == Verdict::yes) continue;
                const Question question(state.rules(), attacker);
                const std::uint64_t before = nodes;
                solve::Search<Question> search(question, table_, [&] {
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
        const Wall wall = ground_->wall(played(state, code));
        const int own = state.turn();
        const Verdict win = look(state, own, wall), loss = look(state, 1 - own, wall);
        if (win == Verdict::yes) return Proof::win;
        if (loss == Verdict::yes) return Proof::loss;
        return win == Verdict::no && loss == Verdict::no ? Proof::draw : Proof::none;
    }
    bool safe(const State& state, Code code) {
        return look(state, 1 - state.turn(), ground_->wall(played(state, code))) == Verdict::no;
    }

    // How many plies a proven win takes at most after an action, when it is played as it was proven. What was counted for one
    // action serves the next, and all together count no longer than a stop may take.
    using Lengths = std::unordered_map<Key, int>;
    int longest(const State& state, Code code, Lengths& lengths) {
        const Question question(state.rules(), state.turn());
        const Wall wall = ground_->wall(played(state, code));
        const int found = longest(question, wall, lengths);
        return 1 + (found >= 0 ? found : wall.left[0] + wall.left[1]);
    }

    std::uint64_t nodes = 0;

private:
    static constexpr std::size_t most_lengths = 700;

    void settle(const State& state) {
        if (!ground_ || ground_->rules != &state.rules()) ground_.emplace(state.rules());
        answers_[0] = answers_[1] = Verdict::open;
        nodes = 0;
    }
    bool answered(int own) const {
        if (answers_[own] == Verdict::yes || answers_[1 - own] == Verdict::yes) return true;
        return answers_[0] == Verdict::no && answers_[1] == Verdict::no;
    }

    static State played(State state, Code code) {
        State::Undo undo;
        state.play(code, undo);
        return state;
    }

    Verdict look(const State& state, int attacker, const Wall& wall) {
        const Question question(state.rules(), attacker);
        if (completed(wall, 1 - wall.turn, state.rules().line)) return attacker == 1 - wall.turn ? Verdict::yes : Verdict::no;
        return solve::Search<Question>(question, table_, [] { return true; }).look(wall);
    }
    static bool completed(const Wall& wall, int side, int line) { return in_lines(wall.of(side), line) != 0; }

    // -1 when it cannot be told.
    int longest(const Question& question, const Wall& wall, Lengths& lengths) {
        if (completed(wall, question.attacker(), question.ground().rules->line)) return 0;
        std::array<Question::Move, Question::most_moves> moves;
        int number;
        const bool attacks = question.attacks(wall);
        if (question.judge(wall, moves.data(), number) == Verdict::yes) return attacks ? 1 : 2;
        const Key key = question.key(wall);
        if (const auto found = lengths.find(key); found != lengths.end()) return found->second;
        if (lengths.size() >= most_lengths) return -1;
        solve::Search<Question> search(question, table_, [] { return true; });
        int length = attacks ? -1 : 0;
        for (int i = 0; i < number; ++i) {
            const Wall next = question.after(wall, moves[static_cast<std::size_t>(i)]);
            const bool known = search.look(next) == Verdict::yes;
            if (attacks && !known) continue;
            const int further = known ? longest(question, next, lengths) : -1;
            if (further < 0) return lengths[key] = -1;
            length = std::max(length, 1 + further);
            if (attacks) break;
        }
        return lengths[key] = length;
    }

    solve::Table table_;
    std::optional<Ground> ground_;
    std::array<Verdict, 2> answers_{Verdict::open, Verdict::open};
};

}  // namespace tablier::kwintie
