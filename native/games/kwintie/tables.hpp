// Numbers made once, when compiling: hash keys, and the members of small sets.
#pragma once
#include "rules.hpp"

namespace tablier::kwintie {

struct Keys {
    std::array<std::array<std::array<Key, highest>, 2 * Rules::table_columns>, 2> pieces;  // by side, code and lowest row
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
        for (auto& code : side)
            for (Key& key : code) key = next();
    made.turn = next();
    return made;
}();

// For each set of the numbers 1 to 10: how many members it has, from bit 56 on, and which, four bits each from bit 0 on.
// Drawing one of a set of places takes two of these: all that are ever legal are among the places 1 to 20.
constexpr std::array<std::uint64_t, 1024> members = [] {
    std::array<std::uint64_t, 1024> made{};
    for (unsigned set = 0; set < made.size(); ++set) {
        std::uint64_t count = 0;
        for (unsigned member = 1; member <= 10; ++member)
            if (set >> (member - 1) & 1) made[set] |= std::uint64_t{member} << 4 * count++;
        made[set] |= count << 56;
    }
    return made;
}();

}  // namespace tablier::kwintie
