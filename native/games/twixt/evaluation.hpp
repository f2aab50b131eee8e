// Evaluator of the PUCT search: expected score and move priors from distance fields and a fitted network.
#pragma once
#include "policy.hpp"

namespace tablier::twixt {

// First pegs and the pie rule (TWX-11): the regression for size 24 in src/swapmodel.py of twixtbot (Jordan Lampe, MIT License), scaled
// to other sizes.

constexpr int min_regression_size = 9;  // on smaller boards the first moves are searched

// Expected score of the side that puts its first peg into this hole.
inline double first_peg_score(const Rules& rules, Code code) {
    const auto folded = [&rules](int coordinate) {  // into the top left quadrant of a board of size 24
        const double from_border = std::min(coordinate, rules.size - 1 - coordinate);
        return (from_border + 0.5) * 24 / rules.size - 0.5;
    };
    // The regression is centred on column 6, row 5.5.
    const double x = folded(code / rules.size) - 6, y = folded(code % rules.size) - 5.5;
    return std::clamp(0.494481 - 0.00366079 * x + 0.0225597 * y + 0.00114293 * x * y, 0.02, 0.98);
}

// The hole of the only peg on the board. Requires state.may_swap().
inline Code only_peg(const State& state) {
    Code code = 0;
    state.pegs(0).for_each([&](Cell cell) { code = static_cast<Code>(column_of(cell) * state.rules().size + row_of(cell)); });
    return code;
}

// Policy and value of a position for PUCT. Settings: those of `NetworkWeights`.
class Evaluator {
public:
    explicit Evaluator(const Settings& settings) : weights_(std::make_shared<const NetworkWeights>(settings)) {
        for (int score = 0; score <= max_logit_gap; ++score)
            exp_[score] = static_cast<float>(std::exp((score - max_logit_gap) / logit_scale));
    }

    void evaluate(const State& state, const LastMoves& last_moves, PolicyValue& policy_value) {
#if defined(__x86_64__) && defined(__GNUC__)
        static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
        if (has_avx2) return evaluate_avx2(state, last_moves, policy_value);
#endif
        evaluate_portable(state, last_moves, policy_value);
    }

    // For training: the measured inputs of the value network. Empty if either side wins with its next peg.
    std::vector<float> inputs(const State& state) {
        features_.update(state);
        if (features_.one_distance[0].pegs_needed == 1 || features_.one_distance[1].pegs_needed == 1) return {};
        const Network::Inputs inputs = measure(state);
        return {inputs.begin(), inputs.begin() + Network::measured_inputs};
    }

    // For training: each candidate move, whether its value units count, and its features.
    std::vector<std::tuple<Code, bool, std::vector<int>>> move_features(const State& state, const LastMoves& last_moves) {
        features_.update(state);
        std::vector<std::tuple<Code, bool, std::vector<int>>> moves;
        if (features_.one_distance[0].pegs_needed == 1 || features_.one_distance[1].pegs_needed == 1) return moves;
        const Bitboard holes = candidate_holes(state);
        const int size = state.rules().size, side = state.side_to_move();
        for (int column = 0; column < size; ++column) {
            for_each_hole(state, features_, column, holes[column], [&](int row, const auto& hole_features) {
                std::vector<int> all(hole_features.begin(), hole_features.end());
                const auto add_peg = [&](MoveFeature::Peg kind, int x, int y) {
                    const int right = std::abs(x - column), down = std::abs(y - row);
                    if (right > MoveFeature::reach || down > MoveFeature::reach) return;
                    all.push_back(side == 0 ? MoveFeature::peg(kind, right, down) : MoveFeature::peg(kind, down, right));
                };
                state.pegs(side).for_each([&](Cell cell) { add_peg(MoveFeature::own, column_of(cell), row_of(cell)); });
                state.pegs(1 - side).for_each([&](Cell cell) { add_peg(MoveFeature::other, column_of(cell), row_of(cell)); });
                const auto& [last, previous] = last_moves;
                if (previous < state.rules().swap) add_peg(MoveFeature::last_own, previous / size, previous % size);
                if (last < state.rules().swap) add_peg(MoveFeature::last_other, last / size, last % size);
                moves.emplace_back(code_at(column, row), value_holes(column) >> row & 1, std::move(all));
            });
        }
        return moves;
    }

private:
#if defined(__x86_64__) && defined(__GNUC__)
    // The same code compiled for AVX2, selected at run time.
    [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt"), gnu::flatten]] void evaluate_avx2(const State& state, const LastMoves& last_moves,
                                                                             PolicyValue& policy_value) {
        evaluate_portable(state, last_moves, policy_value);
    }
#endif

    void evaluate_portable(const State& state, const LastMoves& last_moves, PolicyValue& policy_value) {
        policy_value.reset();
        features_.update(state);
        const Rules& rules = state.rules();
        if (features_.one_distance[0].pegs_needed == 1) {  // an immediate win (TWX-13)
            policy_value.proof = Proof::win;
            policy_value.plies = 1;
            policy_value.expected_score = 1;
            policy_value.moves.push_back({first_of(features_.one_distance[0].band[0]), 1});
            return;
        }
        const bool must_block = features_.one_distance[1].pegs_needed == 1 && state.turns_ahead() == 0 && !state.may_swap();
        holes_ = must_block ? blocking_holes() : candidate_holes(state);
        policy_value.complete = must_block;
        score_moves(state, last_moves, policy_value);
        if (must_block && policy_value.moves.empty()) {
            policy_value.proof = Proof::loss;
            policy_value.plies = 2;
            policy_value.expected_score = 0;
            return;
        }
        policy_value.expected_score = must_block ? must_block_factor * expected_score(state) : expected_score(state);
        if (state.may_swap()) add_swap(rules, state, policy_value);
    }

    static constexpr int max_logit_gap = 255;  // logits further below the best count as this far, in units of 1 / logit_scale
    static constexpr double must_block_factor = 0.35;  // reduces the expected score of a side that must block a win

    Code code_at(int column, int row) const { return static_cast<Code>(column * features_.views[0].size + row); }

    Code first_of(const Bitboard& board) const {
        int column = 0;
        while (!board[column]) ++column;
        return code_at(column, std::countr_zero(board[column]));
    }

    // Output of the value network. Requires score_moves, which sums the value units.
    double expected_score(const State& state) const {
        Network::Inputs inputs = measure(state);
        for (int unit = 0; unit < value_units; ++unit) {
            const auto sum = static_cast<float>(value_sums_[first_value_unit + unit] / unit_scale);
            inputs[Network::measured_inputs + unit] = sum * Network::value_units_scale;
        }
        const float log_odds = weights_->network(inputs);
        return std::clamp(1 / (1 + std::exp(-static_cast<double>(log_odds))), 0.003, 0.997);
    }

    // The measured inputs, scaled to about 1 at most. Weights depend on their order.
    Network::Inputs measure(const State& state) const {
        Network::Inputs inputs{};
        float* next = inputs.data();
        const auto add = [&next](double value) { *next++ = static_cast<float>(value); };
        const auto log_count = [](double holes) { return std::log2(1 + holes) / 8; };
        const int size = state.rules().size;
        for (int index = 0; index < 2; ++index) {
            const ShortestPaths &one_paths = features_.one_distance[index], &two_paths = features_.two_distance[index];
            const int one_distance = std::min(one_paths.pegs_needed, 40);
            // Bounded where a second path is missing.
            const int two_distance = std::min(two_paths.pegs_needed, one_distance + 6);
            add(one_distance / 10.0);
            add(two_distance / 10.0);
            add(std::min(two_paths.chain_pegs_needed, 20) / 10.0);
            add(std::min(one_paths.chain_pegs_needed, 20) / 10.0);
            for (int band = 0; band < 3; ++band) add(log_count(two_paths.band_sizes[band]));
            for (int band = 0; band < 2; ++band) add(log_count(one_paths.band_sizes[band]));
            for (const float resistance : two_paths.resistance) add(resistance / 4);
            for (const float resistance : one_paths.resistance) add(resistance / 4);
        }
        const auto &two_paths = features_.two_distance, &one_paths = features_.one_distance;
        add(log_count(popcount_and(two_paths[0].band[0], two_paths[1].band[0], size)));
        add(log_count(popcount_and(one_paths[0].band[0], one_paths[1].band[0], size)));
        add(log_count(popcount_and(two_paths[0].bottlenecks, two_paths[1].band[0], size)));
        add(log_count(popcount_and(two_paths[1].bottlenecks, two_paths[0].band[0], size)));
        add((size * size - 4 - state.open_holes()) / (4.0 * size));
        add(size / 24.0);
        return inputs;
    }

    // Holes that can block every winning peg of the opponent: the hole itself, or a hole whose peg gets a link, within the
    // three columns and rows in which links can cross those of the winning peg. A superset of the real blocks.
    Bitboard blocking_holes() const {
        const int size = features_.views[0].size;
        Bitboard blocks = features_.views[0].free;
        for (int x = 0; x < size; ++x)
            for_each_bit(features_.one_distance[1].band[0][x], [&](int y) {
                constexpr std::uint64_t rows = (1 << (2 * margin + 1)) - 1;
                const auto near_rows = static_cast<std::uint32_t>(y >= margin ? rows << (y - margin) : rows >> (margin - y));
                for (int column = 0; column < size; ++column) {
                    std::uint32_t stops = std::abs(column - x) <= margin ? near_rows & features_.patterns[0].linked[column] : 0;
                    if (column == x) stops |= std::uint32_t{1} << y;
                    blocks[column] &= stops;
                }
            });
        return blocks;
    }

    // Holes on or near the shortest paths of either side, and holes whose peg would be linked.
    Bitboard candidate_holes(const State& state) const {
        Bitboard candidates;
        for (int column = 0; column < state.rules().size; column += lane_count) {
            Lanes holes = load(features_.patterns[0].linked, column);
            for (const auto* paths : {&features_.two_distance, &features_.one_distance})
                for (const ShortestPaths& side_paths : *paths) holes |= load(side_paths.band[0], column) | load(side_paths.band[1], column);
            for (const ShortestPaths& side_paths : features_.two_distance) holes |= load(side_paths.band[2], column);
            store(candidates, column, holes & load(features_.views[0].free, column));
        }
        return candidates;
    }

    // Holes of a column whose value units count: open to the side to move, in the first two two-distance bands of either side.
    std::uint32_t value_holes(int column) const {
        const auto &own = features_.two_distance[0].band, &other = features_.two_distance[1].band;
        return (own[0][column] | own[1][column] | other[0][column] | other[1][column]) & features_.views[0].free[column];
    }

    // Computes the priors of the moves in holes_ and the sums of the value units.
    void score_moves(const State& state, const LastMoves& last_moves, PolicyValue& policy_value) {
        peg_sums_.update(state, last_moves, *weights_);
        logits_.clear();
        value_sums_ = UnitSums{};
        int best = -32768;
        for (int column = 0; column < state.rules().size; ++column) {
            const std::uint32_t candidates = holes_[column], valued = value_holes(column);
            for_each_hole(state, features_, column, candidates | valued, [&](int row, const auto& hole_features) {
                FeatureOutputs outputs = peg_sums_.at(column, row);
                for (const int feature : hole_features) outputs += weights_->outputs[feature];
                const FeatureOutputs activated = outputs > 0 ? outputs : FeatureOutputs{};  // ReLU
                if (valued >> row & 1) {
                    FirstOutputs first;
                    std::memcpy(&first, &activated, sizeof first);
                    value_sums_ += __builtin_convertvector(first, UnitSums);
                }
                if (!(candidates >> row & 1)) return;
                int hidden = 0;
                for (int unit = 0; unit < output_count; ++unit) hidden += activated[unit] * weights_->policy_weights[unit];
                const int logit = outputs[0] + (hidden + policy_unit_scale / 2) / policy_unit_scale;
                logits_.push_back({code_at(column, row), logit});
                best = std::max(best, logit);
            });
        }
        apply_softmax(best, policy_value);
    }

    // Softmax with a table of exponentials; counting sort puts the largest priors first.
    void apply_softmax(int best, PolicyValue& policy_value) {
        std::array<std::uint16_t, max_logit_gap + 2> before{};  // number of moves with a larger logit, by gap to the best
        for (auto& [code, logit] : logits_) ++before[std::min(best - logit, max_logit_gap)];
        float total = 0;
        for (int gap = 0, sum = 0; gap <= max_logit_gap; ++gap) {
            total += static_cast<float>(before[gap]) * exp_[max_logit_gap - gap];
            sum += std::exchange(before[gap], static_cast<std::uint16_t>(sum));
        }
        policy_value.moves.resize(logits_.size());
        for (const auto& [code, logit] : logits_) {
            const int gap = std::min(best - logit, max_logit_gap);
            policy_value.moves[before[gap]++] = {code, exp_[max_logit_gap - gap] / total};
        }
    }

    static void add_swap(const Rules& rules, const State& state, PolicyValue& policy_value) {
        const double first = first_peg_score(rules, only_peg(state));
        if (rules.size >= min_regression_size) policy_value.expected_score = std::max(first, 1 - first);
        const auto prior = static_cast<float>(rules.size < min_regression_size ? 0.3 : first > 0.5 ? 0.9 : 0.1);
        for (auto& move : policy_value.moves) move.prior *= 1 - prior;
        policy_value.moves.push_back({rules.swap, prior});
        std::stable_sort(policy_value.moves.begin(), policy_value.moves.end(),
                         [](const auto& a, const auto& b) { return a.prior > b.prior; });
    }

    std::shared_ptr<const NetworkWeights> weights_;
    std::array<float, max_logit_gap + 1> exp_;
    std::vector<std::pair<Code, int>> logits_;
    Bitboard holes_;
    typedef std::int16_t FirstOutputs __attribute__((vector_size(16)));  // the outputs up to the last value unit
    typedef std::int32_t UnitSums __attribute__((vector_size(32)));
    static_assert(first_value_unit + value_units == sizeof(FirstOutputs) / 2 && sizeof(UnitSums) == 2 * sizeof(FirstOutputs));
    UnitSums value_sums_;
    PegAccumulator peg_sums_;
    Features features_;
};

}  // namespace tablier::twixt
