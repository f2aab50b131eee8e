// A player of another kind, to measure ours by: alpha-beta over the holes of the shortest ways, judged by how many pegs they need.
#pragma once
#include "../../search_player.hpp"
#include "../../search/score.hpp"
#include "distance_fields.hpp"

namespace tablier::twixt {

// Settings: width: how many holes are tried in a position.
class PathPlayer {
public:
    explicit PathPlayer(const Settings& settings) : width_(static_cast<std::size_t>(setting(settings, "width", 20))) {}

    SearchResult think(const State& state, SearchControl& control) {
        control_ = &control;
        nodes_ = 0;
        stopped_ = false;
        State ahead = state;
        std::vector<Move> moves = all_legal(ahead);
        SearchResult result;
        const int deepest = control.limits().depth ? control.limits().depth : most_plies;
        for (int depth = 1; depth <= deepest && !stopped_; ++depth) {
            int best = -infinity;
            std::vector<Move> tried = moves;
            for (std::size_t i = 0; i < tried.size(); ++i) {
                typename State::Undo undo;
                ahead.play(tried[i].code, undo);
                const int bound = depth == 1 ? -infinity : best;  // the first time for an order of all
                const int value = -search(ahead, depth - 1, 1, -infinity, -bound);
                ahead.undo(tried[i].code, undo);
                if (stopped_) break;
                tried[i].value = value > bound ? value : -infinity;
                best = std::max(best, value);
                if (depth > 1 && i + 1 >= width_) {
                    tried.resize(i + 1);
                    break;
                }
            }
            if (stopped_) break;
            std::stable_sort(tried.begin(), tried.end(), [](const Move& a, const Move& b) { return a.value > b.value; });
            moves = std::move(tried);
            result.depth = depth;
            if (std::abs(best) > win_in_max) break;
        }
        for (const Move& move : moves) result.candidates.push_back({move.code, expected_score_of(std::clamp(move.value, -2000, 2000))});
        result.pv = {moves[0].code};
        result.nodes = nodes_;
        return result;
    }

private:
    struct Move {
        Code code;
        int value;
    };
    static constexpr int most_plies = 12;

    // A look at what both sides need: index 0 is the side to move.
    void look(const State& state) {
        ++nodes_;
        for (int who = 0; who < 2; ++who) {
            views_[who].look(state, who == 0 ? state.side_to_move() : 1 - state.side_to_move());
            measure<1>(views_[who], 0, levels_[0]);
            measure<1>(views_[who], 1, levels_[1]);
            ways_[who].join(levels_[0], levels_[1], views_[who], Ways::none);
        }
    }

    int judged() const {
        const auto ahead = [this](int who) {
            const Ways& ways = ways_[who];
            return -160 * std::min(ways.needed, 40) + static_cast<int>(24 * std::log2(1.0 + ways.holes[0] + 0.5 * ways.holes[1]));
        };
        return 80 + ahead(0) - ahead(1);
    }

    // A seat always has the same side here: `swap` is left to whoever asks.
    int search(State& state, int depth, int ply, int low, int high) {
        if (state.over()) return state.winner() < 0 ? 0 : -(win_score - ply);
        look(state);
        if (ways_[0].needed == 1) return win_score - ply - 1;
        if (depth <= 0) return judged();
        if (control_->should_stop(nodes_)) stopped_ = true;
        if (stopped_) return 0;
        const std::vector<Move> moves = likely(state);
        int best = -infinity;
        for (const Move& move : moves) {
            typename State::Undo undo;
            const int before = state.turn();
            state.play(move.code, undo);
            const bool same = !state.over() && state.turn() == before;
            const int value = same ? search(state, depth - 1, ply + 1, low, high) : -search(state, depth - 1, ply + 1, -high, -low);
            state.undo(move.code, undo);
            best = std::max(best, value);
            low = std::max(low, value);
            if (low >= high || stopped_) break;
        }
        return best;
    }

    // The holes on both sides' ways, those on both first.
    std::vector<Move> likely(const State& state) const {
        std::vector<Move> moves;
        const int size = state.rules().size;
        constexpr int by_band[] = {6, 3, 1};
        for (int column = 0; column < size; ++column) {
            std::uint32_t holes = 0;
            for (const Ways& ways : ways_) holes |= ways.band[0][column] | ways.band[1][column] | ways.band[2][column];
            each(holes & views_[0].free[column], [&](int row) {
                int value = 0;
                for (const Ways& ways : ways_)
                    for (int band = 0; band < 3; ++band) value += ways.band[band].has(column, row) ? by_band[band] : 0;
                moves.push_back({static_cast<Code>(column * size + row), 8 * value - std::abs(2 * row - size) / 2 - std::abs(2 * column - size) / 2});
            });
        }
        if (moves.empty()) moves = all_legal(state);
        const auto order = [](const Move& a, const Move& b) { return a.value != b.value ? a.value > b.value : a.code < b.code; };
        std::sort(moves.begin(), moves.end(), order);
        if (moves.size() > width_) moves.resize(width_);
        return moves;
    }

    static std::vector<Move> all_legal(const State& state) {
        std::vector<Code> codes(static_cast<std::size_t>(state.rules().codes()));
        codes.resize(static_cast<std::size_t>(state.legal(codes.data())));
        std::sort(codes.begin(), codes.end());
        std::vector<Move> moves;
        for (const Code code : codes)
            if (code != state.rules().swap) moves.push_back({code, 0});
        return moves;
    }

    std::size_t width_;
    SearchControl* control_ = nullptr;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::array<View, 2> views_;
    std::array<Levels, 2> levels_;
    std::array<Ways, 2> ways_;
};

}  // namespace tablier::twixt
