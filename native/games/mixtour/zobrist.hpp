// Zobrist keys of the stacks, and the history of keys for the draw by repetition (MIX-11).
#pragma once
#include <utility>
#include <vector>

#include "../../random.hpp"
#include "board.hpp"

namespace tablier::mixtour {

struct ZobristKeys {
    std::array<std::array<Key, 1 << tower>, cells> stack{};  // by cell and stack; 0 for an empty cell

    ZobristKeys() {
        Random rng{0x6d69'7874'6f75'72};  // arbitrary, but fixed: keys must not differ between machines
        for (auto& keys : stack)
            for (unsigned i = no_stack + 1; i < keys.size(); ++i) keys[i] = rng.next();
    }
};

inline const ZobristKeys zobrist;

// Keys of the positions since the last irreversible turn, one before each turn since then. An irreversible turn only sets `size`
// to 0: its undo restores `size`, so `push` returns the key it overwrites and `pop` puts that back. The first 32 keys are stored
// inline, because longer sequences of reversible turns are rare in random games.
class KeyHistory {
public:
    unsigned size = 0;

    Key operator[](unsigned turn) const { return turn < inline_size ? inline_[turn] : overflow_[turn - inline_size]; }

    Key push(Key key) {
        const unsigned turn = size++;
        if (turn >= inline_size && turn - inline_size >= overflow_.size()) overflow_.resize(turn - inline_size + 1);
        return std::exchange(at(turn), key);
    }

    void pop(Key overwritten) { at(--size) = overwritten; }

private:
    static constexpr unsigned inline_size = 32;
    Key& at(unsigned turn) { return turn < inline_size ? inline_[turn] : overflow_[turn - inline_size]; }

    std::array<Key, inline_size> inline_{};
    std::vector<Key> overflow_;
};

}  // namespace tablier::mixtour
