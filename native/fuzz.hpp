// Fuzz target, the same for every game: any input is read as a position text and actions. The native rules must neither crash nor
// contradict themselves. Built as a program of its own, without Python (CMake option TABLIER_FUZZ).
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

// Aborts with a message and the position if an invariant does not hold.
inline void check_invariant(bool holds, const char* invariant, const std::string& fields) {
    if (holds) return;
    std::fprintf(stderr, "fuzz: %s\n%s\n", invariant, fields.c_str());
    std::abort();
}

inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// Input: edition, options (`key=value`, separated by tabs) and position fields, each followed by a newline; then actions of two bytes.
template <Position P>
void fuzz_one(std::string_view input) {
    const std::string_view edition = take_line(input);
    std::string_view option_list = take_line(input);
    Options options;
    while (!option_list.empty()) {
        const std::size_t end = std::min(option_list.find('\t'), option_list.size());
        const std::string_view pair = option_list.substr(0, end);
        option_list.remove_prefix(std::min(end + 1, option_list.size()));
        const std::size_t equals = std::min(pair.find('='), pair.size());
        options[std::string(pair.substr(0, equals))] = std::string(pair.substr(std::min(equals + 1, pair.size())));
    }
    const auto rules = make_rules<P>(edition, options);
    if (!rules) return;
    const std::string_view fields = take_line(input);
    std::optional<P> loaded = P::load(rules, fields);
    P position = loaded ? *loaded : P::start(rules, fields.size());  // any seed that depends on the input
    std::vector<Code> codes(static_cast<std::size_t>(rules->codes()));
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(rules->shape().planes) * rules->shape().rows * rules->shape().columns);
    std::vector<std::pair<Code, typename P::Undo>> played;
    const std::string first_fields = position.fields();
    const Key first_key = position.key();
    for (std::size_t at = 0; at + 1 < input.size() && !position.over(); at += 2) {
        const std::string before = position.fields();
        const int count = position.legal(codes.data());
        check_invariant(count > 0 && count <= rules->codes(), "a running game has a legal action", before);
        const unsigned number = static_cast<std::uint8_t>(input[at]) * 256u + static_cast<std::uint8_t>(input[at + 1]);
        const Code raw = static_cast<Code>(number);
        const bool listed = std::find(codes.begin(), codes.begin() + count, raw) != codes.begin() + count;
        check_invariant(position.is_legal(raw) == listed, "is_legal agrees with legal", before);
        const Code code = listed ? raw : codes[number % static_cast<unsigned>(count)];
        const auto text = position.write(code);
        check_invariant(position.read(text) == code, "read inverts write", before);
        played.emplace_back(code, typename P::Undo{});
        position.play(code, played.back().second);
        position.observe(bytes.data());
        const auto reloaded = P::load(rules, position.fields());
        check_invariant(reloaded && reloaded->fields() == position.fields(), "load inverts fields", position.fields());
        check_invariant(reloaded->key() == position.key(), "equal texts have equal keys", position.fields());
    }
    while (!played.empty()) {
        position.undo(played.back().first, played.back().second);
        played.pop_back();
    }
    check_invariant(position.fields() == first_fields && position.key() == first_key, "undo restores the first position", first_fields);
    position.read(input);  // any bytes as an action text: must not crash
}

}  // namespace tablier
