// The options of Twisty, action codes and sizes. Rules are a few bytes, so that every position has its own copy.
#pragma once
#include <array>
#include <limits>
#include <numeric>

#include "../../options.hpp"
#include "bitboard.hpp"

namespace tablier::twisty {

constexpr int max_players = 4;
constexpr int special_tokens = 16;  // 44 cells less 4 cubes in each of 7 colours (TWS-1)
constexpr int cubes_per_colour = 4;

// Action codes: a turn by the cell where it ends; the same with protecting there; a corner pick by its index in `corners`; the pass.
constexpr Code first_protect = cells, first_pick = 2 * cells, pass = first_pick + 4, all_codes = pass + 1;

// Planes of an observation, see State::observe.
constexpr int common_planes = 15, planes_per_seat = 12;

struct Rules {
    static constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();

    std::uint8_t players = 2;
    bool corners_dealt = false;
    std::array<std::uint8_t, specials> special_counts{};
    std::uint32_t max_turns = unlimited;  // turns of all seats together until the game is a draw

    static std::shared_ptr<const Rules> make(std::string_view edition, const Options& options) {
        const auto text = [&options](std::string_view name) { return option_text(options, name); };
        Rules rules;
        const auto players = parse_number(text("players"));
        if (edition != "djeco" || players < 2 || players > max_players) return nullptr;
        rules.players = static_cast<std::uint8_t>(players);
        if (text("corners") != "chosen" && text("corners") != "dealt") return nullptr;
        rules.corners_dealt = text("corners") == "dealt";
        if (!rules.parse_special_counts(text("specials"))) return nullptr;
        if (text("turn_limit") != "none") {
            const auto limit = parse_number(text("turn_limit"));
            if (limit < 1 || limit > 1'000'000) return nullptr;
            rules.max_turns = static_cast<std::uint32_t>(limit * players);
        }
        return std::make_shared<const Rules>(rules);
    }

    int codes() const { return all_codes; }
    int seats() const { return players; }
    Shape shape() const { return {common_planes + planes_per_seat * players, size, size}; }
    int symmetries() const { return static_cast<int>(images.size()); }

    bool has_turn_limit() const { return max_turns != unlimited; }

private:
    // Parses `step:3,diagonal:3,knight:3,portal:4,save:3`: the sum must be 16, and portal must not be 1.
    bool parse_special_counts(std::string_view text) {
        constexpr std::array<std::string_view, specials> kinds{"step:", "diagonal:", "knight:", "portal:", "save:"};
        for (int kind = 0; kind < specials; ++kind) {
            if (!text.starts_with(kinds[kind])) return false;
            text.remove_prefix(kinds[kind].size());
            const std::size_t end = kind + 1 < specials ? text.find(',') : text.size();
            if (end == std::string_view::npos) return false;
            const auto count = parse_number(text.substr(0, end));
            if (count < 0 || count > special_tokens) return false;
            special_counts[kind] = static_cast<std::uint8_t>(count);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return std::accumulate(special_counts.begin(), special_counts.end(), 0) == special_tokens && special_counts[portal] != 1;
    }
};

}  // namespace tablier::twisty
