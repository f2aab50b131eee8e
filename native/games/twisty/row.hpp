// A seat's row of cards.
#pragma once
#include <array>
#include <cstdint>

#include "board.hpp"

namespace tablier::twisty {

constexpr unsigned none = colours;  // the next colour of a seat that has all seven

// The cards as they lie: the first `taken` are collected, and of these the first `saved` protected for ever.
// The protected ones always come first: protecting covers all that is collected then (TWS-9), and a card whose cube is robbed
// goes to the very end (TWS-11).
struct Row {
    std::uint32_t cards = none << 28;  // four bits a place, the first lowest; `none` behind the seventh
    std::uint8_t taken = 0, saved = 0;
    std::uint8_t at_risk = 0;  // the set of colours collected and not protected

    static constexpr Row of(const std::array<std::uint8_t, colours>& cards) {
        Row row;
        for (int place = 0; place < colours; ++place) row.cards |= std::uint32_t{cards[place]} << 4 * place;
        return row;
    }

    constexpr unsigned card(int place) const { return cards >> 4 * place & 15; }
    constexpr unsigned next() const { return card(taken); }
    constexpr bool can_lose(unsigned colour) const { return at_risk >> colour & 1; }
    constexpr bool unsaved() const { return taken > saved; }

    constexpr int place_of(unsigned colour) const {
        int place = 0;
        while (card(place) != colour) ++place;
        return place;
    }

    constexpr void collect() {
        at_risk = static_cast<std::uint8_t>(at_risk | 1u << next());
        ++taken;
    }

    constexpr void protect() {
        saved = taken;
        at_risk = 0;
    }

    // Without that colour's cube, its card at the end.
    constexpr void lose(unsigned colour) {
        const std::uint32_t before = (1u << 4 * place_of(colour)) - 1;
        cards = (cards & before) | (cards >> 4 & ~before & 0x00ff'ffff) | colour << 24 | none << 28;
        at_risk = static_cast<std::uint8_t>(at_risk & ~(1u << colour));
        --taken;
    }
};

}  // namespace tablier::twisty
