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
    std::array<ShortestPaths, 2> one, two;  // by one-distance and by two-distance
    std::array<LinkPatterns, 2> patterns;

    void update(const State& state) {
        if (size_ != state.rules().size) reset(state.rules().size);
        for (int who = 0; who < 2; ++who) {
            const int side = who == 0 ? state.side_to_move() : 1 - state.side_to_move();
            views[who].update(state, side);
            patterns[who].update(state.pegs(side), views[who]);
            compute_distances<1>(views[who], 0, fields_[0]);
            compute_distances<1>(views[who], 1, fields_[1]);
            one[who].combine(fields_[0], fields_[1], views[who], ShortestPaths::unreachable);
            if (one[who].pegs_needed == 1) {  // an immediate win: the two-distance is not needed
                two[who].clear();
                continue;
            }
            compute_distances<2>(views[who], 0, fields_[0]);
            compute_distances<2>(views[who], 1, fields_[1]);
            two[who].combine(fields_[0], fields_[1], views[who], one[who].pegs_needed);
        }
    }

private:
    // Clears everything when the board size changes: columns beyond the board are read but never written.
    void reset(int size) {
        size_ = size;
        for (int who = 0; who < 2; ++who) {
            views[who].free = Bitboard{};
            views[who].open_steps.fill(Bitboard{});
            fields_[who].holes_at.fill(Bitboard{});
            one[who].clear();
            two[who].clear();
            patterns[who] = LinkPatterns{};
        }
    }

    int size_ = 0;
    std::array<DistanceField, 2> fields_;
};

}  // namespace tablier::twixt
