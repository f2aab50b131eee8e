// Race length: the number of turns that a seat needs to win if the other pawns are ignored, over a cube of each remaining colour in the
// order of its cards and on to the centre (TWS-13).
#pragma once
#include <memory>

#include "board.hpp"

namespace tablier::twisty {

constexpr int turn_unit = 16;                        // race lengths are in 16ths of a turn
using RaceLengths = std::array<std::uint16_t, 64>;  // by the cell of the pawn

// Computes race lengths by dynamic programming and caches them. Not synchronised: one per search thread.
class RaceTable {
public:
    // Sets the layout. `slack` is the largest penalty, in 16ths of a turn, for a leg of the race without an equally short alternative.
    void prepare(const Layout& layout, int slack) {
        if (layout == layout_ && slack == slack_) return;
        layout_ = layout;
        slack_ = slack;
        distances_.prepare(layout);
        for (Entry& entry : *cache_) entry.key = 0;
    }

    const Distances& distances() const { return distances_; }

    // Race lengths of a card row with `taken` cards collected. A search uses few different ones, so nearly all are cached.
    const RaceLengths& lengths(const Board& board, const CardRow& row, int taken) {
        const std::uint64_t left = row.cards >> 4 * taken;
        Key key = left + 1;
        for (std::uint64_t cards = left; (cards & 15) != no_colour; cards >>= 4)
            key = (key ^ board.cubes[cards & 15]) * 0x9e37'79b9'7f4a'7c15u;
        key ^= key >> 32;
        Entry& entry = (*cache_)[key % cache_->size()];
        if (entry.key != key) {
            entry.key = key;
            compute(board, row, taken, entry.lengths);
        }
        return entry.lengths;
    }

private:
    struct Entry {
        Key key = 0;
        RaceLengths lengths{};
    };

    // Backwards from the centre, leg by leg.
    void compute(const Board& board, const CardRow& row, int taken, RaceLengths& lengths) const {
        add_leg(bit(centre), nullptr, lengths);
        for (int index = colours - 1; index >= taken; --index) {
            const RaceLengths after = lengths;
            add_leg(board.cubes[row.card(index)], &after, lengths);
        }
    }

    // The race over any of `targets`, with the lengths from there on in `after`, or none if the race ends there.
    void add_leg(Bitboard targets, const RaceLengths* after, RaceLengths& lengths) const {
        RaceLengths second;  // second shortest
        lengths.fill(unreachable);
        second.fill(unreachable);
        for_each_cell(targets, [&](Cell target) {
            const auto& turns = distances_.turns_to(target);
            const int rest = after ? (*after)[target] : 0;
            for (int cell = 0; cell < cells; ++cell) {
                const auto length = static_cast<std::uint16_t>(turns[cell] * turn_unit + rest);
                second[cell] = std::min(second[cell], std::max(length, lengths[cell]));
                lengths[cell] = std::min(lengths[cell], length);
            }
        });
        // The shortest way may be blocked or its cube taken: add up to `slack`, in proportion to the detour of at most two turns.
        for (int cell = 0; cell < cells; ++cell) {
            const int detour = std::min<int>(second[cell] - lengths[cell], 2 * turn_unit);
            lengths[cell] = static_cast<std::uint16_t>(lengths[cell] + detour * slack_ / (2 * turn_unit));
        }
    }

    static constexpr std::uint16_t unreachable = 0x7000;
    Layout layout_{};
    int slack_ = 0;
    Distances distances_;
    std::unique_ptr<std::array<Entry, 8192>> cache_ = std::make_unique<std::array<Entry, 8192>>();
};

}  // namespace tablier::twisty
