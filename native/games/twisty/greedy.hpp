// The greedy racer, to measure players by: it always takes the shortest way to its next cube, be it on the board or another
// pawn's, and then to the centre. It protects when that costs nothing, and draws lots between what is equally short.
#pragma once
#include "../../search_player.hpp"
#include "distances.hpp"
#include "twisty.hpp"

namespace tablier::twisty {

class Greedy {
public:
    explicit Greedy(std::uint64_t seed) : rng_{seed} {}

    SearchResult think(const State& state) {
        distances_.settle(state.table().layout);
        std::array<Code, all_codes> codes;
        const int count = state.legal(codes.data());
        SearchResult result;
        result.depth = 1;
        result.nodes = static_cast<std::uint64_t>(count);
        std::vector<std::pair<std::uint64_t, Code>> ranked;
        for (int i = 0; i < count; ++i) {
            const std::uint64_t saves = codes[i] >= protecting && codes[i] < picking ? 0 : 1;
            ranked.emplace_back(std::uint64_t(turns_left(state, codes[i])) << 40 | saves << 39 | rng_.next() >> 32, codes[i]);
        }
        std::sort(ranked.begin(), ranked.end());
        for (const auto& [rank, code] : ranked) result.candidates.push_back({code, 1.0 / static_cast<double>(2 + (rank >> 40)), Proof::none, 0, 1});
        result.pv = {result.candidates[0].code};
        return result;
    }

private:
    // From where an action ends to the nearest target; 0 on one.
    int turns_left(const State& state, Code code) const {
        const Table& table = state.table();
        if (code == pass) return 0;
        const int seat = table.now.owing < 0 ? table.now.turn : table.now.owing;
        const unsigned colour = table.now.rows[seat].next();
        const Board targets = colour == none ? bit(centre) : table.cubes[colour] | (state.robbable(seat) & all);
        const Cell cell = code < protecting ? static_cast<Cell>(code) : code < picking ? static_cast<Cell>(code - protecting) : corners[code - picking];
        if (targets & bit(cell)) return 0;
        int least = 255;
        each(targets, [&](Cell target) { least = std::min<int>(least, distances_.to(target)[cell]); });
        return least;
    }

    Random rng_;
    Distances distances_;
};

}  // namespace tablier::twisty
