// A baseline player: alpha-beta over the holes on shortest paths, evaluated by the pegs that the paths need.
#pragma once
#include "../../search_player.hpp"
#include "../../search/score.hpp"
#include "distance_fields.hpp"

namespace tablier::twixt {

// Settings: `width`, the number of moves searched per position.
class PathPlayer {
public:
    explicit PathPlayer(const Settings& settings) : width_(static_cast<std::size_t>(setting(settings, "width", 20))) {}

    SearchResult think(const State& state, SearchControl& control) {
        control_ = &control;
        nodes_ = 0;
        stopped_ = false;
        State ahead = state;
        std::vector<Move> moves = legal_pegs(ahead);
        SearchResult result;
        const int max_depth = control.limits().depth ? control.limits().depth : default_max_depth;
        for (int depth = 1; depth <= max_depth && !stopped_; ++depth) {
            int best = -infinity;
            std::vector<Move> tried = moves;
            for (std::size_t i = 0; i < tried.size(); ++i) {
                typename State::Undo undo;
                ahead.play(tried[i].code, undo);
                const int bound = depth == 1 ? -infinity : best;  // exact values at depth 1, to sort all moves
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
        for (const Move& move : moves)
            result.candidates.push_back({move.code, expected_score_of(std::clamp(move.value, -2000, 2000))});
        result.pv = {moves[0].code};
        result.nodes = nodes_;
        return result;
    }

private:
    struct Move {
        Code code;
        int value;
    };
    static constexpr int default_max_depth = 12;

    // Computes the shortest paths of both sides; index 0 is the side to move.
    void update(const State& state) {
        ++nodes_;
        for (int index = 0; index < 2; ++index) {
            views_[index].update(state, index == 0 ? state.side_to_move() : 1 - state.side_to_move());
            compute_distances<1>(views_[index], 0, fields_[0]);
            compute_distances<1>(views_[index], 1, fields_[1]);
            paths_[index].combine(fields_[0], fields_[1], views_[index], ShortestPaths::unreachable);
        }
    }

    // For the side to move, in 256ths of log-odds.
    int evaluate() const {
        const auto score = [this](int index) {
            const ShortestPaths& paths = paths_[index];
            const double width = 1.0 + paths.band_sizes[0] + 0.5 * paths.band_sizes[1];
            return -160 * std::min(paths.pegs_needed, 40) + static_cast<int>(24 * std::log2(width));
        };
        return 80 + score(0) - score(1);
    }

    // Fail-soft alpha-beta. Never plays `swap`; the caller decides about it.
    int search(State& state, int depth, int ply, int alpha, int beta) {
        if (state.over()) return state.winner() < 0 ? 0 : -(win_score - ply);
        update(state);
        if (paths_[0].pegs_needed == 1) return win_score - ply - 1;
        if (depth <= 0) return evaluate();
        if (control_->should_stop(nodes_)) stopped_ = true;
        if (stopped_) return 0;
        const std::vector<Move> moves = path_moves(state);
        int best = -infinity;
        for (const Move& move : moves) {
            typename State::Undo undo;
            const int seat = state.turn();
            state.play(move.code, undo);
            const bool same_seat = !state.over() && state.turn() == seat;
            // Handicap: the same seat moves again (TWX-12).
            const int value = same_seat ? search(state, depth - 1, ply + 1, alpha, beta)
                                        : -search(state, depth - 1, ply + 1, -beta, -alpha);
            state.undo(move.code, undo);
            best = std::max(best, value);
            alpha = std::max(alpha, value);
            if (alpha >= beta || stopped_) break;
        }
        return best;
    }

    // The `width` best holes on either side's paths; holes on the paths of both sides first.
    std::vector<Move> path_moves(const State& state) const {
        std::vector<Move> moves;
        const int size = state.rules().size;
        constexpr int band_value[] = {6, 3, 1};
        for (int column = 0; column < size; ++column) {
            std::uint32_t holes = 0;
            for (const ShortestPaths& paths : paths_)
                holes |= paths.band[0][column] | paths.band[1][column] | paths.band[2][column];
            for_each_bit(holes & views_[0].free[column], [&](int row) {
                int value = 0;
                for (const ShortestPaths& paths : paths_)
                    for (int band = 0; band < 3; ++band) value += paths.band[band].has(column, row) ? band_value[band] : 0;
                const int from_centre = std::abs(2 * row - size) / 2 + std::abs(2 * column - size) / 2;
                moves.push_back({static_cast<Code>(column * size + row), 8 * value - from_centre});
            });
        }
        if (moves.empty()) moves = legal_pegs(state);
        const auto order = [](const Move& a, const Move& b) { return a.value != b.value ? a.value > b.value : a.code < b.code; };
        std::sort(moves.begin(), moves.end(), order);
        if (moves.size() > width_) moves.resize(width_);
        return moves;
    }

    static std::vector<Move> legal_pegs(const State& state) {
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
    std::array<SideView, 2> views_;
    std::array<DistanceField, 2> fields_;
    std::array<ShortestPaths, 2> paths_;
};

}  // namespace tablier::twixt
