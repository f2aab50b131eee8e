// Connected components of pegs and links, and the borders they touch (TWX-13).
#pragma once
#include "rules.hpp"

namespace tablier::twixt {

// Union-find with union by size and without path compression, so that a union can be undone. The data of a root contain the
// number of pegs and the borders of its chain.
class Chains {
public:
    struct Union {
        Code child;  // the root that became a child
        std::uint16_t parent_data;  // data of the other root before the union
    };

    void add_peg(Code peg, std::uint8_t border) {
        parent_[peg] = peg;
        data_[peg] = static_cast<std::uint16_t>(one_peg + border);
    }

    Code find(Code peg) const {
        Code parent = parent_[peg], next = parent_[parent];
        while (parent != next) parent = next, next = parent_[parent];
        return parent;
    }

    std::uint8_t borders(Code root) const { return data_[root] & both; }

    // Unites two chains given by their roots and returns the root. Appends to `log` unless they are the same chain.
    Code unite(Code a, Code b, Union*& log) {
        if (a == b) return a;
        // Swap by XOR mask: a branch here would be mispredicted half of the time.
        const unsigned exchanged = (a ^ b) & -static_cast<unsigned>(data_[a] < data_[b]);
        const Code root = static_cast<Code>(a ^ exchanged), child = static_cast<Code>(b ^ exchanged);
        const std::uint16_t larger = data_[root], smaller = data_[child];
        *log++ = {child, larger};
        parent_[child] = root;
        data_[root] = static_cast<std::uint16_t>((larger + (smaller & ~both)) | (smaller & both));
        return root;
    }

    void undo_unite(const Union& last) {
        data_[parent_[last.child]] = last.parent_data;
        parent_[last.child] = last.child;
    }

    void copy(const Chains& other, std::size_t codes) {
        std::memcpy(parent_.data(), other.parent_.data(), codes * sizeof(Code));
        std::memcpy(data_.data(), other.data_.data(), codes * sizeof(std::uint16_t));
    }

private:
    static constexpr int one_peg = 4;  // the number of pegs is stored above the two bits of the borders

    std::array<Code, max_size * max_size> parent_;
    std::array<std::uint16_t, max_size * max_size> data_;
};

}  // namespace tablier::twixt
