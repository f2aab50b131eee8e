// Options of Kwintie and lookup tables, shared by all positions of a game.
#pragma once
#include <map>
#include <mutex>
#include <tuple>

#include "../../options.hpp"
#include "board.hpp"

namespace tablier::kwintie {

// A set of placements: bit 2x is a standing piece in column x, bit 2x + 1 a lying piece whose left cube is in column x. Columns
// count in a frame of 16 in which the wall starts at `margin`, so that there is space for the next piece on its left. On the
// table the frame is shifted when the wall grows to the left.
using PlacementSet = std::uint32_t;

constexpr int margin = 2;
constexpr PlacementSet all_standing = 0x5555'5555, all_lying = 0xaaaa'aaaa;

constexpr PlacementSet standing_at(int x) { return PlacementSet{1} << 2 * x; }
constexpr PlacementSet lying_at(int x) { return PlacementSet{2} << 2 * x; }

struct Rules {
    int width, height, line, pieces;
    bool fours, table;
    int columns;  // of the notation; on the table a wall of width 9 grows at most 8 columns to either side of its first
    PlacementSet start_placements;   // supported placements on the empty base
    PlacementSet centre_placements;  // placements forbidden for White's first piece (KWI-5)
    // By height of the support: placements that are not too high (KWI-1).
    std::array<PlacementSet, max_height + 1> fits_on_height{};
    // By width of the wall: placements on it, and beside it (KWI-6).
    std::array<PlacementSet, max_width + 1> within{}, beside{};

    static constexpr int table_columns = 17;
    static constexpr int middle = 8;  // column `i`, where the first piece on the table is put

    // Returns null for options that the twin does not support. Rules are cached forever, so that positions keep a plain
    // pointer.
    static std::shared_ptr<const Rules> make(std::string_view, const Options& options) {
        const auto text = [&options](std::string_view name) { return option_text(options, name); };
        const auto is_either = [&text](std::string_view name, std::string_view first, std::string_view second) {
            return text(name) == first || text(name) == second;
        };
        const auto in_range = [](int low, int value, int high) { return low <= value && value <= high; };
        const int width = parse_number(text("width")), height = parse_number(text("height"));
        const int line = parse_number(text("line")), pieces = parse_number(text("pieces"));
        if (!in_range(3, width, max_width) || !in_range(3, height, max_height)) return nullptr;
        if (!in_range(3, line, 5) || !in_range(1, pieces, 40)) return nullptr;
        if (!is_either("base", "board", "table") || !is_either("centre_ban", "yes", "no") || !is_either("fours", "yes", "no")) return nullptr;
        const bool table = text("base") == "table", centre_ban = text("centre_ban") == "yes", fours = text("fours") == "yes";
        if ((centre_ban && table) || (fours && line != 5)) return nullptr;

        const std::tuple cache_key{width, height, line, pieces, fours, table, centre_ban};
        static std::mutex mutex;
        static auto& cache = *new std::map<std::remove_const_t<decltype(cache_key)>, std::shared_ptr<const Rules>>;
        const std::lock_guard lock(mutex);
        auto& rules = cache[cache_key];
        if (!rules) rules = std::make_shared<const Rules>(std::make_from_tuple<Rules>(cache_key));
        return rules;
    }

    Rules(int width_, int height_, int line_, int pieces_, bool fours_, bool table_, bool centre_ban)
        : width(width_), height(height_), line(line_), pieces(pieces_), fours(fours_), table(table_),
          columns(table ? table_columns : width),
          start_placements(table ? standing_at(margin) | lying_at(margin) : on_wall(width)), centre_placements(0) {
        const int central = margin + width / 2;
        if (centre_ban && width % 2) centre_placements = standing_at(central) | lying_at(central - 1) | lying_at(central);
        for (int below = 0; below < height; ++below) fits_on_height[below] = all_lying | (below + 2 <= height ? all_standing : 0);
        for (int wall_width = 1; wall_width <= width; ++wall_width) {
            const int columns_left = width - wall_width, right = margin + wall_width;
            within[wall_width] = on_wall(wall_width);
            if (columns_left >= 1) beside[wall_width] |= standing_at(margin - 1) | standing_at(right);
            if (columns_left >= 2) beside[wall_width] |= lying_at(margin - 2) | lying_at(right);
        }
    }

    // Codes are placements by column of the notation: 2c stands in column c, 2c + 1 lies on columns c and c + 1. Nothing can
    // lie on the last column and the next one, so that code is the pass.
    int codes() const { return 2 * columns; }
    Code pass() const { return static_cast<Code>(2 * columns - 1); }

    int seats() const { return 2; }
    Shape shape() const { return {8, height, columns}; }
    int symmetries() const { return 2; }  // identity, and left and right exchanged

private:
    static constexpr PlacementSet on_wall(int wall_width) {
        PlacementSet all = 0;
        for (int x = margin; x < margin + wall_width; ++x) all |= standing_at(x) | lying_at(x);
        return all & ~lying_at(margin + wall_width - 1);
    }
};

}  // namespace tablier::kwintie
