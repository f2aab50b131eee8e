// Random numbers, random games and perft.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "position.hpp"

namespace tablier {

// splitmix64: 64 bits of state, any seed, the same sequence on every machine.
struct Random {
    std::uint64_t state;

    std::uint64_t next() {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // Uniform below n, by multiplication and shift (Lemire) without rejection: the bias is at most n / 2^32.
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32); }
};

// A position that picks a legal action uniformly at random faster than by generating all of them.
template <class P>
concept HasRandomAction = requires(const P& c, Random& rng) {
    { c.random_action(rng) } -> std::same_as<Code>;
};

// A uniformly random legal action. `buffer` has room for rules().codes().
template <Position P>
Code random_action(const P& position, Random& rng, Code* buffer) {
    if constexpr (HasRandomAction<P>) {
        return position.random_action(rng);
    } else {
        return buffer[rng.below(static_cast<std::uint32_t>(position.legal(buffer)))];
    }
}

struct PlayoutStats {
    std::uint64_t games = 0, moves = 0, draws = 0;
    std::uint64_t truncated = 0;  // games that were stopped at the limit of plies
    std::array<std::uint64_t, max_seats> wins{};
};

// Plays random games from a position to their ends, or to `max_plies`.
template <Position P>
PlayoutStats random_games(const P& start, std::uint64_t games, std::uint64_t seed, int max_plies) {
    Random rng{seed};
    std::vector<Code> buffer(static_cast<std::size_t>(start.rules().codes()));
    PlayoutStats stats;
    P position = start;
    typename P::Undo undo;
    for (std::uint64_t game = 0; game < games; ++game) {
        position = start;
        int plies = 0;
        while (!position.over() && plies < max_plies) {
            position.play(random_action(position, rng, buffer.data()), undo);
            ++plies;
        }
        stats.moves += static_cast<std::uint64_t>(plies);
        ++stats.games;
        if (!position.over()) ++stats.truncated;
        else if (position.winner() < 0) ++stats.draws;
        else ++stats.wins[static_cast<std::size_t>(position.winner())];
    }
    return stats;
}

// Number of sequences of exactly `depth` legal actions. `buffer` has room for depth * rules().codes().
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
