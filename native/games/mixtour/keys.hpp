// Hash keys, and the keys of what stood before.
#pragma once
#include <utility>
#include <vector>

#include "../../random.hpp"
#include "board.hpp"

namespace tablier::mixtour {

// Zobrist keys by cell and stack.
struct StackKeys {
    std::array<std::array<Key, 1 << tower>, cells> of{};

    StackKeys() {
        Random rng{0x6d69'7874'6f75'72};  // any number, the same on every machine
        for (auto& cell : of)
            for (unsigned stack = no_stack + 1; stack < cell.size(); ++stack) cell[stack] = rng.next();
    }
};

inline const StackKeys stack_keys;

// What stood since the last turn that cannot be taken back (MIX-11): how many turns ago that was, and the stacks before each of
// them as keys. A turn that cannot be taken back leaves the keys where they are, later ones are written over them, and whoever
// undoes a turn puts back what it replaced. In random games a row of 32 such turns is rare; longer ones are kept as well.
class Past {
public:
    unsigned turns = 0;

    Key operator[](unsigned turn) const { return turn < few ? keys_[turn] : more_[turn - few]; }

    // Writes the key of one more turn; returns what was there.
    Key add(Key key) {
        const unsigned turn = turns++;
        if (turn >= few && turn - few >= more_.size()) more_.resize(turn - few + 1);
        return std::exchange(at(turn), key);
    }

    void drop(Key replaced) { at(--turns) = replaced; }

private:
    static constexpr unsigned few = 32;
    Key& at(unsigned turn) { return turn < few ? keys_[turn] : more_[turn - few]; }

    std::array<Key, few> keys_{};
    std::vector<Key> more_;
};

}  // namespace tablier::mixtour
