// What can be set about TwixT, and all that follows from it once for all positions of a game.
#pragma once
#include <charconv>
#include <map>
#include <mutex>
#include <tuple>

#include "../../position.hpp"
#include "../../random.hpp"
#include "board.hpp"

namespace tablier::twixt {

enum Border : std::uint8_t { inside = 0, near = 1, far = 2, both = 3 };

// Codes number the holes column by column, the missing corners included, as the Python rules do; the last code is `swap`.
struct Rules {
    int size;
    bool pie;  // TWX-12: no pie rule with any handicap, whatever the option says
    std::uint8_t own_links_bar;  // TWX-6: every direction, or none when own links may cross
    int first_turns;  // how many turns in a row the first seat makes to begin with
    Code swap;
    int left_at_swap;  // TWX-11: how many holes are open when one may swap

    int codes() const { return swap + 1; }
    int seats() const { return 2; }
    Shape shape() const { return {14, size, size}; }
    int symmetries() const { return 4; }

    // The same rules are made once and kept for good: positions only point at them, which makes copies cheap.
    static std::shared_ptr<const Rules> make(std::string_view edition, const Options& options) {
        const auto is = [&options](std::string_view name, std::string_view value) {
            const auto found = options.find(name);
            return found != options.end() && found->second == value;
        };
        const int size = number(options, "size"), handicap = number(options, "handicap");
        if (edition != "kosmos" && edition != "dujardin" && edition != "paper") return nullptr;
        if (size < smallest || size > largest || handicap < 0 || handicap > 3) return nullptr;
        if (!is("pegs", "unlimited") || !is("links", "unlimited")) return nullptr;
        for (const char* name : {"pie", "own_links_cross", "remove_links", "choose_links"})  // the last two: unlisted turns
            if (!is(name, "yes") && !is(name, "no")) return nullptr;

        const bool pie = is("pie", "yes") && handicap == 0;
        const std::tuple chosen{size, pie, is("own_links_cross", "yes"), handicap > 1 ? handicap : 1};
        static std::mutex one_at_a_time;
        static std::map<std::tuple<int, bool, bool, int>, std::shared_ptr<const Rules>> made;
        const std::lock_guard lock(one_at_a_time);
        auto& rules = made[chosen];
        if (!rules) rules = std::make_shared<const Rules>(std::make_from_tuple<Rules>(chosen));
        return rules;
    }

    Rules(int size_, bool pie_, bool own_links_cross, int first_turns_)
        : size(size_), pie(pie_), own_links_bar(own_links_cross ? 0 : 0xff), first_turns(first_turns_),
          swap(static_cast<Code>(size_ * size_)), left_at_swap(pie_ ? size_ * size_ - 4 - 1 : -1) {
        const int last = size - 1;
        for (auto& side : closed)
            for (int number = 0; number < cells; ++number) side.add(static_cast<Cell>(number));
        for (int column = 0; column < size; ++column) {
            for (int row = 0; row < size; ++row) {
                const Cell cell = cell_at(column, row);
                const Code code = static_cast<Code>(column * size + row);
                cell_of[code] = cell;
                place_of[code] = static_cast<std::uint16_t>(row * size + column);
                const int depth[2] = {row, column};
                for (int side = 0; side < 2; ++side) {
                    if (depth[1 - side] == 0 || depth[1 - side] == last) continue;  // TWX-1, TWX-3
                    closed[side].drop(cell);
                    if (depth[side] == 0) border[code] = near;
                    if (depth[side] == last) border[code] = far, far_border[side].add(cell);
                }
            }
        }
        for (int step = 0; step < 8; ++step) {
            code_steps[step] = steps[step].right * size + steps[step].down;
            lower_steps[step] = goes_on(step) ? 0 : code_steps[step];
        }

        Random rng{0x7477697874};  // any number will do: the same on every machine
        for (auto& side : peg_key)
            for (Key& key : side) key = rng.next();
        turn_key = rng.next();
        swapped_key = rng.next();
        for (Key& key : ahead_key) key = rng.next();
        ahead_key[0] = 0;
    }

    Code onto(Code code, int step) const { return static_cast<Code>(code + code_steps[step]); }

    // A link's part in the key: that of its lower peg turned round, differently for each of the four links it can have.
    Key link_key(int side, Code code, int step) const {
        constexpr std::array<int, 8> turned{44, 18, 31, 7, 31, 7, 44, 18};
        return std::rotl(peg_key[side][code + lower_steps[step]], turned[step]);
    }

    std::array<Cell, largest * largest> cell_of{};             // code -> cell
    std::array<std::uint16_t, largest * largest> place_of{};   // code -> place in a plane of an observation
    std::array<int, 8> code_steps{}, lower_steps{};            // what a knight's step adds to a code; to its link's lower peg
    std::array<std::uint8_t, largest * largest> border{};      // TWX-2: only its owner puts pegs there: no need to say whose
    std::array<Bits, 2> closed{};                              // TWX-3: where a side puts no peg, off the board included
    std::array<Bits, 2> far_border{};
    std::array<std::array<Key, largest * largest>, 2> peg_key{};
    Key turn_key, swapped_key;
    std::array<Key, 3> ahead_key{};

private:
    // A whole number of at most two digits, -1 for anything else.
    static int number(const Options& options, std::string_view name) {
        const auto found = options.find(name);
        if (found == options.end()) return -1;
        const std::string& text = found->second;
        if (text.empty() || text.size() > 2 || (text.size() > 1 && text[0] == '0')) return -1;
        int value = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc{} && end == text.data() + text.size() ? value : -1;
    }
};

}  // namespace tablier::twixt
