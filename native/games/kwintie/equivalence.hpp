// Which positions play alike, and who can no longer win, told from the position text alone: for checking strategies.
#pragma once
#include "../../solve/verifier.hpp"
#include "kwintie.hpp"

namespace tablier::kwintie {

// The rows of a position, from the bottom up, without the empty columns beside the wall.
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

// Mirror images play alike, and so do walls that stand elsewhere on the table.
inline solve::EquivalenceKey equivalence_key(const State& state) {
    std::string here, mirrored;
    for (const std::string& row : rows_of(state, state.rules().table)) {
        here += row + '/';
        mirrored.append(row.rbegin(), row.rend());
        mirrored += '/';
    }
    const std::string& text = std::min(here, mirrored);
    solve::EquivalenceKey equivalence_key = static_cast<unsigned>(state.turn());
    constexpr solve::EquivalenceKey prime = (solve::EquivalenceKey{1} << 88) + 0x13b;  // FNV-1a of 128 bits
    equivalence_key += (solve::EquivalenceKey{0x6c62272e07bb0142} << 64) + 0x62b821756295c58d;
    for (const char letter : text) equivalence_key = (equivalence_key ^ static_cast<unsigned char>(letter)) * prime;
    return equivalence_key;
}

// The same in few steps, for playing from a strategy. On the board a position and its mirror image are all there is.
inline Key equivalence_hash(const State& state) {
    return state.rules().table ? static_cast<Key>(equivalence_key(state)) : std::min(state.key(), state.mirrored_key());
}

// Whether the other side has a cube in every line there is (KWI-8), and lines of four do not count.
inline bool cannot_win(const State& state, int seat) {
    const Rules& rules = state.rules();
    const std::vector<std::string> rows = rows_of(state, false);
    if (rules.fours || (rules.table && rows.empty())) return false;
    int first = 0, last = rules.columns - 1;  // the columns the wall may still come to cover
    if (rules.table) {
        const int left = static_cast<int>(rows[0].find_first_not_of('.')), right = static_cast<int>(rows[0].find_last_not_of('.'));
        first = std::max(0, right - rules.width + 1);
        last = std::min(last, left + rules.width - 1);
    }
    const auto spoilt = [&](int column, int row) {
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
                for (int i = 0; i < rules.line && open; ++i) open = !spoilt(column + i * across, row + i * up);
                if (open) return false;
            }
    return true;
}

}  // namespace tablier::kwintie
