// The tree of a best-first search: what is known of each action tried, the proofs, and how the next one is chosen.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "../search_player.hpp"

namespace tablier {

// What a judge says about a position: the chance of the seat to act, or a proof; and which actions are worth a try, with how
// likely each is the one (they sum to 1), the likeliest first. `complete`: whatever is not among them is proven to lose.
struct PolicyValue {
    struct Move {
        Code code;
        float prior;
    };

    double expected_score = 0.5;
    Proof proof = Proof::none;
    int plies = 0;  // to the end, where it is proven
    bool complete = false;
    std::vector<Move> moves;

    void reset() {
        proof = Proof::none;
        plies = 0;
        complete = false;
        moves.clear();
    }
};

// What was played before a position, where that is known.
struct LastMoves {
    static constexpr Code unknown = 0xffff;
    Code last = unknown, previous = unknown;

    LastMoves after(Code code) const { return {code, last}; }
};

constexpr Proof turned(Proof proof) { return proof == Proof::win ? Proof::loss : proof == Proof::loss ? Proof::win : proof; }
constexpr double worth(Proof proof) { return proof == Proof::win ? 1 : proof == Proof::loss ? 0 : 0.5; }

// An action and what it leads to, as seen by the seat that chooses it.
struct PuctNode {
    std::uint32_t first = 0;  // child
    std::uint32_t visits = 0;
    float mean = 0;  // of what its visits were worth
    float prior = 0;
    std::uint16_t value_bits = no_value;  // its chance by a look alone, in 65534ths
    std::uint16_t count = 0;          // of children
    Code code = 0;
    std::uint16_t plies : 12 = 0;  // with this action, to the end, where it is proven
    Proof proof : 4 = Proof::none;
    std::uint8_t expanded : 1 = 0, complete : 1 = 0, wide : 1 = 0, turned_round : 1 = 0;  // the last: another seat acts then
    std::uint8_t pending = 0;  // somebody is judging it

    static constexpr std::uint16_t no_value = 65535;

    void set_value(double value) { value_bits = static_cast<std::uint16_t>(std::clamp(value, 0.0, 1.0) * 65534); }
    double value() const { return value_bits / 65534.0; }
    void end(Proof how, int after) {
        proof = how;
        plies = static_cast<std::uint16_t>(std::min(after, 4095)) & 4095;
    }
    // `visits` counts it already.
    void visited(double value) { mean += (static_cast<float>(value) - mean) / static_cast<float>(visits); }
};

class PuctTree {
public:
    explicit PuctTree(std::size_t bytes) : most_(std::max<std::size_t>(bytes / sizeof(PuctNode) * 2 / 3, 2048)) { clear(); }

    PuctNode& operator[](std::uint32_t at) { return nodes_[at]; }
    const PuctNode& operator[](std::uint32_t at) const { return nodes_[at]; }
    bool has_room(std::size_t more) const { return nodes_.size() + more <= most_; }

    void clear() {
        nodes_.clear();
        nodes_.reserve(most_ + room_for_root);  // memory that is never written costs nothing
        nodes_.emplace_back();
    }

    // Gives a node the first of the choices as children, unless memory is used up; those it has already stay as they are.
    void expand(std::uint32_t at, const PolicyValue& policy_value, bool turned_round, std::size_t width) {
        nodes_[at].turned_round = turned_round;
        nodes_[at].set_value(turned_round ? 1 - policy_value.expected_score : policy_value.expected_score);
        if (policy_value.proof != Proof::none) nodes_[at].end(turned_round ? turned(policy_value.proof) : policy_value.proof, policy_value.plies + 1);
        const bool all = policy_value.complete || policy_value.moves.size() <= width;
        const std::size_t count = policy_value.complete ? policy_value.moves.size() : std::min(width, policy_value.moves.size());
        if (!has_room(count)) return;
        const std::uint32_t old = nodes_[at].first, had = nodes_[at].count;
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (std::size_t i = 0; i < count; ++i) {
            PuctNode child;
            for (std::uint32_t one = old; one < old + had; ++one)
                if (nodes_[one].code == policy_value.moves[i].code) child = nodes_[one];
            child.code = policy_value.moves[i].code;
            child.prior = policy_value.moves[i].prior;
            nodes_.push_back(child);
        }
        PuctNode& node = nodes_[at];
        node.first = first;
        node.count = static_cast<std::uint16_t>(count);
        node.expanded = true;
        node.complete = policy_value.complete;
        node.wide = all || had > 0;
    }

    // Adds every legal action that a node has not got; afterwards it is complete.
    template <class P>
    void add_legal(std::uint32_t at, const P& position) {
        room_.resize(static_cast<std::size_t>(position.rules().codes()));
        const int count = position.legal(room_.data());
        std::sort(room_.begin(), room_.begin() + count);
        const PuctNode node = nodes_[at];
        if (!has_room(static_cast<std::size_t>(count)) && at) return;
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        float least = 0.01f;
        for (std::uint32_t child = node.first; child < node.first + node.count; ++child) {
            nodes_.push_back(nodes_[child]);
            least = std::min(least, nodes_[child].prior);
        }
        const std::uint32_t last = first + node.count;
        for (int i = 0; i < count; ++i) {
            bool had = false;
            for (std::uint32_t child = first; child < last && !had; ++child) had = nodes_[child].code == room_[i];
            if (had) continue;
            PuctNode child;
            child.code = room_[i];
            child.prior = least / 4;
            nodes_.push_back(child);
        }
        nodes_[at].first = first;
        nodes_[at].count = static_cast<std::uint16_t>(nodes_.size() - first);
        nodes_[at].expanded = nodes_[at].complete = nodes_[at].wide = true;
    }

    bool all_lost(std::uint32_t at) const {
        const PuctNode& node = nodes_[at];
        for (std::uint32_t child = node.first; child < node.first + node.count; ++child)
            if (nodes_[child].proof != Proof::loss) return false;
        return true;
    }

    // The child to try next. An action not tried yet is worth a little less than its parent, unless it was judged.
    std::uint32_t chosen(std::uint32_t at, double exploration, double fpu_reduction) const {
        const PuctNode& node = nodes_[at];
        const double own = node.visits > 1 ? node.mean : node.value(), hope = (node.turned_round ? 1 - own : own) - fpu_reduction;
        const double wish = exploration * std::sqrt(static_cast<double>(node.visits));
        std::uint32_t best = node.first, waiting = 0;
        double highest = -1;
        for (std::uint32_t number = node.first; number < node.first + node.count; ++number) {
            const PuctNode& child = nodes_[number];
            if (child.proof == Proof::loss) continue;
            if (child.pending) {  // another thread is at it
                waiting = number;
                continue;
            }
            const double value = child.proof != Proof::none ? worth(child.proof)
                                 : child.visits             ? child.mean
                                 : child.value_bits != PuctNode::no_value ? std::min(child.value(), hope + fpu_reduction) : std::max(hope, 0.0);
            const double bound = value + wish * child.prior / (1 + child.visits);
            if (bound > highest) highest = bound, best = number;
        }
        return highest < 0 && waiting ? waiting : best;
    }

    // Works out from its children whether a node is proven: a win by the shortest way, a loss by the longest.
    void prove(std::uint32_t at) {
        PuctNode& node = nodes_[at];
        if (!node.expanded || node.count == 0) return;
        int win = 4096, draw = 0, loss = 0;
        bool open = false;
        for (std::uint32_t number = node.first; number < node.first + node.count; ++number) {
            const PuctNode& child = nodes_[number];
            const int plies = child.plies;
            if (child.proof == Proof::win) win = std::min(win, plies);
            else if (child.proof == Proof::draw) draw = std::max(draw, plies);
            else if (child.proof == Proof::loss) loss = std::max(loss, plies);
            else open = true;
        }
        Proof found = Proof::none;
        if (win < 4096) found = Proof::win;
        else if (!open && node.complete) found = draw ? Proof::draw : Proof::loss;
        if (found == Proof::none) return;
        node.end(node.turned_round ? turned(found) : found, 1 + (found == Proof::win ? win : found == Proof::draw ? draw : loss));
    }

    // Makes a node the root and forgets all that is not below it.
    void reroot(std::uint32_t at) {
        std::vector<PuctNode> kept;
        kept.reserve(most_ + room_for_root);
        kept.push_back(nodes_[at]);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const std::uint32_t from = kept[i].first, count = kept[i].count;
            if (kept.size() + count > most_ / 2) {  // both trees stand for a moment
                kept[i].first = kept[i].count = 0;
                kept[i].expanded = kept[i].complete = kept[i].wide = false;
                continue;
            }
            kept[i].first = static_cast<std::uint32_t>(kept.size());
            for (std::uint32_t child = from; child < from + count; ++child) kept.push_back(nodes_[child]);
        }
        nodes_ = std::move(kept);
        PuctNode& root = nodes_[0];
        if (!root.turned_round) return;
        root.turned_round = false;  // a root is seen by the seat to act
        root.mean = 1 - root.mean;
        root.proof = turned(root.proof);
        if (root.value_bits != PuctNode::no_value) root.set_value(1 - root.value());
    }

    // The root's action to play.
    std::uint32_t best() const {
        std::uint32_t best = nodes_[0].first;
        for (std::uint32_t child = best + 1; child < nodes_[0].first + nodes_[0].count; ++child)
            if (better(child, best)) best = child;
        return best;
    }

    // What there is to say about the root. The action visited most is the best, unless a proof says otherwise; what was hardly
    // visited is told with the caution due to a look; and since a look hardly tells a good action from one that does nothing, as worth
    // no more than `unlikely` below the best for each time that it is e times less likely (0: what the look says).
    SearchResult result(double unlikely) const {
        const PuctNode& root = nodes_[0];
        std::vector<std::uint32_t> order;
        for (std::uint32_t child = root.first; child < root.first + root.count; ++child) order.push_back(child);
        std::iter_swap(order.begin(), std::find(order.begin(), order.end(), best()));
        const PuctNode& first = nodes_[order[0]];
        const double highest = first.proof == Proof::none ? cautious(first) : worth(first.proof);
        SearchResult result;
        for (const std::uint32_t number : order) {
            const PuctNode& node = nodes_[number];
            const double rarer = std::max(0.0f, std::log(first.prior / std::max(node.prior, 1e-6f)));
            const double likely = unlikely > 0 ? highest - unlikely * rarer : 1;
            const double chance = &node == &first                 ? highest
                                  : node.proof == Proof::none ? std::min(cautious(node, likely), highest)
                                                              : worth(node.proof);
            result.candidates.push_back({node.code, chance, node.proof, node.proof == Proof::none ? 0 : node.plies, node.visits});
        }
        std::stable_sort(result.candidates.begin() + 1, result.candidates.end(), [](const Candidate& a, const Candidate& b) {
            if (a.expected_score != b.expected_score) return a.expected_score > b.expected_score;
            if (a.plies != b.plies) return a.expected_score > 0.5 ? a.plies < b.plies : a.plies > b.plies;
            return a.nodes > b.nodes;
        });
        result.pv = line(order[0]);
        return result;
    }

private:
    static constexpr double caution = 3;  // visits that a look is worth

    // A look counts no more than `likely`.
    double cautious(const PuctNode& node, double likely = 1) const {
        const double seen = node.value_bits == PuctNode::no_value ? nodes_[0].mean - 0.2 : node.value() - 0.02;
        const double look = std::min(seen, likely);
        return std::clamp((static_cast<double>(node.mean) * node.visits + caution * look) / (node.visits + caution), 0.0001, 0.9999);
    }

    // Whether to play one rather than another.
    bool better(std::uint32_t one, std::uint32_t two) const {
        const PuctNode &a = nodes_[one], &b = nodes_[two];
        const auto rank = [](const PuctNode& node) { return node.proof == Proof::win ? 2 : node.proof == Proof::loss ? 0 : 1; };
        if (rank(a) != rank(b)) return rank(a) > rank(b);
        if (rank(a) == 2 && a.plies != b.plies) return a.plies < b.plies;
        if (rank(a) == 0 && a.plies != b.plies) return a.plies > b.plies;
        if (a.visits != b.visits) return a.visits > b.visits;
        return cautious(a) > cautious(b);
    }

    std::vector<Code> line(std::uint32_t at) const {
        std::vector<Code> found{nodes_[at].code};
        while (nodes_[at].count && found.size() < 16) {
            std::uint32_t best = nodes_[at].first;
            for (std::uint32_t child = best + 1; child < nodes_[at].first + nodes_[at].count; ++child)
                if (better(child, best)) best = child;
            if (!nodes_[best].visits && nodes_[best].proof == Proof::none) break;
            found.push_back(nodes_[best].code);
            at = best;
        }
        return found;
    }

    static constexpr std::size_t room_for_root = 2048;  // its actions are listed whatever the bound

    std::size_t most_;
    std::vector<PuctNode> nodes_;
    std::vector<Code> room_;
};

}  // namespace tablier
