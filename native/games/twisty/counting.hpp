// Counting a set and finding its nth member without a loop or a branch, on machines of any age: random games live by it.
#pragma once
#include <array>
#include <cstdint>

namespace tablier::twisty {

// For each byte and rank, the number of the bit of that rank.
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> bit_of_rank = [] {
    std::array<std::array<std::uint8_t, 256>, 8> found{};
    for (int byte = 0; byte < 256; ++byte)
        for (int number = 0, rank = 0; number < 8; ++number)
            if (byte >> number & 1) found[rank++][byte] = static_cast<std::uint8_t>(number);
    return found;
}();

class Counted {
public:
    explicit constexpr Counted(std::uint64_t set) : set_(set) {
        std::uint64_t sums = set - (set >> 1 & 0x5555'5555'5555'5555);
        sums = (sums & 0x3333'3333'3333'3333) + (sums >> 2 & 0x3333'3333'3333'3333);
        up_to_ = ((sums + (sums >> 4)) & 0x0f0f'0f0f'0f0f'0f0f) * ones;
    }

    constexpr std::uint32_t count() const { return static_cast<std::uint32_t>(up_to_ >> 56); }

    // The member that has so many before it; there must be one.
    constexpr int nth(std::uint32_t before) const {
        const std::uint64_t full = (((before * ones | tops) - up_to_) & tops) >> 7;  // a 1 for each byte that ends too early
        const int start = static_cast<int>(full * ones >> 56) * 8;
        const std::uint64_t rank = before - (up_to_ << 8 >> start & 0xff);
        return start + bit_of_rank[rank & 7][set_ >> start & 0xff];
    }

private:
    static constexpr std::uint64_t ones = 0x0101'0101'0101'0101, tops = 0x8080'8080'8080'8080;
    std::uint64_t set_, up_to_;  // up_to_: in each byte, how many members there are up to its end
};

}  // namespace tablier::twisty
