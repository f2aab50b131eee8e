// Who is ahead, and which holes are worth a try: from both sides' distances.
#pragma once
#include "../../search/puct_tree.hpp"
#include "opening.hpp"
#include "sight.hpp"
#include "weights.hpp"

namespace tablier::twixt {

// Settings: two, one, spread, turn: weights of the blend; w0, w1…: of the features, for experiments and for fitting them (all of
// them 0: the blend judges); heat: how even the choice of actions is.
class Judge {
public:
    explicit Judge(const Settings& settings)
        : two_(setting(settings, "two", 0.4)), one_(setting(settings, "one", 0.2)), spread_(setting(settings, "spread", 0.25)),
          turn_(setting(settings, "turn", 0.5)) {
        for (int feature = 0; feature < Traits::features; ++feature) {
            weights_[feature] = setting(settings, std::string(1, 'w').append(std::to_string(feature)), fitted[feature]) / 256;
            weighted_ |= weights_[feature] != 0;
        }
        const double heat = 16 * setting(settings, "heat", 1);
        for (int score = 0; score <= highest; ++score) power_[score] = static_cast<float>(std::exp(score / heat));
    }

    // What it is fitted by: nothing where the end is at hand.
    std::vector<int> features(const State& state) {
        std::vector<int> seen;
        sight_.look(state);
        if (sight_.one[0].needed > 1 && sight_.one[1].needed > 1)
            Traits(sight_).each_feature([&](int feature) { seen.push_back(feature); });
        return seen;
    }

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
        patterns_.look(state, sight_.views[0]);
        const bool parry = sight_.one[1].needed == 1 && state.turns_ahead() == 0 && !state.may_swap();
        if (parry) {
            parries(opinion);
            opinion.complete = true;
            if (opinion.choices.empty()) {
                opinion.proof = Proof::loss;
                opinion.plies = 2;
                opinion.chance = 0;
                return;
            }
        } else {
            candidates(opinion);
        }
        weigh(opinion);
        opinion.chance = parry ? behind * chance() : chance();
        if (state.may_swap()) offer_swap(rules, state, opinion);
    }

private:
    Code code_at(int column, int row) const { return static_cast<Code>(column * sight_.views[0].size + row); }

    Code first_of(const Field& field) const {
        int column = 0;
        while (!field[column]) ++column;
        return code_at(column, std::countr_zero(field[column]));
    }

    // Who is ahead: by the weights of the features where there are any, else by a blend of both distances.
    double chance() const {
        const Traits traits(sight_);
        double sum = 0;
        if (weighted_) {
            traits.each_feature([&](int feature) { sum += weights_[feature]; });
        } else {
            sum = turn_ + two_ * (traits.two[1] - traits.two[0]) + one_ * (traits.one[1] - traits.one[0]) +
                  spread_ * (traits.breadth[0] - traits.breadth[1]);
        }
        return std::clamp(1 / (1 + std::exp(-sum)), 0.003, 0.997);
    }

    static constexpr double behind = 0.35;  // of its chance is left to a side that has to parry

    // The only pegs that can stop a peg of the opponent's that wins: in its hole, or with a link across one of its links, which
    // then begins within three columns and rows of it. It has to be so for every such hole.
    void parries(Opinion& opinion) {
        const int size = sight_.views[0].size;
        Field fit = sight_.views[0].free;
        for (int x = 0; x < size; ++x)
            each(sight_.one[1].band[0][x], [&](int y) {
                constexpr std::uint64_t rows = (1 << (2 * room + 1)) - 1;
                const auto near_by = static_cast<std::uint32_t>(y >= room ? rows << (y - room) : rows >> (room - y));
                for (int column = 0; column < size; ++column) {
                    std::uint32_t stops = std::abs(column - x) <= room ? near_by & patterns_.linked[column] : 0;
                    if (column == x) stops |= std::uint32_t{1} << y;
                    fit[column] &= stops;
                }
            });
        for (int column = 0; column < size; ++column) choose(column, fit[column], opinion);
    }

    void candidates(Opinion& opinion) {
        for (int column = 0; column < sight_.views[0].size; ++column) {
            std::uint32_t worth_it = patterns_.linked[column];
            for (const auto* ways : {&sight_.two, &sight_.one})
                for (const Ways& of : *ways) worth_it |= of.band[0][column] | of.band[1][column];
            for (const Ways& of : sight_.two) worth_it |= of.band[2][column];
            choose(column, worth_it & sight_.views[0].free[column], opinion);
        }
    }

    // Adds holes of a column with how likely each is the right one: a logarithm in 16ths.
    void choose(int column, std::uint32_t holes, Opinion& opinion) const {
        const auto& [one, two] = std::tie(sight_.one, sight_.two);
        each(holes, [&](int row) {
            const auto has = [row](std::uint32_t rows) { return static_cast<int>(rows >> row & 1); };
            int sum = 0;
            for (int who = 0; who < 2; ++who)
                for (int band = 0; band < 3; ++band) {
                    sum += has(two[who].band[band][column]) * by_two[who][band];
                    sum += has(one[who].band[band][column]) * by_one[who][band];
                }
            sum += has(patterns_.linked[column]) * by_link + has(patterns_.twice[column]) * by_second;
            sum += has(patterns_.set_up[column]) * by_set_up;
            opinion.choices.push_back({code_at(column, row), static_cast<float>(sum)});
        });
    }

    static constexpr int by_two[2][3] = {{26, 16, 8}, {29, 19, 10}}, by_one[2][3] = {{13, 6, 3}, {13, 6, 3}};
    static constexpr int by_link = 11, by_second = 6, by_set_up = 8, highest = 127;

    // Turns logarithms into shares, the largest first.
    void weigh(Opinion& opinion) {
        std::array<std::uint16_t, highest + 2> before{};  // how many choices have a larger one
        for (const auto& choice : opinion.choices) ++before[highest - static_cast<int>(choice.prior)];
        float all = 0;
        for (int rank = 0, sum = 0; rank <= highest; ++rank) {
            all += static_cast<float>(before[rank]) * power_[highest - rank];
            sum += std::exchange(before[rank], static_cast<std::uint16_t>(sum));
        }
        sorted_.resize(opinion.choices.size());
        for (const auto& choice : opinion.choices) {
            const int score = static_cast<int>(choice.prior);
            sorted_[before[highest - score]++] = {choice.code, power_[score] / all};
        }
        sorted_.swap(opinion.choices);
    }

    static void offer_swap(const Rules& rules, const State& state, Opinion& opinion) {
        const double first = first_peg_chance(rules, only_peg(state));
        if (rules.size >= smallest_fitted) opinion.chance = std::max(first, 1 - first);
        const auto share = static_cast<float>(rules.size < smallest_fitted ? 0.3 : first > 0.5 ? 0.9 : 0.1);
        for (auto& choice : opinion.choices) choice.prior *= 1 - share;
        opinion.choices.push_back({rules.swap, share});
        std::stable_sort(opinion.choices.begin(), opinion.choices.end(),
                         [](const auto& a, const auto& b) { return a.prior > b.prior; });
    }

    double two_, one_, spread_, turn_;
    std::array<double, Traits::features> weights_;
    bool weighted_ = false;
    std::array<float, highest + 1> power_;
    std::vector<Opinion::Choice> sorted_;
    Sight sight_;
    Patterns patterns_;
};

}  // namespace tablier::twixt
