// Short ends: a tree grown where play is expected to go proves who wins, but not by the shortest way. What is over within three
// plies can be looked up, and within five as far as so many looks reach: on small boards.
#pragma once
#include <algorithm>
#include <vector>

#include "../search_player.hpp"
#include "puct_tree.hpp"

namespace tablier {

template <Position P, class Evaluator>
class MateSearch {
public:
    MateSearch(Evaluator& evaluator, SearchControl& control) : evaluator_(evaluator), control_(control) {}

    // Whether the seat to act wins by this action within so many plies, three or five, whatever the other does.
    bool wins_within(int plies, P& position, Code code) {
        const int seat = position.turn();
        return after(position, code, seat, 1 - seat, [&] {
            PolicyValue answers;
            look(position, answers);
            if (answers.proof != Proof::none) return answers.proof == Proof::loss && answers.plies < plies;
            if (!answers.complete && plies == 3) return false;  // no win is at hand
            const auto codes = in_order(position, answers);
            return std::all_of(codes.begin(), codes.end(), [&](Code answer) {
                return after(position, answer, seat, seat, [&] { return wins_within(plies - 2, position); });
            });
        });
    }

    // The same for any action of the seat to act; not known, and so no, when time or looks run out meanwhile.
    bool wins_within(int plies, P& position) {
        if (plies == 1) {
            PolicyValue policy_value;
            look(position, policy_value);
            return policy_value.proof == Proof::win && policy_value.plies <= 1;
        }
        for (const Code code : legal(position)) {
            if (over()) return false;
            if (wins_within(plies, position, code)) return true;
        }
        return false;
    }

private:
    // Whether, once this is played, the seat has won, or the one that is to act next acts and what is asked is true.
    template <class Ask>
    static bool after(P& position, Code code, int seat, int next, Ask ask) {
        typename P::Undo undo;
        position.play(code, undo);
        const bool yes = position.over() ? position.winner() == seat : position.turn() == next && ask();
        position.undo(code, undo);
        return yes;
    }

    // The answers that are not proven to lose, the likeliest first: one of them mostly saves the game.
    std::vector<Code> in_order(const P& position, const PolicyValue& answers) const {
        std::vector<Code> codes;
        for (const auto& [answer, prior] : answers.moves) codes.push_back(answer);
        const auto likely = static_cast<std::ptrdiff_t>(codes.size());
        if (!answers.complete)
            for (const Code answer : legal(position))
                if (std::find(codes.begin(), codes.begin() + likely, answer) == codes.begin() + likely) codes.push_back(answer);
        return codes;
    }

    std::vector<Code> legal(const P& position) const {
        std::vector<Code> codes(static_cast<std::size_t>(position.rules().codes()));
        codes.resize(static_cast<std::size_t>(position.legal(codes.data())));
        return codes;
    }
    void look(const P& position, PolicyValue& policy_value) {
        --looks_left_;
        evaluator_.evaluate(position, {}, policy_value);
    }
    bool over() { return looks_left_ < 0 || control_.should_stop(0); }

    Evaluator& evaluator_;
    SearchControl& control_;
    int looks_left_ = 20'000;  // so that levels of few nodes stay quick
};

}  // namespace tablier
