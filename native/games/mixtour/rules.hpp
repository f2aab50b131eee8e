// The options of Mixtour.
#pragma once
#include <mutex>

#include "board.hpp"

namespace tablier::mixtour {

struct Rules {
    static constexpr int max_pieces = 25, max_points = 9;

    int pieces;  // per side
    int points;  // to win, MIX-8

    // Cached for the life of the process: positions keep a plain pointer, so that copying one changes no reference count.
    static std::shared_ptr<const Rules> make(std::string_view edition, const Options& options) {
        if ((edition != "stein" && edition != "gerhards") || options.size() != 2) return nullptr;
        const int pieces = parse_option(options, "pieces", 5, max_pieces), points = parse_option(options, "points", 1, max_points);
        if (pieces < 0 || points < 0) return nullptr;
        static std::mutex mutex;
        static std::array<std::array<std::shared_ptr<const Rules>, max_points + 1>, max_pieces + 1> cache;
        const std::lock_guard lock(mutex);
        auto& rules = cache[static_cast<std::size_t>(pieces)][static_cast<std::size_t>(points)];
        if (!rules) rules = std::make_shared<const Rules>(Rules{pieces, points});
        return rules;
    }

    int codes() const { return mixtour::codes; }
    int seats() const { return 2; }
    Shape shape() const { return {20, edge, edge}; }  // see observation.hpp
    int symmetries() const { return mixtour::symmetries; }

private:
    // The value of an option in canonical decimal form; -1 if it is missing or not in [low, high].
    static int parse_option(const Options& options, std::string_view name, int low, int high) {
        const auto option = options.find(name);
        for (int value = low; option != options.end() && value <= high; ++value)
            if (option->second == std::to_string(value)) return value;
        return -1;
    }
};

}  // namespace tablier::mixtour
