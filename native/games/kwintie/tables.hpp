// Numbers made once, when compiling: hash keys, and the ways to draw one of several placements.
#pragma once
#include "../../random.hpp"
#include "rules.hpp"

namespace tablier::kwintie {

struct Keys {
    Key pieces[2][2][Rules::table_columns][highest];  // by side, whether it lies, its left column in the notation and its lower row
    Key turn;
};

constexpr Keys keys = [] {
    Keys made{};
    std::uint64_t state = 0x6b77'696e'7469'65;  // any number, the same on every machine
    const auto next = [&state] {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    };
    for (auto& side : made.pieces)
        for (auto& kind : side)
            for (auto& column : kind)
                for (Key& key : column) key = next();
    made.turn = next();
    return made;
}();

// For each set of ten columns: how many there are, from bit 56 on, and which, four bits each from bit 0 on. A wall never offers
// more than ten columns to either kind of piece.
constexpr int drawn_columns = 10;
constexpr std::array<std::uint64_t, 1 << drawn_columns> members = [] {
    std::array<std::uint64_t, 1 << drawn_columns> made{};
    for (unsigned set = 0; set < made.size(); ++set) {
        std::uint64_t count = 0;
        for (unsigned column = 0; column < drawn_columns; ++column)
            if (set >> column & 1) made[set] |= std::uint64_t{column} << 4 * count++;
        made[set] |= count << 56;
    }
    return made;
}();

}  // namespace tablier::kwintie
