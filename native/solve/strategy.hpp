// Extracts a strategy, in the format of verifier.hpp, from the table of a df-pn search.
#pragma once
#include "dfpn.hpp"
#include "verifier.hpp"

namespace tablier::solve {

struct Strategy {
    std::vector<std::uint8_t> actions;
    int longest = 0;  // plies of the longest game
};

// Where an entry of the proof was replaced in the table, that position is searched again.
template <Position P, class Goal>
class StrategyWriter {
public:
    // `should_stop` receives the nodes searched and the positions written so far.
    StrategyWriter(DfpnTable& table, const P& position, int seat, bool wins, std::function<bool(std::uint64_t, std::size_t)> should_stop)
        : goal_(position.rules(), wins ? seat : 1 - seat), wanted_(wins ? Verdict::proven : Verdict::disproven), seat_(seat), wins_(wins),
          should_stop_(std::move(should_stop)), search_(goal_, table, [this] { return should_stop_(search_.nodes, strategy_.actions.size()); }) {}

    // nullopt if it was stopped.
    std::optional<Strategy> write(const P& position) {
        return walk(position, 0) ? std::optional(std::move(strategy_)) : std::nullopt;
    }

private:
    struct Successor {
        P position;          // after the move
        std::uint8_t index;  // of the move among the legal ones
        int replies;
    };

    bool walk(const P& position, int ply) {
        strategy_.longest = std::max(strategy_.longest, ply);
        if (position.over()) return true;
        const std::vector<Code> codes = sorted_legal(position);
        if (position.to_act() != seat_) {
            for (const Code code : codes)
                if (!walk(played(position, code), ply + 1)) return false;
            return true;
        }
        if (wins_in_one(position)) {
            strategy_.longest = std::max(strategy_.longest, ply + 1);
            return true;
        }
        if (!wins_ && cannot_win(position, 1 - seat_)) return true;
        if (!visited_.insert(equivalence_key(position)).second) return true;
        std::vector<Successor> successors;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            P next = played(position, codes[i]);
            const int replies = count_replies(next);
            if (replies >= 0) successors.push_back({std::move(next), static_cast<std::uint8_t>(i), replies});
        }
        std::stable_sort(successors.begin(), successors.end(), [](const Successor& a, const Successor& b) { return a.replies < b.replies; });
        const Successor* chosen = choose(position, successors);
        if (!chosen) return false;
        strategy_.actions.push_back(chosen->index);
        return walk(chosen->position, ply + 1);
    }

    // Number of replies that the goal leaves open; 0 if the goal is reached, -1 if it is missed.
    int count_replies(const P& next) {
        if (next.over()) return (next.winner() == seat_ || (!wins_ && next.winner() < 0)) ? 0 : -1;
        std::array<typename Goal::Move, Goal::max_moves> moves;
        int count;
        const Verdict verdict = goal_.expand(goal_.position(next), moves.data(), count);
        return verdict == Verdict::unknown ? count : verdict == wanted_ ? 0 : -1;
    }

    // The successor with the fewest replies that is known to reach the goal, after a search if none is known. Null if the search was
    // stopped.
    const Successor* choose(const P& position, const std::vector<Successor>& successors) {
        if (const Successor* successor = find_known(successors)) return successor;
        if (search_.solve(goal_.position(position)) != wanted_) return nullptr;
        if (const Successor* successor = find_known(successors)) return successor;
        for (const Successor& successor : successors)
            if (search_.solve(goal_.position(successor.position)) == wanted_) return &successor;
        return nullptr;
    }
    const Successor* find_known(const std::vector<Successor>& successors) {
        for (const Successor& successor : successors)
            if (successor.replies == 0 || search_.probe(goal_.position(successor.position)) == wanted_) return &successor;
        return nullptr;
    }

    Goal goal_;
    Verdict wanted_;
    int seat_;
    bool wins_;
    std::function<bool(std::uint64_t, std::size_t)> should_stop_;
    Dfpn<Goal> search_;
    VisitedKeys visited_;
    Strategy strategy_;
};

}  // namespace tablier::solve
