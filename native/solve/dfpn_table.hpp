// What is known of positions while one question is being answered: how much work is still needed to prove it, and to refute it.
// Threads share the table without locks: a slot is two words, and one that was torn between two writers does not match its key.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "../position.hpp"

namespace tablier::solve {

using ProofNumber = std::uint32_t;
constexpr ProofNumber proof_infinity = (1u << 28) - 1;  // cannot be reached: the opposite is proven

// For the side to act: the least number of open ends to be settled before it has what it wants (phi), or certainly not (delta).
struct ProofNumbers {
    ProofNumber phi, delta;

    bool operator==(const ProofNumbers&) const = default;
    bool settled() const { return phi == 0 || delta == 0; }
    static ProofNumbers reached() { return {0, proof_infinity}; }
    static ProofNumbers failed() { return {proof_infinity, 0}; }
};

class DfpnTable {
public:
    struct Slot {
        std::atomic<std::uint64_t> check, word;
    };
    static constexpr std::size_t together = 4;  // slots a key may be in: one line of the processor's cache

    explicit DfpnTable(std::size_t bytes)
        : count_(std::max(bytes / sizeof(Slot) / together, std::size_t{256}) * together) { clear(); }

    // The system hands out zeroed pages only as they are written, so an empty table costs nothing.
    void clear() {
        room_.reset();
        room_.reset(std::calloc(count_ + together, sizeof(Slot)));
        if (!room_) throw std::bad_alloc();
        void* aligned = room_.get();
        std::size_t space = (count_ + together) * sizeof(Slot);
        slots_ = static_cast<Slot*>(std::align(64, count_ * sizeof(Slot), aligned, space));
        used_ = 0;
#ifdef __linux__  // with large pages a random look misses the processor's map of memory less often; finding them free takes
                  // time in which nobody hears a stop, so a player's small table does without
        if (count_ * sizeof(Slot) < large_pages_from) return;
        const auto first_page = (reinterpret_cast<std::uintptr_t>(slots_) + 4095) & ~std::uintptr_t{4095};
        madvise(reinterpret_cast<void*>(first_page), count_ * sizeof(Slot) & ~std::size_t{4095}, MADV_HUGEPAGE);
#endif
    }

    void prefetch(Key key) const { __builtin_prefetch(&slots_[place_of(key)]); }

    // False where nothing is known.
    bool probe(Key key, ProofNumbers& numbers) const {
        const Slot* slot = &slots_[place_of(key)];
        for (std::size_t i = 0; i < together; ++i) {
            const std::uint64_t word = slot[i].word.load(std::memory_order_relaxed);
            if (word && (slot[i].check.load(std::memory_order_relaxed) ^ word) == key) {
                numbers = {static_cast<ProofNumber>(word & proof_infinity), static_cast<ProofNumber>(word >> 28 & proof_infinity)};
                return true;
            }
        }
        return false;
    }

    // In place of the same position, or of the one that took the least effort.
    void store(Key key, const ProofNumbers& numbers, std::uint64_t nodes) {
        Slot* slot = &slots_[place_of(key)];
        Slot* chosen = slot;
        std::uint64_t least = ~std::uint64_t{0};
        for (std::size_t i = 0; i < together; ++i) {
            const std::uint64_t word = slot[i].word.load(std::memory_order_relaxed);
            if (word && (slot[i].check.load(std::memory_order_relaxed) ^ word) == key) {
                chosen = &slot[i];
                nodes += effort_of(word);
                break;
            }
            if (const std::uint64_t worth = word >> 56; worth < least) chosen = &slot[i], least = worth;
        }
        if (!chosen->word.load(std::memory_order_relaxed)) used_.fetch_add(1, std::memory_order_relaxed);
        const std::uint64_t word = numbers.phi | std::uint64_t{numbers.delta} << 28 | worth_of(nodes) << 56;
        chosen->check.store(key ^ word, std::memory_order_relaxed);
        chosen->word.store(word, std::memory_order_relaxed);
    }

    std::size_t count() const { return count_; }
    std::size_t used() const { return used_.load(std::memory_order_relaxed); }

    // For a checkpoint: every entry as its key and its word, and one put back, into a table of whatever size.
    template <class Found>
    void for_each(Found found) const {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::uint64_t word = slots_[i].word.load(std::memory_order_relaxed);
            if (word) found(slots_[i].check.load(std::memory_order_relaxed) ^ word, word);
        }
    }
    void restore(Key key, std::uint64_t word) {
        if (word >> 56) store(key, {static_cast<ProofNumber>(word & proof_infinity), static_cast<ProofNumber>(word >> 28 & proof_infinity)}, effort_of(word));
    }

private:
    static constexpr std::size_t large_pages_from = std::size_t{256} << 20;

    struct Free {
        void operator()(void* room) const { std::free(room); }
    };

    std::size_t place_of(Key key) const {
        using Wide = unsigned __int128;
        return static_cast<std::size_t>(Wide{key} * (count_ / together) >> 64) * together;
    }
    // Effort as eight bits: four steps to every doubling, from 1 on so that no word in use is empty.
    static std::uint64_t worth_of(std::uint64_t nodes) {
        const unsigned high = static_cast<unsigned>(std::bit_width(nodes | 1)) - 1;
        const std::uint64_t next = high >= 2 ? nodes >> (high - 2) & 3 : 0;
        return std::min<std::uint64_t>(255, 1 + 4 * high + next);
    }
    static std::uint64_t effort_of(std::uint64_t word) {
        const std::uint64_t worth = (word >> 56) - 1, high = worth / 4;
        return high >= 2 ? (4 | (worth & 3)) << (high - 2) : std::uint64_t{1} << high;
    }

    std::size_t count_;
    std::atomic<std::size_t> used_ = 0;
    std::unique_ptr<void, Free> room_;
    Slot* slots_ = nullptr;
};

}  // namespace tablier::solve
