// Plain exhaustive search, to hold players to: whether a seat wins within so many plies whatever all the others do. Every action is
// played out; nothing is judged, cut short or kept in a table. What settled the question last time is only tried first.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "../position.hpp"

namespace tablier {

template <Position P>
class Exhaustive {
public:
    // At most so many actions are played; 0 is any number.
    Exhaustive(const P& position, int seat, int plies, std::uint64_t nodes)
        : position_(position), seat_(seat), left_(nodes ? nodes : ~std::uint64_t{0}), ways_(static_cast<std::size_t>(plies)),
          codes_(static_cast<std::size_t>(position.rules().codes()) * static_cast<std::size_t>(plies)) {}

    // Nothing when the actions ran out before it was certain.
    std::optional<bool> can_force_win() {
        const bool found = forces(static_cast<int>(ways_.size()));
        return spent_ ? std::nullopt : std::optional(found);
    }

private:
    bool forces(int plies) {
        if (position_.over()) return position_.winner() == seat_;
        if (plies == 0) return false;
        const bool own = position_.to_act() == seat_;
        Code* codes = codes_.data() + static_cast<std::ptrdiff_t>(plies - 1) * position_.rules().codes();
        const int count = position_.legal(codes);
        Code& way = ways_[static_cast<std::size_t>(plies - 1)];
        for (int i = 1; i < count; ++i)
            if (codes[i] == way) std::swap(codes[0], codes[i]);
        for (int i = 0; i < count; ++i) {
            if (left_-- == 0) spent_ = true;
            if (spent_) return false;
            typename P::Undo undo;
            const Code code = codes[i];
            position_.play(code, undo);
            const bool found = forces(plies - 1);
            position_.undo(code, undo);
            if (found == own) {
                way = code;
                return own;
            }
        }
        return !own;
    }

    P position_;
    int seat_;
    std::uint64_t left_;
    bool spent_ = false;
    std::vector<Code> ways_;   // by plies left: what was enough the last time
    std::vector<Code> codes_;  // by plies left: what is legal
};

}  // namespace tablier
