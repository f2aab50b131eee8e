// What the traits of each hole say: of a peg in it, and of who is ahead.
#pragma once
#include "../../search/puct_tree.hpp"
#include "network.hpp"
#include "features.hpp"

namespace tablier::twixt {

// What the pegs around every hole say to it: a board with room for stamps around it. It is kept, for either side to move, and only
// what has changed is stamped or taken off again: positions of a search differ by few pegs.
class Sayings {
public:
    void stamp(const State& state, const LastMoves& last_moves, const NetworkWeights& weights) {
        const int side = state.side_to_move(), size = state.rules().size;
        Kept& kept = kept_[side];
        if (kept.empty) {
            for (auto& column : kept.sums) column.fill(weights.always);
            kept.empty = false;
        }
        const auto& stamps = weights.stamps[side];
        for (const auto kind : {Trait::own, Trait::other}) {
            const auto& pegs = state.pegs(kind == Trait::own ? side : 1 - side);
            for (int column = 0; column < largest; ++column) {
                const auto now = static_cast<std::uint32_t>(pegs.rows(column)), before = std::exchange(kept.pegs[kind][column], now);
                each(now & ~before, [&](int row) { add(kept, column, row, stamps[kind]); });
                each(before & ~now, [&](int row) { take(kept, column, row, stamps[kind]); });
            }
        }
        const auto place = [&](Code code) { return code < state.rules().swap ? Place{code / size, code % size} : nowhere; };
        for (const auto& [kind, code] : {std::pair{Trait::last_own, last_moves.previous}, {Trait::last_other, last_moves.last}}) {
            const Place now = place(code), before = std::exchange(kept.last_moves[kind - Trait::last_own], now);
            if (now == before) continue;
            if (before != nowhere) take(kept, before.column, before.row, stamps[kind]);
            if (now != nowhere) add(kept, now.column, now.row, stamps[kind]);
        }
        side_ = side;
    }

    Says at(int column, int row) const { return kept_[side_].sums[column + Trait::reach][row + Trait::reach]; }

private:
    struct Place {
        int column, row;
        bool operator==(const Place&) const = default;
    };
    static constexpr Place nowhere{-1, -1};
    static constexpr int rows = largest + NetworkWeights::stamp_rows;

    struct Kept {
        std::array<std::array<Says, rows>, largest + 2 * Trait::reach> sums;
        std::array<std::array<std::uint32_t, largest>, 2> pegs{};  // what is stamped, by kind and column
        std::array<Place, 2> last_moves{nowhere, nowhere};
        bool empty = true;
    };

    // Puts a stamp on, or takes it off, as `change` says.
    template <class Change>
    static void press(Kept& kept, int column, int row, const NetworkWeights::Stamp& stamp, Change change) {
        for (int right = 0; right < NetworkWeights::stamp; ++right) {
            Says* const place = kept.sums[column + right].data() + row;
            for (int down = 0; down < NetworkWeights::stamp_rows; ++down) change(place[down], stamp[right][down]);
        }
    }
    static void add(Kept& kept, int column, int row, const NetworkWeights::Stamp& stamp) {
        press(kept, column, row, stamp, [](Says& sum, const Says& says) { sum += says; });
    }
    static void take(Kept& kept, int column, int row, const NetworkWeights::Stamp& stamp) {
        press(kept, column, row, stamp, [](Says& sum, const Says& says) { sum -= says; });
    }

    std::array<Kept, 2> kept_;
    int side_ = 0;  // that it was last looked at for
};

// Which of several sets a hole is in, for a column at a time: its index as three words of bits.
struct Index {
    std::uint32_t bits[3];

    Index(const Ways& ways, int column) {
        const auto& band = ways.band;
        bits[0] = band[1][column] | band[3][column];
        bits[1] = band[2][column] | band[3][column];
        bits[2] = ~(band[0][column] | bits[0] | bits[1]);
    }
    int of(int row) const {
        return static_cast<int>((bits[0] >> row & 1) | (bits[1] >> row & 1) << 1 | (bits[2] >> row & 1) << 2);
    }
};

// Calls what is given with each of the holes of a column and its traits, pegs around it left out: (row, traits).
template <class Visit>
inline void each_hole(const State& state, const Features& features, int column, std::uint32_t holes, Visit visit) {
    const auto& patterns = features.patterns;
    const Index two[2] = {{features.two[0], column}, {features.two[1], column}}, one[2] = {{features.one[0], column}, {features.one[1], column}};
    const int side = state.side_to_move(), last = state.rules().size - 1;
    each(holes, [&](int row) {
        const auto has = [row](std::uint32_t rows) { return static_cast<int>(rows >> row & 1); };
        const auto lines = [last](int at) { return std::min(at, last - at); };
        visit(row, std::array{
            Trait::two(two[0].of(row), two[1].of(row)), Trait::one(one[0].of(row), one[1].of(row)),
            Trait::links(has(patterns[0].linked[column]) + has(patterns[0].twice[column]),
                         has(patterns[1].linked[column]) + has(patterns[1].twice[column])),
            Trait::narrow(has(features.two[0].narrow[column]) | has(features.two[1].narrow[column]) << 1 |
                          has(features.one[0].narrow[column]) << 2 | has(features.one[1].narrow[column]) << 3),
            Trait::depth(lines(side == 0 ? row : column)), Trait::side(lines(side == 0 ? column : row))});
    });
}

}  // namespace tablier::twixt
