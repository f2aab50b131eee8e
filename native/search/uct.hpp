// Plain UCT, as a measure for others: upper confidence bounds in a tree, uniformly random playouts, no knowledge but that a win at
// once is taken. The action with most wins is chosen.
//
//   winning(position) -> std::optional<Code>   an action by which the seat to act wins at once
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "../search_player.hpp"
#include "../random.hpp"

namespace tablier {

// Settings: seed; memory; exploration: C; longest: the most plies of a playout, which then counts half; sharp 1 takes wins at once in
// playouts, too.
template <Position P, class Winning>
class Uct {
public:
    explicit Uct(const Settings& settings)
        : exploration_(setting(settings, "exploration", 0.59)), longest_(static_cast<int>(setting(settings, "max_playout_plies", 100))),
          sharp_(setting(settings, "playout_wins", 0) > 0), rng_{static_cast<std::uint64_t>(setting(settings, "seed", 0))},
          most_(static_cast<std::size_t>(std::max(1.0, setting(settings, "memory", 64)) * (1 << 20)) / sizeof(Node)) {}

    SearchResult think(const P& root, SearchControl& control) {
        room_.resize(static_cast<std::size_t>(root.rules().codes()));
        nodes_.assign(1, Node{});
        expand(0, root);
        std::uint64_t playouts = 0;
        do {
            simulate(root);
            ++playouts;
        } while (!control.should_stop(playouts));
        return told(playouts);
    }

private:
    struct Node {
        std::uint32_t first = 0;  // child
        std::uint16_t children = 0;
        Code code = 0;
        std::uint32_t visits = 0;
        double wins = 0;  // of the seat that played `code`
    };

    void simulate(const P& root) {
        P position = root;
        typename P::Undo undo;
        path_.assign(1, {0, -1});
        std::size_t at = 0;
        while (!position.over()) {
            if (!nodes_[at].children && (nodes_[at].visits == 0 || !expand(at, position))) break;
            at = chosen(at);
            path_.push_back({at, position.to_act()});
            position.play(nodes_[at].code, undo);
        }
        const int winner = played_out(position);
        for (const auto& [node, seat] : path_) {
            ++nodes_[node].visits;
            nodes_[node].wins += winner < 0 ? 0.5 : winner == seat ? 1.0 : 0.0;
        }
    }

    bool expand(std::size_t at, const P& position) {
        int count = 1;
        if (const auto win = winning_(position)) room_[0] = *win;
        else count = position.legal(room_.data());
        if (nodes_.size() + static_cast<std::size_t>(count) > most_) return false;
        for (int i = count; i > 1; --i) std::swap(room_[i - 1], room_[rng_.below(static_cast<std::uint32_t>(i))]);
        nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
        nodes_[at].children = static_cast<std::uint16_t>(count);
        for (int i = 0; i < count; ++i) nodes_.push_back({0, 0, room_[i]});
        return true;
    }

    std::size_t chosen(std::size_t at) const {
        const Node& parent = nodes_[at];
        const double all = std::log(static_cast<double>(std::max(parent.visits, 1u)));
        std::size_t best = parent.first;
        double highest = -1;
        for (std::size_t child = parent.first; child < parent.first + parent.children; ++child) {
            const Node& node = nodes_[child];
            if (!node.visits) return child;
            const double bound = node.wins / node.visits + exploration_ * std::sqrt(all / node.visits);
            if (bound > highest) highest = bound, best = child;
        }
        return best;
    }

    int played_out(P& position) {
        typename P::Undo undo;
        for (int plies = 0; plies < longest_ && !position.over(); ++plies) {
            if (sharp_ && winning_(position)) return position.to_act();
            position.play(random_action(position, rng_, room_.data()), undo);
        }
        return position.over() ? position.winner() : -1;
    }

    SearchResult told(std::uint64_t playouts) const {
        SearchResult result;
        result.nodes = playouts;
        std::vector<Node> children(nodes_.begin() + nodes_[0].first, nodes_.begin() + nodes_[0].first + nodes_[0].children);
        std::stable_sort(children.begin(), children.end(), [](const Node& a, const Node& b) { return a.wins > b.wins; });
        for (const Node& node : children)
            result.candidates.push_back({node.code, node.visits ? node.wins / node.visits : 0.0, Proof::none, 0, node.visits});
        result.pv = {children[0].code};
        return result;
    }

    double exploration_;
    int longest_;
    bool sharp_;
    Random rng_;
    std::size_t most_;
    Winning winning_;
    std::vector<Node> nodes_;
    std::vector<Code> room_;
    std::vector<std::pair<std::size_t, int>> path_;
};

}  // namespace tablier
