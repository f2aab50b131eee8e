// Parsing of option texts, for the rules of games.
#pragma once
#include <charconv>

#include "position.hpp"

namespace tablier {

// The text of an option; empty if it is missing.
inline std::string_view option_text(const Options& options, std::string_view name) {
    const auto option = options.find(name);
    return option == options.end() ? std::string_view{} : std::string_view{option->second};
}

// A non-negative number of at most seven digits without leading zeros; -1 for any other text.
inline std::int32_t parse_number(std::string_view text) {
    std::int32_t value = -1;
    if (text.empty() || text.size() > 7 || text[0] == '-' || (text[0] == '0' && text.size() > 1)) return -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? value : -1;
}

}  // namespace tablier
