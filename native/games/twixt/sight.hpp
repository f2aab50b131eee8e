// What a judge sees of a position: how far both sides are, and what their pegs mean to the holes around them.
#pragma once
#include "fields.hpp"

namespace tablier::twixt {

// What both sides have still to do. Index 0 is the side to move.
class Sight {
public:
    std::array<View, 2> views;
    std::array<Ways, 2> one, two;

    void look(const State& state) {
        for (int who = 0; who < 2; ++who) {
            const int side = who == 0 ? state.side_to_move() : 1 - state.side_to_move();
            views[who].look(state, side);
            measure<1>(views[who], 0, levels_[0]);
            measure<1>(views[who], 1, levels_[1]);
            one[who].join(levels_[0], levels_[1], views[who]);
            if (one[who].needed == 1) continue;  // all is clear
            measure<2>(views[who], 0, levels_[0]);
            measure<2>(views[who], 1, levels_[1]);
            two[who].join(levels_[0], levels_[1], views[who]);
        }
    }

private:
    std::array<Levels, 2> levels_;
};

// What own pegs mean to the holes around them.
struct Patterns {
    Field linked, twice;  // a peg there would be linked; to two pegs or more
    Field set_up;         // one of the five setups: two different pairs of links lead to an own peg

    void look(const State& state, const View& view) {
        Field own;
        const Bits& pegs = state.pegs(state.side_to_move());
        for (int column = 0; column < view.size; ++column) own[column] = static_cast<std::uint32_t>(pegs.rows(column));
        for (int column = 0; column < view.size; column += at_once) {
            Four once{}, more{}, pairs{};
            for_steps([&](auto step) {
                const Four in = moved<steps[step].down>(load(own, column + steps[step].right)) & load(view.open[step], column);
                more |= once & in;
                once |= in;
            });
            store(linked, column, once);
            store(twice, column, more);
            const auto rows = [&](int right) { return load(own, column + right); };
            for (const int right : {-1, 1}) pairs |= rows(right) >> 1 | rows(right) << 1 | rows(right) >> 3 | rows(right) << 3;
            for (const int right : {-3, 3}) pairs |= rows(right) >> 1 | rows(right) << 1 | rows(right) >> 3 | rows(right) << 3;
            pairs |= rows(-2) | rows(2) | rows(-4) | rows(4) | rows(0) >> 2 | rows(0) << 2 | rows(0) >> 4 | rows(0) << 4;
            store(set_up, column, pairs);
        }
    }
};

// What the evaluation sees of a position, in numbers. Index 0 is the side to move.
struct Traits {
    std::array<int, 2> one, two, sure;  // pegs needed
    std::array<double, 2> breadth;      // how many ways there are, as a logarithm

    explicit Traits(const Sight& sight) {
        for (int who = 0; who < 2; ++who) {
            one[who] = std::min(sight.one[who].needed, 40);
            two[who] = std::min(sight.two[who].needed, one[who] + 6);  // where two ways are not to be had, it is far off
            sure[who] = sight.two[who].sure;
            breadth[who] = std::log2(1.0 + sight.two[who].holes[0] + 0.5 * sight.two[who].holes[1]);
        }
    }

    static constexpr int steps_apart = 17, near_by = 8, chains = 13;
    static constexpr int features = 3 * steps_apart + 2 * near_by * near_by + 2 * chains;

    // Which features it has, each a number below `features`.
    template <class Visit>
    void each_feature(Visit visit) const {
        int base = 0;
        const auto apart = [&](int difference) {
            visit(base + std::clamp(difference, -steps_apart / 2, steps_apart / 2) + steps_apart / 2);
            base += steps_apart;
        };
        const auto both_near = [&](const std::array<int, 2>& needed) {
            visit(base + std::min(needed[0], near_by) * near_by - near_by + std::min(needed[1], near_by) - 1);
            base += near_by * near_by;
        };
        apart(two[1] - two[0]);
        apart(one[1] - one[0]);
        apart(static_cast<int>(std::lround(2 * (breadth[0] - breadth[1]))));
        both_near(two);
        both_near(one);
        for (const int needed : sure) {
            visit(base + std::min(needed, chains - 1));
            base += chains;
        }
    }
};

}  // namespace tablier::twixt
