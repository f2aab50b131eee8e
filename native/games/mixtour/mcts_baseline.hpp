// A sharper tree search than plain UCT, to measure the player by: wins and losses at hand are seen before they are tried and proven
// ones backed up; playouts take a point at once, hand out none while there is a choice, and end with the first; where wished, the
// player's own evaluation stands in for them.
#pragma once
#include <cmath>
#include <vector>

#include "evaluation.hpp"

namespace tablier::mixtour {

// Settings: seed; memory; exploration: C; longest: the most plies of a playout; tries: how often another action is drawn when one
// lets the other side score; judged 1 asks the evaluation where a playout has not ended.
class MctsBaseline {
public:
    explicit MctsBaseline(const Settings& settings)
        : exploration_(setting(settings, "exploration", 0.4)), longest_(static_cast<int>(setting(settings, "max_playout_plies", 100))),
          tries_(static_cast<int>(setting(settings, "tries", 4))), judged_(setting(settings, "judged", 0) > 0),
          rng_{static_cast<std::uint64_t>(setting(settings, "seed", 0))},
          most_(static_cast<std::size_t>(std::max(1.0, setting(settings, "memory", 64)) * (1 << 20)) / sizeof(Node)), evaluator_(settings) {}

    SearchResult think(const State& root, SearchControl& control) {
        nodes_.assign(1, Node{});
        expand(0, root);
        std::uint64_t simulations = 0;
        do {
            simulate(root);
            ++simulations;
        } while (!control.should_stop(simulations) && nodes_[0].proof == Proof::none);
        return told(simulations);
    }

private:
    struct Node {
        std::uint32_t first = 0;  // child
        std::uint16_t children = 0;
        Code code = 0;
        std::uint32_t visits = 0;
        Proof proof = Proof::none;  // for the seat that played `code`, as is the sum
        double sum = 0;
    };

    void simulate(const State& root) {
        State position = root;
        State::Undo undo;
        path_.assign(1, {0, root.turn() ^ 1});
        std::size_t at = 0;
        while (!position.over() && nodes_[at].proof == Proof::none) {
            if (!nodes_[at].children && (nodes_[at].visits == 0 || !expand(at, position))) break;
            at = chosen(at);
            path_.push_back({at, position.turn()});
            position.play(nodes_[at].code, undo);
        }
        const int seat = path_.back().second;
        double chance;  // of seat 0
        if (nodes_[at].proof != Proof::none) chance = (nodes_[at].proof == Proof::win) == (seat == 0);
        else if (position.over()) chance = position.winner() < 0 ? 0.5 : position.winner() == 0;
        else chance = played_out(position);
        for (std::size_t i = path_.size(); i-- > 0;) {
            Node& node = nodes_[path_[i].first];
            ++node.visits;
            node.sum += path_[i].second == 0 ? chance : 1 - chance;
            if (node.proof == Proof::none && node.children) node.proof = proven(node);
        }
    }

    // A node is lost for whoever led to it when one answer wins, and won when all of them lose.
    Proof proven(const Node& node) const {
        bool all_lose = true;
        for (std::size_t child = node.first; child < node.first + node.children; ++child) {
            if (nodes_[child].proof == Proof::win) return Proof::loss;
            all_lose = all_lose && nodes_[child].proof == Proof::loss;
        }
        return all_lose ? Proof::win : Proof::none;
    }

    bool expand(std::size_t at, const State& here) {
        State position = here;
        State::Undo undo;
        std::array<Code, codes> listed;
        const int count = position.legal(listed.data()), own = position.turn();
        if (nodes_.size() + static_cast<std::size_t>(count) > most_) return false;
        for (int i = count; i > 1; --i) std::swap(listed[i - 1], listed[rng_.below(static_cast<std::uint32_t>(i))]);
        nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
        nodes_[at].children = static_cast<std::uint16_t>(count);
        for (int i = 0; i < count; ++i) {
            position.play(listed[i], undo);
            Node child{.code = listed[i]};
            if (position.over()) child.proof = position.winner() < 0 ? Proof::none : position.winner() == own ? Proof::win : Proof::loss;
            else if (position.needs(own ^ 1) == 1 && (can_score(position) >> (own ^ 1) & 1)) child.proof = Proof::loss;
            position.undo(listed[i], undo);
            nodes_.push_back(child);
        }
        return true;
    }

    std::size_t chosen(std::size_t at) const {
        const Node& parent = nodes_[at];
        const double all = std::log(static_cast<double>(std::max(parent.visits, 1u)));
        std::size_t best = parent.first;
        double highest = -1;
        for (std::size_t child = parent.first; child < parent.first + parent.children; ++child) {
            const Node& node = nodes_[child];
            if (node.proof == Proof::win) return child;
            if (node.proof == Proof::loss) continue;
            if (!node.visits) return child;
            const double bound = node.sum / node.visits + exploration_ * std::sqrt(all / node.visits);
            if (bound > highest) highest = bound, best = child;
        }
        return best;
    }

    // The chance of seat 0: whoever scores first has one point less to go, and then every point is a toss-up.
    double played_out(State& position) {
        State::Undo undo;
        for (int plies = 0; plies < longest_; ++plies) {
            const int own = position.turn();
            if (can_score(position) >> own & 1) return after_point(position, own);
            for (int tried = 1;; ++tried) {
                const Code code = position.random_action(rng_);
                const int scorer = scores_for(position, code);
                if (scorer >= 0) return after_point(position, scorer);
                position.play(code, undo);
                if (position.over()) return 0.5;
                if (tried >= tries_ || !(can_score(position) >> (own ^ 1) & 1)) break;
                position.undo(code, undo);
            }
        }
        if (!judged_) return race(position.needs(0), position.needs(1));
        const double chance = expected_score_of(evaluator_.evaluate(position));
        return position.turn() == 0 ? chance : 1 - chance;
    }

    static double after_point(const State& position, int scorer) {
        return race(position.needs(0) - (scorer == 0), position.needs(1) - (scorer == 1));
    }

    SearchResult told(std::uint64_t simulations) const {
        SearchResult result;
        result.nodes = simulations;
        std::vector<Node> children(nodes_.begin() + nodes_[0].first, nodes_.begin() + nodes_[0].first + nodes_[0].children);
        const auto rank = [](const Node& node) { return node.proof == Proof::win ? 2 : node.proof == Proof::loss ? 0 : 1; };
        std::stable_sort(children.begin(), children.end(), [&](const Node& a, const Node& b) {
            return rank(a) != rank(b) ? rank(a) > rank(b) : a.visits > b.visits;
        });
        for (const Node& node : children) {
            const double chance = node.proof == Proof::win ? 1 : node.proof == Proof::loss || !node.visits ? 0 : node.sum / node.visits;
            result.candidates.push_back({node.code, chance, node.proof, 0, node.visits});
        }
        result.pv = {children[0].code};
        return result;
    }

    double exploration_;
    int longest_, tries_;
    bool judged_;
    Random rng_;
    std::size_t most_;
    Evaluator evaluator_;
    std::vector<Node> nodes_;
    std::vector<std::pair<std::size_t, int>> path_;
};

}  // namespace tablier::mixtour
