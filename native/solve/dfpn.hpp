// Proof-number search in depth-first form, with weak proof numbers: positions reached in many ways are not counted many times.
// What it asks of a game is a question with two answers:
//   Position, Move, max_moves
//   attacks(position) -> bool                  whether the side to act is the one the question is about
//   judge(position, moves, number) -> Verdict  yes or no where it is settled at once, else open and the moves to look at
//   work(position, number) -> Work             how hard the answer looks where that many moves are open
//   after(position, move) -> Position
//   key(position) -> Key                       equal only for positions with the same answer
// Not for games in which a position can come back.
#pragma once
#include <array>
#include <functional>

#include "dfpn_table.hpp"

namespace tablier::solve {

enum class Verdict : std::uint8_t { unknown, proven, disproven };  // to the question, not to the side to act

struct ProofEstimate {  // to be done for one answer, and for the other: a guess that orders the search, nothing is concluded from it
    ProofNumber proof, disproof;
};

// Which positions are being searched by some thread just now, roughly: the others look elsewhere.
class ActiveNodes {
public:
    void enter(Key key) { marks_[key & last].fetch_add(1, std::memory_order_relaxed); }
    void leave(Key key) { marks_[key & last].fetch_sub(1, std::memory_order_relaxed); }
    bool operator()(Key key) const { return marks_[key & last].load(std::memory_order_relaxed) > 0; }

private:
    static constexpr std::size_t last = 0xffff;
    std::array<std::atomic<std::int16_t>, last + 1> marks_{};
};

template <class Goal>
class Dfpn {
public:
    using Position = typename Goal::Position;
    using Move = typename Goal::Move;

    // `stop` is asked about every millisecond. Threads that work on the same question share the table and who is busy where.
    Dfpn(const Goal& goal, DfpnTable& table, std::function<bool()> stop, ActiveNodes* active = nullptr)
        : goal_(goal), table_(table), stop_(std::move(stop)), active_(active) {}

    std::uint64_t nodes = 0;  // positions looked at

    // Open when it was stopped.
    Verdict solve(const Position& position) {
        ProofNumbers found = lookup(position);
        if (!found.settled()) found = search(position, goal_.key(position), {proof_infinity, proof_infinity});
        return verdict(position, found);
    }

    // What is known without search.
    Verdict probe(const Position& position) { return verdict(position, lookup(position)); }

    ProofNumbers lookup(const Position& position) {
        ProofNumbers numbers = initial_numbers(position);
        if (!numbers.settled()) table_.probe(goal_.key(position), numbers);
        return numbers;
    }

    bool stopped() const { return stopped_; }

private:
    struct Child {
        Position position;
        Key key;
        ProofNumbers numbers;  // of the side to act there
    };

    struct Choice {
        int chosen = -1;
        ProofNumber second = proof_infinity;  // the least delta among the others
        ProofNumber open = 0;          // how many are not settled
        ProofNumbers own{};
    };

    Verdict verdict(const Position& position, const ProofNumbers& numbers) const {
        if (!numbers.settled()) return Verdict::unknown;
        return (numbers.phi == 0) == goal_.attacker_to_move(position) ? Verdict::proven : Verdict::disproven;
    }

    // What is said of a position nobody has searched.
    ProofNumbers initial_numbers(const Position& position) {
        std::array<Move, Goal::max_moves> moves;
        int number;
        ++nodes;
        const Verdict verdict = goal_.expand(position, moves.data(), number);
        const bool attacks = goal_.attacker_to_move(position);
        if (verdict == Verdict::unknown) {
            const ProofEstimate estimate = goal_.estimate(position, number);
            return attacks ? ProofNumbers{estimate.proof, estimate.disproof} : ProofNumbers{estimate.disproof, estimate.proof};
        }
        return (verdict == Verdict::proven) == attacks ? ProofNumbers::reached() : ProofNumbers::failed();
    }

    // Searches until the numbers reach a limit.
    ProofNumbers search(const Position& position, Key key, const ProofNumbers& limit) {
        std::array<Child, Goal::max_moves> children;
        const std::uint64_t before = nodes;
        const int number = generate_children(position, children.data());
        Choice choice = choose(children.data(), number);
        while (choice.own.phi < limit.phi && choice.own.delta < limit.delta && !choice.own.settled() && !pause()) {
            Child& child = children[static_cast<std::size_t>(choice.chosen)];
            if (const ProofNumbers old = child.numbers; table_.probe(child.key, child.numbers) && child.numbers != old) {
                choice = choose(children.data(), number);  // another way or another thread has been there
                continue;
            }
            const ProofNumber next = std::max(choice.second, child.numbers.delta);
            const ProofNumbers theirs{limit.delta == proof_infinity ? proof_infinity : limit.delta - (choice.open - 1), std::min(limit.phi, sum(next, 1 + next / 4))};
            if (active_) active_->enter(child.key);
            child.numbers = search(child.position, child.key, theirs);
            if (active_) active_->leave(child.key);
            choice = choose(children.data(), number);
            if (limit == ProofNumbers{proof_infinity, proof_infinity}) table_.store(key, choice.own, 0);  // the root, for those who watch
        }
        table_.store(key, choice.own, nodes - before);
        return choice.own;
    }

    int generate_children(const Position& position, Child* children) {
        std::array<Move, Goal::max_moves> moves;
        int number;
        goal_.expand(position, moves.data(), number);
        const auto arrive = [&](int i) {  // a table is slow to answer: it is asked one child ahead
            children[i].position = goal_.after(position, moves[static_cast<std::size_t>(i)]);
            children[i].key = goal_.key(children[i].position);
            table_.prefetch(children[i].key);
        };
        if (number) arrive(0);
        for (int i = 0; i < number; ++i) {
            if (i + 1 < number) arrive(i + 1);
            if (!table_.probe(children[i].key, children[i].numbers)) children[i].numbers = initial_numbers(children[i].position);
            if (children[i].numbers.delta == 0) return i + 1;  // good enough: the rest does not matter
        }
        return number;
    }

    // The numbers of a position from those of its children, and which of them to search next.
    Choice choose(const Child* children, int number) const {
        Choice choice;
        ProofNumber best = proof_infinity, worst = 0, idle_best = proof_infinity;
        int idle = -1;
        for (int i = 0; i < number; ++i) {
            const auto [phi, delta] = children[i].numbers;
            choice.open += phi != 0;
            worst = std::max(worst, phi);
            if (delta < best || choice.chosen < 0 || (delta == best && phi < children[choice.chosen].numbers.phi)) {
                choice.second = best;
                best = delta;
                choice.chosen = i;
            } else {
                choice.second = std::min(choice.second, delta);
            }
            if (active_ && delta < idle_best && !(*active_)(children[i].key)) idle_best = delta, idle = i;
        }
        if (best == 0) choice.own = ProofNumbers::reached();
        else if (best == proof_infinity) choice.own = ProofNumbers::failed();
        else choice.own = {best, sum(worst, choice.open - 1)};
        if (idle >= 0 && idle_best <= sum(best, 1 + best / 4)) choice.chosen = idle;
        return choice;
    }

    static ProofNumber sum(ProofNumber a, ProofNumber b) { return std::min(proof_infinity - 1, a + b); }

    bool pause() {
        if ((++asked_ & 63) == 0 && stop_()) stopped_ = true;
        return stopped_;
    }

    const Goal& goal_;
    DfpnTable& table_;
    std::function<bool()> stop_;
    ActiveNodes* active_;
    std::uint64_t asked_ = 0;
    bool stopped_ = false;
};

}  // namespace tablier::solve
