// Verifies a strategy with the rules of the game alone; uses nothing of the solver.
//
// A strategy is a sequence of bytes, one for each position of its seat that can arise, in the order of a depth-first walk through the
// game. At a position of the other seat the walk tries every legal action in order. At a position of the strategy's seat it reads
// the index of the action to play, except that it reads nothing and goes no further if
//   - the seat wins with its next action,
//   - an equivalent position was visited before, or
//   - the seat only holds a draw, and the other seat can no longer win.
// Actions are in code-point order of their texts, which native codes follow.
//
// A game provides, beside its rules:
//   equivalence_key(position) -> EquivalenceKey   equal only for positions that play alike
//   cannot_win(position, seat) -> bool            true only if it is certain
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "../position.hpp"
#include "../random.hpp"

namespace tablier::solve {

using EquivalenceKey = unsigned __int128;
struct EquivalenceHash {
    std::size_t operator()(const EquivalenceKey& key) const { return static_cast<std::size_t>(key); }
};
using VisitedKeys = std::unordered_set<EquivalenceKey, EquivalenceHash>;

// The position after a move.
template <Position P>
P played(P position, Code code) {
    typename P::Undo undo;
    position.play(code, undo);
    return position;
}

template <Position P>
std::vector<Code> sorted_legal(const P& position) {
    static_assert(P::max_codes <= 256, "a strategy stores an action's index in one byte");
    std::vector<Code> codes(static_cast<std::size_t>(position.rules().codes()));
    codes.resize(static_cast<std::size_t>(position.legal(codes.data())));
    std::sort(codes.begin(), codes.end());
    return codes;
}

template <Position P>
bool wins_in_one(const P& position) {
    for (const Code code : sorted_legal(position)) {
        const P next = played(position, code);
        if (next.over() && next.winner() == position.to_act()) return true;
    }
    return false;
}

struct Verification {
    std::string error;   // code of the error, empty if the strategy is correct
    std::string fields;  // the position of the error
    std::uint64_t bytes_read = 0, positions = 0;
    int longest = 0;                              // plies of the longest game
    std::vector<std::vector<Code>> sample_games;  // a uniform sample of the complete games
};

template <Position P>
class Verifier {
public:
    // `wins`: the strategy claims a win, otherwise at least a draw. `samples`: number of complete games to sample.
    Verifier(const std::uint8_t* actions, std::size_t count, int seat, bool wins, std::size_t samples, std::uint64_t seed)
        : actions_(actions), count_(count), seat_(seat), wins_(wins), samples_(samples), rng_{seed} {}

    Verification verify(const P& position) {
        walk(position);
        if (result_.error.empty() && result_.bytes_read != count_) fail("too_many_actions", position);
        return result_;
    }

private:
    bool fail(const char* error, const P& position) {
        result_.error = error;
        result_.fields = position.fields();
        return false;
    }

    // A game that ends as claimed, `plies_left` plies after the position. Reservoir sampling keeps each with equal probability.
    bool end_game(int plies_left) {
        result_.longest = std::max(result_.longest, static_cast<int>(path_.size()) + plies_left);
        ++games_;
        if (result_.sample_games.size() < samples_) result_.sample_games.push_back(path_);
        else if (const std::uint64_t index = rng_.next() % games_; index < samples_) result_.sample_games[index] = path_;
        return true;
    }

    bool walk_after(const P& position, Code code) {
        path_.push_back(code);
        const bool correct = walk(played(position, code));
        path_.pop_back();
        return correct;
    }

    bool walk(const P& position) {
        ++result_.positions;
        if (position.over()) {
            if (position.winner() == seat_ || (!wins_ && position.winner() < 0)) return end_game(0);
            return fail("not_kept", position);
        }
        const std::vector<Code> codes = sorted_legal(position);
        if (position.to_act() != seat_) {
            for (const Code code : codes)
                if (!walk_after(position, code)) return false;
            return true;
        }
        if (wins_in_one(position)) return end_game(1);
        if (!wins_ && cannot_win(position, 1 - seat_)) return end_game(0);
        if (!visited_.insert(equivalence_key(position)).second) return true;
        if (result_.bytes_read == count_) return fail("too_few_actions", position);
        const std::uint8_t index = actions_[result_.bytes_read++];
        if (index >= codes.size()) return fail("no_such_action", position);
        return walk_after(position, codes[index]);
    }

    const std::uint8_t* actions_;
    std::size_t count_;
    int seat_;
    bool wins_;
    std::size_t samples_;
    Random rng_;
    std::uint64_t games_ = 0;
    std::vector<Code> path_;
    VisitedKeys visited_;
    Verification result_;
};

}  // namespace tablier::solve
