// The holes still open to each side (TWX-3), kept so that one can be drawn, taken and put back at once.
#pragma once
#include "rules.hpp"

namespace tablier::twixt {

// One row of codes: the first side's own border holes, then those open to both, then the second side's own. What is open to
// the first side is the row without its last part, to the second without its first, and each stays in one piece.
class OpenHoles {
public:
    OpenHoles() = default;
    explicit OpenHoles(const Rules& rules) : where_{} {
        int end = 0;
        const auto put = [&](bool first, bool second) {
            for (int code = 0; code < rules.size * rules.size; ++code) {
                const Cell cell = rules.cell_of[code];
                if (first != rules.closed[0].has(cell) && second != rules.closed[1].has(cell))
                    set(end++, static_cast<Code>(code));
            }
        };
        begin_[0] = 0;
        put(true, false);
        begin_[1] = end;
        put(true, true);
        end_[0] = end;
        put(false, true);
        end_[1] = end;
    }

    int count() const { return end_[1] - begin_[0]; }
    int count(int side) const { return end_[side] - begin_[side]; }
    const Code* of(int side) const { return holes_.data() + begin_[side]; }

    // For any number below Rules::swap.
    bool has(int side, Code code) const {
        const int at = where_[code];
        return at >= begin_[side] && at < end_[side] && holes_[at] == code;
    }

    // A hole that is open. Another fills the gap it leaves; where it was is remembered for `put_back`.
    void take(Code code) {
        const int at = where_[code];
        if (static_cast<unsigned>(at - begin_[1]) < static_cast<unsigned>(end_[0] - begin_[1])) {  // open to both
            const Code inner = holes_[--end_[0]], last = holes_[--end_[1]];
            holes_[at] = inner;
            set(end_[0], last);
            where_[inner] = static_cast<std::uint16_t>(at);  // after `last`, which is the same hole when the last part is empty
        } else {
            set(at, holes_[at < begin_[1] ? begin_[0]++ : --end_[1]]);
        }
    }

    // The hole that was taken last, of those not put back yet; `shared` says whether it is open to both sides.
    void put_back(Code code, bool shared) {
        const int at = where_[code];
        if (shared) {
            const Code last = holes_[end_[0]], inner = holes_[at];
            set(end_[0]++, inner);
            set(end_[1]++, last);
        } else {
            set(at < begin_[1] ? --begin_[0] : end_[1]++, holes_[at]);
        }
        set(at, code);
    }

    void copy(const OpenHoles& other, std::size_t codes) {
        std::memcpy(holes_.data(), other.holes_.data(), codes * sizeof(Code));
        std::memcpy(where_.data(), other.where_.data(), codes * sizeof(std::uint16_t));
        begin_ = other.begin_;
        end_ = other.end_;
    }

private:
    void set(int at, Code code) {
        holes_[at] = code;
        where_[code] = static_cast<std::uint16_t>(at);
    }

    std::array<Code, largest * largest> holes_;
    std::array<std::uint16_t, largest * largest> where_;
    std::array<int, 2> begin_, end_;  // of the part open to each side
};

}  // namespace tablier::twixt
