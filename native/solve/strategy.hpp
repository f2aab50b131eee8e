// A strategy as a row of bytes: one for each position of its seat that can arise, in the order of a walk that everybody can repeat.
//
// The walk is told in verifier.hpp, which does not know how a strategy was found.
#pragma once
#include "verifier.hpp"
#include "dfpn.hpp"

namespace tablier::solve {

struct Strategy {
    std::vector<std::uint8_t> actions;
    int longest = 0;  // plies to the end when the other seat resists longest on the way that was walked
};

// Writes one down from what a solver has proven, searching again where the table has forgotten.
template <Position P, class Goal>
class Writer {
public:
    // `stop` is told the nodes and positions so far.
    Writer(DfpnTable& table, const P& position, int seat, bool wins, std::function<bool(std::uint64_t, std::size_t)> stop)
        : goal_(position.rules(), wins ? seat : 1 - seat), wanted_(wins ? Verdict::proven : Verdict::disproven), seat_(seat), wins_(wins),
          stop_(std::move(stop)), search_(goal_, table, [this] { return stop_(search_.nodes, strategy_.actions.size()); }) {}

    std::optional<Strategy> write(const P& position) {
        return walk(position, 0) ? std::optional(std::move(strategy_)) : std::nullopt;
    }

private:
    struct Option {
        P position;
        std::uint8_t number;
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
        if (!met_.insert(equivalence_key(position)).second) return true;
        std::vector<Option> options;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            P next = played(position, codes[i]);
            const int replies = replies_of(next);
            if (replies >= 0) options.push_back({std::move(next), static_cast<std::uint8_t>(i), replies});
        }
        std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.replies < b.replies; });
        const Option* chosen = choose(position, options);
        if (!chosen) return false;
        strategy_.actions.push_back(chosen->number);
        return walk(chosen->position, ply + 1);
    }

    // How many replies there are worth a look; -1 where one of them is the end of our hopes.
    int replies_of(const P& next) {
        if (next.over()) return (next.winner() == seat_ || (!wins_ && next.winner() < 0)) ? 0 : -1;
        std::array<typename Goal::Move, Goal::max_moves> moves;
        int number;
        const Verdict verdict = goal_.expand(goal_.position(next), moves.data(), number);
        return verdict == Verdict::unknown ? number : verdict == wanted_ ? 0 : -1;
    }

    // The narrowest that is known to be good; what the table has forgotten is proven again.
    const Option* choose(const P& position, const std::vector<Option>& options) {
        if (const Option* known = known_good(options)) return known;
        if (search_.solve(goal_.position(position)) != wanted_) return nullptr;
        if (const Option* known = known_good(options)) return known;
        for (const Option& option : options)
            if (search_.solve(goal_.position(option.position)) == wanted_) return &option;
        return nullptr;
    }
    const Option* known_good(const std::vector<Option>& options) {
        for (const Option& option : options)
            if (option.replies == 0 || search_.probe(goal_.position(option.position)) == wanted_) return &option;
        return nullptr;
    }

    Goal goal_;
    Verdict wanted_;
    int seat_;
    bool wins_;
    std::function<bool(std::uint64_t, std::size_t)> stop_;
    Dfpn<Goal> search_;
    VisitedKeys met_;
    Strategy strategy_;
};

}  // namespace tablier::solve
