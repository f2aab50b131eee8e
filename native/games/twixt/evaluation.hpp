// Who is ahead, and which holes are worth a try: from both sides' distances.
#pragma once
#include "../../search/puct_tree.hpp"
#include "fields.hpp"
#include "opening.hpp"

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

// Settings: two, one, spread, turn: weights of the evaluation, for experiments; heat: how even the choice of actions is.
class Judge {
public:
    explicit Judge(const Settings& settings)
        : two_(setting(settings, "two", 0.7)), one_(setting(settings, "one", 0.35)), spread_(setting(settings, "spread", 0.25)),
          turn_(setting(settings, "turn", 0.5)), heat_(setting(settings, "heat", 1)) {}

    void look(const State& state, Opinion& opinion) {
        opinion.begin();
        sight_.look(state);
        const Rules& rules = state.rules();
        if (sight_.one[0].needed == 1) {  // TWX-13 at once
            opinion.proof = Proof::win;
            opinion.plies = 1;
            opinion.chance = 1;
            opinion.choices.push_back({first_of(sight_.one[0].band[0]), 1});
            return;
        }
        const bool parry = sight_.one[1].needed == 1 && state.turns_ahead() == 0 && !state.may_swap();
        if (parry) {
            parries(state, opinion);
            opinion.complete = true;
            if (opinion.choices.empty()) {
                opinion.proof = Proof::loss;
                opinion.plies = 2;
                opinion.chance = 0;
                return;
            }
        } else {
            candidates(state, opinion);
        }
        weigh(opinion);
        opinion.chance = parry ? 0.35 * chance() : chance();
        if (state.may_swap()) offer_swap(rules, state, opinion);
    }

private:
    Code code_at(int column, int row) const { return static_cast<Code>(column * sight_.views[0].size + row); }

    Code first_of(const Field& field) const {
        int column = 0;
        while (!field[column]) ++column;
        return code_at(column, std::countr_zero(field[column]));
    }

    static double effort(const Ways& one, const Ways& two) {  // the two-distance where there is one
        return std::min(two.needed, std::min(one.needed, 40) + 6);
    }

    double chance() const {
        const auto& [one, two] = std::tie(sight_.one, sight_.two);
        const auto pegs = [](const Ways& ways) { return std::min(ways.needed, 40); };
        const auto breadth = [](const Ways& ways) { return std::log2(1.0 + ways.holes[0] + 0.5 * ways.holes[1]); };
        double sum = turn_;
        if (two[1].needed == 1) sum -= 4;
        sum += two_ * (effort(one[1], two[1]) - effort(one[0], two[0]));
        sum += one_ * (pegs(one[1]) - pegs(one[0]));
        sum += spread_ * (breadth(two[0]) - breadth(two[1]));
        return std::clamp(1 / (1 + std::exp(-sum)), 0.003, 0.997);
    }

    // The only pegs that can stop a link of the opponent's that wins: in its hole, or with a link across one of its links, which then
    // begins within three columns and rows of it. It has to be so for every such hole.
    void parries(const State& state, Opinion& opinion) {
        const int size = sight_.views[0].size;
        Field fit = sight_.views[0].free;
        for (int x = 0; x < size; ++x)
            each(sight_.one[1].band[0][x], [&](int y) {
                for (int column = 0; column < size; ++column) {
                    const int rows = room + 1;
                    std::uint64_t near_by = std::abs(column - x) <= room ? (std::uint64_t{1} << (2 * rows - 1)) - 1 : 0;
                    near_by = y >= room ? near_by << (y - room) : near_by >> (room - y);
                    std::uint32_t stops = static_cast<std::uint32_t>(near_by) & linking(state, column);
                    if (column == x) stops |= std::uint32_t{1} << y;
                    fit[column] &= stops;
                }
            });
        for (int column = 0; column < size; ++column)
            each(fit[column], [&](int row) { opinion.choices.push_back({code_at(column, row), appeal(state, column, row)}); });
    }

    // The holes of a column from which a peg would be linked.
    std::uint32_t linking(const State& state, int column) const {
        const Bits& own = state.pegs(state.side_to_move());
        std::uint32_t found = 0;
        for (int step = 0; step < 8; ++step) {
            const int to = column + steps[step].right, down = steps[step].down;
            if (to < 0 || to >= sight_.views[0].size) continue;
            const auto rows = static_cast<std::uint32_t>(own.rows(to));
            found |= (down >= 0 ? rows >> down : rows << -down) & sight_.views[0].open[step][column];
        }
        return found;
    }

    void candidates(const State& state, Opinion& opinion) {
        const int size = sight_.views[0].size;
        for (int column = 0; column < size; ++column) {
            std::uint32_t worth_it = linking(state, column);
            for (const auto* ways : {&sight_.two, &sight_.one})
                for (const Ways& of : *ways) worth_it |= of.band[0][column] | of.band[1][column] | of.band[2][column];
            each(worth_it & sight_.views[0].free[column],
                 [&](int row) { opinion.choices.push_back({code_at(column, row), appeal(state, column, row)}); });
        }
    }

    static int band_of(const Ways& ways, int column, int row) {
        for (int number = 0; number < Ways::bands; ++number)
            if (ways.band[number].has(column, row)) return number;
        return Ways::bands;
    }

    // How likely a hole is the right one, as a logarithm.
    float appeal(const State& state, int column, int row) const {
        constexpr float own_two[] = {1.6f, 1.0f, 0.5f, 0.2f, 0.f}, other_two[] = {1.8f, 1.2f, 0.6f, 0.2f, 0.f};
        constexpr float own_one[] = {0.8f, 0.4f, 0.2f, 0.1f, 0.f}, other_one[] = {0.8f, 0.4f, 0.2f, 0.1f, 0.f};
        constexpr float linked[] = {0.f, 0.7f, 1.1f, 1.2f, 1.2f, 1.2f, 1.2f, 1.2f, 1.2f};
        const int side = state.side_to_move();
        const Cell cell = cell_at(column, row);
        unsigned open = 0;
        for (int step = 0; step < 8; ++step) open |= static_cast<unsigned>(sight_.views[0].open[step].has(column, row)) << step;
        float sum = own_two[band_of(sight_.two[0], column, row)] + other_two[band_of(sight_.two[1], column, row)] +
                    own_one[band_of(sight_.one[0], column, row)] + other_one[band_of(sight_.one[1], column, row)];
        sum += linked[std::popcount(state.pegs(side).around(cell) & open)];
        if (set_up(state.pegs(side), column, row)) sum += 0.5f;
        return sum;
    }

    // The five setups: an own peg to which two different pairs of links lead.
    bool set_up(const Bits& own, int column, int row) const {
        const int size = sight_.views[0].size;
        constexpr std::array<Step, 24> offsets{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {2, 0}, {-2, 0}, {0, 2}, {0, -2},
                                                {3, 1}, {3, -1}, {-3, 1}, {-3, -1}, {1, 3}, {1, -3}, {-1, 3}, {-1, -3},
                                                {3, 3}, {3, -3}, {-3, 3}, {-3, -3}, {4, 0}, {-4, 0}, {0, 4}, {0, -4}}};
        for (const Step& offset : offsets) {
            const int x = column + offset.right, y = row + offset.down;
            if (x >= 0 && x < size && y >= 0 && y < size && own.has(cell_at(x, y))) return true;
        }
        return false;
    }

    // Turns logarithms into shares, the largest first.
    void weigh(Opinion& opinion) const {
        auto& choices = opinion.choices;
        std::sort(choices.begin(), choices.end(), [](const auto& a, const auto& b) {
            return a.prior != b.prior ? a.prior > b.prior : a.code < b.code;
        });
        float all = 0;
        const float most = choices.empty() ? 0 : choices[0].prior;
        for (auto& choice : choices) all += choice.prior = std::exp((choice.prior - most) / static_cast<float>(heat_));
        for (auto& choice : choices) choice.prior /= all;
    }

    static void offer_swap(const Rules& rules, const State& state, Opinion& opinion) {
        const double first = first_peg_chance(rules, only_peg(state));
        if (rules.size >= smallest_fitted) opinion.chance = std::max(first, 1 - first);
        const auto share = static_cast<float>(rules.size < smallest_fitted ? 0.3 : first > 0.5 ? 0.9 : 0.1);
        for (auto& choice : opinion.choices) choice.prior *= 1 - share;
        opinion.choices.push_back({rules.swap, share});
        std::stable_sort(opinion.choices.begin(), opinion.choices.end(), [](const auto& a, const auto& b) { return a.prior > b.prior; });
    }

    double two_, one_, spread_, turn_, heat_;
    Sight sight_;
};

}  // namespace tablier::twixt
