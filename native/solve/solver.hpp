// A game's questions answered on several threads, with a table that outlives interruptions, and the strategies that follow.
//
// Beyond what dfpn.hpp asks, a question Q is made from (rules, attacker) and has position(const P&) -> Position.
#pragma once
#include <chrono>
#include <mutex>
#include <thread>

#include "checkpoint.hpp"
#include "dfpn.hpp"
#include "strategy.hpp"

namespace tablier::solve {

struct Progress {
    std::uint64_t nodes = 0;
    ProofNumber proof = 1, disproof = 1;  // open ends still to be settled at least, for yes and for no
    double load = 0;                   // how full the table is, 0 to 1
    double seconds = 0;
};

template <Position P, class Goal>
class Solver {
public:
    using Report = std::function<void(const Progress&)>;

    Solver(std::size_t megabytes, int threads) : table_(megabytes << 20), threads_(std::clamp(threads, 1, 64)) {}

    // Can this seat force a win? Open when it was stopped or time was up; asked again, it goes on where it was.
    Verdict prove(const P& position, int seat, double seconds, const Report& report) {
        const Goal goal(position.rules(), seat);
        const auto root = goal.position(position);
        const auto begun = Clock::now();
        std::atomic<bool> done = false;
        std::atomic<std::uint64_t> others = 0;
        Verdict verdict = Verdict::unknown;
        std::mutex writing;
        ActiveNodes active;
        double told = 0;
        const auto work = [&](int number) {
            std::uint64_t counted = 0;
            Dfpn<Goal> search(goal, table_, [&] {
                if (done || stopped_) return true;
                others += search.nodes - counted;
                counted = search.nodes;
                if (number > 0) return false;
                const double passed = std::chrono::duration<double>(Clock::now() - begun).count();
                if (report && passed - told > 0.2) {
                    told = passed;
                    report(progress(goal, root, others, passed));
                }
                return seconds > 0 && passed >= seconds;
            }, threads_ > 1 ? &active : nullptr);
            const Verdict found = search.solve(root);
            others += search.nodes - counted;
            const std::lock_guard lock(writing);
            if (found != Verdict::unknown) verdict = found;
            done = true;
        };
        std::vector<std::thread> helpers;
        for (int number = 1; number < threads_; ++number) helpers.emplace_back(work, number);
        work(0);
        for (std::thread& helper : helpers) helper.join();
        last_ = progress(goal, root, others, std::chrono::duration<double>(Clock::now() - begun).count());
        return verdict;
    }

    // How one seat wins, or does not lose, against everything: see strategy.hpp. Nothing when it was stopped.
    std::optional<Strategy> strategy(const P& position, int seat, bool wins, const Report& report) {
        return Writer<P, Goal>(table_, position, seat, wins, [&](std::uint64_t nodes, std::size_t positions) {
            if (report) report({nodes, static_cast<ProofNumber>(std::min<std::size_t>(positions, proof_infinity)), 0, load(), 0});
            return stopped_.load();
        }).write(position);
    }

    const Progress& last() const { return last_; }
    void stop() { stopped_ = true; }
    void ready() { stopped_ = false; }

    bool save(const std::string& path, const std::string& label) { return Checkpoint(path).save(table_, label); }
    bool load(const std::string& path, const std::string& label) { return Checkpoint(path).load(table_, label); }

private:
    using Clock = std::chrono::steady_clock;

    double load() const { return static_cast<double>(table_.used()) / static_cast<double>(table_.count()); }

    Progress progress(const Goal& goal, const typename Goal::Position& root, std::uint64_t nodes, double seconds) {
        ProofNumbers numbers = Dfpn<Goal>(goal, table_, [] { return true; }).lookup(root);
        if (!goal.attacker_to_move(root)) std::swap(numbers.phi, numbers.delta);
        return {nodes, numbers.phi, numbers.delta, load(), seconds};
    }

    DfpnTable table_;
    int threads_;
    std::atomic<bool> stopped_ = false;
    Progress last_;
};

}  // namespace tablier::solve
