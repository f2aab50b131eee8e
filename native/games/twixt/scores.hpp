// How much speaks for a peg in each hole: the choice of actions.
#pragma once
#include "../../search/puct_tree.hpp"
#include "knowledge.hpp"
#include "sight.hpp"

namespace tablier::twixt {

// A board of numbers with room for stamps around it.
class Scores {
public:
    // What pegs say to the holes around them.
    void stamp(const State& state, const Lately& lately, const Knowledge& knowledge) {
        const int side = state.side_to_move(), size = state.rules().size;
        for (auto& column : sums_) column.fill(0);
        const auto& stamps = knowledge.stamps[side];
        state.pegs(side).each_cell([&](Cell cell) { add(column_of(cell), row_of(cell), stamps[Choice::own]); });
        state.pegs(1 - side).each_cell([&](Cell cell) { add(column_of(cell), row_of(cell), stamps[Choice::other]); });
        if (lately.before < state.rules().swap) add(lately.before / size, lately.before % size, stamps[Choice::last_own]);
        if (lately.last < state.rules().swap) add(lately.last / size, lately.last % size, stamps[Choice::last_other]);
    }

    int at(int column, int row) const { return sums_[column + Choice::reach][row + Choice::reach]; }

private:
    static constexpr int rows = largest + Knowledge::stamp_rows;
    typedef std::int16_t Row __attribute__((vector_size(2 * Knowledge::stamp_rows)));

    void add(int column, int row, const Knowledge::Stamp& stamp) {
        for (int right = 0; right < Knowledge::stamp; ++right) {
            std::int16_t* const place = sums_[column + right].data() + row;
            Row sum, more;
            std::memcpy(&sum, place, sizeof sum);
            std::memcpy(&more, stamp[right].data(), sizeof more);
            sum += more;
            std::memcpy(place, &sum, sizeof sum);
        }
    }

    std::array<std::array<std::int16_t, rows>, largest + 2 * Choice::reach> sums_;
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

// Calls what is given with each trait of each of the holes of a column, pegs around it left out: (row, trait).
template <class Visit>
inline void each_trait(const State& state, const Sight& sight, int column, std::uint32_t holes, Visit visit) {
    const auto& patterns = sight.patterns;
    const Index two[2] = {{sight.two[0], column}, {sight.two[1], column}}, one[2] = {{sight.one[0], column}, {sight.one[1], column}};
    const int side = state.side_to_move(), last = state.rules().size - 1;
    each(holes, [&](int row) {
        const auto has = [row](std::uint32_t rows) { return static_cast<int>(rows >> row & 1); };
        const auto lines = [last](int at) { return std::min(at, last - at); };
        visit(row, Choice::two(two[0].of(row), two[1].of(row)));
        visit(row, Choice::one(one[0].of(row), one[1].of(row)));
        visit(row, Choice::links(has(patterns[0].linked[column]) + has(patterns[0].twice[column]),
                                 has(patterns[1].linked[column]) + has(patterns[1].twice[column])));
        visit(row, Choice::narrow(has(sight.two[0].narrow[column]) | has(sight.two[1].narrow[column]) << 1 |
                                  has(sight.one[0].narrow[column]) << 2 | has(sight.one[1].narrow[column]) << 3));
        visit(row, Choice::depth(lines(side == 0 ? row : column)));
        visit(row, Choice::side(lines(side == 0 ? column : row)));
    });
}

}  // namespace tablier::twixt
