// What can be set about Kwintie, and what follows from it once for all positions of a game.
#pragma once
#include <charconv>
#include <map>
#include <mutex>
#include <tuple>

#include "../../position.hpp"
#include "board.hpp"

namespace tablier::kwintie {

// A set of places: in every column x one for a standing piece, bit 2x, and one for a lying piece with its left cube there,
// bit 2x + 1. Columns are counted in a frame of 16: the wall begins at `margin`, with room beside it for a piece about to be
// put there. On the table the frame moves when the wall grows to the left.
using Places = std::uint32_t;

constexpr int margin = 2;
constexpr Places all_standing = 0x5555'5555, all_lying = 0xaaaa'aaaa;

constexpr Places standing_at(int x) { return Places{1} << 2 * x; }
constexpr Places lying_at(int x) { return Places{2} << 2 * x; }

struct Rules {
    int width, height, line, pieces;
    bool fours, table;
    int columns;    // of the notation: a wall of 9 on the table grows at most 8 to either side of its first
    Places start;   // where a piece rests well before there is any
    Places centre;  // KWI-5: where White's first piece may not be put
    std::array<Places, highest + 1> fits{};             // KWI-1: by the height of what is below, what is not too high
    std::array<Places, widest + 1> within{}, beside{};  // KWI-6: by the width of the wall, what rests on it and beside it

    static constexpr int table_columns = 17;
    static constexpr int middle = 8;  // the column `i`, where the first piece on the table is put

    // The same rules are made once and kept for good: positions point at them, and copying one costs nothing more.
    static std::shared_ptr<const Rules> make(std::string_view, const Options& options) {
        const auto text = [&options](std::string_view name) {
            const auto found = options.find(name);
            return found == options.end() ? std::string_view{} : std::string_view{found->second};
        };
        const auto is = [&text](std::string_view name, std::string_view one, std::string_view other) {
            return text(name) == one || text(name) == other;
        };
        const auto within = [](int low, int value, int high) { return low <= value && value <= high; };
        const int width = number(text("width")), height = number(text("height"));
        const int line = number(text("line")), pieces = number(text("pieces"));
        if (!within(3, width, widest) || !within(3, height, highest)) return nullptr;
        if (!within(3, line, 5) || !within(1, pieces, 40)) return nullptr;
        if (!is("base", "board", "table") || !is("centre_ban", "yes", "no") || !is("fours", "yes", "no")) return nullptr;
        const bool table = text("base") == "table", centre_ban = text("centre_ban") == "yes", fours = text("fours") == "yes";
        if ((centre_ban && table) || (fours && line != 5)) return nullptr;

        const std::tuple chosen{width, height, line, pieces, fours, table, centre_ban};
        static std::mutex one_at_a_time;
        static auto& made = *new std::map<std::remove_const_t<decltype(chosen)>, std::shared_ptr<const Rules>>;
        const std::lock_guard lock(one_at_a_time);
        auto& rules = made[chosen];
        if (!rules) rules = std::make_shared<const Rules>(std::make_from_tuple<Rules>(chosen));
        return rules;
    }

    Rules(int width_, int height_, int line_, int pieces_, bool fours_, bool table_, bool centre_ban)
        : width(width_), height(height_), line(line_), pieces(pieces_), fours(fours_), table(table_),
          columns(table ? table_columns : width),
          start(table ? standing_at(margin) | lying_at(margin) : on_wall(width)), centre(0) {
        const int central = margin + width / 2;
        if (centre_ban && width % 2) centre = standing_at(central) | lying_at(central - 1) | lying_at(central);
        for (int below = 0; below < height; ++below) fits[below] = all_lying | (below + 2 <= height ? all_standing : 0);
        for (int wide = 1; wide <= width; ++wide) {
            const int room = width - wide, right = margin + wide;
            within[wide] = on_wall(wide);
            if (room >= 1) beside[wide] |= standing_at(margin - 1) | standing_at(right);
            if (room >= 2) beside[wide] |= lying_at(margin - 2) | lying_at(right);
        }
    }

    // Codes are places in the columns of the notation: standing in column c is 2c, lying on c and the next 2c + 1. None lies on
    // the last column and the next: that is a pass
    int codes() const { return 2 * columns; }
    Code pass() const { return static_cast<Code>(2 * columns - 1); }

    int seats() const { return 2; }
    Shape shape() const { return {8, height, columns}; }
    int symmetries() const { return 2; }  // left and right

private:
    static constexpr Places on_wall(int wide) {
        Places all = 0;
        for (int x = margin; x < margin + wide; ++x) all |= standing_at(x) | lying_at(x);
        return all & ~lying_at(margin + wide - 1);
    }

    // A whole number of at most two digits, -1 for anything else.
    static int number(std::string_view text) {
        if (text.empty() || text.size() > 2 || (text.size() > 1 && text[0] == '0')) return -1;
        int value = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc{} && end == text.data() + text.size() ? value : -1;
    }
};

}  // namespace tablier::kwintie
