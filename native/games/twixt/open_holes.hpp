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
                if (first != rules.closed[0].has(cell) && second != rules.closed[1].has(cell)) set(end++, static_cast<Code>(code));
            }
        };
        put(true, false);
        shared_ = end;
        put(true, true);
        shared_end_ = end;
        put(false, true);
        end_ = all_ = end;
    }

    int taken() const { return all_ - (end_ - begin_); }
    int count(int side) const { return side == 0 ? shared_end_ - begin_ : end_ - shared_; }
    const Code* of(int side) const { return holes_.data() + (side == 0 ? begin_ : shared_); }

    // For any number below Rules::swap().
    bool has(int side, Code code) const {
        const int at = where_[code];
        return at >= (side == 0 ? begin_ : shared_) && at < (side == 0 ? shared_end_ : end_) && holes_[at] == code;
    }

    // A hole that is open. Another fills the gap it leaves; where it was is remembered for `put_back`.
    void take(Code code) {
        const int at = where_[code];
        if (at >= shared_ && at < shared_end_) {
            const Code inner = holes_[--shared_end_], last = holes_[--end_];
            holes_[at] = inner;
            set(shared_end_, last);
            where_[inner] = static_cast<std::uint16_t>(at);  // after `last`, which is the same hole when the last part is empty
        } else {
            set(at, holes_[at < shared_ ? begin_++ : --end_]);
        }
    }

    // The hole that was taken last, of those not put back yet; `shared` says whether it is open to both sides.
    void put_back(Code code, bool shared) {
        const int at = where_[code];
        if (shared) {
            const Code last = holes_[shared_end_], inner = holes_[at];
            set(shared_end_++, inner);
            set(end_++, last);
        } else {
            set(at < shared_ ? --begin_ : end_++, holes_[at]);
        }
        set(at, code);
    }

    void copy(const OpenHoles& other, std::size_t codes) {
        std::memcpy(holes_.data(), other.holes_.data(), codes * sizeof(Code));
        std::memcpy(where_.data(), other.where_.data(), codes * sizeof(std::uint16_t));
        begin_ = other.begin_, shared_ = other.shared_, shared_end_ = other.shared_end_, end_ = other.end_, all_ = other.all_;
    }

private:
    void set(int at, Code code) {
        holes_[at] = code;
        where_[code] = static_cast<std::uint16_t>(at);
    }

    std::array<Code, largest * largest> holes_;
    std::array<std::uint16_t, largest * largest> where_;
    int begin_ = 0, shared_ = 0, shared_end_ = 0, end_ = 0;  // of the row, and of its part shared by both sides
    int all_ = 0;
};

}  // namespace tablier::twixt
