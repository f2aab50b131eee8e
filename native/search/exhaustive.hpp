// Exhaustive search without evaluation, pruning or table, to test players against: can a seat force a win within some plies,
// against all others? The move that last decided a node at the same depth is tried first (killer heuristic), which only changes the order.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "../position.hpp"

namespace tablier {

template <Position P>
class Exhaustive {
public:
    // `max_nodes` limits the actions played; 0: no limit.
    Exhaustive(const P& position, int seat, int plies, std::uint64_t max_nodes)
        : position_(position), seat_(seat), nodes_left_(max_nodes ? max_nodes : ~std::uint64_t{0}), killers_(static_cast<std::size_t>(plies)),
          codes_(static_cast<std::size_t>(position.rules().codes()) * static_cast<std::size_t>(plies)) {}

    // nullopt if the nodes were not enough.
    std::optional<bool> can_force_win() {
        const bool won = search(static_cast<int>(killers_.size()));
        return out_of_nodes_ ? std::nullopt : std::optional(won);
    }

private:
    bool search(int plies) {
        if (position_.over()) return position_.winner() == seat_;
        if (plies == 0) return false;
        const bool own = position_.to_act() == seat_;
        Code* codes = codes_.data() + static_cast<std::ptrdiff_t>(plies - 1) * position_.rules().codes();
        const int count = position_.legal(codes);
        Code& killer = killers_[static_cast<std::size_t>(plies - 1)];
        for (int i = 1; i < count; ++i)
            if (codes[i] == killer) std::swap(codes[0], codes[i]);
        for (int i = 0; i < count; ++i) {
            if (nodes_left_-- == 0) out_of_nodes_ = true;
            if (out_of_nodes_) return false;
            typename P::Undo undo;
            const Code code = codes[i];
            position_.play(code, undo);
            const bool won = search(plies - 1);
            position_.undo(code, undo);
            if (won == own) {
                killer = code;
                return own;
            }
        }
        return !own;
    }

    P position_;
    int seat_;
    std::uint64_t nodes_left_;
    bool out_of_nodes_ = false;
    std::vector<Code> killers_;  // by plies left
    std::vector<Code> codes_;    // legal actions, by plies left
};

}  // namespace tablier
