// Who is ahead, and which holes are worth a try: from both sides' distances, and what was learnt about them.
#pragma once
#include "opening.hpp"
#include "policy.hpp"

namespace tablier::twixt {

// Settings: those of `NetworkWeights`.
class Evaluator {
public:
    explicit Evaluator(const Settings& settings) : weights_(std::make_shared<const NetworkWeights>(settings)) {
        for (int score = 0; score <= highest; ++score)
            power_[score] = static_cast<float>(std::exp((score - highest) / choice_unit));
    }

    void evaluate(const State& state, const LastMoves& last_moves, PolicyValue& policy_value) {
#if defined(__x86_64__) && defined(__GNUC__)
        static const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
        if (wide) return evaluate_avx2(state, last_moves, policy_value);
#endif
        evaluate_portable(state, last_moves, policy_value);
    }

    // What it is fitted by: what the network sees but for hints, nothing where the end is at hand.
    std::vector<float> inputs(const State& state) {
        features_.look(state);
        if (features_.one[0].needed == 1 || features_.one[1].needed == 1) return {};
        const Network::Inputs seen = measured(state);
        return {seen.begin(), seen.begin() + Network::measured};
    }

    // And each hole worth a try, whether its hints count, and its traits.
    std::vector<std::tuple<Code, bool, std::vector<int>>> move_features(const State& state, const LastMoves& last_moves) {
        features_.look(state);
        std::vector<std::tuple<Code, bool, std::vector<int>>> found;
        if (features_.one[0].needed == 1 || features_.one[1].needed == 1) return found;
        const Field holes = candidates(state);
        const int size = state.rules().size, side = state.side_to_move();
        for (int column = 0; column < size; ++column) {
            each_hole(state, features_, column, holes[column], [&](int row, const auto& of_hole) {
                std::vector<int> all(of_hole.begin(), of_hole.end());
                const auto near_by = [&](Trait::Peg kind, int x, int y) {
                    const int right = std::abs(x - column), down = std::abs(y - row);
                    if (right > Trait::reach || down > Trait::reach) return;
                    all.push_back(side == 0 ? Trait::peg(kind, right, down) : Trait::peg(kind, down, right));
                };
                state.pegs(side).each_cell([&](Cell cell) { near_by(Trait::own, column_of(cell), row_of(cell)); });
                state.pegs(1 - side).each_cell([&](Cell cell) { near_by(Trait::other, column_of(cell), row_of(cell)); });
                if (last_moves.previous < state.rules().swap) near_by(Trait::last_own, last_moves.previous / size, last_moves.previous % size);
                if (last_moves.last < state.rules().swap) near_by(Trait::last_other, last_moves.last / size, last_moves.last % size);
                found.emplace_back(code_at(column, row), short_ways(column) >> row & 1, std::move(all));
            });
        }
        return found;
    }

private:
#if defined(__x86_64__) && defined(__GNUC__)
    // The same, compiled for eight columns at a time where the processor can.
    [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt"), gnu::flatten]] void evaluate_avx2(const State& state, const LastMoves& last_moves,
                                                                             PolicyValue& policy_value) {
        evaluate_portable(state, last_moves, policy_value);
    }
#endif

    void evaluate_portable(const State& state, const LastMoves& last_moves, PolicyValue& policy_value) {
        policy_value.reset();
        features_.look(state);
        const Rules& rules = state.rules();
        if (features_.one[0].needed == 1) {  // TWX-13 at once
            policy_value.proof = Proof::win;
            policy_value.plies = 1;
            policy_value.expected_score = 1;
            policy_value.moves.push_back({first_of(features_.one[0].band[0]), 1});
            return;
        }
        const bool parry = features_.one[1].needed == 1 && state.turns_ahead() == 0 && !state.may_swap();
        holes_ = parry ? parries() : candidates(state);
        policy_value.complete = parry;
        listen(state, last_moves, policy_value);
        if (parry && policy_value.moves.empty()) {
            policy_value.proof = Proof::loss;
            policy_value.plies = 2;
            policy_value.expected_score = 0;
            return;
        }
        policy_value.expected_score = parry ? behind * chance(state) : chance(state);
        if (state.may_swap()) offer_swap(rules, state, policy_value);
    }

    static constexpr int highest = 255;      // of a score, when the least is 0
    static constexpr double behind = 0.35;  // of its chance is left to a side that has to parry

    Code code_at(int column, int row) const { return static_cast<Code>(column * features_.views[0].size + row); }

    Code first_of(const Field& field) const {
        int column = 0;
        while (!field[column]) ++column;
        return code_at(column, std::countr_zero(field[column]));
    }

    double chance(const State& state) const {
        Network::Inputs seen = measured(state);
        for (int hint = 0; hint < value_units; ++hint)
            seen[Network::measured + hint] = static_cast<float>(heard_[first_value_unit + hint] / unit_scale) * Network::value_units_scale;
        const float odds = weights_->network(seen);
        return std::clamp(1 / (1 + std::exp(-static_cast<double>(odds))), 0.003, 0.997);
    }

    // Each about 1 at most.
    Network::Inputs measured(const State& state) const {
        Network::Inputs seen{};
        float* next = seen.data();
        const auto add = [&next](double value) { *next++ = static_cast<float>(value); };
        const auto many = [](double holes) { return std::log2(1 + holes) / 8; };
        const int size = state.rules().size;
        for (int who = 0; who < 2; ++who) {
            const Ways &one = features_.one[who], &two = features_.two[who];
            const int needed = std::min(one.needed, 40), surely = std::min(two.needed, needed + 6);  // far off, where there are not two ways
            add(needed / 10.0);
            add(surely / 10.0);
            add(std::min(two.sure, 20) / 10.0);
            add(std::min(one.sure, 20) / 10.0);
            for (int band = 0; band < 3; ++band) add(many(two.holes[band]));
            for (int band = 0; band < 2; ++band) add(many(one.holes[band]));
            for (const float thin : two.thin) add(thin / 4);
            for (const float thin : one.thin) add(thin / 4);
        }
        const auto &two = features_.two, &one = features_.one;
        add(many(counted_both(two[0].band[0], two[1].band[0], size)));
        add(many(counted_both(one[0].band[0], one[1].band[0], size)));
        add(many(counted_both(two[0].narrow, two[1].band[0], size)));
        add(many(counted_both(two[1].narrow, two[0].band[0], size)));
        add((size * size - 4 - state.open_holes()) / (4.0 * size));
        add(size / 24.0);
        return seen;
    }

    // The only pegs that can stop a peg of the opponent's that wins: in its hole, or with a link across one of its links, which
    // then begins within three columns and rows of it. It has to be so for every such hole.
    Field parries() const {
        const int size = features_.views[0].size;
        Field fit = features_.views[0].free;
        for (int x = 0; x < size; ++x)
            each(features_.one[1].band[0][x], [&](int y) {
                constexpr std::uint64_t rows = (1 << (2 * room + 1)) - 1;
                const auto near_by = static_cast<std::uint32_t>(y >= room ? rows << (y - room) : rows >> (room - y));
                for (int column = 0; column < size; ++column) {
                    std::uint32_t stops = std::abs(column - x) <= room ? near_by & features_.patterns[0].linked[column] : 0;
                    if (column == x) stops |= std::uint32_t{1} << y;
                    fit[column] &= stops;
                }
            });
        return fit;
    }

    Field candidates(const State& state) const {
        Field worth_it;
        for (int column = 0; column < state.rules().size; column += at_once) {
            Lanes holes = load(features_.patterns[0].linked, column);
            for (const auto* ways : {&features_.two, &features_.one})
                for (const Ways& of : *ways) holes |= load(of.band[0], column) | load(of.band[1], column);
            for (const Ways& of : features_.two) holes |= load(of.band[2], column);
            store(worth_it, column, holes & load(features_.views[0].free, column));
        }
        return worth_it;
    }

    // The holes whose hints count: open to the side to move, on the shortest ways of either side or on those one longer.
    std::uint32_t short_ways(int column) const {
        const auto& two = features_.two;
        return (two[0].band[0][column] | two[0].band[1][column] | two[1].band[0][column] | two[1].band[1][column]) &
               features_.views[0].free[column];
    }

    // Sums what the holes say: shares of those to try, the likeliest first; and all hints.
    void listen(const State& state, const LastMoves& last_moves, PolicyValue& policy_value) {
        sayings_.stamp(state, last_moves, *weights_);
        raw_.clear();
        heard_ = Heard{};
        int most = -32768;
        for (int column = 0; column < state.rules().size; ++column) {
            const std::uint32_t tried = holes_[column], hinting = short_ways(column);
            each_hole(state, features_, column, tried | hinting, [&](int row, const auto& traits) {
                Says says = sayings_.at(column, row);
                for (const int trait : traits) says += weights_->says[trait];
                const Says above = says > 0 ? says : Says{};
                if (hinting >> row & 1) {
                    FirstSaid first;
                    std::memcpy(&first, &above, sizeof first);
                    heard_ += __builtin_convertvector(first, Heard);
                }
                if (!(tried >> row & 1)) return;
                int reasoned = 0;
                for (int one = 0; one < all_said; ++one) reasoned += above[one] * weights_->for_it[one];
                const int sum = says[0] + (reasoned + policy_unit_scale / 2) / policy_unit_scale;
                raw_.push_back({code_at(column, row), sum});
                most = std::max(most, sum);
            });
        }
        weigh(most, policy_value);
    }

    // Turns logarithms into shares, the largest first.
    void weigh(int most, PolicyValue& policy_value) {
        std::array<std::uint16_t, highest + 2> before{};  // how many choices have a larger one
        for (auto& [code, score] : raw_) ++before[std::min(most - score, highest)];
        float all = 0;
        for (int rank = 0, sum = 0; rank <= highest; ++rank) {
            all += static_cast<float>(before[rank]) * power_[highest - rank];
            sum += std::exchange(before[rank], static_cast<std::uint16_t>(sum));
        }
        policy_value.moves.resize(raw_.size());
        for (const auto& [code, score] : raw_) {
            const int rank = std::min(most - score, highest);
            policy_value.moves[before[rank]++] = {code, power_[highest - rank] / all};
        }
    }

    static void offer_swap(const Rules& rules, const State& state, PolicyValue& policy_value) {
        const double first = first_peg_chance(rules, only_peg(state));
        if (rules.size >= smallest_fitted) policy_value.expected_score = std::max(first, 1 - first);
        const auto share = static_cast<float>(rules.size < smallest_fitted ? 0.3 : first > 0.5 ? 0.9 : 0.1);
        for (auto& choice : policy_value.moves) choice.prior *= 1 - share;
        policy_value.moves.push_back({rules.swap, share});
        std::stable_sort(policy_value.moves.begin(), policy_value.moves.end(),
                         [](const auto& a, const auto& b) { return a.prior > b.prior; });
    }

    std::shared_ptr<const NetworkWeights> weights_;
    std::array<float, highest + 1> power_;
    std::vector<std::pair<Code, int>> raw_;
    Field holes_;
    typedef std::int16_t FirstSaid __attribute__((vector_size(16)));  // what is said up to the last hint
    typedef std::int32_t Heard __attribute__((vector_size(32)));
    static_assert(first_value_unit + value_units == sizeof(FirstSaid) / 2 && sizeof(Heard) == 2 * sizeof(FirstSaid));
    Heard heard_;
    Sayings sayings_;
    Features features_;
};

}  // namespace tablier::twixt
