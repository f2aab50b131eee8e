// PUCT: Monte Carlo tree search guided by a policy and a value instead of playouts, with exact results backed up as proofs
// (MCTS-Solver), progressive widening and first play urgency.
//
// Threads share one tree under a lock and evaluate outside of it. A visit is counted on the way down (virtual loss), and a node that
// another thread is evaluating is not selected. The tree is kept between searches as far as the game went through it, except with a
// node limit: then every search starts with an empty tree, so that it can be repeated from any position.
//
// For games of two seats, which need not act in turn. Evaluator concept:
//   Evaluator(settings)                               copyable: each thread has its own
//   evaluate(position, last_moves, policy_value)      fills a PolicyValue (puct_tree.hpp) for a position that is not over
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "../search_player.hpp"
#include "mate_search.hpp"
#include "puct_tree.hpp"

namespace tablier {

template <class E, class P>
concept PolicyValueEvaluator = Position<P> && std::copyable<E> && std::constructible_from<E, const Settings&> &&
    requires(E evaluator, const P& position, const LastMoves& last_moves, PolicyValue& policy_value) {
        { evaluator.evaluate(position, last_moves, policy_value) } -> std::same_as<void>;
    };

// Settings:
//   threads, memory (megabytes)
//   exploration       the constant of PUCT
//   fpu_reduction     how much below its parent an unvisited move is valued (first play urgency)
//   initial_width     number of moves of a new node
//   full_width        number of moves once the node has some visits (progressive widening)
//   root_evaluations  number of root moves that are evaluated before the search; 0: all
//   mate_plies        distance, 3 or 5, within which a shorter win is looked for when the root is proven
//   prior_discount    see PuctTree::result
template <Position P, PolicyValueEvaluator<P> Evaluator>
class Puct {
public:
    explicit Puct(const Settings& settings)
        : threads_(std::clamp(static_cast<int>(setting(settings, "threads", 1)), 1, 64)),
          exploration_(setting(settings, "exploration", 0.8)), fpu_reduction_(setting(settings, "fpu_reduction", 0.03)),
          prior_discount_(setting(settings, "prior_discount", 0.04)),
          initial_width_(static_cast<std::size_t>(setting(settings, "initial_width", 16))),
          full_width_(static_cast<std::size_t>(setting(settings, "full_width", 80))),
          root_evaluations_(static_cast<std::uint32_t>(setting(settings, "root_evaluations", 0))),
          mate_plies_(static_cast<int>(setting(settings, "mate_plies", 5))), evaluator_(settings),
          tree_(static_cast<std::size_t>(std::clamp(setting(settings, "memory", 64), 1.0, 1e6) * (1 << 20)), P::max_codes) {}

    SearchResult think(const P& position, SearchControl& control) {
        prepare_root(position, control);
        control_ = &control;
        simulations_ = 0;
        max_depth_ = 0;
        done_ = false;
        std::vector<std::thread> helpers;
        for (int thread = 1; thread < threads_; ++thread)
            helpers.emplace_back([this, evaluator = evaluator_]() mutable { run_simulations(evaluator, false); });
        run_simulations(evaluator_, true);
        for (std::thread& helper : helpers) helper.join();
        if (tree_[0].proof != Proof::none) adjust_mate_distance(position);
        return make_result();
    }

    void clear() {
        root_.reset();
        tree_.clear();
    }

private:
    using Node = PuctNode;
    using UndoStack = std::vector<std::pair<Code, typename P::Undo>>;
    static constexpr std::uint32_t visits_to_widen = 40;
    static constexpr std::uint64_t simulations_per_report = 64;

    struct Visit {
        std::uint32_t node;
        std::uint8_t seat;  // that chose the node's move
    };

    // Finds the position in the tree of the last search, or starts a new tree.
    void prepare_root(const P& position, SearchControl& control) {
        last_moves_ = {};
        const std::uint32_t node = control.limits().nodes ? 0 : find_in_tree(position);
        root_ = std::make_unique<P>(position);
        if (node) tree_.reroot(node);
        else tree_.clear();
        if (!tree_[0].expanded) {
            PolicyValue policy_value;
            evaluator_.evaluate(position, last_moves_, policy_value);
            tree_.expand(0, policy_value, false, full_width_);
        }
        tree_.add_legal_moves(0, position);
        evaluate_root_moves(position, control);
        tree_.update_proof(0);
    }

    // The node of a position one or two moves after the last root; 0 if there is none. Sets last_moves_.
    std::uint32_t find_in_tree(const P& position) {
        if (!root_ || &root_->rules() != &position.rules()) return 0;
        P ahead = *root_;
        return find_in_subtree(0, ahead, position.key(), 2);
    }

    std::uint32_t find_in_subtree(std::uint32_t index, P& ahead, Key key, int plies) {
        const Node parent = tree_[index];
        for (std::uint32_t child = parent.first_child; child < parent.first_child + parent.children; ++child) {
            if (!tree_[child].expanded) continue;
            typename P::Undo undo;
            const Code code = tree_[child].code;
            ahead.play(code, undo);
            const bool matches = !ahead.over() && ahead.key() == key;
            const std::uint32_t node = matches ? child : plies > 1 && !ahead.over() ? find_in_subtree(child, ahead, key, plies - 1) : 0;
            ahead.undo(code, undo);
            if (node) {
                last_moves_ = matches ? LastMoves{code, plies > 1 ? LastMoves::unknown : last_moves_.previous} : LastMoves{last_moves_.last, code};
                return node;
            }
        }
        return 0;
    }

    // Evaluates the positions after the root's moves, so that each has a value and no immediate end is missed.
    void evaluate_root_moves(const P& position, SearchControl& control) {
        P ahead = position;
        PolicyValue policy_value;
        const int seat = position.turn();
        const Node root = tree_[0];
        const std::uint32_t count = root_evaluations_ ? std::min<std::uint32_t>(root_evaluations_, root.children) : root.children;
        for (std::uint32_t child = root.first_child; child < root.first_child + count; ++child) {
            Node& node = tree_[child];
            if (node.has_value() || node.proof != Proof::none) continue;
            if (control.should_stop(0)) break;
            typename P::Undo undo;
            ahead.play(node.code, undo);
            if (ahead.over()) {
                node.set_proof(proof_for(seat, ahead), 1);
            } else {
                evaluator_.evaluate(ahead, last_moves_.after(node.code), policy_value);
                const bool same_seat = ahead.turn() == seat;
                node.set_value(same_seat ? policy_value.expected_score : 1 - policy_value.expected_score);
                if (policy_value.proof != Proof::none)
                    node.set_proof(same_seat ? policy_value.proof : flipped(policy_value.proof), policy_value.plies + 1);
            }
            ahead.undo(node.code, undo);
        }
    }

    static Proof proof_for(int seat, const P& ended) {
        return ended.winner() < 0 ? Proof::draw : ended.winner() == seat ? Proof::win : Proof::loss;
    }

    // If the root is won, looks for a win in three or five plies that is shorter than the proven one. If it is lost, looks for a move
    // that does not lose in four.
    void adjust_mate_distance(const P& position) {
        P ahead = position;
        MateSearch<P, Evaluator> mate_search(evaluator_, *control_);
        const Node root = tree_[0];
        for (const int plies : {3, 5}) {
            const bool can_shorten = plies <= mate_plies_ && root.proof == Proof::win && tree_[tree_.best_child()].plies > plies;
            for (std::uint32_t child = root.first_child; can_shorten && child < root.first_child + root.children && !control_->should_stop(0); ++child) {
                if (!mate_search.wins_within(plies, ahead, tree_[child].code)) continue;
                tree_[child].set_proof(Proof::win, plies);
                return tree_.update_proof(0);
            }
        }
        while (root.proof == Proof::loss && !control_->should_stop(0)) {
            Node& best = tree_[tree_.best_child()];
            if (best.plies <= 4) return;
            typename P::Undo undo;
            ahead.play(best.code, undo);
            const bool loses_soon = ahead.turn() != position.turn() && mate_search.wins_within(3, ahead);
            ahead.undo(best.code, undo);
            if (!loses_soon) return;
            best.set_proof(Proof::loss, 4);
            tree_.update_proof(0);
        }
    }

    // The loop of one thread; the main thread also reports.
    void run_simulations(Evaluator& evaluator, bool is_main) {
        PolicyValue policy_value;
        P position = *root_;
        std::vector<Visit> path;
        UndoStack played;
        while (!done_.load(std::memory_order_relaxed)) {
            std::unique_lock lock(mutex_);
            const int depth_limit = control_->limits().depth;
            if (tree_[0].proof != Proof::none || control_->should_stop(simulations_) || (depth_limit && max_depth_ >= depth_limit)) break;
            ++simulations_;
            const bool needs_evaluation = descend(position, evaluator, policy_value, path, played);
            max_depth_ = std::max(max_depth_, static_cast<int>(path.size()) - 1);
            if (needs_evaluation) {
                const std::uint32_t leaf = path.back().node;
                tree_[leaf].pending = true;
                lock.unlock();
                evaluator.evaluate(position, last_moves(played), policy_value);
                lock.lock();
                tree_[leaf].pending = false;
                tree_.expand(leaf, policy_value, path.back().seat != position.turn(), initial_width_);
            }
            back_up(position, path, needs_evaluation ? policy_value.expected_score : -1);
            for (auto move = played.rbegin(); move != played.rend(); ++move) position.undo(move->first, move->second);
            if (!needs_evaluation && tree_[path.back().node].pending) {  // nothing to do until the other thread is done
                lock.unlock();
                std::this_thread::yield();
                continue;
            }
            if (is_main && simulations_ % simulations_per_report == 0) {
                lock.unlock();
                report();
            }
        }
        done_ = true;
    }

    LastMoves last_moves(const UndoStack& played) const {
        const std::size_t count = played.size();
        if (count == 0) return last_moves_;
        return {played[count - 1].first, count > 1 ? played[count - 2].first : last_moves_.last};
    }

    // Selects a leaf and plays the moves to it. Returns true if it needs an evaluation; false at the end of the game, at a proven
    // node or at one that another thread is evaluating.
    bool descend(P& position, Evaluator& evaluator, PolicyValue& policy_value, std::vector<Visit>& path, UndoStack& played) {
        std::uint32_t node = 0;
        path.assign(1, {0, static_cast<std::uint8_t>(position.turn())});
        played.clear();
        ++tree_[0].visits;
        while (true) {
            if (tree_[node].proof != Proof::none || tree_[node].pending) return false;
            if (!tree_[node].expanded) return true;
            if (!tree_[node].widened && tree_[node].visits >= visits_to_widen) {
                evaluator.evaluate(position, last_moves(played), policy_value);
                tree_.expand(node, policy_value, path.back().seat != position.turn(), full_width_);
                tree_[node].widened = true;
            }
            if (!tree_[node].complete && tree_.all_children_lose(node)) tree_.add_legal_moves(node, position);
            if (tree_[node].children == 0) return true;  // the policy listed no move, and memory is used up
            const auto seat = static_cast<std::uint8_t>(position.turn());
            node = tree_.select_child(node, exploration_, fpu_reduction_);
            played.emplace_back();
            played.back().first = tree_[node].code;
            position.play(tree_[node].code, played.back().second);
            path.push_back({node, seat});
            ++tree_[node].visits;
            if (position.over()) {
                tree_[node].set_proof(proof_for(seat, position), 1);
                return false;
            }
        }
    }

    // Updates the nodes of the path. `expected_score` is that of the seat to act at the leaf; negative if the leaf was not evaluated.
    void back_up(const P& position, const std::vector<Visit>& path, double expected_score) {
        const Visit last = path.back();
        const Node& leaf = tree_[last.node];
        double first_seat_score;
        if (leaf.proof != Proof::none) first_seat_score = last.seat == 0 ? expected_score_of(leaf.proof) : 1 - expected_score_of(leaf.proof);
        else if (expected_score >= 0) first_seat_score = position.turn() == 0 ? expected_score : 1 - expected_score;
        else return undo_visits(path);
        bool proving = true;
        for (std::size_t i = path.size(); i-- > 0;) {
            Node& node = tree_[path[i].node];
            if (i + 1 < path.size() && proving) {
                tree_.update_proof(path[i].node);
                proving = node.proof != Proof::none;
                if (proving) first_seat_score = path[i].seat == 0 ? expected_score_of(node.proof) : 1 - expected_score_of(node.proof);
            } else if (i + 1 == path.size()) {
                proving = node.proof != Proof::none;
            }
            node.add_visit(path[i].seat == 0 ? first_seat_score : 1 - first_seat_score);
        }
    }

    // Another thread is evaluating the leaf: remove the virtual loss.
    void undo_visits(const std::vector<Visit>& path) {
        for (const Visit& visit : path) --tree_[visit.node].visits;
        --simulations_;
    }

    void report() {
        if (!control_->report_due()) return;
        SearchResult result;
        {
            const std::lock_guard lock(mutex_);
            result = make_result();
        }
        control_->report_now(result);
    }

    SearchResult make_result() const {
        SearchResult result = tree_.result(prior_discount_);
        result.nodes = simulations_;
        result.depth = max_depth_;
        return result;
    }

    int threads_;
    double exploration_, fpu_reduction_, prior_discount_;
    std::size_t initial_width_, full_width_;
    std::uint32_t root_evaluations_;
    int mate_plies_;
    Evaluator evaluator_;
    PuctTree tree_;
    LastMoves last_moves_;  // before the root
    std::unique_ptr<P> root_;
    std::mutex mutex_;  // guards tree_, simulations_ and max_depth_ during a search
    SearchControl* control_ = nullptr;
    std::uint64_t simulations_ = 0;
    int max_depth_ = 0;
    std::atomic<bool> done_ = false;
};

}  // namespace tablier
