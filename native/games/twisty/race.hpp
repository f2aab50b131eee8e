// How many turns a seat still needs to win, ignoring the others: the shortest way over a cube of each colour of its row in order,
// of the four there may be, and on to the centre.
#pragma once
#include <memory>

#include "distances.hpp"
#include "table.hpp"

namespace tablier::twisty {

// In parts of a turn, by the cell the pawn is on.
using Way = std::array<std::uint16_t, 64>;
constexpr int whole_turn = 16;

class Race {
public:
    void settle(const Layout& layout, int slack) {
        if (layout == layout_ && slack == slack_) return;
        layout_ = layout;
        slack_ = slack;
        distances_.settle(layout);
        for (Entry& entry : *kept_) entry.key = 0;
    }
    const Distances& distances() const { return distances_; }

    // With the first `taken` cards of the row collected. Few different ones come up in a search, so they are kept.
    const Way& way(const Table& table, const Row& row, int taken) {
        const std::uint64_t left = row.cards >> 4 * taken;
        Key key = left + 1;
        for (std::uint64_t cards = left; (cards & 15) != none; cards >>= 4) key = (key ^ table.cubes[cards & 15]) * 0x9e37'79b9'7f4a'7c15u;
        key ^= key >> 32;
        Entry& entry = (*kept_)[key % kept_->size()];
        if (entry.key != key) {
            entry.key = key;
            find(table, row, taken, entry.way);
        }
        return entry.way;
    }

private:
    struct Entry {
        Key key = 0;
        Way way{};
    };

    // Backwards from the centre, colour by colour; only the cells of the cubes matter on the way.
    void find(const Table& table, const Row& row, int taken, Way& way) const {
        step(bit(centre), nullptr, way);
        for (int place = colours - 1; place >= taken; --place) {
            const Way after = way;
            step(table.cubes[row.card(place)], &after, way);
        }
    }

    void step(Board targets, const Way* after, Way& way) const {
        Way second;
        way.fill(longest);
        second.fill(longest);
        each(targets, [&](Cell target) {
            const auto& turns = distances_.to(target);
            const int rest = after ? (*after)[target] : 0;
            for (int cell = 0; cell < cells; ++cell) {
                const auto length = static_cast<std::uint16_t>(turns[cell] * whole_turn + rest);
                second[cell] = std::min(second[cell], std::max(length, way[cell]));
                way[cell] = std::min(way[cell], length);
            }
        });
        // A second way that is as short is worth something: the first may be barred or robbed.
        for (int cell = 0; cell < cells; ++cell)
            way[cell] = static_cast<std::uint16_t>(way[cell] + std::min<int>(second[cell] - way[cell], 2 * whole_turn) * slack_ / (2 * whole_turn));
    }

    static constexpr std::uint16_t longest = 0x7000;
    Layout layout_{};
    int slack_ = 0;
    Distances distances_;
    std::unique_ptr<std::array<Entry, 8192>> kept_ = std::make_unique<std::array<Entry, 8192>>();
};

}  // namespace tablier::twisty
