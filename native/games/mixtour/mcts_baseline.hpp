// MCTS-Solver (Winands, Björnsson and Saito 2008) as a stronger baseline than plain UCT: immediate wins and losses are detected when a
// node is expanded, and proven results are backed up. Playouts take a point at once, avoid giving one while there is a choice, and
// end with the first point. Optionally the player's own evaluation replaces the rest of a playout.
#pragma once
#include <cmath>
#include <vector>

#include "evaluation.hpp"

namespace tablier::mixtour {

// Settings: seed, memory (megabytes), exploration (C of UCB1), max_playout_plies; playout_tries: how often a playout draws another
// action if the last one lets the opponent score; leaf_evaluation=1 evaluates the position where a playout reaches its limit.
class MctsBaseline {
public:
    explicit MctsBaseline(const Settings& settings)
        : exploration_(setting(settings, "exploration", 0.4)), max_playout_plies_(static_cast<int>(setting(settings, "max_playout_plies", 100))),
          playout_tries_(static_cast<int>(setting(settings, "playout_tries", 4))), leaf_evaluation_(setting(settings, "leaf_evaluation", 0) > 0),
          rng_{static_cast<std::uint64_t>(setting(settings, "seed", 0))},
          max_nodes_(static_cast<std::size_t>(std::max(1.0, setting(settings, "memory", 64)) * (1 << 20)) / sizeof(Node)), evaluator_(settings) {}

    SearchResult think(const State& root, SearchControl& control) {
        nodes_.assign(1, Node{});
        expand(0, root);
        std::uint64_t simulations = 0;
        do {
            simulate(root);
            ++simulations;
        } while (!control.should_stop(simulations) && nodes_[0].proof == Proof::none);
        return make_result(simulations);
    }

private:
    struct Node {
        std::uint32_t first_child = 0;
        std::uint16_t children = 0;
        Code code = 0;
        std::uint32_t visits = 0;
        Proof proof = Proof::none;  // for the seat that played `code`
        double score = 0;           // sum of expected scores, for the same seat
    };

    void simulate(const State& root) {
        State position = root;
        State::Undo undo;
        path_.assign(1, {0, root.turn() ^ 1});
        std::size_t at = 0;
        while (!position.over() && nodes_[at].proof == Proof::none) {
            if (!nodes_[at].children && (nodes_[at].visits == 0 || !expand(at, position))) break;
            at = select_child(at);
            path_.push_back({at, position.turn()});
            position.play(nodes_[at].code, undo);
        }
        const int seat = path_.back().second;
        double score;  // of seat 0
        if (nodes_[at].proof != Proof::none) score = (nodes_[at].proof == Proof::win) == (seat == 0);
        else if (position.over()) score = position.winner() < 0 ? 0.5 : position.winner() == 0;
        else score = play_out(position);
        for (std::size_t i = path_.size(); i-- > 0;) {
            Node& node = nodes_[path_[i].first];
            ++node.visits;
            node.score += path_[i].second == 0 ? score : 1 - score;
            if (node.proof == Proof::none && node.children) node.proof = prove(node);
        }
    }

    // Lost for the seat that played the node's move if one reply wins, won if all replies lose.
    Proof prove(const Node& node) const {
        bool all_lose = true;
        for (std::size_t child = node.first_child; child < node.first_child + node.children; ++child) {
            if (nodes_[child].proof == Proof::win) return Proof::loss;
            all_lose = all_lose && nodes_[child].proof == Proof::loss;
        }
        return all_lose ? Proof::win : Proof::none;
    }

    // Adds the children of a node in random order. Returns false if the memory is used up.
    bool expand(std::size_t at, const State& here) {
        State position = here;
        State::Undo undo;
        std::array<Code, codes> list;
        const int count = position.legal(list.data()), own = position.turn();
        if (nodes_.size() + static_cast<std::size_t>(count) > max_nodes_) return false;
        for (int i = count; i > 1; --i) std::swap(list[i - 1], list[rng_.below(static_cast<std::uint32_t>(i))]);
        nodes_[at].first_child = static_cast<std::uint32_t>(nodes_.size());
        nodes_[at].children = static_cast<std::uint16_t>(count);
        for (int i = 0; i < count; ++i) {
            position.play(list[i], undo);
            Node child{.code = list[i]};
            if (position.over()) child.proof = position.winner() < 0 ? Proof::none : position.winner() == own ? Proof::win : Proof::loss;
            else if (position.needs(own ^ 1) == 1 && can_score(position, own ^ 1)) child.proof = Proof::loss;
            position.undo(list[i], undo);
            nodes_.push_back(child);
        }
        return true;
    }

    // UCB1 among the children that are not proven losses.
    std::size_t select_child(std::size_t at) const {
        const Node& parent = nodes_[at];
        const double log_visits = std::log(static_cast<double>(std::max(parent.visits, 1u)));
        std::size_t best = parent.first_child;
        double highest = -1;
        for (std::size_t child = parent.first_child; child < parent.first_child + parent.children; ++child) {
            const Node& node = nodes_[child];
            if (node.proof == Proof::win) return child;
            if (node.proof == Proof::loss) continue;
            if (!node.visits) return child;
            const double bound = node.score / node.visits + exploration_ * std::sqrt(log_visits / node.visits);
            if (bound > highest) highest = bound, best = child;
        }
        return best;
    }

    // Expected score of seat 0. After the first point of a playout every further point counts as a coin toss.
    double play_out(State& position) {
        State::Undo undo;
        for (int plies = 0; plies < max_playout_plies_; ++plies) {
            const int own = position.turn();
            if (can_score(position, own)) return score_after_point(position, own);
            for (int tries = 1;; ++tries) {
                const Code code = position.random_action(rng_);
                const int side = scoring_side(position, code);
                if (side >= 0) return score_after_point(position, side);
                position.play(code, undo);
                if (position.over()) return 0.5;
                if (tries >= playout_tries_ || !can_score(position, own ^ 1)) break;
                position.undo(code, undo);
            }
        }
        if (!leaf_evaluation_) return race_win_probability(position.needs(0), position.needs(1));
        const double score = expected_score_of(evaluator_.evaluate(position, position.turn()));
        return position.turn() == 0 ? score : 1 - score;
    }

    static double score_after_point(const State& position, int side) {
        return race_win_probability(position.needs(0) - (side == 0), position.needs(1) - (side == 1));
    }

    SearchResult make_result(std::uint64_t simulations) const {
        SearchResult result;
        result.nodes = simulations;
        std::vector<Node> children(nodes_.begin() + nodes_[0].first_child, nodes_.begin() + nodes_[0].first_child + nodes_[0].children);
        const auto rank = [](const Node& node) { return node.proof == Proof::win ? 2 : node.proof == Proof::loss ? 0 : 1; };
        std::stable_sort(children.begin(), children.end(), [&](const Node& a, const Node& b) {
            return rank(a) != rank(b) ? rank(a) > rank(b) : a.visits > b.visits;
        });
        for (const Node& node : children) {
            const double score = node.proof == Proof::win ? 1 : node.proof == Proof::loss || !node.visits ? 0 : node.score / node.visits;
            result.candidates.push_back({node.code, score, node.proof, 0, node.visits});
        }
        result.pv = {children[0].code};
        return result;
    }

    double exploration_;
    int max_playout_plies_, playout_tries_;
    bool leaf_evaluation_;
    Random rng_;
    std::size_t max_nodes_;
    Evaluator evaluator_;
    std::vector<Node> nodes_;
    std::vector<std::pair<std::size_t, int>> path_;  // nodes of the current simulation, each with the seat that played its move
};

}  // namespace tablier::mixtour
