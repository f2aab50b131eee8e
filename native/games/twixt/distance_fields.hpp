// Boards as bits, a word a column, and how far holes are from a side's borders.
//
// Two distances. The *one-distance* of a hole is how many pegs join it with a border, its own included, when nobody disturbs. The
// *two-distance* is one more than the second smallest among its neighbours, since the opponent blocks the best: it counts what
// two ways lead to. Either way a side's own chains cost nothing: what a chain reaches, every neighbour of it reaches.
#pragma once
#include <utility>

#include "state.hpp"

namespace tablier::twixt {

constexpr int margin = 4;  // columns on either side, always empty, so that steps and setups need no check

struct alignas(32) Field {
    std::array<std::uint32_t, largest + 2 * margin> words{};

    std::uint32_t& operator[](int column) { return words[static_cast<std::size_t>(column + margin)]; }
    const std::uint32_t& operator[](int column) const { return words[static_cast<std::size_t>(column + margin)]; }
    bool has(int column, int row) const { return (*this)[column] >> row & 1; }
    void add(int column, int row) { (*this)[column] |= std::uint32_t{1} << row; }
};

typedef std::uint32_t Lanes __attribute__((vector_size(32)));  // columns side by side: what one or two instructions work on
constexpr int at_once = 8;

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors are never passed between functions: all that takes them is inlined
inline Lanes load(const Field& field, int column) {
    Lanes found;
    std::memcpy(&found, &field[column], sizeof found);
    return found;
}
inline void store(Field& field, int column, Lanes given) { std::memcpy(&field[column], &given, sizeof given); }

template <int down>
inline Lanes moved(Lanes rows) {  // bit r is bit r + down of what is given
    if constexpr (down >= 0) return rows >> down;
    else return rows << -down;
}

template <class Visit, std::size_t... step>
inline void for_steps(Visit visit, std::index_sequence<step...>) {
    (visit(std::integral_constant<int, static_cast<int>(step)>{}), ...);
}
template <class Visit>
inline void for_steps(Visit visit) {
    for_steps(visit, std::make_index_sequence<8>{});
}

template <class Columns>
inline int counted(int size, Columns columns) {
    Lanes sum{};
    for (int column = 0; column < size; column += at_once) {
        Lanes x = columns(column);
        x -= x >> 1 & 0x55555555u;
        x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0fu;
        sum += x * 0x01010101u >> 24;
    }
    std::uint32_t all = 0;
    for (int lane = 0; lane < at_once; ++lane) all += sum[lane];
    return static_cast<int>(all);
}
inline int counted(const Field& field, int size) {
    return counted(size, [&](int column) { return load(field, column); });
}
inline int counted_both(const Field& one, const Field& other, int size) {
    return counted(size, [&](int column) { return load(one, column) & load(other, column); });
}

inline bool any(Lanes given) {
    std::array<std::uint64_t, sizeof(Lanes) / 8> words;
    std::memcpy(words.data(), &given, sizeof given);
    return words[0] | words[1] | words[2] | words[3];
}

inline bool meet(const Field& one, const Field& other, int size) {
    Lanes all{};
    for (int column = 0; column < size; column += at_once) all |= load(one, column) & load(other, column);
    return any(all);
}

inline bool any(const Field& field, int size) {
    Lanes all{};
    for (int column = 0; column < size; column += at_once) all |= load(field, column);
    return any(all);
}

// One side's view of a position: where it may still put pegs, which steps are open to it, and what its chains reach.
struct View {
    struct Group {
        Field reach;  // the open holes next to it
        int first = largest, last = -1;  // columns of `reach`
        std::uint8_t borders = 0;
    };

    static constexpr int most_groups = largest * largest / 2;

    int size;
    Field free;
    std::array<Field, 8> open;
    std::array<Field, 2> edge;  // holes of `free` at the near and at the far border
    std::array<Group, most_groups> groups;
    int count = 0;

    void look(const State& state, int side) {
        const Rules& rules = state.rules();
        size = rules.size;
        count = 0;
        const Bits &own = state.pegs(side), &other = state.pegs(1 - side);
        for (int column = 0; column < size; ++column)
            free[column] = static_cast<std::uint32_t>(~(own.rows(column) | other.rows(column) | rules.closed[side].rows(column)));
        const int last = size - 1;
        for (int end = 0; end < 2; ++end) edge[end] = Field{};
        if (side == 0) {
            for (int column = 0; column < size; ++column) {
                edge[0][column] = free[column] & 1;
                edge[1][column] = free[column] & std::uint32_t{1} << last;
            }
        } else {
            edge[0][0] = free[0];
            edge[1][last] = free[last];
        }
        open_steps(state, side);
        group(state, side);
    }

private:
    void open_steps(const State& state, int side) {
        const Grid &theirs = state.barred(1 - side), &ours = state.barred(side);
        const std::uint64_t own = state.rules().own_links_bar * 0x0101010101010101u;
        for (int column = 0; column < size; ++column) {
            std::array<std::uint32_t, 8> planes{};
            for (int row = 0; row < size; row += 8) {
                std::uint64_t a, b;
                std::memcpy(&a, theirs.data() + cell_at(column, row), 8);
                std::memcpy(&b, ours.data() + cell_at(column, row), 8);
                std::uint64_t x = ~(a | (b & own)), t;  // a byte a row: turned into a byte a direction
                t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aau, x ^= t ^ (t << 7);
                t = (x ^ (x >> 14)) & 0x0000cccc0000ccccu, x ^= t ^ (t << 14);
                t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0u, x ^= t ^ (t << 28);
                for (int step = 0; step < 8; ++step) planes[step] |= static_cast<std::uint32_t>(x >> (8 * step) & 0xff) << row;
            }
            for (int step = 0; step < 8; ++step) open[step][column] = planes[step];
        }
    }

    void group(const State& state, int side) {
        const Rules& rules = state.rules();
        std::array<Code, most_groups> chain;
        state.pegs(side).each_cell([&](Cell cell) {
            const int column = column_of(cell), row = row_of(cell);
            const Code top = state.chain_of(static_cast<Code>(column * rules.size + row));
            int number = 0;
            while (number < count && chain[number] != top) ++number;
            if (number == count) {
                chain[count++] = top;
                groups[number] = Group{};
                groups[number].borders = state.borders_of(top);
            }
            Group& group = groups[number];
            for (int step = 0; step < 8; ++step) {
                const int to = column + steps[step].right, at = row + steps[step].down;
                if (at < 0 || !open[step].has(column, row) || to < 0 || to >= size || at >= size || !free.has(to, at)) continue;
                group.reach.add(to, at);
                group.first = std::min(group.first, to);
                group.last = std::max(group.last, to);
            }
        });
    }
};

// How far every hole is from one border: `level[k]` are the holes k pegs away.
struct Levels {
    std::array<Field, 2 * largest> level;
    int last = 0;  // the farthest there is
    std::array<std::uint8_t, View::most_groups> chain;  // how many pegs away each chain of the view is

    static constexpr int apart = 100;
};

struct Single {  // a hole that a chain was reached from, the first
    int column, row;
    Field given;  // who has heard of it already
};

// `ways`: 1 for the one-distance, 2 for the two-distance.
template <int ways>
inline void measure(const View& view, int end, Levels& levels) {
    const int size = view.size;
    Field one{}, two{}, done = view.edge[end];
    std::array<Single, 16> singles;
    std::array<std::int8_t, View::most_groups> reached;  // ways found to a chain
    const std::uint8_t border = end == 0 ? near : far;
    for (int number = 0; number < view.count; ++number) {
        const View::Group& group = view.groups[number];
        reached[number] = group.borders & border ? ways : 0;
        levels.chain[number] = reached[number] ? 0 : Levels::apart;
        if (!reached[number]) continue;
        for (int column = group.first; column <= group.last; ++column) done[column] |= group.reach[column];
    }
    levels.level[1] = done;
    levels.last = 0;
    for (int k = 1; k + 1 < static_cast<int>(levels.level.size()); ++k) {
        const Field& front = levels.level[k];
        if (!any(front, size)) break;
        levels.last = k;
        for (int column = 0; column < size; column += at_once) {
            Lanes once = load(one, column), twice = load(two, column);
            for_steps([&](auto step) {
                const Lanes in = moved<steps[step].down>(load(front, column + steps[step].right)) & load(view.open[step], column);
                if constexpr (ways == 2) twice |= once & in;
                once |= in;
            });
            store(one, column, once);
            store(two, column, twice);
        }
        // Chains: what is met for the first time is passed on to all they reach, each hole counting once for every neighbour.
        int heard = 0;
        for (int number = 0; number < view.count; ++number) {
            if (reached[number] >= ways) continue;
            const View::Group& group = view.groups[number];
            int met = 0, at = 0, row = 0;
            for (int column = group.first; column <= group.last; ++column) {
                const std::uint32_t hit = front[column] & group.reach[column];
                if (hit) met += std::popcount(hit), at = column, row = std::countr_zero(hit);
            }
            if (!met) continue;
            reached[number] = static_cast<std::int8_t>(std::min(reached[number] + met, ways));
            if (reached[number] == ways) {
                levels.chain[number] = static_cast<std::uint8_t>(k);
                Field& sure = ways == 2 ? two : one;
                for (int column = group.first; column <= group.last; ++column) sure[column] |= group.reach[column];
                continue;
            }
            int which = 0;
            while (which < heard && (singles[which].column != at || singles[which].row != row)) ++which;
            if (which == 16) continue;
            if (which == heard) {  // its own neighbours have counted it
                Single& single = singles[heard++];
                single = {at, row, Field{}};
                single.given.add(at, row);
                for (int step = 0; step < 8; ++step)
                    if (view.open[step].has(at, row) && row + steps[step].down >= 0 && row + steps[step].down < size)
                        single.given.add(at + steps[step].right, row + steps[step].down);
            }
            Field& given = singles[which].given;
            for (int column = group.first; column <= group.last; ++column) {
                const std::uint32_t in = group.reach[column] & ~given[column];
                given[column] |= in;
                two[column] |= one[column] & in;
                one[column] |= in;
            }
        }
        Field& next = levels.level[k + 1];
        const Field& found = ways == 2 ? two : one;
        for (int column = 0; column < size; column += at_once) {
            const Lanes fresh = load(found, column) & load(view.free, column) & ~load(done, column);
            store(next, column, fresh);
            store(done, column, load(done, column) | fresh);
        }
    }
}

// The shortest ways from border to border: how many pegs they need, and the holes that lie on them and on those a little longer.
struct Ways {
    static constexpr int bands = 4;
    static constexpr int none = 99;

    int needed = none;
    std::array<Field, bands> band;  // by how much longer a way through the hole is than the shortest
    std::array<int, bands> holes{};
    int sure = none;  // pegs needed by the chain that needs fewest, both its ends counted as the distance does
    Field narrow;     // holes of the shortest ways beside which there is at most one other as far along
    std::array<float, 2> thin{};  // how thin the ways are, as resistances one after the other: the shortest, and with those one longer

    void none_left() {
        needed = sure = none;
        for (Field& field : band) field = Field{};
        holes = {};
        narrow = Field{};
        thin = {};
    }

    // `least`: pegs that are needed at any rate, where that is known.
    void join(const Levels& near_end, const Levels& far_end, const View& view, int least) {
        const int size = view.size;
        needed = sure = none;
        for (int number = 0; number < view.count; ++number) sure = std::min(sure, near_end.chain[number] + far_end.chain[number]);
        holes = {};
        int found = 0, shortest = 2;  // every way ends in a hole next to the far border
        while (shortest <= near_end.last + 1 && !meet(near_end.level[shortest - 1], far_end.level[1], size)) ++shortest;
        for (int sum = std::min(shortest, least + 1); sum <= near_end.last + far_end.last && found < bands; ++sum) {
            Field& all = band[found];
            for (int column = 0; column < size; column += at_once) {
                Lanes here{};
                for (int k = std::max(1, sum - far_end.last); k <= std::min(near_end.last, sum - 1); ++k)
                    here |= load(near_end.level[k], column) & load(far_end.level[sum - k], column);
                store(all, column, here);
            }
            if (needed == none && !any(all, size)) continue;
            if (needed == none) needed = sum - 1;
            holes[found++] = counted(all, size);
        }
        for (; found < bands; ++found) band[found] = Field{};
        thin_out(near_end, size);
    }

private:
    void thin_out(const Levels& near_end, int size) {
        narrow = Field{};
        thin = {};
        if (needed == none) return;
        for (int k = 1; k <= std::min(near_end.last, needed + 1); ++k) {
            const Field& level = near_end.level[k];
            const int few = counted_both(level, band[0], size), more = few + counted_both(level, band[1], size);
            if (few) thin[0] += 1 / static_cast<float>(few);
            if (more) thin[1] += 1 / static_cast<float>(more);
            if (few && few <= 2)
                for (int column = 0; column < size; column += at_once)
                    store(narrow, column, load(narrow, column) | (load(level, column) & load(band[0], column)));
        }
    }
};

}  // namespace tablier::twixt
