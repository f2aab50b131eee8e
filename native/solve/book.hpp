// A winning strategy to play from: every position that it leaves to the other seat, with the plies to the win.
//
// Built by the walk of verifier.hpp, from strategies that were verified: only whether the walk is possible is checked again.
//
// A game provides: equivalence_hash(position) -> Key, equal for positions with equal equivalence_key, and fast.
#pragma once
#include <unordered_map>

#include "verifier.hpp"

namespace tablier::solve {

template <Position P>
class Book {
public:
    // Empty if the strategy does not fit the position.
    Book(const P& position, const std::uint8_t* actions, std::size_t count, int seat) : actions_(actions), count_(count), seat_(seat) {
        if (walk(position) < 0 || bytes_read_ != count_) replies_.clear();
        own_.clear();
    }

    std::size_t size() const { return replies_.size(); }

    // The most plies to the win from a position in which the other seat is to act; -1 if it is not in the book.
    int plies(const P& position) const {
        const auto entry = replies_.find(equivalence_hash(position));
        return entry == replies_.end() ? -1 : entry->second;
    }

private:
    using PliesByKey = std::unordered_map<Key, int>;

    // All walks return the most plies to the win, -1 if the strategy does not fit.
    int walk(const P& position) {
        if (position.over()) return position.winner() == seat_ ? 0 : -1;
        return position.to_act() == seat_ ? walk_own(position) : walk_replies(position);
    }

    int walk_own(const P& position) {
        if (wins_in_one(position)) return 1;
        const Key key = equivalence_hash(position);
        if (const auto entry = own_.find(key); entry != own_.end()) return entry->second;
        const std::vector<Code> codes = sorted_legal(position);
        if (bytes_read_ == count_ || actions_[bytes_read_] >= codes.size()) return -1;
        const int plies = walk(played(position, codes[actions_[bytes_read_++]]));
        return own_[key] = plies < 0 ? -1 : 1 + plies;
    }

    int walk_replies(const P& position) {
        int longest = 0;
        for (const Code code : sorted_legal(position)) {
            const int plies = walk(played(position, code));
            if (plies < 0) return -1;
            longest = std::max(longest, 1 + plies);
        }
        return replies_[equivalence_hash(position)] = longest;
    }

    const std::uint8_t* actions_;
    std::size_t count_, bytes_read_ = 0;
    int seat_;
    PliesByKey own_;      // positions of the strategy's seat, during the walk only
    PliesByKey replies_;  // positions in which the other seat is to act
};

}  // namespace tablier::solve
