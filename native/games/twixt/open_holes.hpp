// The empty holes open to each side (TWX-3) as a sparse set: random choice, removal and undo take constant time.
#pragma once
#include "rules.hpp"

namespace tablier::twixt {

// One array of codes: the border holes of the first side, then the holes open to both, then the border holes of the second
// side. The holes open to either side are thus contiguous.
class OpenHoles {
public:
    OpenHoles() = default;
    explicit OpenHoles(const Rules& rules) : index_{} {
        int end = 0;
        const auto put = [&](bool first, bool second) {
            for (int code = 0; code < rules.size * rules.size; ++code) {
                const Cell cell = rules.cell_of[code];
                if (first != rules.closed_cells[0].contains(cell) && second != rules.closed_cells[1].contains(cell))
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
    const Code* data(int side) const { return holes_.data() + begin_[side]; }

    // `code` may be any number below Rules::swap.
    bool contains(int side, Code code) const {
        const int at = index_[code];
        return at >= begin_[side] && at < end_[side] && holes_[at] == code;
    }

    // Removes an open hole by moving others into the gap. `index_` keeps its place for `restore`.
    void remove(Code code) {
        const int at = index_[code];
        if (static_cast<unsigned>(at - begin_[1]) < static_cast<unsigned>(end_[0] - begin_[1])) {  // open to both
            const Code inner = holes_[--end_[0]], last = holes_[--end_[1]];
            holes_[at] = inner;
            set(end_[0], last);
            index_[inner] = static_cast<std::uint16_t>(at);  // after `last`, which is the same hole if the last part is empty
        } else {
            set(at, holes_[at < begin_[1] ? begin_[0]++ : --end_[1]]);
        }
    }

    // Restores holes in reverse order of removal. `shared`: the hole is open to both sides.
    void restore(Code code, bool shared) {
        const int at = index_[code];
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
        std::memcpy(index_.data(), other.index_.data(), codes * sizeof(std::uint16_t));
        begin_ = other.begin_;
        end_ = other.end_;
    }

private:
    void set(int at, Code code) {
        holes_[at] = code;
        index_[code] = static_cast<std::uint16_t>(at);
    }

    std::array<Code, max_size * max_size> holes_;
    std::array<std::uint16_t, max_size * max_size> index_;
    std::array<int, 2> begin_, end_;  // range of the holes open to each side
};

}  // namespace tablier::twixt
