// Distance fields of a side's borders, computed with bitboards by breadth-first search.
//
// The one-distance of a hole is the number of pegs that connect it to a border, including a peg in the hole itself, without any
// opposition. The two-distance, known from Hex (Queenbee), is one more than the second smallest two-distance of its neighbours,
// because the opponent will block the best one. In both, own chains cost nothing: a distance that reaches one neighbour of a
// chain reaches all of them.
#pragma once
#include <utility>

#include "state.hpp"

namespace tablier::twixt {

constexpr int bitboard_margin = 4;  // empty columns on either side, so that knight's steps need no bounds check

// A set of holes: one word per column, bit 0 is the top row.
struct alignas(32) Bitboard {
    std::array<std::uint32_t, max_size + 2 * bitboard_margin> words{};

    std::uint32_t& operator[](int column) { return words[static_cast<std::size_t>(column + bitboard_margin)]; }
    const std::uint32_t& operator[](int column) const { return words[static_cast<std::size_t>(column + bitboard_margin)]; }
    bool has(int column, int row) const { return (*this)[column] >> row & 1; }
    void add(int column, int row) { (*this)[column] |= std::uint32_t{1} << row; }
};

typedef std::uint32_t Lanes __attribute__((vector_size(32)));  // eight columns; one AVX2 or two SSE registers
constexpr int lane_count = 8;

#pragma GCC diagnostic ignored "-Wpsabi"  // Lanes never cross a function call: everything that takes them is inlined
inline Lanes load(const Bitboard& board, int column) {
    Lanes lanes;
    std::memcpy(&lanes, &board[column], sizeof lanes);
    return lanes;
}
inline void store(Bitboard& board, int column, Lanes lanes) { std::memcpy(&board[column], &lanes, sizeof lanes); }

template <int down>
inline Lanes shift_rows(Lanes rows) {  // bit r of the result is bit r + down of `rows`
    if constexpr (down >= 0) return rows >> down;
    else return rows << -down;
}

// Calls visit(step) for the eight knight's steps, with the step as a compile-time constant.
template <class Visit, std::size_t... step>
inline void for_each_step(Visit visit, std::index_sequence<step...>) {
    (visit(std::integral_constant<int, static_cast<int>(step)>{}), ...);
}
template <class Visit>
inline void for_each_step(Visit visit) {
    for_each_step(visit, std::make_index_sequence<8>{});
}

// Bit counting in parallel lanes; `columns(column)` returns eight columns.
template <class Columns>
inline int popcount(int size, Columns columns) {
    Lanes sum{};
    for (int column = 0; column < size; column += lane_count) {
        Lanes x = columns(column);
        x -= x >> 1 & 0x55555555u;
        x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0fu;
        sum += x * 0x01010101u >> 24;
    }
    std::uint32_t all = 0;
    for (int lane = 0; lane < lane_count; ++lane) all += sum[lane];
    return static_cast<int>(all);
}
inline int popcount(const Bitboard& board, int size) {
    return popcount(size, [&](int column) { return load(board, column); });
}
inline int popcount_and(const Bitboard& a, const Bitboard& b, int size) {
    return popcount(size, [&](int column) { return load(a, column) & load(b, column); });
}

inline bool any(Lanes lanes) {
    std::array<std::uint64_t, sizeof(Lanes) / 8> words;
    std::memcpy(words.data(), &lanes, sizeof lanes);
    return words[0] | words[1] | words[2] | words[3];
}

inline bool intersects(const Bitboard& a, const Bitboard& b, int size) {
    Lanes all{};
    for (int column = 0; column < size; column += lane_count) all |= load(a, column) & load(b, column);
    return any(all);
}

inline bool any(const Bitboard& board, int size) {
    Lanes all{};
    for (int column = 0; column < size; column += lane_count) all |= load(board, column);
    return any(all);
}

// The position from one side's point of view: holes open to it, steps that no link blocks, and its chains.
struct SideView {
    struct Chain {
        Bitboard reach;  // open holes that one link connects to the chain
        int first = max_size, last = -1;  // columns of `reach`
        std::uint8_t borders = 0;
    };

    static constexpr int max_chains = max_size * max_size / 2;

    int size;
    Bitboard free;  // holes open to the side
    std::array<Bitboard, 8> open_steps;  // per step: holes from which no link blocks it
    std::array<Bitboard, 2> border_holes;  // `free` at the near and at the far border
    std::array<Chain, max_chains> chains;
    int chain_count = 0;

    void update(const State& state, int side) {
        const Rules& rules = state.rules();
        size = rules.size;
        chain_count = 0;
        const CellSet &own = state.pegs(side), &other = state.pegs(1 - side);
        for (int column = 0; column < size; ++column)
            free[column] = static_cast<std::uint32_t>(
                ~(own.column_rows(column) | other.column_rows(column) | rules.closed_cells[side].column_rows(column)));
        const int last = size - 1;
        for (int end = 0; end < 2; ++end) border_holes[end] = Bitboard{};
        if (side == 0) {
            for (int column = 0; column < size; ++column) {
                border_holes[0][column] = free[column] & 1;
                border_holes[1][column] = free[column] & std::uint32_t{1} << last;
            }
        } else {
            border_holes[0][0] = free[0];
            border_holes[1][last] = free[last];
        }
        compute_open_steps(state, side);
        collect_chains(state, side);
    }

private:
    void compute_open_steps(const State& state, int side) {
        const DirectionGrid &theirs = state.blocked(1 - side), &ours = state.blocked(side);
        const std::uint64_t own_mask = state.rules().own_links_mask * 0x0101010101010101u;
        for (int column = 0; column < size; ++column) {
            std::array<std::uint32_t, 8> planes{};
            for (int row = 0; row < size; row += 8) {
                std::uint64_t a, b;
                std::memcpy(&a, theirs.data() + cell_at(column, row), 8);
                std::memcpy(&b, ours.data() + cell_at(column, row), 8);
                std::uint64_t x = ~(a | (b & own_mask)), t;  // transpose 8x8 bits: from a byte per row to a byte per direction
                t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aau, x ^= t ^ (t << 7);
                t = (x ^ (x >> 14)) & 0x0000cccc0000ccccu, x ^= t ^ (t << 14);
                t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0u, x ^= t ^ (t << 28);
                for (int step = 0; step < 8; ++step) planes[step] |= static_cast<std::uint32_t>(x >> (8 * step) & 0xff) << row;
            }
            for (int step = 0; step < 8; ++step) open_steps[step][column] = planes[step];
        }
    }

    void collect_chains(const State& state, int side) {
        const Rules& rules = state.rules();
        std::array<Code, max_chains> roots;
        state.pegs(side).for_each([&](Cell cell) {
            const int column = column_of(cell), row = row_of(cell);
            const Code root = state.chain_of(static_cast<Code>(column * rules.size + row));
            int number = 0;
            while (number < chain_count && roots[number] != root) ++number;
            if (number == chain_count) {
                roots[chain_count++] = root;
                chains[number] = Chain{};
                chains[number].borders = state.borders_of(root);
            }
            Chain& chain = chains[number];
            for (int step = 0; step < 8; ++step) {
                const int x = column + steps[step].right, y = row + steps[step].down;
                if (y < 0 || !open_steps[step].has(column, row) || x < 0 || x >= size || y >= size || !free.has(x, y)) continue;
                chain.reach.add(x, y);
                chain.first = std::min(chain.first, x);
                chain.last = std::max(chain.last, x);
            }
        });
    }
};

// Distances of all holes from one border.
struct DistanceField {
    std::array<Bitboard, 2 * max_size> holes_at;  // by distance in pegs
    int max_distance = 0;
    std::array<std::uint8_t, SideView::max_chains> chain_distance;  // pegs between the border and each chain of the view

    static constexpr int unreachable = 100;
};

// The first hole from which a chain was reached, and the holes that have already counted it as a neighbour.
struct Contact {
    int column, row;
    Bitboard counted;
};

// Computes the distances from the near (end 0) or far (end 1) border, layer by layer. `paths`: 1 for the one-distance, 2 for
// the two-distance.
template <int paths>
inline void compute_distances(const SideView& view, int end, DistanceField& field) {
    const int size = view.size;
    Bitboard reached_once{}, reached_twice{};  // holes with at least one, and at least two neighbours reached
    Bitboard done = view.border_holes[end];    // holes with a distance
    std::array<Contact, 16> contacts;          // of one layer; any more are ignored
    // Number of holes from which each chain was reached, at most `paths`.
    std::array<std::int8_t, SideView::max_chains> reached;
    const std::uint8_t border = end == 0 ? near : far;
    for (int number = 0; number < view.chain_count; ++number) {
        const SideView::Chain& chain = view.chains[number];
        reached[number] = chain.borders & border ? paths : 0;
        field.chain_distance[number] = reached[number] ? 0 : DistanceField::unreachable;
        if (!reached[number]) continue;
        for (int column = chain.first; column <= chain.last; ++column) done[column] |= chain.reach[column];
    }
    field.holes_at[1] = done;
    field.max_distance = 0;
    for (int k = 1; k + 1 < static_cast<int>(field.holes_at.size()); ++k) {
        const Bitboard& front = field.holes_at[k];
        if (!any(front, size)) break;
        field.max_distance = k;
        for (int column = 0; column < size; column += lane_count) {
            Lanes once = load(reached_once, column), twice = load(reached_twice, column);
            for_each_step([&](auto step) {
                const Lanes from = shift_rows<steps[step].down>(load(front, column + steps[step].right));
                const Lanes in = from & load(view.open_steps[step], column);
                if constexpr (paths == 2) twice |= once & in;
                once |= in;
            });
            store(reached_once, column, once);
            store(reached_twice, column, twice);
        }
        // A chain passes a new contact on to all holes it reaches. Each hole counts the same contact only once.
        int contact_count = 0;
        for (int number = 0; number < view.chain_count; ++number) {
            if (reached[number] >= paths) continue;
            const SideView::Chain& chain = view.chains[number];
            int hits = 0, hit_column = 0, hit_row = 0;
            for (int column = chain.first; column <= chain.last; ++column) {
                const std::uint32_t hit = front[column] & chain.reach[column];
                if (hit) hits += std::popcount(hit), hit_column = column, hit_row = std::countr_zero(hit);
            }
            if (!hits) continue;
            reached[number] = static_cast<std::int8_t>(std::min(reached[number] + hits, paths));
            if (reached[number] == paths) {
                field.chain_distance[number] = static_cast<std::uint8_t>(k);
                Bitboard& enough = paths == 2 ? reached_twice : reached_once;
                for (int column = chain.first; column <= chain.last; ++column) enough[column] |= chain.reach[column];
                continue;
            }
            int index = 0;
            while (index < contact_count && (contacts[index].column != hit_column || contacts[index].row != hit_row)) ++index;
            if (index == static_cast<int>(contacts.size())) continue;
            if (index == contact_count) {  // a new contact, which its neighbours have counted already
                Contact& contact = contacts[contact_count++];
                contact = {hit_column, hit_row, Bitboard{}};
                contact.counted.add(hit_column, hit_row);
                for (int step = 0; step < 8; ++step) {
                    const int row = hit_row + steps[step].down;
                    if (view.open_steps[step].has(hit_column, hit_row) && row >= 0 && row < size)
                        contact.counted.add(hit_column + steps[step].right, row);
                }
            }
            Bitboard& counted = contacts[index].counted;
            for (int column = chain.first; column <= chain.last; ++column) {
                const std::uint32_t in = chain.reach[column] & ~counted[column];
                counted[column] |= in;
                reached_twice[column] |= reached_once[column] & in;
                reached_once[column] |= in;
            }
        }
        Bitboard& next = field.holes_at[k + 1];
        const Bitboard& enough = paths == 2 ? reached_twice : reached_once;
        for (int column = 0; column < size; column += lane_count) {
            const Lanes fresh = load(enough, column) & load(view.free, column) & ~load(done, column);
            store(next, column, fresh);
            store(done, column, load(done, column) | fresh);
        }
    }
}

// The shortest paths from border to border: their length, and the holes on them and on slightly longer ones.
struct ShortestPaths {
    static constexpr int band_count = 4;
    static constexpr int unreachable = 99;

    int pegs_needed = unreachable;
    std::array<Bitboard, band_count> band;  // holes by how much longer the best path through them is than the shortest path
    std::array<int, band_count> band_sizes{};
    int chain_pegs_needed = unreachable;  // the least sum of the two border distances of a chain
    Bitboard bottlenecks;  // holes on shortest paths with at most one alternative at the same distance
    // Width of the paths as an electrical resistance: layers in series, the holes of a layer in parallel. Of the shortest
    // paths, and of these together with those one peg longer.
    std::array<float, 2> resistance{};

    void clear() {
        pegs_needed = chain_pegs_needed = unreachable;
        for (Bitboard& board : band) board = Bitboard{};
        band_sizes = {};
        bottlenecks = Bitboard{};
        resistance = {};
    }

    // Combines the distance fields of both borders. `lower_bound` is one of pegs_needed, `unreachable` if none is known.
    void combine(const DistanceField& near_end, const DistanceField& far_end, const SideView& view, int lower_bound) {
        const int size = view.size;
        pegs_needed = chain_pegs_needed = unreachable;
        for (int number = 0; number < view.chain_count; ++number)
            chain_pegs_needed = std::min(chain_pegs_needed, near_end.chain_distance[number] + far_end.chain_distance[number]);
        band_sizes = {};
        int bands = 0, shortest = 2;  // the least sum of both distances of a hole; every path ends in a hole at distance 1 from the far border
        while (shortest <= near_end.max_distance + 1 && !intersects(near_end.holes_at[shortest - 1], far_end.holes_at[1], size))
            ++shortest;
        const int max_sum = near_end.max_distance + far_end.max_distance;
        for (int sum = std::min(shortest, lower_bound + 1); sum <= max_sum && bands < band_count; ++sum) {
            Bitboard& all = band[bands];
            for (int column = 0; column < size; column += lane_count) {
                Lanes on_path{};
                for (int k = std::max(1, sum - far_end.max_distance); k <= std::min(near_end.max_distance, sum - 1); ++k)
                    on_path |= load(near_end.holes_at[k], column) & load(far_end.holes_at[sum - k], column);
                store(all, column, on_path);
            }
            if (pegs_needed == unreachable && !any(all, size)) continue;
            if (pegs_needed == unreachable) pegs_needed = sum - 1;
            band_sizes[bands++] = popcount(all, size);
        }
        for (; bands < band_count; ++bands) band[bands] = Bitboard{};
        measure_bottlenecks(near_end, size);
    }

private:
    void measure_bottlenecks(const DistanceField& near_end, int size) {
        bottlenecks = Bitboard{};
        resistance = {};
        if (pegs_needed == unreachable) return;
        for (int k = 1; k <= std::min(near_end.max_distance, pegs_needed + 1); ++k) {
            const Bitboard& layer = near_end.holes_at[k];
            const int shortest = popcount_and(layer, band[0], size), longer = shortest + popcount_and(layer, band[1], size);
            if (shortest) resistance[0] += 1 / static_cast<float>(shortest);
            if (longer) resistance[1] += 1 / static_cast<float>(longer);
            if (shortest && shortest <= 2)
                for (int column = 0; column < size; column += lane_count)
                    store(bottlenecks, column, load(bottlenecks, column) | (load(layer, column) & load(band[0], column)));
        }
    }
};

}  // namespace tablier::twixt
