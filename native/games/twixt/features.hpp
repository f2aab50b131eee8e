// Features of a position for the evaluator: shortest paths of both sides, and links that new pegs would get.
#pragma once
#include "distance_fields.hpp"

namespace tablier::twixt {

// Holes in which a new peg would be linked to one or more own pegs.
struct LinkPatterns {
    Bitboard linked, linked_twice;  // to at least one peg; to at least two

    void update(const CellSet& pegs, const SideView& view) {
        Bitboard own;
        for (int column = 0; column < view.size; ++column) own[column] = static_cast<std::uint32_t>(pegs.column_rows(column));
        for (int column = 0; column < view.size; column += lane_count) {
            Lanes once{}, more{};
            for_each_step([&](auto step) {
                const Lanes from = shift_rows<steps[step].down>(load(own, column + steps[step].right));
                const Lanes in = from & load(view.open_steps[step], column);
                more |= once & in;
                once |= in;
            });
            store(linked, column, once);
            store(linked_twice, column, more);
        }
    }
};

// Index 0 is the side to move, 1 its opponent.
class Features {
public:
    std::array<SideView, 2> views;
    std::array<ShortestPaths, 2> one_distance, two_distance;  // by one-distance and by two-distance
    std::array<LinkPatterns, 2> patterns;

    void update(const State& state) {
        if (size_ != state.rules().size) reset(state.rules().size);
        for (int index = 0; index < 2; ++index) {
            const int side = index == 0 ? state.side_to_move() : 1 - state.side_to_move();
            views[index].update(state, side);
            patterns[index].update(state.pegs(side), views[index]);
            compute_distances<1>(views[index], 0, fields_[0]);
            compute_distances<1>(views[index], 1, fields_[1]);
            one_distance[index].combine(fields_[0], fields_[1], views[index], ShortestPaths::unreachable);
            if (one_distance[index].pegs_needed == 1) {  // an immediate win: the two-distance is not needed
                two_distance[index].clear();
                continue;
            }
            compute_distances<2>(views[index], 0, fields_[0]);
            compute_distances<2>(views[index], 1, fields_[1]);
            two_distance[index].combine(fields_[0], fields_[1], views[index], one_distance[index].pegs_needed);
        }
    }

private:
    // Clears everything when the board size changes: columns beyond the board are read but never written.
    void reset(int size) {
        size_ = size;
        for (int index = 0; index < 2; ++index) {
            views[index].free = Bitboard{};
            views[index].open_steps.fill(Bitboard{});
            fields_[index].holes_at.fill(Bitboard{});
            one_distance[index].clear();
            two_distance[index].clear();
            patterns[index] = LinkPatterns{};
        }
    }

    int size_ = 0;
    std::array<DistanceField, 2> fields_;
};

}  // namespace tablier::twixt
