// First pegs and the pie rule (TWX-11): how good a first peg is, by a published fit for 24 by 24, stretched to other sizes.
#pragma once
#include "state.hpp"

namespace tablier::twixt {

constexpr int smallest_fitted = 9;  // smaller boards are searched

// The chance of the side that puts its first peg there.
inline double first_peg_chance(const Rules& rules, Code code) {
    const auto folded = [&rules](int at) {  // into the top left quadrant of a board of 24
        const double near_side = std::min(at, rules.size - 1 - at);
        return (near_side + 0.5) * 24 / rules.size - 0.5;
    };
    const double x = folded(code / rules.size) - 6, y = folded(code % rules.size) - 5.5;
    return std::clamp(0.494481 - 0.00366079 * x + 0.0225597 * y + 0.00114293 * x * y, 0.02, 0.98);
}

// The hole of the only peg there is, when one may swap.
inline Code only_peg(const State& state) {
    Code code = 0;
    state.pegs(0).each_cell([&](Cell cell) { code = static_cast<Code>(column_of(cell) * state.rules().size + row_of(cell)); });
    return code;
}

}  // namespace tablier::twixt
