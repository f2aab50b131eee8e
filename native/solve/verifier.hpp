// Checks a strategy with the rules of the game alone: nothing of the solver is used here.
//
// A strategy is a row of bytes, one for each position of its seat that can arise, in the order of a walk that everybody can
// repeat. The walk goes through the game depth first. At a position of the other seat it tries every legal action in turn. At a
// position of the strategy's seat nothing is read when the seat wins at once, when a position of the same likeness was met before
// or, for a seat that only holds, when the other can no longer win; else the number of the action to play among the legal ones.
// Actions are in code-point order of their texts, which a twin's codes follow.
//
// What a game says beside its rules: likeness(position) -> EquivalenceKey, equal only for positions that play alike, and
// cannot_win(position, seat) -> bool, which must be certain.
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "../position.hpp"
#include "../random.hpp"

namespace tablier::solve {

using EquivalenceKey = unsigned __int128;
struct EquivalenceHash {
    std::size_t operator()(const EquivalenceKey& equivalence_key) const { return static_cast<std::size_t>(equivalence_key); }
};
using VisitedKeys = std::unordered_set<EquivalenceKey, EquivalenceHash>;

template <Position P>
P played(P position, Code code) {
    typename P::Undo undo;
    position.play(code, undo);
    return position;
}

template <Position P>
std::vector<Code> sorted_legal(const P& position) {
    std::vector<Code> codes(static_cast<std::size_t>(position.rules().codes()));
    codes.resize(static_cast<std::size_t>(position.legal(codes.data())));
    std::sort(codes.begin(), codes.end());
    return codes;
}

template <Position P>
bool wins_in_one(const P& position) {
    for (const Code code : sorted_legal(position)) {
        const P next = played(position, code);
        if (next.over() && next.winner() == position.to_act()) return true;
    }
    return false;
}

struct Verification {
    std::string wrong;   // a code for what is wrong, empty when all is well
    std::string fields;  // the position where it is
    std::uint64_t read = 0, positions = 0;  // bytes used, and positions walked through
    int longest = 0;
    std::vector<std::vector<Code>> ends;  // the ways to some of the ends, drawn by lot
};

template <Position P>
class Verifier {
public:
    Verifier(const std::uint8_t* actions, std::size_t count, int seat, bool wins, std::size_t samples, std::uint64_t seed)
        : actions_(actions), count_(count), seat_(seat), wins_(wins), samples_(samples), rng_{seed} {}

    Verification verify(const P& position) {
        walk(position);
        if (checked_.wrong.empty() && checked_.read != count_) refuse("too_many_actions", position);
        return checked_;
    }

private:
    bool refuse(const char* why, const P& position) {
        checked_.wrong = why;
        checked_.fields = position.fields();
        return false;
    }

    // An end that is what it must be. Each is as likely as any other to be among those drawn.
    bool end(int further) {
        checked_.longest = std::max(checked_.longest, static_cast<int>(way_.size()) + further);
        ++ends_;
        if (checked_.ends.size() < samples_) checked_.ends.push_back(way_);
        else if (const std::uint64_t lot = rng_.next() % ends_; lot < samples_) checked_.ends[lot] = way_;
        return true;
    }

    bool follow(const P& position, Code code) {
        way_.push_back(code);
        const bool fine = walk(played(position, code));
        way_.pop_back();
        return fine;
    }

    bool walk(const P& position) {
        ++checked_.positions;
        if (position.over()) {
            if (position.winner() == seat_ || (!wins_ && position.winner() < 0)) return end(0);
            return refuse("not_kept", position);
        }
        const std::vector<Code> codes = sorted_legal(position);
        if (position.to_act() != seat_) {
            for (const Code code : codes)
                if (!follow(position, code)) return false;
            return true;
        }
        if (wins_in_one(position)) return end(1);
        if (!wins_ && cannot_win(position, 1 - seat_)) return end(0);
        if (!met_.insert(equivalence_key(position)).second) return true;
        if (checked_.read == count_) return refuse("too_few_actions", position);
        const std::uint8_t number = actions_[checked_.read++];
        if (number >= codes.size()) return refuse("no_such_action", position);
        return follow(position, codes[number]);
    }

    const std::uint8_t* actions_;
    std::size_t count_;
    int seat_;
    bool wins_;
    std::size_t samples_;
    Random rng_;
    std::uint64_t ends_ = 0;
    std::vector<Code> way_;
    VisitedKeys met_;
    Verification checked_;
};

}  // namespace tablier::solve
