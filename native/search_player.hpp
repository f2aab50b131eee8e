// What a player is: something that thinks about a position within limits and tells what it found. How it searches is its own
// business; native/search/ has searches to build one from.
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

struct Limits {  // whichever is reached first; 0 is none
    double seconds = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
};

// Numbers a level or a person sets: threads, memory (megabytes), seed, and whatever the game's player knows beyond these.
// It is noted which of them are asked for, also of copies: what nobody asks for changes nothing, and is a misspelt name.
struct Settings : std::map<std::string, double, std::less<>> {
    using std::map<std::string, double, std::less<>>::map;
    std::shared_ptr<std::set<std::string, std::less<>>> names_read = std::make_shared<std::set<std::string, std::less<>>>();
};

inline double setting(const Settings& settings, std::string_view name, double usual) {
    settings.names_read->emplace(name);
    const auto found = settings.find(name);
    return found == settings.end() ? usual : found->second;
}

enum class Proof : std::int8_t { none = 0, win = 1, draw = 2, loss = 3 };  // for the seat to act

struct Candidate {  // one legal action and what it is worth to the seat to act
    Code code;
    double expected_score;  // of winning, a draw counting half: 0 to 1
    Proof proof = Proof::none;
    int plies = 0;  // to the end, where it is proven
    std::uint64_t nodes = 0;  // spent on it
};

struct SearchResult {
    std::vector<Candidate> candidates;  // every legal action, the best first
    std::vector<Code> pv;               // what is expected to be played, beginning with the best
    std::uint64_t nodes = 0;
    int depth = 0;
    double seconds = 0;
};

// A clock and a stop button for one thought, and somebody who may be watching. `stop` may be pressed from any thread.
class SearchControl {
public:
    using Clock = std::chrono::steady_clock;

    void start(const Limits& limits, std::function<void(const SearchResult&)> report = {}) {
        limits_ = limits;
        report_ = std::move(report);
        started_ = last_report_ = Clock::now();
    }
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    void clear_stop() { stopped_.store(false, std::memory_order_relaxed); }  // a stop counts from here on

    // Nodes that another search has used up before this one, in the same thought.
    void charge_nodes(std::uint64_t nodes) {
        if (limits_.nodes) limits_.nodes = limits_.nodes > nodes ? limits_.nodes - nodes : 1;
    }

    // Another number of nodes than was asked for, where what a player may see depends on the position.
    void set_node_limit(std::uint64_t nodes) { limits_.nodes = nodes; }

    double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    const Limits& limits() const { return limits_; }

    // Asked often: whether to stop now. Asks the clock only when `nodes` has moved on a little, so keep steps below a millisecond.
    bool should_stop(std::uint64_t nodes) const {
        if (stopped_.load(std::memory_order_relaxed)) return true;
        if (limits_.nodes && nodes >= limits_.nodes) return true;
        return limits_.seconds > 0 && elapsed_s() >= limits_.seconds;
    }
    // Has a player add to what its search tells, so that what is seen on the way is what is said in the end.
    void transform_reports(std::function<void(SearchResult&)> change) {
        if (!report_) return;
        report_ = [report = std::move(report_), change = std::move(change)](SearchResult result) {
            change(result);
            report(result);
        };
    }
    bool has_listener() const { return static_cast<bool>(report_); }
    // Whether somebody watches who has not been told anything for a tenth of a second.
    bool report_due() const { return has_listener() && std::chrono::duration<double>(Clock::now() - last_report_).count() >= 0.1; }
    // Tells a watcher how things stand, at most ten times a second.
    void report(const SearchResult& result) {
        if (report_due()) report_now(result);
    }
    // The same, however long ago the last time was.
    void report_now(const SearchResult& result) {
        if (!has_listener()) return;
        last_report_ = Clock::now();
        report_(result);
    }

private:
    Limits limits_;
    std::function<void(const SearchResult&)> report_;
    Clock::time_point started_, last_report_;
    std::atomic<bool> stopped_ = false;
};

template <class T, class P>
concept Player = Position<P> && std::constructible_from<T, const Settings&> &&
    requires(T player, const P& position, SearchControl& control) {
        // A position that is not over. With one thread and a limit of nodes or depth, the same seed and the same positions in
        // the same order give the same thoughts. Whatever it keeps from one thought to the next is its own (a table, a tree).
        { player.think(position, control) } -> std::same_as<SearchResult>;
        { player.clear() } -> std::same_as<void>;  // everything kept
    };

}  // namespace tablier
