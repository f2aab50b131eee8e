// What can be set about Twisty. A few bytes: every position carries its own.
#pragma once
#include <array>
#include <charconv>
#include <limits>
#include <numeric>

#include "../../position.hpp"
#include "board.hpp"

namespace tablier::twisty {

constexpr int most_seats = 4;
constexpr int tokens_dealt = 16;  // special tokens: 44 cells less 4 cubes in each of 7 colours (TWS-1)
constexpr int cubes_each = 4;

// Codes: a turn that ends on a cell, the same protecting there, a corner picked, a pass.
constexpr Code protecting = cells, picking = 2 * cells, pass = picking + 4, all_codes = pass + 1;

// The planes of an observation: these, then so many for each seat. `observe` says what they are.
constexpr int common_planes = 15, planes_each = 12;

struct Rules {
    std::uint8_t players = 2;
    bool corners_dealt = false;
    std::array<std::uint8_t, specials> counts{};  // of the special tokens
    std::uint32_t last_turn = endless;            // the game is a draw after so many turns

    static constexpr std::uint32_t endless = std::numeric_limits<std::uint32_t>::max();

    static std::shared_ptr<const Rules> make(std::string_view edition, const Options& options) {
        const auto text = [&options](std::string_view name) -> std::string_view {
            const auto found = options.find(name);
            return found == options.end() ? std::string_view{} : found->second;
        };
        Rules rules;
        const auto players = number(text("players"));
        if (edition != "djeco" || players < 2 || players > most_seats) return nullptr;
        rules.players = static_cast<std::uint8_t>(players);
        if (text("corners") != "chosen" && text("corners") != "dealt") return nullptr;
        rules.corners_dealt = text("corners") == "dealt";
        if (!rules.read_counts(text("specials"))) return nullptr;
        if (text("turn_limit") != "none") {
            const auto limit = number(text("turn_limit"));
            if (limit < 1 || limit > 1'000'000) return nullptr;
            rules.last_turn = static_cast<std::uint32_t>(limit * players);
        }
        return std::make_shared<const Rules>(rules);
    }

    int codes() const { return all_codes; }
    int seats() const { return players; }
    Shape shape() const { return {common_planes + planes_each * players, size, size}; }
    int symmetries() const { return static_cast<int>(images.size()); }

    bool limited() const { return last_turn != endless; }

    // A whole number of at most seven digits, written without leading zeros; -1 for any other text.
    static std::int32_t number(std::string_view text) {
        std::int32_t value = -1;
        if (text.empty() || text.size() > 7 || text[0] == '-' || (text[0] == '0' && text.size() > 1)) return -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc{} && end == text.data() + text.size() ? value : -1;
    }

private:
    // `step:3,diagonal:3,knight:3,portal:4,save:3`, adding up to 16, portal not 1.
    bool read_counts(std::string_view text) {
        constexpr std::array<std::string_view, specials> kinds{"step:", "diagonal:", "knight:", "portal:", "save:"};
        for (int kind = 0; kind < specials; ++kind) {
            if (!text.starts_with(kinds[kind])) return false;
            text.remove_prefix(kinds[kind].size());
            const std::size_t end = kind + 1 < specials ? text.find(',') : text.size();
            if (end == std::string_view::npos) return false;
            const auto count = number(text.substr(0, end));
            if (count < 0 || count > tokens_dealt) return false;
            counts[kind] = static_cast<std::uint8_t>(count);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return std::accumulate(counts.begin(), counts.end(), 0) == tokens_dealt && counts[portal] != 1;
    }
};

}  // namespace tablier::twisty
