// A strategy that wins, to be played from: every position it leaves to the other seat, and how many plies the win takes from there.
//
// The walk is the one of verifier.hpp. A book is made from strategies that were checked; it makes sure only that it can be walked.
//
// What a game says: alike(position) -> Key, equal for the positions that likeness calls alike, and quick.
#pragma once
#include <unordered_map>

#include "verifier.hpp"

namespace tablier::solve {

template <Position P>
class Book {
public:
    // Empty when the strategy does not fit the position.
    Book(const P& position, const std::uint8_t* actions, std::size_t count, int seat) : actions_(actions), count_(count), seat_(seat) {
        if (walk(position) < 0 || read_ != count_) left_.clear();
        lengths_.clear();
    }

    std::size_t size() const { return left_.size(); }

    // How many plies the win takes at most, for a position the other seat is to act in; -1 where the book knows nothing.
    int plies(const P& position) const {
        const auto found = left_.find(equivalence_hash(position));
        return found == left_.end() ? -1 : found->second;
    }

private:
    using Lengths = std::unordered_map<Key, int>;

    int walk(const P& position) {
        if (position.over()) return position.winner() == seat_ ? 0 : -1;
        return position.to_act() == seat_ ? own(position) : others(position);
    }

    int own(const P& position) {
        if (wins_in_one(position)) return 1;
        const Key key = equivalence_hash(position);
        if (const auto found = lengths_.find(key); found != lengths_.end()) return found->second;
        const std::vector<Code> codes = sorted_legal(position);
        if (read_ == count_ || actions_[read_] >= codes.size()) return -1;
        const int further = walk(played(position, codes[actions_[read_++]]));
        return lengths_[key] = further < 0 ? -1 : 1 + further;
    }

    int others(const P& position) {
        int longest = 0;
        for (const Code code : sorted_legal(position)) {
            const int further = walk(played(position, code));
            if (further < 0) return -1;
            longest = std::max(longest, 1 + further);
        }
        return left_[equivalence_hash(position)] = longest;
    }

    const std::uint8_t* actions_;
    std::size_t count_, read_ = 0;
    int seat_;
    Lengths lengths_;  // of the seat's own positions, while walking
    Lengths left_;     // of those it leaves to the other
};

}  // namespace tablier::solve
