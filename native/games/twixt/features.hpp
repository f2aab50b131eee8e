// What a judge sees of a position: how far both sides are, and what their pegs mean to the holes around them.
#pragma once
#include "distance_fields.hpp"

namespace tablier::twixt {

// What one side's pegs mean to the holes around them.
struct Patterns {
    Field linked, twice;  // a peg there would be linked; to two pegs or more

    void look(const Bits& pegs, const View& view) {
        Field own;
        for (int column = 0; column < view.size; ++column) own[column] = static_cast<std::uint32_t>(pegs.rows(column));
        for (int column = 0; column < view.size; column += at_once) {
            Lanes once{}, more{};
            for_steps([&](auto step) {
                const Lanes in = moved<steps[step].down>(load(own, column + steps[step].right)) & load(view.open[step], column);
                more |= once & in;
                once |= in;
            });
            store(linked, column, once);
            store(twice, column, more);
        }
    }
};

// What both sides have still to do. Index 0 is the side to move.
class Features {
public:
    std::array<View, 2> views;
    std::array<Ways, 2> one, two;
    std::array<Patterns, 2> patterns;

    void look(const State& state) {
        if (size_ != state.rules().size) begin(state.rules().size);
        for (int who = 0; who < 2; ++who) {
            const int side = who == 0 ? state.side_to_move() : 1 - state.side_to_move();
            views[who].look(state, side);
            patterns[who].look(state.pegs(side), views[who]);
            measure<1>(views[who], 0, levels_[0]);
            measure<1>(views[who], 1, levels_[1]);
            one[who].join(levels_[0], levels_[1], views[who], Ways::none);
            if (one[who].needed == 1) {  // all is clear
                two[who].none_left();
                continue;
            }
            measure<2>(views[who], 0, levels_[0]);
            measure<2>(views[who], 1, levels_[1]);
            two[who].join(levels_[0], levels_[1], views[who], one[who].needed);
        }
    }

private:
    // Columns beyond the board are never written, but read: nothing of a larger board may stand there.
    void begin(int size) {
        size_ = size;
        for (int who = 0; who < 2; ++who) {
            views[who].free = Field{};
            views[who].open.fill(Field{});
            levels_[who].level.fill(Field{});
            one[who].none_left();
            two[who].none_left();
            patterns[who] = Patterns{};
        }
    }

    int size_ = 0;
    std::array<Levels, 2> levels_;
};

}  // namespace tablier::twixt
