// Random numbers and random games.
#pragma once
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
concept DrawsActions = requires(const P& c, Random& random) {
    { c.random_action(random) } -> std::same_as<Code>;
};

template <Position P>
Code random_action(const P& position, Random& random, Code* room) {
    if constexpr (DrawsActions<P>) {
        return position.random_action(random);
    } else {
        return room[random.below(static_cast<std::uint32_t>(position.legal(room)))];
    }
}

struct Played {
    std::uint64_t games = 0, moves = 0, wins[4] = {0, 0, 0, 0}, draws = 0, cut = 0;
};

// Plays random games from a position to their ends, or to `longest` plies.
template <Position P>
Played random_games(const P& start, std::uint64_t games, std::uint64_t seed, int longest) {
    Random random{seed};
    std::vector<Code> room(static_cast<std::size_t>(start.rules().codes()));
    Played played;
    P position = start;
    typename P::Undo undo;
    for (std::uint64_t game = 0; game < games; ++game) {
        position = start;
        int plies = 0;
        while (!position.over() && plies < longest) {
            position.play(random_action(position, random, room.data()), undo);
            ++plies;
        }
        played.moves += static_cast<std::uint64_t>(plies);
        ++played.games;
        if (!position.over()) ++played.cut;
        else if (position.winner() < 0) ++played.draws;
        else ++played.wins[position.winner()];
    }
    return played;
}

// The number of sequences of exactly `depth` listed actions.
template <Position P>
std::uint64_t perft(P& position, int depth, Code* room) {
    if (depth == 0) return 1;
    const int count = position.over() ? 0 : position.legal(room);
    if (depth == 1) return static_cast<std::uint64_t>(count);
    std::uint64_t total = 0;
    typename P::Undo undo;
    for (int i = 0; i < count; ++i) {
        const Code code = room[i];
        position.play(code, undo);
        total += perft(position, depth - 1, room + count);
        position.undo(code, undo);
    }
    return total;
}

}  // namespace tablier
