// Greedy baseline: always takes the shortest path to its next cube, on the board or of another pawn, and finally to the centre.
// Protects if that is no detour; chooses at random among equally short paths.
#pragma once
#include "../../search_player.hpp"
#include "twisty.hpp"

namespace tablier::twisty {

class Greedy {
public:
    explicit Greedy(std::uint64_t seed) : rng_{seed} {}

    SearchResult think(const State& state) {
        distances_.prepare(state.board().layout);
        std::array<Code, all_codes> codes;
        const int count = state.legal(codes.data());
        SearchResult result;
        result.depth = 1;
        result.nodes = static_cast<std::uint64_t>(count);
        std::vector<std::pair<std::uint64_t, Code>> ranked;  // sort keys: turns left, then protecting first, then random bits
        for (int i = 0; i < count; ++i) {
            const std::uint64_t unprotected = codes[i] >= first_protect && codes[i] < first_pick ? 0 : 1;
            ranked.emplace_back(std::uint64_t(turns_left(state, codes[i])) << 40 | unprotected << 39 | rng_.next() >> 32, codes[i]);
        }
        std::sort(ranked.begin(), ranked.end());
        for (const auto& [rank, code] : ranked)  // the score is no estimate: it only falls with the turns left
            result.candidates.push_back({code, 1.0 / static_cast<double>(2 + (rank >> 40)), Proof::none, 0, 1});
        result.pv = {result.candidates[0].code};
        return result;
    }

private:
    // Turns from the cell where an action ends to the nearest goal; 0 if the cell is a goal.
    int turns_left(const State& state, Code code) const {
        const Board& board = state.board();
        if (code == pass) return 0;
        const int seat = board.info.to_act();
        const unsigned colour = board.info.card_rows[seat].next();
        const Bitboard goals = colour == no_colour ? bit(centre) : board.cubes[colour] | (state.robbable_cells(seat) & all_cells);
        const Cell cell = code < first_protect ? static_cast<Cell>(code)
                          : code < first_pick  ? static_cast<Cell>(code - first_protect)
                                               : corners[code - first_pick];
        if (goals & bit(cell)) return 0;
        int least = 255;
        for_each_cell(goals, [&](Cell goal) { least = std::min<int>(least, distances_.turns_to(goal)[cell]); });
        return least;
    }

    Random rng_;
    Distances distances_;
};

}  // namespace tablier::twisty
