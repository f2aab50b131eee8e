// Options of TwixT and lookup tables, shared by all positions of a game.
#pragma once
#include <map>
#include <mutex>
#include <tuple>

#include "../../options.hpp"
#include "../../random.hpp"
#include "board.hpp"

namespace tablier::twixt {

// The borders of its own side that a hole or chain touches, as bits.
enum Border : std::uint8_t { inside = 0, near = 1, far = 2, both = 3 };

// Codes number the holes column by column including the missing corners, as in the Python rules; the last code is `swap`.
struct Rules {
    int size;
    bool pie;  // false with any handicap (TWX-12)
    std::uint8_t own_links_mask;  // directions that own links block: all, or none if own links may cross (TWX-6)
    int first_turns;  // consecutive turns of the first seat at the start (TWX-12)
    Code swap;
    int open_holes_at_swap;  // number of open holes when `swap` is legal (TWX-11); -1 without the pie rule

    int codes() const { return swap + 1; }
    int seats() const { return 2; }
    Shape shape() const { return {14, size, size}; }
    int symmetries() const { return 4; }

    // Returns null for options that the twin does not support. Rules are cached forever, so that positions keep a plain
    // pointer.
    static std::shared_ptr<const Rules> make(std::string_view edition, const Options& options) {
        const auto is = [&options](std::string_view name, std::string_view value) { return option_text(options, name) == value; };
        const int size = parse_number(option_text(options, "size")), handicap = parse_number(option_text(options, "handicap"));
        if (edition != "kosmos" && edition != "dujardin" && edition != "paper") return nullptr;
        if (size < min_size || size > max_size || handicap < 0 || handicap > 3) return nullptr;
        if (!is("pegs", "unlimited") || !is("links", "unlimited")) return nullptr;
        // The last two affect unlisted turns only.
        for (const char* name : {"pie", "own_links_cross", "remove_links", "choose_links"})
            if (!is(name, "yes") && !is(name, "no")) return nullptr;

        const bool pie = is("pie", "yes") && handicap == 0;
        const std::tuple cache_key{size, pie, is("own_links_cross", "yes"), handicap > 1 ? handicap : 1};
        static std::mutex mutex;
        static std::map<std::tuple<int, bool, bool, int>, std::shared_ptr<const Rules>> cache;
        const std::lock_guard lock(mutex);
        auto& rules = cache[cache_key];
        if (!rules) rules = std::make_shared<const Rules>(std::make_from_tuple<Rules>(cache_key));
        return rules;
    }

    Rules(int size_, bool pie_, bool own_links_cross, int first_turns_)
        : size(size_), pie(pie_), own_links_mask(own_links_cross ? 0 : 0xff), first_turns(first_turns_),
          swap(static_cast<Code>(size_ * size_)),
          open_holes_at_swap(pie_ ? size_ * size_ - 4 - 1 : -1) {  // without the four corners and the first peg
        const int last = size - 1;
        for (auto& side : closed_cells)
            for (int number = 0; number < cell_count; ++number) side.insert(static_cast<Cell>(number));
        for (int column = 0; column < size; ++column) {
            for (int row = 0; row < size; ++row) {
                const Cell cell = cell_at(column, row);
                const Code code = static_cast<Code>(column * size + row);
                cell_of[code] = cell;
                plane_index[code] = static_cast<std::uint16_t>(row * size + column);
                const int rank[2] = {row, column};  // per side: lines from its near border
                for (int side = 0; side < 2; ++side) {
                    if (rank[1 - side] == 0 || rank[1 - side] == last) continue;  // TWX-1, TWX-3
                    closed_cells[side].erase(cell);
                    if (rank[side] == 0) border[code] = near;
                    if (rank[side] == last) border[code] = far, far_border[side].insert(cell);
                }
            }
        }
        for (int step = 0; step < 8; ++step) {
            code_offsets[step] = steps[step].right * size + steps[step].down;
            earlier_peg_offsets[step] = is_forward(step) ? 0 : code_offsets[step];
        }

        Random rng{0x7477697874};  // Zobrist keys; an arbitrary seed, the same on every machine
        for (auto& side : peg_keys)
            for (Key& key : side) key = rng.next();
        turn_key = rng.next();
        swapped_key = rng.next();
        for (Key& key : turns_ahead_keys) key = rng.next();
        turns_ahead_keys[0] = 0;
    }

    Code neighbour(Code code, int step) const { return static_cast<Code>(code + code_offsets[step]); }

    // Zobrist key of a link: the key of its earlier peg, rotated by a different amount for each of its four forward links.
    Key link_key(int side, Code code, int step) const {
        constexpr std::array<int, 8> rotation{44, 18, 31, 7, 31, 7, 44, 18};
        return std::rotl(peg_keys[side][code + earlier_peg_offsets[step]], rotation[step]);
    }

    std::array<Cell, max_size * max_size> cell_of{};                // code -> cell
    std::array<std::uint16_t, max_size * max_size> plane_index{};  // code -> index in a plane of an observation
    // Per step: from a code to its neighbour, and to the earlier end of the link.
    std::array<int, 8> code_offsets{}, earlier_peg_offsets{};
    // Border of its owner's side; only the owner may put pegs there (TWX-2).
    std::array<std::uint8_t, max_size * max_size> border{};
    std::array<CellSet, 2> closed_cells{};  // per side: cells where it may not put a peg, including those off the board (TWX-3)
    std::array<CellSet, 2> far_border{};
    std::array<std::array<Key, max_size * max_size>, 2> peg_keys{};
    Key turn_key, swapped_key;
    std::array<Key, 3> turns_ahead_keys{};
};

}  // namespace tablier::twixt
