// The Player concept: searches a position within limits and reports what it found. Its search is its own choice; native/search/ has
// searches to build players from.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "position.hpp"

namespace tablier {

struct Limits {  // the search ends at the first that is reached; 0: no limit
    double seconds = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
};

// Parameters of a player: threads, memory (megabytes), seed, level, and those of the game's own player.
// Records which settings were read (shared by copies), so that unknown names can be rejected.
struct Settings : std::map<std::string, double, std::less<>> {
    using std::map<std::string, double, std::less<>>::map;
    std::shared_ptr<std::set<std::string, std::less<>>> names_read = std::make_shared<std::set<std::string, std::less<>>>();
};

inline double setting(const Settings& settings, std::string_view name, double default_value) {
    settings.names_read->emplace(name);
    const auto entry = settings.find(name);
    return entry == settings.end() ? default_value : entry->second;
}

enum class Proof : std::int8_t { none = 0, win = 1, draw = 2, loss = 3 };  // for the seat to act

struct Candidate {  // a legal action, as the seat to act sees it
    Code code;
    double expected_score;  // from 0 to 1; a draw counts half
    Proof proof = Proof::none;
    int plies = 0;            // to the end, if proven
    std::uint64_t nodes = 0;  // spent on it
};

struct SearchResult {
    std::vector<Candidate> candidates;  // every legal action, best first
    std::vector<Code> pv;               // principal variation; starts with the best candidate
    std::uint64_t nodes = 0;
    int depth = 0;
    double seconds = 0;
};

// Limits, stop flag and progress reports of one search. `stop` may be called from any thread, everything else from the thread that
// runs the search; `should_stop` also from its helper threads.
class SearchControl {
public:
    using Clock = std::chrono::steady_clock;

    void start(const Limits& limits, std::function<void(const SearchResult&)> listener = {}) {
        limits_ = limits;
        listener_ = std::move(listener);
        started_ = last_report_ = Clock::now();
    }
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    void clear_stop() { stopped_.store(false, std::memory_order_relaxed); }

    // Deducts nodes that another search of the same player has used; leaves at least 1, because 0 means no limit.
    void charge_nodes(std::uint64_t nodes) {
        if (limits_.nodes) limits_.nodes = limits_.nodes > nodes ? limits_.nodes - nodes : 1;
    }
    // Replaces the node limit, for players whose limit depends on the position.
    void set_node_limit(std::uint64_t nodes) { limits_.nodes = nodes; }

    double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    const Limits& limits() const { return limits_; }

    // Reads the clock, so call it at most every few microseconds and at least every millisecond. With 0 nodes it checks only the
    // stop flag and the time.
    bool should_stop(std::uint64_t nodes) const {
        if (stopped_.load(std::memory_order_relaxed)) return true;
        if (limits_.nodes && nodes >= limits_.nodes) return true;
        return limits_.seconds > 0 && elapsed_s() >= limits_.seconds;
    }

    // Applies `change` to all further reports, so that they agree with the final result of a player that adds to its search.
    void transform_reports(std::function<void(SearchResult&)> change) {
        if (!listener_) return;
        listener_ = [listener = std::move(listener_), change = std::move(change)](SearchResult result) {
            change(result);
            listener(result);
        };
    }
    bool has_listener() const { return static_cast<bool>(listener_); }
    // True if there is a listener and the last report is at least 100 ms old.
    bool report_due() const { return has_listener() && std::chrono::duration<double>(Clock::now() - last_report_).count() >= 0.1; }
    // Reports if due.
    void report(const SearchResult& result) {
        if (report_due()) report_now(result);
    }
    void report_now(const SearchResult& result) {
        if (!has_listener()) return;
        last_report_ = Clock::now();
        listener_(result);
    }

private:
    Limits limits_;
    std::function<void(const SearchResult&)> listener_;
    Clock::time_point started_, last_report_;
    std::atomic<bool> stopped_ = false;
};

template <class T, class P>
concept Player = Position<P> && std::constructible_from<T, const Settings&> &&
    requires(T player, const P& position, SearchControl& control) {
        // Searches a position that is not over. Deterministic with one thread and a limit of nodes or depth: the same seed and the
        // same sequence of positions give the same results. May keep a table or a tree from one call to the next.
        { player.think(position, control) } -> std::same_as<SearchResult>;
        { player.clear() } -> std::same_as<void>;  // drops everything kept
    };

}  // namespace tablier
