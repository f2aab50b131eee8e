// The tree of a PUCT search: nodes, selection, expansion, proofs (MCTS-Solver) and the result at the root.
//
// Not synchronised: puct.hpp holds a lock. Memory is bounded: when it is used up, nodes are no longer expanded.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "../search_player.hpp"

namespace tablier {

// Result of an evaluation for the seat to act: policy and value, or a proof.
struct PolicyValue {
    struct Move {
        Code code;
        float prior;
    };

    double expected_score = 0.5;
    Proof proof = Proof::none;
    int plies = 0;            // to the end, if proven
    bool complete = false;    // all moves that are not listed are proven to lose
    std::vector<Move> moves;  // highest prior first; the priors sum to 1

    void reset() {
        proof = Proof::none;
        plies = 0;
        complete = false;
        moves.clear();
    }
};

// The last two moves before a position, if known.
struct LastMoves {
    static constexpr Code unknown = 0xffff;
    Code last = unknown, previous = unknown;

    LastMoves after(Code code) const { return {code, last}; }
};

// The same proof for the other seat, and its expected score.
constexpr Proof flipped(Proof proof) { return proof == Proof::win ? Proof::loss : proof == Proof::loss ? Proof::win : proof; }
constexpr double expected_score_of(Proof proof) { return proof == Proof::win ? 1 : proof == Proof::loss ? 0 : 0.5; }

// A move and the position after it, from the view of the seat that chooses the move.
struct PuctNode {
    std::uint32_t first_child = 0;
    std::uint32_t visits = 0;  // includes visits in progress (virtual loss)
    float mean = 0;            // of the backed-up values
    float prior = 0;
    std::uint16_t value_bits = no_value;  // static evaluation in 65534ths
    std::uint16_t children = 0;
    Code code = 0;
    std::uint16_t plies : 12 = 0;  // from before the move to the end, if proven
    Proof proof : 4 = Proof::none;
    std::uint8_t expanded : 1 = 0;
    std::uint8_t complete : 1 = 0;  // every move that is not a child is proven to lose
    std::uint8_t widened : 1 = 0;   // has all the children that the policy lists, up to the full width
    std::uint8_t flips : 1 = 0;     // the other seat acts in the position
    std::uint8_t pending = 0;       // a thread is evaluating the position

    static constexpr std::uint16_t no_value = 65535;
    static constexpr int max_plies = 4095;

    bool has_value() const { return value_bits != no_value; }
    void set_value(double value) { value_bits = static_cast<std::uint16_t>(std::clamp(value, 0.0, 1.0) * 65534); }
    double value() const { return value_bits / 65534.0; }
    void set_proof(Proof result, int plies_to_end) {
        proof = result;
        plies = static_cast<std::uint16_t>(std::min(plies_to_end, max_plies)) & max_plies;
    }
    // `visits` already includes this visit.
    void add_visit(double score) { mean += (static_cast<float>(score) - mean) / static_cast<float>(visits); }
};

class PuctTree {
public:
    // `max_root_moves`: the root lists all its moves even if memory is used up.
    // Two thirds of the memory, because `reroot` holds another tree of half the size for a moment.
    PuctTree(std::size_t bytes, std::size_t max_root_moves)
        : max_root_moves_(max_root_moves), max_nodes_(std::max(bytes / sizeof(PuctNode) * 2 / 3, 2 * max_root_moves)) { clear(); }

    PuctNode& operator[](std::uint32_t index) { return nodes_[index]; }
    const PuctNode& operator[](std::uint32_t index) const { return nodes_[index]; }

    void clear() {
        nodes_.clear();
        nodes_.reserve(max_nodes_ + max_root_moves_);  // pages are allocated lazily
        nodes_.emplace_back();
    }

    // Adds the first `width` moves of the policy as children, unless memory is used up; existing children keep their statistics.
    void expand(std::uint32_t index, const PolicyValue& policy_value, bool flips, std::size_t width) {
        nodes_[index].flips = flips;
        nodes_[index].set_value(flips ? 1 - policy_value.expected_score : policy_value.expected_score);
        if (policy_value.proof != Proof::none)
            nodes_[index].set_proof(flips ? flipped(policy_value.proof) : policy_value.proof, policy_value.plies + 1);
        const bool all = policy_value.complete || policy_value.moves.size() <= width;
        const std::size_t count = policy_value.complete ? policy_value.moves.size() : std::min(width, policy_value.moves.size());
        if (!has_room(count)) return;
        const std::uint32_t old_first = nodes_[index].first_child, old_count = nodes_[index].children;
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (std::size_t i = 0; i < count; ++i) {
            PuctNode child;
            for (std::uint32_t old = old_first; old < old_first + old_count; ++old)
                if (nodes_[old].code == policy_value.moves[i].code) child = nodes_[old];
            child.code = policy_value.moves[i].code;
            child.prior = policy_value.moves[i].prior;
            nodes_.push_back(child);
        }
        PuctNode& node = nodes_[index];
        node.first_child = first;
        node.children = static_cast<std::uint16_t>(count);
        node.expanded = true;
        node.complete = policy_value.complete;
        node.widened = all || old_count > 0;
    }

    // Adds all legal moves that are not yet children, with a quarter of the lowest prior; the node is then complete.
    template <class P>
    void add_legal_moves(std::uint32_t index, const P& position) {
        codes_.resize(static_cast<std::size_t>(position.rules().codes()));
        const int count = position.legal(codes_.data());
        std::sort(codes_.begin(), codes_.begin() + count);
        const PuctNode node = nodes_[index];
        if (!has_room(static_cast<std::size_t>(count)) && index) return;
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        float lowest_prior = 0.01f;
        for (std::uint32_t child = node.first_child; child < node.first_child + node.children; ++child) {
            nodes_.push_back(nodes_[child]);
            lowest_prior = std::min(lowest_prior, nodes_[child].prior);
        }
        const std::uint32_t last = first + node.children;
        for (int i = 0; i < count; ++i) {
            bool present = false;
            for (std::uint32_t child = first; child < last && !present; ++child) present = nodes_[child].code == codes_[i];
            if (present) continue;
            PuctNode child;
            child.code = codes_[i];
            child.prior = lowest_prior / 4;
            nodes_.push_back(child);
        }
        nodes_[index].first_child = first;
        nodes_[index].children = static_cast<std::uint16_t>(nodes_.size() - first);
        nodes_[index].expanded = nodes_[index].complete = nodes_[index].widened = true;
    }

    bool all_children_lose(std::uint32_t index) const {
        const PuctNode& node = nodes_[index];
        for (std::uint32_t child = node.first_child; child < node.first_child + node.children; ++child)
            if (nodes_[child].proof != Proof::loss) return false;
        return true;
    }

    // The child with the highest PUCT bound. First play urgency: an unvisited child is valued like its parent less `fpu_reduction`,
    // or by its static evaluation, but no higher than the parent.
    std::uint32_t select_child(std::uint32_t index, double exploration, double fpu_reduction) const {
        const PuctNode& node = nodes_[index];
        const double node_value = node.visits > 1 ? node.mean : node.value();
        const double first_play_value = (node.flips ? 1 - node_value : node_value) - fpu_reduction;
        const double exploration_term = exploration * std::sqrt(static_cast<double>(node.visits));
        std::uint32_t best = node.first_child, pending = 0;
        double best_bound = -1;
        for (std::uint32_t number = node.first_child; number < node.first_child + node.children; ++number) {
            const PuctNode& child = nodes_[number];
            if (child.proof == Proof::loss) continue;
            if (child.pending) {
                pending = number;
                continue;
            }
            const double value = child.proof != Proof::none ? expected_score_of(child.proof)
                                 : child.visits             ? child.mean
                                 : child.has_value()        ? std::min(child.value(), first_play_value + fpu_reduction)
                                                            : std::max(first_play_value, 0.0);
            const double bound = value + exploration_term * child.prior / (1 + child.visits);
            if (bound > best_bound) best_bound = bound, best = number;
        }
        return best_bound < 0 && pending ? pending : best;
    }

    // Proves a node from the proofs of its children: the shortest win, or the longest loss.
    void update_proof(std::uint32_t index) {
        PuctNode& node = nodes_[index];
        if (!node.expanded || node.children == 0) return;
        int win = PuctNode::max_plies + 1, draw = 0, loss = 0;
        bool open = false;
        for (std::uint32_t number = node.first_child; number < node.first_child + node.children; ++number) {
            const PuctNode& child = nodes_[number];
            const int plies = child.plies;
            if (child.proof == Proof::win) win = std::min(win, plies);
            else if (child.proof == Proof::draw) draw = std::max(draw, plies);
            else if (child.proof == Proof::loss) loss = std::max(loss, plies);
            else open = true;
        }
        Proof proof = Proof::none;
        if (win <= PuctNode::max_plies) proof = Proof::win;
        else if (!open && node.complete) proof = draw ? Proof::draw : Proof::loss;
        if (proof == Proof::none) return;
        node.set_proof(node.flips ? flipped(proof) : proof, 1 + (proof == Proof::win ? win : proof == Proof::draw ? draw : loss));
    }

    // Makes a node the root and drops everything outside its subtree.
    void reroot(std::uint32_t index) {
        std::vector<PuctNode> kept;
        kept.reserve(max_nodes_ + max_root_moves_);
        kept.push_back(nodes_[index]);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const std::uint32_t first = kept[i].first_child, count = kept[i].children;
            if (kept.size() + count > max_nodes_ / 2) {  // see the constructor
                kept[i].first_child = kept[i].children = 0;
                kept[i].expanded = kept[i].complete = kept[i].widened = false;
                continue;
            }
            kept[i].first_child = static_cast<std::uint32_t>(kept.size());
            for (std::uint32_t child = first; child < first + count; ++child) kept.push_back(nodes_[child]);
        }
        nodes_ = std::move(kept);
        PuctNode& root = nodes_[0];
        if (!root.flips) return;
        root.flips = false;  // a root is seen by the seat to act
        root.mean = 1 - root.mean;
        root.proof = flipped(root.proof);
        if (root.has_value()) root.set_value(1 - root.value());
    }

    // The root's child to play.
    std::uint32_t best_child() const { return best_child(0); }

    // The result at the root: the most visited move first, unless a proof decides. The others are scored by the mean of their visits
    // and their static evaluation. The static evaluation alone hardly separates good moves from useless ones, so it counts at most
    // best score - prior_discount * ln(prior of the best / own prior); prior_discount 0 means no such limit.
    SearchResult result(double prior_discount) const {
        const PuctNode& root = nodes_[0];
        std::vector<std::uint32_t> order;
        for (std::uint32_t child = root.first_child; child < root.first_child + root.children; ++child) order.push_back(child);
        std::iter_swap(order.begin(), std::find(order.begin(), order.end(), best_child()));
        const PuctNode& best = nodes_[order[0]];
        const double best_score = best.proof == Proof::none ? cautious_score(best) : expected_score_of(best.proof);
        SearchResult result;
        for (const std::uint32_t number : order) {
            const PuctNode& node = nodes_[number];
            const double log_prior_ratio = std::max(0.0f, std::log(best.prior / std::max(node.prior, 1e-6f)));
            const double limit = prior_discount > 0 ? best_score - prior_discount * log_prior_ratio : 1;
            const double score = &node == &best              ? best_score
                                 : node.proof == Proof::none ? std::min(cautious_score(node, limit), best_score)
                                                             : expected_score_of(node.proof);
            result.candidates.push_back({node.code, score, node.proof, node.proof == Proof::none ? 0 : node.plies, node.visits});
        }
        std::stable_sort(result.candidates.begin() + 1, result.candidates.end(), [](const Candidate& a, const Candidate& b) {
            if (a.expected_score != b.expected_score) return a.expected_score > b.expected_score;
            if (a.plies != b.plies) return a.expected_score > 0.5 ? a.plies < b.plies : a.plies > b.plies;
            return a.nodes > b.nodes;
        });
        result.pv = pv(order[0]);
        return result;
    }

private:
    static constexpr double static_weight = 3;     // of the static evaluation, in visits
    static constexpr double unvisited_malus = 0.2;  // below the root's mean, for a move without static evaluation
    static constexpr double static_malus = 0.02;    // subtracted from a static evaluation
    static constexpr std::size_t max_pv_length = 16;

    bool has_room(std::size_t more) const { return nodes_.size() + more <= max_nodes_; }

    // Mean of visits and static evaluation; the latter counts at most `limit`. Only proofs score 0 or 1.
    double cautious_score(const PuctNode& node, double limit = 1) const {
        const double evaluation = node.has_value() ? node.value() - static_malus : nodes_[0].mean - unvisited_malus;
        const double prior_mean = std::min(evaluation, limit);
        return std::clamp((static_cast<double>(node.mean) * node.visits + static_weight * prior_mean) / (node.visits + static_weight), 0.0001, 0.9999);
    }

    std::uint32_t best_child(std::uint32_t index) const {
        std::uint32_t best = nodes_[index].first_child;
        for (std::uint32_t child = best + 1; child < nodes_[index].first_child + nodes_[index].children; ++child)
            if (is_better(child, best)) best = child;
        return best;
    }

    bool is_better(std::uint32_t first, std::uint32_t second) const {
        const PuctNode &a = nodes_[first], &b = nodes_[second];
        const auto rank = [](const PuctNode& node) { return node.proof == Proof::win ? 2 : node.proof == Proof::loss ? 0 : 1; };
        if (rank(a) != rank(b)) return rank(a) > rank(b);
        if (rank(a) == 2 && a.plies != b.plies) return a.plies < b.plies;
        if (rank(a) == 0 && a.plies != b.plies) return a.plies > b.plies;
        if (a.visits != b.visits) return a.visits > b.visits;
        return cautious_score(a) > cautious_score(b);
    }

    std::vector<Code> pv(std::uint32_t index) const {
        std::vector<Code> moves{nodes_[index].code};
        while (nodes_[index].children && moves.size() < max_pv_length) {
            const std::uint32_t best = best_child(index);
            if (!nodes_[best].visits && nodes_[best].proof == Proof::none) break;
            moves.push_back(nodes_[best].code);
            index = best;
        }
        return moves;
    }

    std::size_t max_root_moves_, max_nodes_;
    std::vector<PuctNode> nodes_;
    std::vector<Code> codes_;
};

}  // namespace tablier
