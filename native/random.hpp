// Random numbers and random games.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "position.hpp"

namespace tablier {

// splitmix64: one word of state, seeded by any number, the same on every machine.
struct Random {
    std::uint64_t state;

    std::uint64_t next() {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // Below n, by multiplying: the bias is n in 2^32.
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32); }
};

// A game may know a quicker way to draw one of its listed actions uniformly than to list them all.
template <class P>
concept HasRandomAction = requires(const P& c, Random& rng) {
    { c.random_action(rng) } -> std::same_as<Code>;
};

template <Position P>
Code random_action(const P& position, Random& rng, Code* buffer) {
    if constexpr (HasRandomAction<P>) {
        return position.random_action(rng);
    } else {
        return buffer[rng.below(static_cast<std::uint32_t>(position.legal(buffer)))];
    }
}

struct PlayoutStats {
    std::uint64_t games = 0, moves = 0, draws = 0, truncated = 0;
    std::array<std::uint64_t, max_seats> wins{};
};

// Plays random games from a position to their ends, or to `longest` plies.
template <Position P>
PlayoutStats random_games(const P& start, std::uint64_t games, std::uint64_t seed, int max_plies) {
    Random rng{seed};
    std::vector<Code> buffer(static_cast<std::size_t>(start.rules().codes()));
    PlayoutStats played;
    P position = start;
    typename P::Undo undo;
    for (std::uint64_t game = 0; game < games; ++game) {
        position = start;
        int plies = 0;
        while (!position.over() && plies < max_plies) {
            position.play(random_action(position, rng, buffer.data()), undo);
            ++plies;
        }
        played.moves += static_cast<std::uint64_t>(plies);
        ++played.games;
        if (!position.over()) ++played.truncated;
        else if (position.winner() < 0) ++played.draws;
        else ++played.wins[static_cast<std::size_t>(position.winner())];
    }
    return played;
}

// The number of sequences of exactly `depth` listed actions.
template <Position P>
std::uint64_t perft(P& position, int depth, Code* buffer) {
    if (depth == 0) return 1;
    const int count = position.over() ? 0 : position.legal(buffer);
    if (depth == 1) return static_cast<std::uint64_t>(count);
    std::uint64_t total = 0;
    typename P::Undo undo;
    for (int i = 0; i < count; ++i) {
        const Code code = buffer[i];
        position.play(code, undo);
        total += perft(position, depth - 1, buffer + count);
        position.undo(code, undo);
    }
    return total;
}

}  // namespace tablier
