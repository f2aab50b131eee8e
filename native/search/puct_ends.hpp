// Short ends: a tree grown where play is expected to go proves who wins, but not by the shortest way. What is over within three
// plies can be looked up, and within five as far as so many looks reach: on small boards.
#pragma once
#include <algorithm>
#include <vector>

#include "../player.hpp"
#include "puct_tree.hpp"

namespace tablier {

template <Position P, class Judge>
class ShortEnds {
public:
    ShortEnds(Judge& judge, Watch& watch) : judge_(judge), watch_(watch) {}

    // Whether the seat to act wins by this action within so many plies, three or five, whatever the other does.
    bool wins_within(int plies, P& position, Code code) { return plies > 3 ? wins_in_five(position, code) : wins_in_three(position, code); }

    // The same of three plies for any action of the seat to act; not known, and so no, when time or looks run out meanwhile.
    bool wins_in_three(P& position) {
        for (const Code code : legal(position)) {
            if (over()) return false;
            if (wins_in_three(position, code)) return true;
        }
        return false;
    }

private:
    bool wins_in_three(P& position, Code code) {
        const int seat = position.turn();
        typename P::Undo undo;
        position.play(code, undo);
        bool won = position.over() && position.winner() == seat;
        if (!position.over() && position.turn() != seat) {
            Opinion answers;
            look(position, answers);
            won = answers.proof == Proof::loss && answers.plies <= 2;
            if (answers.proof == Proof::none && answers.complete) won = all_fail(position, answers, seat);
        }
        position.undo(code, undo);
        return won;
    }

    bool wins_in_five(P& position, Code code) {
        const int seat = position.turn();
        typename P::Undo undo;
        position.play(code, undo);
        bool won = position.over() && position.winner() == seat;
        if (!position.over() && position.turn() != seat) {
            Opinion answers;
            look(position, answers);
            won = answers.proof == Proof::loss && answers.plies <= 4;
            if (answers.proof == Proof::none) {
                std::vector<Code> codes;  // the likeliest answers first: one of them mostly saves the game
                for (const auto& [answer, prior] : answers.choices) codes.push_back(answer);
                const auto likely = static_cast<std::ptrdiff_t>(codes.size());
                if (!answers.complete)
                    for (const Code answer : legal(position))
                        if (std::find(codes.begin(), codes.begin() + likely, answer) == codes.begin() + likely) codes.push_back(answer);
                won = std::all_of(codes.begin(), codes.end(), [&](Code answer) { return fails(position, answer, seat); });
            }
        }
        position.undo(code, undo);
        return won;
    }

    // Whether the other seat wins within three plies after an answer.
    bool fails(P& position, Code answer, int seat) {
        typename P::Undo undo;
        position.play(answer, undo);
        const bool lost = position.over() ? position.winner() == seat : position.turn() == seat && wins_in_three(position);
        position.undo(answer, undo);
        return lost;
    }

    // Whether a win is at hand after each answer that is not lost anyhow.
    bool all_fail(P& position, const Opinion& answers, int seat) {
        Opinion opinion;
        for (const auto& [code, prior] : answers.choices) {
            typename P::Undo undo;
            position.play(code, undo);
            bool fails = position.over() && position.winner() == seat;
            if (!position.over() && position.turn() == seat) {
                look(position, opinion);
                fails = opinion.proof == Proof::win && opinion.plies <= 1;
            }
            position.undo(code, undo);
            if (!fails) return false;
        }
        return true;
    }

    std::vector<Code> legal(const P& position) const {
        std::vector<Code> codes(static_cast<std::size_t>(position.rules().codes()));
        codes.resize(static_cast<std::size_t>(position.legal(codes.data())));
        return codes;
    }
    void look(const P& position, Opinion& opinion) {
        --looks_left_;
        judge_.look(position, {}, opinion);
    }
    bool over() { return looks_left_ < 0 || watch_.over(0); }

    Judge& judge_;
    Watch& watch_;
    int looks_left_ = 20'000;  // a quarter of a second on 12×12
};

}  // namespace tablier
