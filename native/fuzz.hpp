// One fuzz target per game, the same for all: any bytes are a position text and actions, and whatever they say, the twin neither
// crashes nor contradicts itself. A program of its own, without Python (CMake option TABLIER_FUZZ).
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "position.hpp"

namespace tablier {

using FuzzTarget = void (*)(std::string_view);
FuzzTarget& fuzz_target();

struct FuzzRegistration {
    explicit FuzzRegistration(FuzzTarget target) { fuzz_target() = target; }
};

inline void hold(bool true_of_it, const char* what, const std::string& fields) {
    if (true_of_it) return;
    std::fprintf(stderr, "fuzz: %s\n%s\n", what, fields.c_str());
    std::abort();
}

inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// Input: edition, options (`key=value`, tabs between), fields, each ended by a newline; then actions, two bytes each.
template <Position P>
void fuzz_one(std::string_view input) {
    const std::string_view edition = take_line(input);
    std::string_view given = take_line(input);
    Options options;
    while (!given.empty()) {
        const std::size_t end = std::min(given.find('\t'), given.size());
        const std::string_view pair = given.substr(0, end);
        given.remove_prefix(std::min(end + 1, given.size()));
        const std::size_t equals = std::min(pair.find('='), pair.size());
        options[std::string(pair.substr(0, equals))] = std::string(pair.substr(std::min(equals + 1, pair.size())));
    }
    const auto rules = make_rules<P>(edition, options);
    if (!rules) return;
    const std::string_view fields = take_line(input);
    std::optional<P> loaded = P::load(rules, fields);
    P position = loaded ? *loaded : P::start(rules, fields.size());
    std::vector<Code> buffer(static_cast<std::size_t>(rules->codes()));
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(rules->shape().planes) * rules->shape().rows * rules->shape().columns);
    std::vector<std::pair<Code, typename P::Undo>> played;
    const std::string first = position.fields();
    const Key first_key = position.key();
    for (std::size_t at = 0; at + 1 < input.size() && !position.over(); at += 2) {
        const std::string told = position.fields();
        const int count = position.legal(buffer.data());
        hold(count > 0 && count <= rules->codes(), "a running game has something to do", told);
        const unsigned number = static_cast<std::uint8_t>(input[at]) * 256u + static_cast<std::uint8_t>(input[at + 1]);
        const Code wild = static_cast<Code>(number);
        const bool listed = std::find(buffer.begin(), buffer.begin() + count, wild) != buffer.begin() + count;
        hold(position.is_legal(wild) == listed, "is_legal agrees with the list", told);
        const Code code = listed ? wild : buffer[number % static_cast<unsigned>(count)];
        const auto text = position.write(code);
        hold(position.read(text) == code, "a text reads back as its code", told);
        played.emplace_back(code, typename P::Undo{});
        position.play(code, played.back().second);
        position.observe(bytes.data());
        const auto again = P::load(rules, position.fields());
        hold(again && again->fields() == position.fields(), "what is written can be read", position.fields());
        hold(again->key() == position.key(), "equal texts have equal keys", position.fields());
    }
    while (!played.empty()) {
        position.undo(played.back().first, played.back().second);
        played.pop_back();
    }
    hold(position.fields() == first && position.key() == first_key, "taking everything back leads to the beginning", first);
    position.read(input);
}

}  // namespace tablier
