// Equivalent positions, and sides that can no longer win, for verifying strategies. Computed from the position text alone,
// independently of the solver.
#pragma once
#include "../../solve/verifier.hpp"
#include "kwintie.hpp"

namespace tablier::kwintie {

// The rows of a position, from the bottom up; `trimmed`: without the empty columns beside the wall.
inline std::vector<std::string> rows_of(const State& state, bool trimmed) {
    std::vector<std::string> rows(1);
    const std::string fields = state.fields();
    for (const char letter : fields.substr(0, fields.size() - 2)) {
        if (letter == '/') rows.emplace_back();
        else rows.back() += letter;
    }
    if (rows[0] == "-") return {};
    if (!trimmed) return rows;
    const std::size_t first = rows[0].find_first_not_of('.'), last = rows[0].find_last_not_of('.');
    for (std::string& row : rows) row = row.substr(first, last - first + 1);
    return rows;
}

// Equal for mirror images, and for walls at different columns of the table. FNV-1a with 128 bits.
inline solve::EquivalenceKey equivalence_key(const State& state) {
    std::string direct, mirrored;
    for (const std::string& row : rows_of(state, state.rules().table)) {
        direct += row + '/';
        mirrored.append(row.rbegin(), row.rend());
        mirrored += '/';
    }
    const std::string& text = std::min(direct, mirrored);
    solve::EquivalenceKey key = static_cast<unsigned>(state.turn());
    constexpr solve::EquivalenceKey prime = (solve::EquivalenceKey{1} << 88) + 0x13b;
    key += (solve::EquivalenceKey{0x6c62272e07bb0142} << 64) + 0x62b821756295c58d;
    for (const char letter : text) key = (key ^ static_cast<unsigned char>(letter)) * prime;
    return key;
}

// A faster key for lookups in a strategy. On the board only mirror images are equivalent.
inline Key equivalence_hash(const State& state) {
    return state.rules().table ? static_cast<Key>(equivalence_key(state)) : std::min(state.key(), state.mirrored_key());
}

// True if the opponent has a cube in every possible line (KWI-8) and lines of four do not count (KWI-9).
inline bool cannot_win(const State& state, int seat) {
    const Rules& rules = state.rules();
    const std::vector<std::string> rows = rows_of(state, false);
    if (rules.fours || (rules.table && rows.empty())) return false;
    int first = 0, last = rules.columns - 1;  // columns that the wall occupies or can still reach
    if (rules.table) {
        const int left = static_cast<int>(rows[0].find_first_not_of('.'));
        const int right = static_cast<int>(rows[0].find_last_not_of('.'));
        first = std::max(0, right - rules.width + 1);
        last = std::min(last, left + rules.width - 1);
    }
    const auto is_blocked = [&](int column, int row) {
        if (row >= static_cast<int>(rows.size())) return false;
        const char letter = rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        return seat == 0 ? letter == 'B' || letter == 'b' : letter == 'W' || letter == 'w';
    };
    constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int column = first; column <= last; ++column)
        for (int row = 0; row < rules.height; ++row)
            for (const auto& [across, up] : steps) {
                const int end = column + across * (rules.line - 1), top = row + up * (rules.line - 1);
                if (end > last || top < 0 || top >= rules.height) continue;
                bool open = true;
                for (int i = 0; i < rules.line && open; ++i) open = !is_blocked(column + i * across, row + i * up);
                if (open) return false;
            }
    return true;
}

}  // namespace tablier::kwintie
