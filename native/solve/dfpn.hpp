// Proof-number search in depth-first form, with weak proof numbers: positions reached in many ways are not counted many times.
// What it asks of a game is a question with two answers:
//   Position, Move, most_moves
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

enum class Verdict : std::uint8_t { open, yes, no };  // to the question, not to the side to act

struct Work {  // to be done for one answer, and for the other: a guess that orders the search, nothing is concluded from it
    Number yes, no;
};

// Which positions are being searched by some thread just now, roughly: the others look elsewhere.
class Busy {
public:
    void enter(Key key) { marks_[key & last].fetch_add(1, std::memory_order_relaxed); }
    void leave(Key key) { marks_[key & last].fetch_sub(1, std::memory_order_relaxed); }
    bool operator()(Key key) const { return marks_[key & last].load(std::memory_order_relaxed) > 0; }

private:
    static constexpr std::size_t last = 0xffff;
    std::array<std::atomic<std::int16_t>, last + 1> marks_{};
};

template <class Q>
class Search {
public:
    using Position = typename Q::Position;
    using Move = typename Q::Move;

    // `stop` is asked about every millisecond. Threads that work on the same question share the table and who is busy where.
    Search(const Q& question, Table& table, std::function<bool()> stop, Busy* busy = nullptr)
        : question_(question), table_(table), stop_(std::move(stop)), busy_(busy) {}

    std::uint64_t nodes = 0;  // positions looked at

    // Open when it was stopped.
    Verdict solve(const Position& position) {
        Numbers found = known(position);
        if (!found.settled()) found = search(position, question_.key(position), {endless, endless});
        return verdict(position, found);
    }

    // What is known without search.
    Verdict look(const Position& position) { return verdict(position, known(position)); }

    Numbers known(const Position& position) {
        Numbers numbers = first_look(position);
        if (!numbers.settled()) table_.find(question_.key(position), numbers);
        return numbers;
    }

    bool stopped() const { return stopped_; }

private:
    struct Child {
        Position position;
        Key key;
        Numbers numbers;  // of the side to act there
    };

    struct Choice {
        int chosen = -1;
        Number second = endless;  // the least delta among the others
        Number open = 0;          // how many are not settled
        Numbers own{};
    };

    Verdict verdict(const Position& position, const Numbers& numbers) const {
        if (!numbers.settled()) return Verdict::open;
        return (numbers.phi == 0) == question_.attacks(position) ? Verdict::yes : Verdict::no;
    }

    // What is said of a position nobody has searched.
    Numbers first_look(const Position& position) {
        std::array<Move, Q::most_moves> moves;
        int number;
        ++nodes;
        const Verdict verdict = question_.judge(position, moves.data(), number);
        const bool attacks = question_.attacks(position);
        if (verdict == Verdict::open) {
            const Work work = question_.work(position, number);
            return attacks ? Numbers{work.yes, work.no} : Numbers{work.no, work.yes};
        }
        return (verdict == Verdict::yes) == attacks ? Numbers::reached() : Numbers::failed();
    }

    // Searches until the numbers reach a limit.
    Numbers search(const Position& position, Key key, const Numbers& limit) {
        std::array<Child, Q::most_moves> children;
        const std::uint64_t before = nodes;
        const int number = open_up(position, children.data());
        Choice choice = choose(children.data(), number);
        while (choice.own.phi < limit.phi && choice.own.delta < limit.delta && !choice.own.settled() && !pause()) {
            Child& child = children[static_cast<std::size_t>(choice.chosen)];
            if (const Numbers old = child.numbers; table_.find(child.key, child.numbers) && child.numbers != old) {
                choice = choose(children.data(), number);  // another way or another thread has been there
                continue;
            }
            const Number next = std::max(choice.second, child.numbers.delta);
            const Numbers theirs{limit.delta == endless ? endless : limit.delta - (choice.open - 1), std::min(limit.phi, sum(next, 1 + next / 4))};
            if (busy_) busy_->enter(child.key);
            child.numbers = search(child.position, child.key, theirs);
            if (busy_) busy_->leave(child.key);
            choice = choose(children.data(), number);
            if (limit == Numbers{endless, endless}) table_.keep(key, choice.own, 0);  // the root, for those who watch
        }
        table_.keep(key, choice.own, nodes - before);
        return choice.own;
    }

    int open_up(const Position& position, Child* children) {
        std::array<Move, Q::most_moves> moves;
        int number;
        question_.judge(position, moves.data(), number);
        const auto arrive = [&](int i) {  // a table is slow to answer: it is asked one child ahead
            children[i].position = question_.after(position, moves[static_cast<std::size_t>(i)]);
            children[i].key = question_.key(children[i].position);
            table_.prefetch(children[i].key);
        };
        if (number) arrive(0);
        for (int i = 0; i < number; ++i) {
            if (i + 1 < number) arrive(i + 1);
            if (!table_.find(children[i].key, children[i].numbers)) children[i].numbers = first_look(children[i].position);
            if (children[i].numbers.delta == 0) return i + 1;  // good enough: the rest does not matter
        }
        return number;
    }

    // The numbers of a position from those of its children, and which of them to search next.
    Choice choose(const Child* children, int number) const {
        Choice choice;
        Number best = endless, worst = 0, idle_best = endless;
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
            if (busy_ && delta < idle_best && !(*busy_)(children[i].key)) idle_best = delta, idle = i;
        }
        if (best == 0) choice.own = Numbers::reached();
        else if (best == endless) choice.own = Numbers::failed();
        else choice.own = {best, sum(worst, choice.open - 1)};
        if (idle >= 0 && idle_best <= sum(best, 1 + best / 4)) choice.chosen = idle;
        return choice;
    }

    static Number sum(Number a, Number b) { return std::min(endless - 1, a + b); }

    bool pause() {
        if ((++asked_ & 63) == 0 && stop_()) stopped_ = true;
        return stopped_;
    }

    const Q& question_;
    Table& table_;
    std::function<bool()> stop_;
    Busy* busy_;
    std::uint64_t asked_ = 0;
    bool stopped_ = false;
};

}  // namespace tablier::solve
