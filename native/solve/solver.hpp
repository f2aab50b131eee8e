// Solver: df-pn on several threads that share one table, checkpoints, and extraction of strategies.
//
// Beyond the concept of dfpn.hpp, a Goal is constructed from (rules, attacker) and has position(const P&) -> Position.
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
    ProofNumber proof = 1, disproof = 1;  // of the root
    double load = 0;                      // load factor of the table, 0 to 1
    double seconds = 0;
};

// `stop` may be called from any thread, everything else from one thread at a time.
template <Position P, class Goal>
class Solver {
public:
    using Report = std::function<void(const Progress&)>;

    Solver(std::size_t megabytes, int threads) : table_(megabytes << 20), threads_(std::clamp(threads, 1, 64)) {}

    // Can `seat` force a win? Unknown if it was stopped or the time (0: no limit) is up; the next call continues with the table.
    Verdict prove(const P& position, int seat, double seconds, const Report& report) {
        const Goal goal(position.rules(), seat);
        const auto root = goal.position(position);
        const auto started = Clock::now();
        const auto elapsed_s = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
        std::atomic<bool> done = false;
        std::atomic<std::uint64_t> total_nodes = 0;
        Verdict verdict = Verdict::unknown;
        std::mutex verdict_mutex;
        ActiveNodes active;
        double last_report_s = 0;
        const auto run_thread = [&](int thread) {
            std::uint64_t counted = 0;
            Dfpn<Goal> search(goal, table_, [&] {
                if (done || stopped_) return true;
                total_nodes += search.nodes - counted;
                counted = search.nodes;
                if (thread > 0) return false;
                const double elapsed = elapsed_s();
                if (report && elapsed - last_report_s > report_interval_s) {
                    last_report_s = elapsed;
                    report(make_progress(goal, root, total_nodes, elapsed));
                }
                return seconds > 0 && elapsed >= seconds;
            }, threads_ > 1 ? &active : nullptr);
            const Verdict result = search.solve(root);
            total_nodes += search.nodes - counted;
            const std::lock_guard lock(verdict_mutex);
            if (result != Verdict::unknown) verdict = result;
            done = true;
        };
        std::vector<std::thread> helpers;
        for (int thread = 1; thread < threads_; ++thread) helpers.emplace_back(run_thread, thread);
        run_thread(0);
        for (std::thread& helper : helpers) helper.join();
        progress_ = make_progress(goal, root, total_nodes, elapsed_s());
        return verdict;
    }

    // The strategy of a seat that wins, or holds a draw, in the format of verifier.hpp; call `prove` first. nullopt if stopped.
    // Reports the positions written so far as `proof`.
    std::optional<Strategy> strategy(const P& position, int seat, bool wins, const Report& report) {
        return StrategyWriter<P, Goal>(table_, position, seat, wins, [&](std::uint64_t nodes, std::size_t positions) {
            if (report) report({nodes, static_cast<ProofNumber>(std::min<std::size_t>(positions, proof_infinity)), 0, load_factor(), 0});
            return stopped_.load();
        }).write(position);
    }

    const Progress& progress() const { return progress_; }  // at the end of the last `prove`
    void stop() { stopped_ = true; }
    void clear_stop() { stopped_ = false; }

    bool save(const std::string& path, const std::string& label) { return Checkpoint(path).save(table_, label); }
    bool load(const std::string& path, const std::string& label) { return Checkpoint(path).load(table_, label); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr double report_interval_s = 0.2;

    double load_factor() const { return static_cast<double>(table_.used()) / static_cast<double>(table_.count()); }

    Progress make_progress(const Goal& goal, const typename Goal::Position& root, std::uint64_t nodes, double seconds) {
        ProofNumbers numbers = Dfpn<Goal>(goal, table_, [] { return true; }).lookup(root);
        if (!goal.attacker_to_move(root)) std::swap(numbers.phi, numbers.delta);
        return {nodes, numbers.phi, numbers.delta, load_factor(), seconds};
    }

    DfpnTable table_;
    int threads_;
    std::atomic<bool> stopped_ = false;
    Progress progress_;
};

}  // namespace tablier::solve
