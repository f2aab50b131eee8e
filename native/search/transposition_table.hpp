// What a search found out about positions, kept by their keys in a table of fixed size. Threads share it without locks: an entry
// is two words, and one that was torn between two writers does not match its key.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <optional>

#include "../position.hpp"

namespace tablier {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct TTEntry {
    int value = 0;  // 16 bits
    int depth = 0;  // 8 bits
    Bound bound = Bound::none;
    Code code = 0;  // the best action, or the one that was enough
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t bytes) : count_(std::bit_floor(std::max(bytes / sizeof(Slot), std::size_t{1024}))) { clear(); }

    void clear() {
        slots_.reset(static_cast<Slot*>(std::calloc(count_, sizeof(Slot))));  // pages are taken only when they are written
        if (!slots_) throw std::bad_alloc();
    }
    void new_search() { age_ = (age_ + 1) & 63; }

    std::optional<TTEntry> probe(Key key) const {
        for (const std::size_t place : {place_of(key), place_of(key) ^ 1}) {
            const std::uint64_t word = slots_[place].word.load(std::memory_order_relaxed);
            if ((slots_[place].check.load(std::memory_order_relaxed) ^ word) == key && word) return unpacked(word);
        }
        return std::nullopt;
    }

    // In place of the same position, of one from an earlier thought, or of the one that was searched less deep.
    void store(Key key, const TTEntry& entry) {
        std::size_t chosen = place_of(key);
        int least = worth(key, chosen);
        if (const int other = worth(key, chosen ^ 1); other < least) chosen ^= 1, least = other;
        const std::uint64_t word = packed(entry);
        slots_[chosen].check.store(key ^ word, std::memory_order_relaxed);
        slots_[chosen].word.store(word, std::memory_order_relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check, word;
    };
    struct Free {
        void operator()(Slot* slots) const { std::free(slots); }
    };

    std::size_t place_of(Key key) const { return static_cast<std::size_t>(key >> 8) & (count_ - 1); }

    int worth(Key key, std::size_t place) const {
        const std::uint64_t word = slots_[place].word.load(std::memory_order_relaxed);
        if ((slots_[place].check.load(std::memory_order_relaxed) ^ word) == key) return -1;
        return static_cast<int>(word >> 16 & 255) + (age_of(word) == age_ ? 256 : 0);
    }

    // value, depth, bound, age, code from the low end
    std::uint64_t packed(const TTEntry& entry) const {
        return static_cast<std::uint16_t>(entry.value) | std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 16 |
               std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << 24 | std::uint64_t{age_} << 26 | std::uint64_t{entry.code} << 32;
    }
    static TTEntry unpacked(std::uint64_t word) {
        return {static_cast<std::int16_t>(word), static_cast<int>(word >> 16 & 255), static_cast<Bound>(word >> 24 & 3), static_cast<Code>(word >> 32)};
    }
    static unsigned age_of(std::uint64_t word) { return word >> 26 & 63; }

    std::size_t count_;
    unsigned age_ = 0;
    std::unique_ptr<Slot[], Free> slots_;
};

}  // namespace tablier
