// The fitted model: output vectors of sparse move features, which are summed as in an NNUE's first layer, and a small value
// network.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>

#include "../../search_player.hpp"
#include "board.hpp"
#include "weights.hpp"

namespace tablier::twixt {

// Indices of the sparse features of a move. A band is 0 to 3 as in `ShortestPaths`, or 4 for a hole on none of the paths.
// Offsets are absolute values in the coordinates of a side that joins top and bottom, so that symmetric moves share features.
struct MoveFeature {
    static constexpr int bands = 5, reach = 5, offsets = (reach + 1) * (reach + 1), border_lines = 8;
    enum Peg { own, other, last_own, last_other };

    static constexpr int two_distance_start = 0, one_distance_start = two_distance_start + bands * bands;
    static constexpr int links_start = one_distance_start + bands * bands, bottlenecks_start = links_start + 9;
    static constexpr int rank_start = bottlenecks_start + 16, file_start = rank_start + border_lines;
    static constexpr int peg_start = file_start + border_lines;
    static constexpr int position_count = peg_start + last_own * offsets;  // the rest depends on the last moves
    static constexpr int count = peg_start + 4 * offsets;

    static int two_distance(int ours, int theirs) { return two_distance_start + ours * bands + theirs; }
    static int one_distance(int ours, int theirs) { return one_distance_start + ours * bands + theirs; }
    // Links that a peg in the hole would get, 0 to 2 (2 stands for two or more), for each side.
    static int links(int ours, int theirs) { return links_start + ours * 3 + theirs; }
    // Whether the hole is in `ShortestPaths::bottlenecks`. Bits: two-distance ours, theirs; one-distance ours, theirs.
    static int bottlenecks(int mask) { return bottlenecks_start + mask; }
    // Lines to the nearest own border.
    static int rank(int lines) { return rank_start + std::min(lines, border_lines - 1); }
    // Lines to the nearest opposing border.
    static int file(int lines) { return file_start + std::min(lines, border_lines - 1); }
    static int peg(Peg kind, int across, int along) {
        return peg_start + kind * offsets + std::abs(across) * (reach + 1) + std::abs(along);
    }
};

// Output vector of a feature; the vector of a move is the sum over its features. Element 0 is the policy logit, then come the
// hidden units of the value network (value_units) and of the policy (policy_units), both followed by a ReLU.
typedef std::int16_t FeatureOutputs __attribute__((vector_size(64)));  // two AVX2 registers
constexpr int value_units = 7, policy_units = 24;
constexpr int first_value_unit = 1, first_policy_unit = first_value_unit + value_units;
constexpr int output_count = first_policy_unit + policy_units;
constexpr double logit_scale = 32, unit_scale = 128;  // fixed-point scales of the policy logit and of the hidden units
constexpr int policy_unit_scale = 2048;               // fixed-point scale of the weights from policy units to the logit

// Value network: one hidden layer with ReLU, plus direct linear connections. Its inputs are the measurements of `Evaluator` and
// the sums of the value units over the holes on both sides' short paths.
struct Network {
    static constexpr int measured_inputs = 32, inputs = measured_inputs + value_units, units = 64;
    static constexpr int weight_count = inputs * units + units + units + inputs + 1;
    static constexpr float value_units_scale = 1.0f / 8;
    using Inputs = std::array<float, inputs>;

    std::array<std::array<float, units>, inputs> hidden_weights;
    std::array<float, units> hidden_bias, output_weights;
    Inputs linear_weights;
    float output_bias;

    // Log-odds that the side to move wins.
    float operator()(const Inputs& values) const {
        std::array<float, units> sums = hidden_bias;
        float output = output_bias;
        for (int input = 0; input < inputs; ++input) {
            output += linear_weights[input] * values[input];
            for (int unit = 0; unit < units; ++unit) sums[unit] += hidden_weights[input][unit] * values[input];
        }
        for (int unit = 0; unit < units; ++unit) output += std::max(sums[unit], 0.0f) * output_weights[unit];
        return output;
    }
};

// All weights in the form that the search uses. Settings: `w0`, `w1`… replace the fitted weights, in 1024ths, for experiments
// and training; `temperature` divides the policy logits.
struct NetworkWeights {
    static constexpr int weight_count = Network::weight_count + MoveFeature::count +
                                        (MoveFeature::position_count + 1) * value_units +
                                        (MoveFeature::count + 2) * policy_units;
    static constexpr int stamp_columns = 2 * MoveFeature::reach + 1, stamp_rows = stamp_columns + 1;
    // A stamp has the outputs that a peg adds to the holes around it, by column and row. The last row is padding.
    using Stamp = std::array<std::array<FeatureOutputs, stamp_rows>, stamp_columns>;

    Network network;
    std::array<FeatureOutputs, MoveFeature::count> outputs{};
    FeatureOutputs bias{};            // of every move
    FeatureOutputs policy_weights{};  // from the policy units to the logit
    std::array<std::array<Stamp, 4>, 2> stamps{};  // per side to move and MoveFeature::Peg

    explicit NetworkWeights(const Settings& settings) {
        std::array<double, weight_count> all;
        const bool replaced = settings.contains("w0");
        for (int index = 0; index < weight_count; ++index) {
            double weight = fitted_weights[static_cast<std::size_t>(index)];
            if (replaced) weight = setting(settings, std::string(1, 'w').append(std::to_string(index)), 0);
            all[static_cast<std::size_t>(index)] = weight / 1024;
        }
        const double* next = all.data();
        const auto read = [&next](float& weight) { weight = static_cast<float>(*next++); };
        const auto read_fixed = [&next](double scale) { return static_cast<std::int16_t>(std::lround(*next++ * scale)); };
        for (auto& row : network.hidden_weights)
            for (float& weight : row) read(weight);
        for (float& weight : network.hidden_bias) read(weight);
        for (float& weight : network.output_weights) read(weight);
        for (float& weight : network.linear_weights) read(weight);
        read(network.output_bias);
        const double temperature = setting(settings, "temperature", 1);
        for (FeatureOutputs& feature : outputs) feature[0] = read_fixed(logit_scale / temperature);
        for (int feature = 0; feature < MoveFeature::position_count; ++feature)
            for (int unit = 0; unit < value_units; ++unit) outputs[feature][first_value_unit + unit] = read_fixed(unit_scale);
        for (int unit = 0; unit < value_units; ++unit) bias[first_value_unit + unit] = read_fixed(unit_scale);
        for (FeatureOutputs& feature : outputs)
            for (int unit = 0; unit < policy_units; ++unit) feature[first_policy_unit + unit] = read_fixed(unit_scale);
        for (int unit = 0; unit < policy_units; ++unit) bias[first_policy_unit + unit] = read_fixed(unit_scale);
        for (int unit = 0; unit < policy_units; ++unit)
            policy_weights[first_policy_unit + unit] = read_fixed(logit_scale / unit_scale / temperature * policy_unit_scale);
        make_stamps();
    }

private:
    void make_stamps() {
        constexpr int reach = MoveFeature::reach;
        for (int kind = 0; kind < 4; ++kind)
            for (int right = -reach; right <= reach; ++right)
                for (int down = -reach; down <= reach; ++down) {
                    const auto at = [&](int side) -> FeatureOutputs& { return stamps[side][kind][right + reach][down + reach]; };
                    at(0) = outputs[MoveFeature::peg(static_cast<MoveFeature::Peg>(kind), right, down)];
                    at(1) = outputs[MoveFeature::peg(static_cast<MoveFeature::Peg>(kind), down, right)];
                }
    }
};

}  // namespace tablier::twixt
