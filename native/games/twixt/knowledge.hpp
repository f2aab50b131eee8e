// What was learnt from games: a small network that says who is ahead, and what each trait of a hole says for a peg in it.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>

#include "../../player.hpp"
#include "board.hpp"
#include "weights.hpp"

namespace tablier::twixt {

// A layer of units that pass on what is above 0, and a straight line beside it.
struct Network {
    static constexpr int inputs = 32, units = 32;
    static constexpr int weights = inputs * units + units + units + inputs + 1;
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

// The traits of a hole that speak for a peg in it, each with a number of its own, and what they say: logarithms in 32nds.
// Indices of bands are 0 to 3, 4 for a hole on none of the ways. Offsets are folded: as seen by a side that joins top and bottom.
struct Choice {
    static constexpr int bands = 5, reach = 5, offsets = (reach + 1) * (reach + 1), deep = 8;
    enum Peg { own, other, last_own, last_other };

    static constexpr int by_two = 0, by_one = by_two + bands * bands, by_links = by_one + bands * bands, by_narrow = by_links + 9;
    static constexpr int by_depth = by_narrow + 16, by_side = by_depth + deep, by_peg = by_side + deep;
    static constexpr int weights = by_peg + 4 * offsets;
    static constexpr double unit = 32;

    // The number of a trait
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

// All weights, as the search uses them. Settings: w0, w1…: others than those fitted, in 1024ths, for experiments and for fitting.
struct Knowledge {
    static constexpr int weights = Network::weights + Choice::weights;
    static constexpr int stamp = 2 * Choice::reach + 1, stamp_rows = 16;
    using Stamp = std::array<std::array<std::int16_t, stamp_rows>, stamp>;  // what a peg says to the holes around it, by column

    Network network;
    std::array<std::int16_t, Choice::weights> choice;
    std::array<std::array<Stamp, 4>, 2> stamps{};  // for each side to move

    explicit Knowledge(const Settings& settings) {
        std::array<double, weights> all;
        const bool others = settings.contains("w0");
        for (int number = 0; number < weights; ++number) {
            double weight = fitted[static_cast<std::size_t>(number)];
            if (others) weight = setting(settings, std::string(1, 'w').append(std::to_string(number)), 0);
            all[static_cast<std::size_t>(number)] = weight / 1024;
        }
        const double* next = all.data();
        const auto take = [&next](float& weight) { weight = static_cast<float>(*next++); };
        for (auto& row : network.from)
            for (float& weight : row) take(weight);
        for (float& weight : network.bias) take(weight);
        for (float& weight : network.to) take(weight);
        for (float& weight : network.straight) take(weight);
        take(network.constant);
        const double heat = setting(settings, "heat", 1);
        for (auto& weight : choice) weight = static_cast<std::int16_t>(std::lround(*next++ * Choice::unit / heat));
        for (int kind = 0; kind < 4; ++kind)
            for (int right = -Choice::reach; right <= Choice::reach; ++right)
                for (int down = -Choice::reach; down <= Choice::reach; ++down) {
                    const auto at = [&](int side) -> std::int16_t& {
                        return stamps[side][kind][right + Choice::reach][down + Choice::reach];
                    };
                    at(0) = choice[Choice::peg(static_cast<Choice::Peg>(kind), right, down)];
                    at(1) = choice[Choice::peg(static_cast<Choice::Peg>(kind), down, right)];
                }
    }
};

}  // namespace tablier::twixt
