// Chains that stand: which pegs are joined by links, and which borders they touch (TWX-13).
#pragma once
#include "rules.hpp"

namespace tablier::twixt {

// Each chain is a tree: a peg knows one above it, the top itself. The top also knows how many pegs there are and which borders
// they touch. The smaller tree is hung below the larger, so that trees stay low and one word takes a join back.
class Chains {
public:
    struct Join {
        Code under;  // the top that was hung below another
        std::uint16_t was;  // what the other knew
    };

    void put(Code peg, std::uint8_t border) {
        above_[peg] = peg;
        known_[peg] = static_cast<std::uint16_t>(one_peg + border);
    }

    Code top(Code peg) const {
        Code above = above_[peg], next = above_[above];
        while (above != next) above = next, next = above_[above];
        return above;
    }

    std::uint8_t borders(Code top) const { return known_[top] & both; }

    // Joins two chains, given by their tops, and returns the top of both; writes the way back unless they are one already.
    Code join(Code one, Code two, Join*& log) {
        if (one == two) return one;
        const unsigned exchanged = (one ^ two) & -static_cast<unsigned>(known_[one] < known_[two]);  // a branch would guess
        const Code over = static_cast<Code>(one ^ exchanged), under = static_cast<Code>(two ^ exchanged);
        const std::uint16_t larger = known_[over], smaller = known_[under];
        *log++ = {under, larger};
        above_[under] = over;
        known_[over] = static_cast<std::uint16_t>((larger + (smaller & ~both)) | (smaller & both));
        return over;
    }

    void part(const Join& join) {
        known_[above_[join.under]] = join.was;
        above_[join.under] = join.under;
    }

    void copy(const Chains& other, std::size_t codes) {
        std::memcpy(above_.data(), other.above_.data(), codes * sizeof(Code));
        std::memcpy(known_.data(), other.known_.data(), codes * sizeof(std::uint16_t));
    }

private:
    static constexpr int one_peg = 4;  // pegs are counted above the two bits of the borders

    std::array<Code, largest * largest> above_;
    std::array<std::uint16_t, largest * largest> known_;
};

}  // namespace tablier::twixt
