// Short ends: a tree grown where play is expected to go proves who wins, but not by the shortest way. What is over within three
// plies can be looked up.
#pragma once
#include <vector>

#include "../player.hpp"
#include "puct_tree.hpp"

namespace tablier {

template <Position P, class Judge>
class ShortEnds {
public:
    ShortEnds(Judge& judge, Watch& watch) : judge_(judge), watch_(watch) {}

    // Whether the seat to act wins by this action within three plies, whatever the other does.
    bool wins_in_three(P& position, Code code) {
        const int seat = position.turn();
        typename P::Undo undo;
        position.play(code, undo);
        bool won = position.over() && position.winner() == seat;
        if (!position.over() && position.turn() != seat) {
            Opinion answers;
            judge_.look(position, {}, answers);
            won = answers.proof == Proof::loss && answers.plies <= 2;
            if (answers.proof == Proof::none && answers.complete) won = all_fail(position, answers, seat);
        }
        position.undo(code, undo);
        return won;
    }

    // The same for any action of the seat to act; not known, and so no, when the watch runs out meanwhile.
    bool wins_in_three(P& position) {
        std::vector<Code> codes(static_cast<std::size_t>(position.rules().codes()));
        codes.resize(static_cast<std::size_t>(position.legal(codes.data())));
        for (const Code code : codes) {
            if (watch_.over(0)) return false;
            if (wins_in_three(position, code)) return true;
        }
        return false;
    }

private:
    // Whether a win is at hand after each answer that is not lost anyhow.
    bool all_fail(P& position, const Opinion& answers, int seat) {
        Opinion opinion;
        for (const auto& [code, prior] : answers.choices) {
            typename P::Undo undo;
            position.play(code, undo);
            bool fails = position.over() && position.winner() == seat;
            if (!position.over() && position.turn() == seat) {
                judge_.look(position, {}, opinion);
                fails = opinion.proof == Proof::win && opinion.plies <= 1;
            }
            position.undo(code, undo);
            if (!fails) return false;
        }
        return true;
    }

    Judge& judge_;
    Watch& watch_;
};

}  // namespace tablier
