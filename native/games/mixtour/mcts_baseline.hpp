// MCTS-Solver (Winands, Björnsson and Saito 2008) as a stronger baseline than plain UCT: immediate wins and losses are detected when a
// node is expanded, and proven results are backed up. Playouts take a point at once, avoid giving one while there is a choice, and
// end with the first point. Optionally the player's own evaluation replaces the rest of a playout.
#pragma once
#include <vector>

#include "../../search/uct.hpp"
#include "evaluation.hpp"

namespace tablier::mixtour {

// Settings: seed, memory (megabytes), exploration (C of UCB1), max_playout_plies; playout_tries: how often a playout draws another
// action if the last one lets the opponent score; leaf_evaluation=1 evaluates the position where a playout reaches its limit.
class MctsBaseline {
public:
    explicit MctsBaseline(const Settings& settings)
        : max_playout_plies_(static_cast<int>(setting(settings, "max_playout_plies", 100))),
          playout_tries_(static_cast<int>(setting(settings, "playout_tries", 4))), leaf_evaluation_(setting(settings, "leaf_evaluation", 0) > 0),
          rng_{static_cast<std::uint64_t>(setting(settings, "seed", 0))}, tree_(settings, default_exploration), evaluator_(settings) {}

    SearchResult think(const State& root, SearchControl& control) {
        tree_.clear();
        expand(0, root);
        std::uint64_t simulations = 0;
        do {
            simulate(root);
            ++simulations;
        } while (!control.should_stop(simulations) && tree_[0].proof == Proof::none);
        const auto rank = [](const Node& node) { return node.proof == Proof::win ? 2 : node.proof == Proof::loss ? 0 : 1; };
        return tree_.make_result(simulations, [&](const Node& a, const Node& b) {
            return rank(a) != rank(b) ? rank(a) > rank(b) : a.visits > b.visits;
        });
    }

private:
    using Node = UctTree::Node;
    static constexpr double default_exploration = 0.4;

    void simulate(const State& root) {
        State position = root;
        State::Undo undo;
        path_.assign(1, {0, root.turn() ^ 1});
        std::size_t at = 0;
        while (!position.over() && tree_[at].proof == Proof::none) {
            if (!tree_[at].children && (tree_[at].visits == 0 || !expand(at, position))) break;
            at = tree_.select_child(at);
            path_.push_back({at, position.turn()});
            position.play(tree_[at].code, undo);
        }
        const int seat = path_.back().second;
        double score;  // of seat 0
        if (tree_[at].proof != Proof::none) score = (tree_[at].proof == Proof::win) == (seat == 0);
        else if (position.over()) score = position.winner() < 0 ? 0.5 : position.winner() == 0;
        else score = play_out(position);
        for (std::size_t i = path_.size(); i-- > 0;) {
            Node& node = tree_[path_[i].first];
            ++node.visits;
            node.score += path_[i].second == 0 ? score : 1 - score;
            if (node.proof == Proof::none && node.children) node.proof = prove(node);
        }
    }

    // The proof of a node from its children: lost for the seat that played its move if one reply wins, won if all replies lose.
    Proof prove(const Node& node) const {
        bool all_lose = true;
        for (const Node& child : tree_.children_of(node)) {
            if (child.proof == Proof::win) return Proof::loss;
            all_lose = all_lose && child.proof == Proof::loss;
        }
        return all_lose ? Proof::win : Proof::none;
    }

    // Returns false if memory is used up. Children that win at once, or let the opponent win at once, are proven.
    bool expand(std::size_t at, const State& here) {
        State position = here;
        State::Undo undo;
        std::array<Code, codes> list;
        const int count = position.legal(list.data()), own = position.turn();
        if (!tree_.expand(at, list.data(), count, rng_)) return false;
        for (Node& child : tree_.children_of(tree_[at])) {
            position.play(child.code, undo);
            if (position.over()) child.proof = position.winner() < 0 ? Proof::none : position.winner() == own ? Proof::win : Proof::loss;
            else if (position.needs(own ^ 1) == 1 && can_score(position, own ^ 1)) child.proof = Proof::loss;
            position.undo(child.code, undo);
        }
        return true;
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

    int max_playout_plies_, playout_tries_;
    bool leaf_evaluation_;
    Random rng_;
    UctTree tree_;
    Evaluator evaluator_;
    std::vector<std::pair<std::size_t, int>> path_;  // nodes of the current simulation, each with the seat that played its move
};

}  // namespace tablier::mixtour
