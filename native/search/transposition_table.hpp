// Transposition table of fixed size, with two slots per key (a bucket). Entries of earlier searches are replaced first, then those
// of lower depth.
//
// Threads share it without locks (Hyatt's lockless hashing): a slot holds key ^ data beside data, so that a slot torn by two writers
// matches no key.
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
    int score = 0;  // 16 bits
    int depth = 0;  // 8 bits
    Bound bound = Bound::none;
    Code code = 0;  // best move, or the one that caused the cutoff
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t bytes) : count_(std::bit_floor(std::max(bytes / sizeof(Slot), std::size_t{1024}))) { clear(); }

    // Not while a search uses it. Pages are allocated lazily, so an empty table costs nothing.
    void clear() {
        slots_.reset(static_cast<Slot*>(std::calloc(count_, sizeof(Slot))));
        if (!slots_) throw std::bad_alloc();
    }
    // Makes the present entries those of an earlier search.
    void new_search() { generation_ = (generation_ + 1) & 63; }

    std::optional<TTEntry> probe(Key key) const {
        for (const std::size_t index : {index_of(key), index_of(key) ^ 1}) {
            const std::uint64_t data = slots_[index].data.load(std::memory_order_relaxed);
            if ((slots_[index].check.load(std::memory_order_relaxed) ^ data) == key && data) return unpack(data);
        }
        return std::nullopt;
    }

    // Replaces an entry of the same position, of an earlier search, or of the lower depth.
    void store(Key key, const TTEntry& entry) {
        std::size_t index = index_of(key);
        if (replacement_value(key, index ^ 1) < replacement_value(key, index)) index ^= 1;
        const std::uint64_t data = pack(entry);
        slots_[index].check.store(key ^ data, std::memory_order_relaxed);
        slots_[index].data.store(data, std::memory_order_relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check, data;
    };
    struct Free {
        void operator()(Slot* slots) const { std::free(slots); }
    };

    // Any bits of a Zobrist key would do.
    std::size_t index_of(Key key) const { return static_cast<std::size_t>(key >> 8) & (count_ - 1); }

    // The slot with the lower value is replaced.
    int replacement_value(Key key, std::size_t index) const {
        const std::uint64_t data = slots_[index].data.load(std::memory_order_relaxed);
        if ((slots_[index].check.load(std::memory_order_relaxed) ^ data) == key) return -1;
        return static_cast<int>(data >> 16 & 255) + (generation_of(data) == generation_ ? 256 : 0);
    }

    // From the lowest bit: score (16 bits), depth (8), bound (2), generation (6), code (16).
    std::uint64_t pack(const TTEntry& entry) const {
        return static_cast<std::uint16_t>(entry.score) | std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 16 |
               std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << 24 | std::uint64_t{generation_} << 26 | std::uint64_t{entry.code} << 32;
    }
    static TTEntry unpack(std::uint64_t data) {
        return {static_cast<std::int16_t>(data), static_cast<int>(data >> 16 & 255), static_cast<Bound>(data >> 24 & 3), static_cast<Code>(data >> 32)};
    }
    static unsigned generation_of(std::uint64_t data) { return data >> 26 & 63; }

    std::size_t count_;  // slots, a power of two
    unsigned generation_ = 0;
    std::unique_ptr<Slot[], Free> slots_;
};

}  // namespace tablier
