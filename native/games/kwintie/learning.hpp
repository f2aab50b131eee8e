// The position as bytes for a learner.
#pragma once
#include <cstring>

#include "state.hpp"

namespace tablier::kwintie {

// Writes the low bits as bytes of 0 and 1 and returns where the next go.
inline std::uint8_t* spread(std::uint32_t bits, int count, std::uint8_t* bytes) {
    static constexpr auto eights = [] {
        std::array<std::array<std::uint8_t, 8>, 256> made{};
        for (unsigned byte = 0; byte < 256; ++byte)
            for (unsigned bit = 0; bit < 8; ++bit) made[byte][bit] = byte >> bit & 1;
        return made;
    }();
    for (; count >= 8; count -= 8, bits >>= 8, bytes += 8) std::memcpy(bytes, eights[bits & 255].data(), 8);
    for (; count > 0; --count, bits >>= 1) *bytes++ = bits & 1;
    return bytes;
}

// Eight planes; in each the rows from the bottom up, the columns of the notation from the left:
//   0, 1  lying and standing cubes of the seat to act          2, 3  those of the other seat
//   4     where the wall can be or still grow: 0 off the base's reach, and on the centre while it is barred (KWI-5, KWI-6)
//   5, 6  in every cell, how many pieces the seat to act and the other have left
//   7     1 in every cell when the seat to act is White
inline void State::observe(std::uint8_t* bytes) const {
    const int own = now_.turn, columns = rules_->columns;
    for (const int side : {own, 1 - own})
        for (const bool lies : {true, false})
            for (int row = 0; row < rules_->height; ++row)
                bytes = spread(static_cast<std::uint32_t>(rows_[row] >> field(lies, side) & 0xffff) << now_.left >> margin, columns, bytes);

    std::uint32_t reach = (1u << rules_->width) - 1;
    if (rules_->table) {
        const int room = rules_->width - std::max<int>(1, now_.wide);
        reach = ((1u << (rules_->width + room)) - 1) << (now_.left - room);
    }
    const std::uint32_t barred = (now_.barred & 0xffff) >> margin;
    for (int row = 0; row < rules_->height; ++row) bytes = spread(row ? reach : reach & ~barred, columns, bytes);

    const std::size_t cells = static_cast<std::size_t>(rules_->height * columns);
    for (const int value : {left(own), left(1 - own), 1 - own}) {
        std::memset(bytes, value, cells);
        bytes += cells;
    }
}

}  // namespace tablier::kwintie
