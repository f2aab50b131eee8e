// What was learnt from games: what each trait of a hole says, and a small network that says who is ahead.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>

#include "../../search_player.hpp"
#include "board.hpp"
#include "weights.hpp"

namespace tablier::twixt {

// The traits of a hole, each with a number of its own. Indices of bands are 0 to 3, 4 for a hole on none of the ways. Offsets are
// folded: as seen by a side that joins top and bottom.
struct Trait {
    static constexpr int bands = 5, reach = 5, offsets = (reach + 1) * (reach + 1), deep = 8;
    enum Peg { own, other, last_own, last_other };

    static constexpr int by_two = 0, by_one = by_two + bands * bands, by_links = by_one + bands * bands, by_narrow = by_links + 9;
    static constexpr int by_depth = by_narrow + 16, by_side = by_depth + deep, by_peg = by_side + deep;
    static constexpr int of_position = by_peg + last_own * offsets;  // the others are of what was played last
    static constexpr int in_all = by_peg + 4 * offsets;

    static int two(int ours, int theirs) { return by_two + ours * bands + theirs; }
    static int one(int ours, int theirs) { return by_one + ours * bands + theirs; }
    static int links(int ours, int theirs) { return by_links + ours * 3 + theirs; }
    static int narrow(int which) { return by_narrow + which; }
    static int depth(int lines) { return by_depth + std::min(lines, deep - 1); }
    static int side(int lines) { return by_side + std::min(lines, deep - 1); }
    static int peg(Peg kind, int across, int along) {
        return by_peg + kind * offsets + std::abs(across) * (reach + 1) + std::abs(along);
    }
};

// What a trait says, side by side, and summed what all traits of a hole say: how much speaks for a peg in it, as a logarithm; then
// hints at who is ahead; then reasons: of each what is above 0 speaks for the peg, or against it, as well.
typedef std::int16_t Says __attribute__((vector_size(64)));  // two registers where there is AVX2
constexpr int value_units = 7, policy_units = 24, first_value_unit = 1, first_policy_unit = first_value_unit + value_units, all_said = first_policy_unit + policy_units;
constexpr int policy_unit_scale = 2048;  // of how much a reason counts
constexpr double choice_unit = 32, unit_scale = 128;

// A layer of units that pass on what is above 0, and a straight line beside it. It sees what `Evaluator` measures, and the sum of every
// hint above 0 over the holes of both sides' short ways.
struct Network {
    static constexpr int measured = 32, inputs = measured + value_units, units = 64;
    static constexpr int weights = inputs * units + units + units + inputs + 1;
    static constexpr float value_units_scale = 1.0f / 8;
    using Inputs = std::array<float, inputs>;

    std::array<std::array<float, units>, inputs> from;
    std::array<float, units> bias, to;
    Inputs straight;
    float constant;

    // Log-odds.
    float operator()(const Inputs& seen) const {
        std::array<float, units> sums = bias;
        float found = constant;
        for (int input = 0; input < inputs; ++input) {
            found += straight[input] * seen[input];
            for (int unit = 0; unit < units; ++unit) sums[unit] += from[input][unit] * seen[input];
        }
        for (int unit = 0; unit < units; ++unit) found += std::max(sums[unit], 0.0f) * to[unit];
        return found;
    }
};

// All weights, as the search uses them. Settings: w0, w1…: others than those fitted, in 1024ths, for experiments and for fitting.
struct NetworkWeights {
    static constexpr int weights = Network::weights + Trait::in_all + (Trait::of_position + 1) * value_units + (Trait::in_all + 2) * policy_units;
    static constexpr int stamp = 2 * Trait::reach + 1, stamp_rows = stamp + 1;
    using Stamp = std::array<std::array<Says, stamp_rows>, stamp>;  // what a peg says to the holes around it, by column

    Network network;
    std::array<Says, Trait::in_all> says{};
    Says always{};  // what every hole says
    Says for_it{};  // how much each reason counts
    std::array<std::array<Stamp, 4>, 2> stamps{};  // for each side to move

    explicit NetworkWeights(const Settings& settings) {
        std::array<double, weights> all;
        const bool others = settings.contains("w0");
        for (int number = 0; number < weights; ++number) {
            double weight = fitted[static_cast<std::size_t>(number)];
            if (others) weight = setting(settings, std::string(1, 'w').append(std::to_string(number)), 0);
            all[static_cast<std::size_t>(number)] = weight / 1024;
        }
        const double* next = all.data();
        const auto take = [&next](float& weight) { weight = static_cast<float>(*next++); };
        const auto taken = [&next](double unit) { return static_cast<std::int16_t>(std::lround(*next++ * unit)); };
        for (auto& row : network.from)
            for (float& weight : row) take(weight);
        for (float& weight : network.bias) take(weight);
        for (float& weight : network.to) take(weight);
        for (float& weight : network.straight) take(weight);
        take(network.constant);
        const double heat = setting(settings, "heat", 1);
        for (Says& one : says) one[0] = taken(choice_unit / heat);
        for (int trait = 0; trait < Trait::of_position; ++trait)
            for (int hint = 0; hint < value_units; ++hint) says[trait][first_value_unit + hint] = taken(unit_scale);
        for (int hint = 0; hint < value_units; ++hint) always[first_value_unit + hint] = taken(unit_scale);
        for (Says& one : says)
            for (int reason = 0; reason < policy_units; ++reason) one[first_policy_unit + reason] = taken(unit_scale);
        for (int reason = 0; reason < policy_units; ++reason) always[first_policy_unit + reason] = taken(unit_scale);
        for (int reason = 0; reason < policy_units; ++reason)
            for_it[first_policy_unit + reason] = taken(choice_unit / unit_scale / heat * policy_unit_scale);
        cut_stamps();
    }

private:
    void cut_stamps() {
        for (int kind = 0; kind < 4; ++kind)
            for (int right = -Trait::reach; right <= Trait::reach; ++right)
                for (int down = -Trait::reach; down <= Trait::reach; ++down) {
                    const auto at = [&](int side) -> Says& { return stamps[side][kind][right + Trait::reach][down + Trait::reach]; };
                    at(0) = says[Trait::peg(static_cast<Trait::Peg>(kind), right, down)];
                    at(1) = says[Trait::peg(static_cast<Trait::Peg>(kind), down, right)];
                }
    }
};

}  // namespace tablier::twixt
