// What can be chosen about Mixtour.
#pragma once
#include <mutex>

#include "board.hpp"

namespace tablier::mixtour {

struct Rules {
    int pieces;  // per side
    int points;  // to win, MIX-8

    // The same rules are made once and kept for ever: positions point at them, and copying one costs nothing more.
    static std::shared_ptr<const Rules> make(std::string_view edition, const Options& options) {
        if ((edition != "stein" && edition != "gerhards") || options.size() != 2) return nullptr;
        const int pieces = number(options, "pieces", 5, most_pieces), points = number(options, "points", 1, most_points);
        if (pieces < 0 || points < 0) return nullptr;
        static std::mutex one_at_a_time;
        static std::array<std::array<std::shared_ptr<const Rules>, most_points + 1>, most_pieces + 1> made;
        const std::lock_guard lock(one_at_a_time);
        auto& rules = made[static_cast<std::size_t>(pieces)][static_cast<std::size_t>(points)];
        if (!rules) rules = std::make_shared<const Rules>(Rules{pieces, points});
        return rules;
    }

    int codes() const { return mixtour::codes; }
    int seats() const { return 2; }
    Shape shape() const { return {20, edge, edge}; }
    int symmetries() const { return mixtour::symmetries; }

    static constexpr int most_pieces = 25, most_points = 9;

private:
    // What an option says in plain figures; -1 where it is no such number.
    static int number(const Options& options, std::string_view name, int low, int high) {
        const auto found = options.find(name);
        for (int value = low; found != options.end() && value <= high; ++value)
            if (found->second == std::to_string(value)) return value;
        return -1;
    }
};

}  // namespace tablier::mixtour
