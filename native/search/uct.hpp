// Plain UCT (Monte Carlo tree search with UCB1 and uniformly random playouts), a baseline to measure players against. The move with
// most wins is chosen. Single-threaded. The tree is not kept between searches.
//
// WinningMove concept:
//   operator()(position) -> std::optional<Code>   a move that wins immediately; nullopt for none, or for no such knowledge
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "../random.hpp"
#include "../search_player.hpp"

namespace tablier {

// Settings:
//   seed, memory (megabytes)
//   exploration        the constant C of UCB1
//   max_playout_plies  a longer playout counts as a draw
//   playout_wins       1: playouts take immediate wins, too
template <Position P, class WinningMove>
class Uct {
public:
    explicit Uct(const Settings& settings)
        : exploration_(setting(settings, "exploration", 0.59)), max_playout_plies_(static_cast<int>(setting(settings, "max_playout_plies", 100))),
          playout_wins_(setting(settings, "playout_wins", 0) > 0), rng_{static_cast<std::uint64_t>(setting(settings, "seed", 0))},
          max_nodes_(static_cast<std::size_t>(std::max(1.0, setting(settings, "memory", 64)) * (1 << 20)) / sizeof(Node)) {}

    SearchResult think(const P& root, SearchControl& control) {
        codes_.resize(static_cast<std::size_t>(root.rules().codes()));
        nodes_.assign(1, Node{});
        expand(0, root);
        std::uint64_t playouts = 0;
        do {
            simulate(root);
            ++playouts;
        } while (!control.should_stop(playouts));
        return make_result(playouts);
    }

private:
    struct Node {
        std::uint32_t first_child = 0;
        std::uint16_t children = 0;
        Code code = 0;
        std::uint32_t visits = 0;
        double wins = 0;  // of the seat that played `code`
    };

    void simulate(const P& root) {
        P position = root;
        typename P::Undo undo;
        path_.assign(1, {0, -1});
        std::size_t node = 0;
        while (!position.over()) {
            if (!nodes_[node].children && (nodes_[node].visits == 0 || !expand(node, position))) break;
            node = select_child(node);
            path_.push_back({node, position.to_act()});
            position.play(nodes_[node].code, undo);
        }
        const int winner = play_out(position);
        for (const auto& [visited, seat] : path_) {
            ++nodes_[visited].visits;
            nodes_[visited].wins += winner < 0 ? 0.5 : winner == seat ? 1.0 : 0.0;
        }
    }

    // Adds the children in random order. Returns false if memory is used up.
    bool expand(std::size_t node, const P& position) {
        int count = 1;
        if (const auto win = winning_move_(position)) codes_[0] = *win;
        else count = position.legal(codes_.data());
        if (nodes_.size() + static_cast<std::size_t>(count) > max_nodes_) return false;
        for (int i = count; i > 1; --i) std::swap(codes_[i - 1], codes_[rng_.below(static_cast<std::uint32_t>(i))]);
        nodes_[node].first_child = static_cast<std::uint32_t>(nodes_.size());
        nodes_[node].children = static_cast<std::uint16_t>(count);
        for (int i = 0; i < count; ++i) nodes_.push_back({0, 0, codes_[i]});
        return true;
    }

    // The child with the highest upper confidence bound (UCB1); one without visits first.
    std::size_t select_child(std::size_t node) const {
        const Node& parent = nodes_[node];
        const double log_visits = std::log(static_cast<double>(std::max(parent.visits, 1u)));
        std::size_t best = parent.first_child;
        double best_bound = -1;
        for (std::size_t child = parent.first_child; child < parent.first_child + parent.children; ++child) {
            const Node& candidate = nodes_[child];
            if (!candidate.visits) return child;
            const double bound = candidate.wins / candidate.visits + exploration_ * std::sqrt(log_visits / candidate.visits);
            if (bound > best_bound) best_bound = bound, best = child;
        }
        return best;
    }

    // Returns the winner of a random playout, -1 for a draw.
    int play_out(P& position) {
        typename P::Undo undo;
        for (int plies = 0; plies < max_playout_plies_ && !position.over(); ++plies) {
            if (playout_wins_ && winning_move_(position)) return position.to_act();
            position.play(random_action(position, rng_, codes_.data()), undo);
        }
        return position.over() ? position.winner() : -1;
    }

    SearchResult make_result(std::uint64_t playouts) const {
        SearchResult result;
        result.nodes = playouts;
        std::vector<Node> children(nodes_.begin() + nodes_[0].first_child, nodes_.begin() + nodes_[0].first_child + nodes_[0].children);
        std::stable_sort(children.begin(), children.end(), [](const Node& a, const Node& b) { return a.wins > b.wins; });
        for (const Node& child : children)
            result.candidates.push_back({child.code, child.visits ? child.wins / child.visits : 0.0, Proof::none, 0, child.visits});
        result.pv = {children[0].code};
        return result;
    }

    double exploration_;
    int max_playout_plies_;
    bool playout_wins_;
    Random rng_;
    std::size_t max_nodes_;
    WinningMove winning_move_;
    std::vector<Node> nodes_;
    std::vector<Code> codes_;
    std::vector<std::pair<std::size_t, int>> path_;  // nodes of the simulation, each with the seat that chose it
};

}  // namespace tablier
