// Mate search for PUCT: shortens proven wins and lengthens proven losses. A best-first tree proves who wins, but seldom by the
// shortest way. Searches three or five plies against every reply, while its budget of evaluations lasts. Single-threaded.
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

    // Whether this move wins for the seat to act within `plies` (3 or 5) against every reply.
    bool wins_within(int plies, P& position, Code code) {
        const int seat = position.turn();
        return holds_after(position, code, seat, 1 - seat, [&] {
            PolicyValue replies;
            evaluate(position, replies);
            if (replies.proof != Proof::none) return replies.proof == Proof::loss && replies.plies < plies;
            if (!replies.complete && plies == 3) return false;  // the move threatens nothing
            const auto codes = order_replies(position, replies);
            return std::all_of(codes.begin(), codes.end(), [&](Code reply) {
                return holds_after(position, reply, seat, seat, [&] { return wins_within(plies - 2, position); });
            });
        });
    }

    // Whether any move wins for the seat to act within `plies`. False if time or the budget ran out first.
    bool wins_within(int plies, P& position) {
        if (plies == 1) {
            PolicyValue policy_value;
            evaluate(position, policy_value);
            return policy_value.proof == Proof::win && policy_value.plies <= 1;
        }
        for (const Code code : legal(position)) {
            if (should_stop()) return false;
            if (wins_within(plies, position, code)) return true;
        }
        return false;
    }

private:
    // Plays a move; true if `seat` has then won, or if `next` acts and `condition` holds.
    template <class Condition>
    static bool holds_after(P& position, Code code, int seat, int next, Condition condition) {
        typename P::Undo undo;
        position.play(code, undo);
        const bool holds = position.over() ? position.winner() == seat : position.turn() == next && condition();
        position.undo(code, undo);
        return holds;
    }

    // The replies that are not proven to lose, highest prior first: a refutation is usually among the first.
    std::vector<Code> order_replies(const P& position, const PolicyValue& replies) const {
        std::vector<Code> codes;
        for (const auto& [reply, prior] : replies.moves) codes.push_back(reply);
        const auto ranked = static_cast<std::ptrdiff_t>(codes.size());
        if (!replies.complete)
            for (const Code reply : legal(position))
                if (std::find(codes.begin(), codes.begin() + ranked, reply) == codes.begin() + ranked) codes.push_back(reply);
        return codes;
    }

    std::vector<Code> legal(const P& position) const {
        std::vector<Code> codes(static_cast<std::size_t>(position.rules().codes()));
        codes.resize(static_cast<std::size_t>(position.legal(codes.data())));
        return codes;
    }
    void evaluate(const P& position, PolicyValue& policy_value) {
        --evaluations_left_;
        evaluator_.evaluate(position, {}, policy_value);
    }
    bool should_stop() { return evaluations_left_ < 0 || control_.should_stop(0); }

    Evaluator& evaluator_;
    SearchControl& control_;
    int evaluations_left_ = 20'000;  // keeps levels with few nodes fast
};

}  // namespace tablier
