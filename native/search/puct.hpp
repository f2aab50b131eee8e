// Best-first search: a tree grown where the game's judge expects play to go (PUCT), with exact results backed up as proofs. The
// tree is kept from one thought to the next as far as play went through it, except with a limit of nodes: then every thought starts
// afresh, so that a game can be repeated from any of its positions.
//
//   Evaluator(settings)
//   evaluator.evaluate(position, lately, opinion)   a position that is not over and what led to it; fills an PolicyValue, see puct_tree.hpp
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

// Settings: threads; memory in megabytes; exploration; doubt: how much less than its parent an action not tried yet is worth;
// narrow and wide: how many actions are tried at first, and after some visits; closely: how many of the root's likeliest actions are
// judged by what they lead to before anything is tried, 0 for all; ends: within how many plies a shorter win is looked for, 3 or 5;
// unlikely: how much less than the best is told of an action for each time that it is e times less likely.
template <Position P, class Evaluator>
class Puct {
public:
    explicit Puct(const Settings& settings)
        : threads_(std::clamp(static_cast<int>(setting(settings, "threads", 1)), 1, 64)),
          exploration_(setting(settings, "exploration", 0.8)), fpu_reduction_(setting(settings, "fpu_reduction", 0.03)),
          unlikely_(setting(settings, "prior_discount", 0.04)),
          narrow_(static_cast<std::size_t>(setting(settings, "initial_width", 16))),
          wide_(static_cast<std::size_t>(setting(settings, "full_width", 80))),
          closely_(static_cast<std::uint32_t>(setting(settings, "root_evaluations", 0))), ends_(static_cast<int>(setting(settings, "mate_plies", 5))),
          evaluator_(settings),
          tree_(static_cast<std::size_t>(std::clamp(setting(settings, "memory", 64), 1.0, 1e6) * (1 << 20))) {}

    SearchResult think(const P& position, SearchControl& control) {
        begin(position, control);
        control_ = &control;
        simulations_ = 0;
        depth_ = 0;
        told_at_ = 0;
        done_ = false;
        std::vector<std::thread> helpers;
        for (int number = 1; number < threads_; ++number)
            helpers.emplace_back([this, evaluator = evaluator_]() mutable { work(evaluator, false); });
        work(evaluator_, true);
        for (std::thread& helper : helpers) helper.join();
        if (tree_[0].proof != Proof::none) look_for_short_ends(position);
        return told();
    }

    void clear() {
        root_.reset();
        tree_.clear();
    }

private:
    using Node = PuctNode;
    using Played = std::vector<std::pair<Code, typename P::Undo>>;
    static constexpr std::uint32_t visits_to_widen = 40;

    struct Visit {
        std::uint32_t node;
        std::uint8_t mover;  // who chose it
    };

    // The tree for a position: what is left of the one before, or a new one.
    void begin(const P& position, SearchControl& control) {
        last_moves_ = {};
        const std::uint32_t kept = control.limits().nodes ? 0 : found(position);
        root_ = std::make_unique<P>(position);
        if (kept) tree_.reroot(kept);
        else tree_.clear();
        if (!tree_[0].expanded) {
            PolicyValue policy_value;
            evaluator_.evaluate(position, last_moves_, policy_value);
            tree_.expand(0, policy_value, false, wide_);
        }
        tree_.add_legal(0, position);
        look_closely(position, control);
        tree_.prove(0);
    }

    // The node of a position that one or two actions after the last root lead to; 0 when there is none.
    std::uint32_t found(const P& position) {
        if (!root_ || &root_->rules() != &position.rules()) return 0;
        P ahead = *root_;
        return search_for(0, ahead, position.key(), 2);
    }

    std::uint32_t search_for(std::uint32_t at, P& ahead, Key key, int plies) {
        const Node parent = tree_[at];
        for (std::uint32_t child = parent.first; child < parent.first + parent.count; ++child) {
            if (!tree_[child].expanded) continue;
            typename P::Undo undo;
            const Code code = tree_[child].code;
            ahead.play(code, undo);
            const bool here = !ahead.over() && ahead.key() == key;
            const std::uint32_t deeper = here ? child : plies > 1 && !ahead.over() ? search_for(child, ahead, key, plies - 1) : 0;
            ahead.undo(code, undo);
            if (deeper) {
                last_moves_ = here ? LastMoves{code, plies > 1 ? LastMoves::unknown : last_moves_.previous} : LastMoves{last_moves_.last, code};
                return deeper;
            }
        }
        return 0;
    }

    // The actions of the root are judged once by what they lead to, so that each has a value and no end at hand is missed.
    void look_closely(const P& position, SearchControl& control) {
        P ahead = position;
        PolicyValue policy_value;
        const int seat = position.turn();
        const Node root = tree_[0];
        const std::uint32_t count = closely_ ? std::min<std::uint32_t>(closely_, root.count) : root.count;
        for (std::uint32_t child = root.first; child < root.first + count; ++child) {
            Node& node = tree_[child];
            if (node.value_bits != PuctNode::no_value || node.proof != Proof::none) continue;
            if (control.should_stop(0)) break;
            typename P::Undo undo;
            ahead.play(node.code, undo);
            if (ahead.over()) {
                node.end(ahead.winner() < 0 ? Proof::draw : ahead.winner() == seat ? Proof::win : Proof::loss, 1);
            } else {
                evaluator_.evaluate(ahead, last_moves_.after(node.code), policy_value);
                const bool same = ahead.turn() == seat;
                node.set_value(same ? policy_value.expected_score : 1 - policy_value.expected_score);
                if (policy_value.proof != Proof::none) node.end(same ? policy_value.proof : turned(policy_value.proof), policy_value.plies + 1);
            }
            ahead.undo(node.code, undo);
        }
    }

    // A proven win is played by the shortest way as far as ends within three plies go, or within five where looks suffice, and a
    // loss by the longest as far as ends within three plies go.
    void look_for_short_ends(const P& position) {
        P ahead = position;
        MateSearch<P, Evaluator> ends(evaluator_, *control_);
        const Node root = tree_[0];
        for (const int plies : {3, 5}) {
            const bool longer = plies <= ends_ && root.proof == Proof::win && tree_[tree_.best()].plies > plies;
            for (std::uint32_t child = root.first; longer && child < root.first + root.count && !control_->should_stop(0); ++child) {
                if (!ends.wins_within(plies, ahead, tree_[child].code)) continue;
                tree_[child].end(Proof::win, plies);
                return tree_.prove(0);
            }
        }
        while (root.proof == Proof::loss && !control_->should_stop(0)) {
            Node& best = tree_[tree_.best()];
            if (best.plies <= 4) return;
            typename P::Undo undo;
            ahead.play(best.code, undo);
            const bool soon = ahead.turn() != position.turn() && ends.wins_within(3, ahead);
            ahead.undo(best.code, undo);
            if (!soon) return;
            best.end(Proof::loss, 4);
            tree_.prove(0);
        }
    }

    void work(Evaluator& evaluator, bool leads) {
        PolicyValue policy_value;
        P position = *root_;
        std::vector<Visit> path;
        Played played;
        while (!done_.load(std::memory_order_relaxed)) {
            std::unique_lock lock(one_at_a_time_);
            const int deepest = control_->limits().depth;
            if (tree_[0].proof != Proof::none || control_->should_stop(simulations_) || (deepest && depth_ >= deepest)) break;
            ++simulations_;
            const bool leaf = descend(position, evaluator, policy_value, path, played);
            depth_ = std::max(depth_, static_cast<int>(path.size()) - 1);
            if (leaf) {
                const std::uint32_t at = path.back().node;
                tree_[at].pending = true;
                lock.unlock();
                evaluator.evaluate(position, last_moves(played), policy_value);
                lock.lock();
                tree_[at].pending = false;
                tree_.expand(at, policy_value, path.back().mover != position.turn(), narrow_);
            }
            back_up(position, path, leaf ? policy_value.expected_score : -1);
            for (auto one = played.rbegin(); one != played.rend(); ++one) position.undo(one->first, one->second);
            if (!leaf && tree_[path.back().node].pending) {  // nothing to do until another thread has judged
                lock.unlock();
                std::this_thread::yield();
                continue;
            }
            if (leads && simulations_ % 64 == 0) {
                lock.unlock();
                report();
            }
        }
        done_ = true;
    }

    LastMoves last_moves(const Played& played) const {
        const std::size_t count = played.size();
        if (count == 0) return last_moves_;
        return {played[count - 1].first, count > 1 ? played[count - 2].first : last_moves_.last};
    }

    // Goes down to a position not judged yet (true), or to an end, one proven or one somebody else is judging (false).
    bool descend(P& position, Evaluator& evaluator, PolicyValue& policy_value, std::vector<Visit>& path, Played& played) {
        std::uint32_t at = 0;
        path.assign(1, {0, static_cast<std::uint8_t>(position.turn())});
        played.clear();
        ++tree_[0].visits;
        while (true) {
            if (tree_[at].proof != Proof::none || tree_[at].pending) return false;
            if (!tree_[at].expanded) return true;
            if (!tree_[at].wide && tree_[at].visits >= visits_to_widen) {
                evaluator.evaluate(position, last_moves(played), policy_value);
                tree_.expand(at, policy_value, path.back().mover != position.turn(), wide_);
                tree_[at].wide = true;
            }
            if (!tree_[at].complete && tree_.all_lost(at)) tree_.add_legal(at, position);
            if (tree_[at].count == 0) return true;  // no action seems worth a try, and memory is used up
            const auto mover = static_cast<std::uint8_t>(position.turn());
            at = tree_.chosen(at, exploration_, fpu_reduction_);
            played.emplace_back();
            played.back().first = tree_[at].code;
            position.play(tree_[at].code, played.back().second);
            path.push_back({at, mover});
            ++tree_[at].visits;
            if (position.over()) {
                const int winner = position.winner();
                tree_[at].end(winner < 0 ? Proof::draw : winner == mover ? Proof::win : Proof::loss, 1);
                return false;
            }
        }
    }

    // `chance` is that of the seat to act in the last position; below 0 it stands in the node already.
    void back_up(const P& position, const std::vector<Visit>& path, double chance) {
        const Visit last = path.back();
        const Node& leaf = tree_[last.node];
        double of_first;  // seat 0's chance
        if (leaf.proof != Proof::none) of_first = last.mover == 0 ? worth(leaf.proof) : 1 - worth(leaf.proof);
        else if (chance >= 0) of_first = position.turn() == 0 ? chance : 1 - chance;
        else return leave(path);
        bool proving = true;
        for (std::size_t i = path.size(); i-- > 0;) {
            Node& node = tree_[path[i].node];
            if (i + 1 < path.size() && proving) {
                tree_.prove(path[i].node);
                proving = node.proof != Proof::none;
                if (proving) of_first = path[i].mover == 0 ? worth(node.proof) : 1 - worth(node.proof);
            } else if (i + 1 == path.size()) {
                proving = node.proof != Proof::none;
            }
            node.visited(path[i].mover == 0 ? of_first : 1 - of_first);
        }
    }

    // Somebody else is judging the same position: as if nobody had come by.
    void leave(const std::vector<Visit>& path) {
        for (const Visit& visit : path) --tree_[visit.node].visits;
        --simulations_;
    }

    void report() {
        if (control_->elapsed_s() < told_at_ + 0.1) return;
        told_at_ = control_->elapsed_s();
        SearchResult result;
        {
            const std::lock_guard lock(one_at_a_time_);
            result = told();
        }
        control_->report(result);
    }

    SearchResult told() const {
        SearchResult result = tree_.result(unlikely_);
        result.nodes = simulations_;
        result.depth = depth_;
        return result;
    }

    int threads_;
    double exploration_, fpu_reduction_, unlikely_;
    std::size_t narrow_, wide_;
    std::uint32_t closely_;
    int ends_;
    Evaluator evaluator_;
    PuctTree tree_;
    LastMoves last_moves_;  // before the root
    std::unique_ptr<P> root_;
    std::mutex one_at_a_time_;
    SearchControl* control_ = nullptr;
    std::uint64_t simulations_ = 0;
    int depth_ = 0;
    double told_at_ = 0;
    std::atomic<bool> done_ = false;
};

}  // namespace tablier
