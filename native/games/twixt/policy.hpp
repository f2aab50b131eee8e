// Sparse features of the candidate moves, and the incremental accumulator of the features that depend on pegs.
#pragma once
#include "../../search/puct_tree.hpp"
#include "network.hpp"
#include "features.hpp"

namespace tablier::twixt {

// For every hole, the sum of the outputs that the pegs around it contribute. Updated incrementally like an NNUE accumulator:
// one per side to move is kept, and only the pegs that differ from the last position are added or removed. Positions of a
// search differ by few pegs.
class PegAccumulator {
public:
    void update(const State& state, const LastMoves& last_moves, const NetworkWeights& weights) {
        const int side = state.side_to_move(), size = state.rules().size;
        Accumulator& accumulator = accumulators_[side];
        if (accumulator.empty) {
            for (auto& column : accumulator.sums) column.fill(weights.bias);
            accumulator.empty = false;
        }
        const auto& stamps = weights.stamps[side];
        for (const auto kind : {MoveFeature::own, MoveFeature::other}) {
            const auto& pegs = state.pegs(kind == MoveFeature::own ? side : 1 - side);
            for (int column = 0; column < max_size; ++column) {
                const auto now = static_cast<std::uint32_t>(pegs.column_rows(column));
                const auto before = std::exchange(accumulator.pegs[kind][column], now);
                for_each_bit(now & ~before, [&](int row) { apply<true>(accumulator, column, row, stamps[kind]); });
                for_each_bit(before & ~now, [&](int row) { apply<false>(accumulator, column, row, stamps[kind]); });
            }
        }
        const auto hole = [&](Code code) { return code < state.rules().swap ? Hole{code / size, code % size} : no_hole; };
        for (const auto& [kind, code] :
             {std::pair{MoveFeature::last_own, last_moves.previous}, {MoveFeature::last_other, last_moves.last}}) {
            const Hole now = hole(code), before = std::exchange(accumulator.last_moves[kind - MoveFeature::last_own], now);
            if (now == before) continue;
            if (before != no_hole) apply<false>(accumulator, before.column, before.row, stamps[kind]);
            if (now != no_hole) apply<true>(accumulator, now.column, now.row, stamps[kind]);
        }
        side_ = side;
    }

    // The sum at a hole, for the position of the last update.
    FeatureOutputs at(int column, int row) const {
        return accumulators_[side_].sums[column + MoveFeature::reach][row + MoveFeature::reach];
    }

private:
    struct Hole {
        int column, row;
        bool operator==(const Hole&) const = default;
    };
    static constexpr Hole no_hole{-1, -1};
    static constexpr int rows = max_size + NetworkWeights::stamp_rows;

    struct Accumulator {
        // Padded for stamps at the border.
        std::array<std::array<FeatureOutputs, rows>, max_size + 2 * MoveFeature::reach> sums;
        std::array<std::array<std::uint32_t, max_size>, 2> pegs{};  // the pegs it contains, by kind and column
        std::array<Hole, 2> last_moves{no_hole, no_hole};
        bool empty = true;
    };

    // Adds or subtracts the contribution of a peg.
    template <bool add>
    static void apply(Accumulator& accumulator, int column, int row, const NetworkWeights::Stamp& stamp) {
        for (int right = 0; right < NetworkWeights::stamp_columns; ++right) {
            FeatureOutputs* const sums = accumulator.sums[column + right].data() + row;
            for (int down = 0; down < NetworkWeights::stamp_rows; ++down)
                if constexpr (add) sums[down] += stamp[right][down];
                else sums[down] -= stamp[right][down];
        }
    }

    std::array<Accumulator, 2> accumulators_;
    int side_ = 0;  // side to move of the last update
};

// Band indices of the holes of a column, bit-sliced into three words.
struct BandIndex {
    std::uint32_t bits[3];

    BandIndex(const ShortestPaths& paths, int column) {
        const auto& band = paths.band;
        bits[0] = band[1][column] | band[3][column];
        bits[1] = band[2][column] | band[3][column];
        bits[2] = ~(band[0][column] | bits[0] | bits[1]);
    }
    int of(int row) const {
        return static_cast<int>((bits[0] >> row & 1) | (bits[1] >> row & 1) << 1 | (bits[2] >> row & 1) << 2);
    }
};

// Calls visit(row, features) for each of the `holes` of a column, with all features except those of surrounding pegs.
template <class Visit>
inline void for_each_hole(const State& state, const Features& features, int column, std::uint32_t holes, Visit visit) {
    const auto& patterns = features.patterns;
    const BandIndex two_bands[2] = {{features.two_distance[0], column}, {features.two_distance[1], column}};
    const BandIndex one_bands[2] = {{features.one_distance[0], column}, {features.one_distance[1], column}};
    const auto &two_paths = features.two_distance, &one_paths = features.one_distance;
    const int side = state.side_to_move(), last = state.rules().size - 1;
    for_each_bit(holes, [&](int row) {
        const auto has = [row](std::uint32_t rows) { return static_cast<int>(rows >> row & 1); };
        const auto lines = [last](int at) { return std::min(at, last - at); };
        visit(row, std::array{
            MoveFeature::two_distance(two_bands[0].of(row), two_bands[1].of(row)),
            MoveFeature::one_distance(one_bands[0].of(row), one_bands[1].of(row)),
            MoveFeature::links(has(patterns[0].linked[column]) + has(patterns[0].linked_twice[column]),
                               has(patterns[1].linked[column]) + has(patterns[1].linked_twice[column])),
            MoveFeature::bottlenecks(has(two_paths[0].bottlenecks[column]) | has(two_paths[1].bottlenecks[column]) << 1 |
                                     has(one_paths[0].bottlenecks[column]) << 2 | has(one_paths[1].bottlenecks[column]) << 3),
            MoveFeature::rank(lines(side == 0 ? row : column)), MoveFeature::file(lines(side == 0 ? column : row))});
    });
}

}  // namespace tablier::twixt
