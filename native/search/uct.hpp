// Plain UCT (Monte Carlo tree search with UCB1 and uniformly random playouts), a baseline to measure players against. The move with
// most wins is chosen. Single-threaded. The tree is not kept between searches.
//
// WinningMove concept:
//   operator()(position) -> std::optional<Code>   a move that wins immediately; nullopt for none, or for no such knowledge
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "../random.hpp"
#include "../search_player.hpp"

namespace tablier {

// The tree of a Monte Carlo tree search with UCB1 selection. Node 0 is the root. Nodes may carry proofs, for searches that back them up
// (MCTS-Solver). Settings: memory (megabytes), exploration (the constant C of UCB1).
class UctTree {
public:
    struct Node {
        std::uint32_t first_child = 0;
        std::uint16_t children = 0;
        Code code = 0;
        std::uint32_t visits = 0;
        Proof proof = Proof::none;  // for the seat that played `code`
        double score = 0;           // sum over the visits, for the same seat: 1 for a win, 0.5 for a draw
        double mean() const { return visits ? score / visits : 0; }
    };

    UctTree(const Settings& settings, double default_exploration)
        : exploration_(setting(settings, "exploration", default_exploration)),
          max_nodes_(static_cast<std::size_t>(std::max(1.0, setting(settings, "memory", 64)) * (1 << 20)) / sizeof(Node)) {}

    Node& operator[](std::size_t node) { return nodes_[node]; }
    const Node& operator[](std::size_t node) const { return nodes_[node]; }

    std::span<const Node> children_of(const Node& node) const { return {nodes_.data() + node.first_child, node.children}; }
    std::span<Node> children_of(const Node& node) { return {nodes_.data() + node.first_child, node.children}; }

    void clear() { nodes_.assign(1, Node{}); }

    // Adds the children in random order; shuffles `codes`. Returns false if memory is used up. Invalidates references to nodes.
    bool expand(std::size_t node, Code* codes, int count, Random& rng) {
        if (nodes_.size() + static_cast<std::size_t>(count) > max_nodes_) return false;
        for (int i = count; i > 1; --i) std::swap(codes[i - 1], codes[rng.below(static_cast<std::uint32_t>(i))]);
        nodes_[node].first_child = static_cast<std::uint32_t>(nodes_.size());
        nodes_[node].children = static_cast<std::uint16_t>(count);
        for (int i = 0; i < count; ++i) nodes_.push_back({.code = codes[i]});
        return true;
    }

    // The child with the highest upper confidence bound (UCB1): a proven win first, then one without visits, never a proven loss unless
    // there is nothing else.
    std::size_t select_child(std::size_t node) const {
        const Node& parent = nodes_[node];
        const double log_visits = std::log(static_cast<double>(std::max(parent.visits, 1u)));
        std::size_t best = parent.first_child;
        double best_bound = -1;
        for (std::size_t child = parent.first_child; child < parent.first_child + parent.children; ++child) {
            const Node& candidate = nodes_[child];
            if (candidate.proof == Proof::win) return child;
            if (candidate.proof == Proof::loss) continue;
            if (!candidate.visits) return child;
            const double bound = candidate.score / candidate.visits + exploration_ * std::sqrt(log_visits / candidate.visits);
            if (bound > best_bound) best_bound = bound, best = child;
        }
        return best;
    }

    // The moves of the root as candidates, sorted by `before`.
    template <class Before>
    SearchResult make_result(std::uint64_t simulations, Before before) const {
        const std::span<const Node> children = children_of(nodes_[0]);
        std::vector<Node> sorted(children.begin(), children.end());
        std::stable_sort(sorted.begin(), sorted.end(), before);
        SearchResult result;
        result.nodes = simulations;
        for (const Node& node : sorted) {
            const double score = node.proof == Proof::win ? 1 : node.proof == Proof::loss ? 0 : node.mean();
            result.candidates.push_back({node.code, score, node.proof, 0, node.visits});
        }
        result.pv = {sorted[0].code};
        return result;
    }

private:
    double exploration_;
    std::size_t max_nodes_;
    std::vector<Node> nodes_;
};

// Settings:
//   seed, memory (megabytes)
//   exploration        the constant C of UCB1
//   max_playout_plies  a longer playout counts as a draw
//   playout_wins       1: playouts take immediate wins, too
template <Position P, class WinningMove>
class Uct {
public:
    explicit Uct(const Settings& settings)
        : max_playout_plies_(static_cast<int>(setting(settings, "max_playout_plies", 100))),
          playout_wins_(setting(settings, "playout_wins", 0) > 0), rng_{static_cast<std::uint64_t>(setting(settings, "seed", 0))},
          tree_(settings, default_exploration) {}

    SearchResult think(const P& root, SearchControl& control) {
        codes_.resize(static_cast<std::size_t>(root.rules().codes()));
        tree_.clear();
        expand(0, root);
        std::uint64_t playouts = 0;
        do {
            simulate(root);
            ++playouts;
        } while (!control.should_stop(playouts));
        return tree_.make_result(playouts, [](const UctTree::Node& a, const UctTree::Node& b) { return a.score > b.score; });
    }

private:
    static constexpr double default_exploration = 0.59;

    void simulate(const P& root) {
        P position = root;
        typename P::Undo undo;
        path_.assign(1, {0, -1});
        std::size_t node = 0;
        while (!position.over()) {
            if (!tree_[node].children && (tree_[node].visits == 0 || !expand(node, position))) break;
            node = tree_.select_child(node);
            path_.push_back({node, position.to_act()});
            position.play(tree_[node].code, undo);
        }
        const int winner = play_out(position);
        for (const auto& [visited, seat] : path_) {
            ++tree_[visited].visits;
            tree_[visited].score += winner < 0 ? 0.5 : winner == seat ? 1.0 : 0.0;
        }
    }

    // Returns false if memory is used up. An immediate win is the only child.
    bool expand(std::size_t node, const P& position) {
        int count = 1;
        if (const auto win = winning_move_(position)) codes_[0] = *win;
        else count = position.legal(codes_.data());
        return tree_.expand(node, codes_.data(), count, rng_);
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

    int max_playout_plies_;
    bool playout_wins_;
    Random rng_;
    WinningMove winning_move_;
    UctTree tree_;
    std::vector<Code> codes_;
    std::vector<std::pair<std::size_t, int>> path_;  // nodes of the simulation, each with the seat that chose it
};

}  // namespace tablier
