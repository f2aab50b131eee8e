// Depth-first proof-number search (df-pn) with weak proof numbers: a node counts the largest number of its children plus the number
// of its other open children, instead of the sum, so that transpositions are not counted several times. Thresholds exceed the second
// best child by a quarter (1 + epsilon trick). For games in which positions cannot recur.
//
// Goal concept: a yes-or-no question about a position, "can the attacker force a win?"
//   Position, Move, max_moves                     types, and the maximum number of moves
//   attacker_to_move(position) -> bool
//   expand(position, moves, count) -> Verdict     proven or disproven if it is settled without search; otherwise unknown, and the moves
//   estimate(position, count) -> ProofEstimate    initial proof and disproof numbers of an unknown position with `count` moves
//   after(position, move) -> Position
//   key(position) -> Key                          equal only for positions with the same verdict
//
// Threads that search for the same goal share the table and an ActiveNodes.
#pragma once
#include <array>
#include <functional>

#include "dfpn_table.hpp"

namespace tablier::solve {

enum class Verdict : std::uint8_t { unknown, proven, disproven };

struct ProofEstimate {  // orders the search; nothing is concluded from it
    ProofNumber proof, disproof;
};

// Approximate set of the positions that some thread is searching, so that the others choose different ones (as virtual loss does).
class ActiveNodes {
public:
    void enter(Key key) { counts_[key & mask].fetch_add(1, std::memory_order_relaxed); }
    void leave(Key key) { counts_[key & mask].fetch_sub(1, std::memory_order_relaxed); }
    bool contains(Key key) const { return counts_[key & mask].load(std::memory_order_relaxed) > 0; }

private:
    static constexpr std::size_t mask = 0xffff;  // positions with the same low 16 bits are not distinguished
    std::array<std::atomic<std::int16_t>, mask + 1> counts_{};
};

template <class Goal>
class Dfpn {
public:
    using Position = typename Goal::Position;
    using Move = typename Goal::Move;

    // `should_stop` is called about every millisecond. `active` is null for a single thread.
    Dfpn(const Goal& goal, DfpnTable& table, std::function<bool()> should_stop, ActiveNodes* active = nullptr)
        : goal_(goal), table_(table), should_stop_(std::move(should_stop)), active_(active) {}

    std::uint64_t nodes = 0;  // positions expanded

    // Searches until the goal is settled; unknown if it was stopped.
    Verdict solve(const Position& position) {
        ProofNumbers numbers = lookup(position);
        if (!numbers.is_settled()) numbers = search(position, goal_.key(position), {proof_infinity, proof_infinity});
        return verdict(position, numbers);
    }

    // The verdict as far as it is known without search.
    Verdict probe(const Position& position) { return verdict(position, lookup(position)); }

    // The numbers of a position from the goal or the table, without search.
    ProofNumbers lookup(const Position& position) {
        ProofNumbers numbers = initial_numbers(position);
        if (!numbers.is_settled()) table_.probe(goal_.key(position), numbers);
        return numbers;
    }

private:
    struct Child {
        Position position;
        Key key;
        ProofNumbers numbers;
    };

    struct Selection {
        int best = -1;                               // the child to search next
        ProofNumber second_delta = proof_infinity;   // the least delta of the others
        ProofNumber open = 0;                        // number of children that are not settled
        ProofNumbers parent{};
    };

    Verdict verdict(const Position& position, const ProofNumbers& numbers) const {
        if (!numbers.is_settled()) return Verdict::unknown;
        return (numbers.phi == 0) == goal_.attacker_to_move(position) ? Verdict::proven : Verdict::disproven;
    }

    ProofNumbers initial_numbers(const Position& position) {
        std::array<Move, Goal::max_moves> moves;
        int count;
        ++nodes;
        const Verdict verdict = goal_.expand(position, moves.data(), count);
        const bool attacker = goal_.attacker_to_move(position);
        if (verdict == Verdict::unknown) {
            const ProofEstimate estimate = goal_.estimate(position, count);
            return attacker ? ProofNumbers{estimate.proof, estimate.disproof} : ProofNumbers{estimate.disproof, estimate.proof};
        }
        return (verdict == Verdict::proven) == attacker ? ProofNumbers::make_proven() : ProofNumbers::make_disproven();
    }

    // Searches until a number reaches its threshold.
    ProofNumbers search(const Position& position, Key key, const ProofNumbers& threshold) {
        std::array<Child, Goal::max_moves> children;
        const std::uint64_t nodes_before = nodes;
        const int count = generate_children(position, children.data());
        Selection selection = select(children.data(), count);
        while (selection.parent.phi < threshold.phi && selection.parent.delta < threshold.delta && !selection.parent.is_settled() && !check_stop()) {
            Child& child = children[static_cast<std::size_t>(selection.best)];
            if (const ProofNumbers old = child.numbers; table_.probe(child.key, child.numbers) && child.numbers != old) {
                selection = select(children.data(), count);  // changed by a transposition or another thread
                continue;
            }
            const ProofNumber second = std::max(selection.second_delta, child.numbers.delta);
            const ProofNumbers child_threshold{threshold.delta == proof_infinity ? proof_infinity : threshold.delta - (selection.open - 1),
                                               std::min(threshold.phi, saturating_add(second, 1 + second / 4))};
            if (active_) active_->enter(child.key);
            child.numbers = search(child.position, child.key, child_threshold);
            if (active_) active_->leave(child.key);
            selection = select(children.data(), count);
            if (threshold == ProofNumbers{proof_infinity, proof_infinity}) table_.store(key, selection.parent, 0);  // the root, for progress reports
        }
        table_.store(key, selection.parent, nodes - nodes_before);
        return selection.parent;
    }

    int generate_children(const Position& position, Child* children) {
        std::array<Move, Goal::max_moves> moves;
        int count;
        goal_.expand(position, moves.data(), count);
        const auto make_child = [&](int i) {
            children[i].position = goal_.after(position, moves[static_cast<std::size_t>(i)]);
            children[i].key = goal_.key(children[i].position);
            table_.prefetch(children[i].key);
        };
        if (count) make_child(0);
        for (int i = 0; i < count; ++i) {
            if (i + 1 < count) make_child(i + 1);  // one ahead, so that the prefetch has time
            if (!table_.probe(children[i].key, children[i].numbers)) children[i].numbers = initial_numbers(children[i].position);
            if (children[i].numbers.delta == 0) return i + 1;  // this child settles the parent
        }
        return count;
    }

    // Computes the parent's numbers from its children and selects the child with the least delta; with several threads, an inactive
    // one if it is nearly as good.
    Selection select(const Child* children, int count) const {
        Selection selection;
        ProofNumber best = proof_infinity, largest_phi = 0, best_inactive_delta = proof_infinity;
        int best_inactive = -1;
        for (int i = 0; i < count; ++i) {
            const auto [phi, delta] = children[i].numbers;
            selection.open += phi != 0;
            largest_phi = std::max(largest_phi, phi);
            if (delta < best || selection.best < 0 || (delta == best && phi < children[selection.best].numbers.phi)) {
                selection.second_delta = best;
                best = delta;
                selection.best = i;
            } else {
                selection.second_delta = std::min(selection.second_delta, delta);
            }
            if (active_ && delta < best_inactive_delta && !active_->contains(children[i].key)) best_inactive_delta = delta, best_inactive = i;
        }
        if (best == 0) selection.parent = ProofNumbers::make_proven();
        else if (best == proof_infinity) selection.parent = ProofNumbers::make_disproven();
        else selection.parent = {best, saturating_add(largest_phi, selection.open - 1)};
        if (best_inactive >= 0 && best_inactive_delta <= saturating_add(best, 1 + best / 4)) selection.best = best_inactive;
        return selection;
    }

    static ProofNumber saturating_add(ProofNumber a, ProofNumber b) { return std::min(proof_infinity - 1, a + b); }

    bool check_stop() {
        if ((++stop_checks_ & 63) == 0 && should_stop_()) stopped_ = true;
        return stopped_;
    }

    const Goal& goal_;
    DfpnTable& table_;
    std::function<bool()> should_stop_;
    ActiveNodes* active_;
    std::uint64_t stop_checks_ = 0;
    bool stopped_ = false;
};

}  // namespace tablier::solve
