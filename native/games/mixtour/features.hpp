// What the evaluation sees of a position, all from the point of view of the seat to act: each feature is a number below `features`,
// and may be there several times.
#pragma once
#include "reach.hpp"

namespace tablier::mixtour {

constexpr int patterns = 1 << tower;  // of a stack, own pieces 0
constexpr int kinds_of_cell = 6;      // that no symmetry exchanges

constexpr int always = 0;                                         // the right to act
constexpr int standing = always + 1;                              // by kind of cell and pattern
constexpr int reached = standing + kinds_of_cell * patterns;      // by the patterns of source and target
constexpr int in_reserve = reached + patterns * patterns;         // by side, own first, and how many, up to seven
constexpr int threats = in_reserve + 2 * 8;                       // by how many moves complete an own tower, and the other's; up to three
constexpr int room_left = threats + 4 * 4;                        // by the number of empty cells
constexpr int features = room_left + cells + 1;

struct Kinds {
    std::array<std::uint8_t, cells> of{};

    constexpr Kinds() {
        for (int cell = 0; cell < cells; ++cell) {
            int x = cell / edge - edge / 2, y = cell % edge - edge / 2;
            x = x < 0 ? -x : x, y = y < 0 ? -y : y;
            const int far = x > y ? x : y, near = x > y ? y : x;
            of[cell] = static_cast<std::uint8_t>(far * (far + 1) / 2 + near);
        }
    }
};
inline constexpr Kinds kinds;

// A stack as a side sees it.
constexpr unsigned pattern(unsigned stack, int side) { return side ? stack ^ ((1u << height(stack)) - 1) : stack; }

struct Patterns {
    std::array<std::array<std::uint8_t, patterns>, 2> of{};  // by side and stack

    constexpr Patterns() {
        for (int side = 0; side < 2; ++side)
            for (unsigned stack = no_stack; stack < patterns; ++stack) of[side][stack] = static_cast<std::uint8_t>(pattern(stack, side));
    }
};
inline constexpr Patterns seen_as;

constexpr int standing_feature(int cell, unsigned pattern) { return standing + kinds.of[cell] * patterns + static_cast<int>(pattern); }

// Whether a feature says that a tower can be completed.
constexpr bool tells_of_threats(int feature) {
    if (feature < reached || feature >= in_reserve) return feature >= threats && feature < room_left;
    const unsigned source = static_cast<unsigned>(feature - reached) / patterns, target = static_cast<unsigned>(feature - reached) % patterns;
    return height(source) + height(target) >= tower;
}

template <class Visit>
void for_each_feature(const State& state, Visit&& visit) {
    const int own = state.turn();
    const auto& seen = seen_as.of[own];
    visit(always);
    int left = cells;
    for (Cells all = state.at_least(1) & once; all; all &= all - 1) {
        const int cell = tables.cell[std::countr_zero(all)];
        visit(standing_feature(cell, seen[state.stack(cell)]));
        --left;
    }
    std::array<int, 2> scoring{};
    for_each_reach(state, [&](int source, int target) {
        const unsigned lifted = state.stack(source), onto = state.stack(target);
        visit(reached + seen[lifted] * patterns + seen[onto]);
        scoring[(lifted & 1) ^ own] += height(lifted) + height(onto) >= tower;
    });
    visit(in_reserve + std::min(state.reserve(own), 7));
    visit(in_reserve + 8 + std::min(state.reserve(own ^ 1), 7));
    visit(threats + 4 * std::min(scoring[0], 3) + std::min(scoring[1], 3));
    visit(room_left + left);
}

}  // namespace tablier::mixtour
