// Everything that lies on the table, without the rules of moving it.
#pragma once
#include "../../random.hpp"
#include "paths.hpp"
#include "row.hpp"
#include "rules.hpp"

namespace tablier::twisty {

enum class Ending : std::uint8_t { running, centre, last_left, turn_limit };

// What a turn changes, but for the cubes on the board: taking it back is putting this back.
struct Now {
    Key key = 0;  // of tokens, rows and pawns; `Table::key` adds the rest
    std::array<Row, most_seats> rows{};
    std::array<Cell, most_seats> pawns{nowhere, nowhere, nowhere, nowhere};  // not yet placed, owing an answer, or gone: nowhere
    std::uint32_t turns = 0;        // how many were played; only counted under a limit
    std::uint8_t turn = 0;          // stays with the robber while a corner is owed, even one that has left since
    std::int8_t owing = -1;         // the robbed seat that must choose a corner
    std::uint8_t gone = 0;          // the set of seats that left, or that nobody ever took
    Ending ended = Ending::running;
};

// The parts of a key. Rows and the rest are few words, so they are mixed when they change instead of drawn beforehand.

inline Key mixed(std::uint64_t word) { return Random{word}.next(); }

inline const auto token_keys = [] {  // by cube and special, by cell
    std::array<std::array<Key, cells>, colours + specials> found{};
    Random rng{0x746f'6b65'6e73};
    for (auto& token : found)
        for (Key& key : token) key = rng.next();
    return found;
}();

inline const auto pawn_keys = [] {  // by seat, by cell; nothing for a pawn that is nowhere
    std::array<std::array<Key, 64>, most_seats> found{};
    Random rng{0x7061'776e'73};
    for (auto& pawn : found)
        for (int cell = 0; cell < cells; ++cell) pawn[cell] = rng.next();
    return found;
}();

inline Key row_key(const Row& row, int seat) {
    return mixed(row.cards | std::uint64_t{row.taken} << 32 | std::uint64_t{row.saved} << 40 | std::uint64_t(seat + 1) << 56);
}

struct Table {
    Rules rules;
    Layout layout{};
    std::array<Board, colours + 1> cubes{};  // by colour; none of the colour `none`
    Now now{};

    // TWS-14 and Now::gone: the seats nobody took count as gone.
    static constexpr std::uint8_t empty_seats(int players) { return static_cast<std::uint8_t>(0xf & 0xf << players); }
    int gone() const { return std::popcount(now.gone); }

    Board pawns() const {
        Board found = 0;
        for (const Cell cell : now.pawns) found |= bit(cell);
        return found & all;
    }

    Key key() const { return key_at(now.turns); }

    // The key as if so many turns had been played.
    Key key_at(std::uint32_t turns) const {
        return now.key ^ mixed(turns | std::uint64_t{now.turn} << 32 | std::uint64_t(now.owing + 1) << 36 |
                               std::uint64_t{now.gone} << 40 | std::uint64_t{now.ended == Ending::centre} << 44);
    }

    // Works out what play keeps up to date.
    void settle() {
        now.key = 0;
        for (int colour = 0; colour < colours; ++colour) each(cubes[colour], [&](Cell cell) { now.key ^= token_keys[colour][cell]; });
        for (int kind = 0; kind < specials; ++kind) each(layout[kind], [&](Cell cell) { now.key ^= token_keys[colours + kind][cell]; });
        for (int seat = 0; seat < rules.players; ++seat) now.key ^= row_key(now.rows[seat], seat) ^ pawn_keys[seat][now.pawns[seat]];
        if (now.ended == Ending::centre) return;
        if (gone() == most_seats - 1) now.ended = Ending::last_left;
        else if (now.turns == rules.last_turn) now.ended = Ending::turn_limit;
        else now.ended = Ending::running;
    }
};

}  // namespace tablier::twisty
