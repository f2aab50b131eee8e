// Table of a df-pn search: proof and disproof numbers by position key, of fixed size, with buckets of four slots (one cache line).
// The entry with the least search effort of its bucket is replaced.
//
// Threads share it without locks (Hyatt's lockless hashing): a slot holds key ^ data beside data, so that a slot torn by two writers
// matches no key.
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
constexpr ProofNumber proof_infinity = (1u << 28) - 1;  // two numbers of 28 bits and 8 bits of effort fill a slot's data

// For the side to act: phi is its proof number (the attacker's proof number, or the defender's disproof number), delta the other.
struct ProofNumbers {
    ProofNumber phi, delta;

    bool operator==(const ProofNumbers&) const = default;
    bool is_settled() const { return phi == 0 || delta == 0; }
    static ProofNumbers make_proven() { return {0, proof_infinity}; }  // the side to act attains its goal
    static ProofNumbers make_disproven() { return {proof_infinity, 0}; }
};

class DfpnTable {
public:
    struct Slot {
        std::atomic<std::uint64_t> check, data;
    };
    static constexpr std::size_t bucket_size = 4;

    explicit DfpnTable(std::size_t bytes)
        : count_(std::max(bytes / sizeof(Slot) / bucket_size, std::size_t{256}) * bucket_size) { clear(); }

    // Not while a search uses it. Pages are allocated lazily, so an empty table costs nothing.
    void clear() {
        memory_.reset();
        memory_.reset(std::calloc(count_ + bucket_size, sizeof(Slot)));
        if (!memory_) throw std::bad_alloc();
        void* aligned = memory_.get();
        std::size_t space = (count_ + bucket_size) * sizeof(Slot);
        slots_ = static_cast<Slot*>(std::align(64, count_ * sizeof(Slot), aligned, space));
        used_ = 0;
#ifdef __linux__
        // Huge pages save TLB misses, but allocating one blocks for long enough to delay a stop; so not for a player's small table.
        if (count_ * sizeof(Slot) < min_huge_page_bytes) return;
        const auto first_page = (reinterpret_cast<std::uintptr_t>(slots_) + 4095) & ~std::uintptr_t{4095};
        madvise(reinterpret_cast<void*>(first_page), count_ * sizeof(Slot) & ~std::size_t{4095}, MADV_HUGEPAGE);
#endif
    }

    void prefetch(Key key) const { __builtin_prefetch(&slots_[index_of(key)]); }

    // Returns false if the position has no entry.
    bool probe(Key key, ProofNumbers& numbers) const {
        const Slot* slot = &slots_[index_of(key)];
        for (std::size_t i = 0; i < bucket_size; ++i) {
            const std::uint64_t data = slot[i].data.load(std::memory_order_relaxed);
            if (data && (slot[i].check.load(std::memory_order_relaxed) ^ data) == key) {
                numbers = unpack(data);
                return true;
            }
        }
        return false;
    }

    // Replaces the entry of the same position, to whose effort `nodes` are added, or the entry with the least effort.
    void store(Key key, const ProofNumbers& numbers, std::uint64_t nodes) {
        Slot* slot = &slots_[index_of(key)];
        Slot* chosen = slot;
        std::uint64_t least_effort = ~std::uint64_t{0};
        for (std::size_t i = 0; i < bucket_size; ++i) {
            const std::uint64_t data = slot[i].data.load(std::memory_order_relaxed);
            if (data && (slot[i].check.load(std::memory_order_relaxed) ^ data) == key) {
                chosen = &slot[i];
                nodes += unpack_effort(data);
                break;
            }
            if (const std::uint64_t effort = data >> 56; effort < least_effort) chosen = &slot[i], least_effort = effort;
        }
        if (!chosen->data.load(std::memory_order_relaxed)) used_.fetch_add(1, std::memory_order_relaxed);
        const std::uint64_t data = numbers.phi | std::uint64_t{numbers.delta} << 28 | pack_effort(nodes) << 56;
        chosen->check.store(key ^ data, std::memory_order_relaxed);
        chosen->data.store(data, std::memory_order_relaxed);
    }

    std::size_t count() const { return count_; }
    std::size_t used() const { return used_.load(std::memory_order_relaxed); }

    // For checkpoints: visits (key, data) of every entry; `restore` stores one of them, also in a table of another size.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::uint64_t data = slots_[i].data.load(std::memory_order_relaxed);
            if (data) visit(slots_[i].check.load(std::memory_order_relaxed) ^ data, data);
        }
    }
    void restore(Key key, std::uint64_t data) {
        if (data >> 56) store(key, unpack(data), unpack_effort(data));
    }

private:
    static constexpr std::size_t min_huge_page_bytes = std::size_t{256} << 20;

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    // First slot of the bucket: the upper half of key * buckets, which needs no power of two.
    std::size_t index_of(Key key) const {
        using Wide = unsigned __int128;
        return static_cast<std::size_t>(Wide{key} * (count_ / bucket_size) >> 64) * bucket_size;
    }
    static ProofNumbers unpack(std::uint64_t data) {
        return {static_cast<ProofNumber>(data & proof_infinity), static_cast<ProofNumber>(data >> 28 & proof_infinity)};
    }
    // Effort in eight bits: four steps per doubling, starting at 1 so that no used slot is zero.
    static std::uint64_t pack_effort(std::uint64_t nodes) {
        const unsigned high = static_cast<unsigned>(std::bit_width(nodes | 1)) - 1;
        const std::uint64_t next = high >= 2 ? nodes >> (high - 2) & 3 : 0;
        return std::min<std::uint64_t>(255, 1 + 4 * high + next);
    }
    static std::uint64_t unpack_effort(std::uint64_t data) {
        const std::uint64_t effort = (data >> 56) - 1, high = effort / 4;
        return high >= 2 ? (4 | (effort & 3)) << (high - 2) : std::uint64_t{1} << high;
    }

    std::size_t count_;
    std::atomic<std::size_t> used_ = 0;
    std::unique_ptr<void, Free> memory_;
    Slot* slots_ = nullptr;
};

}  // namespace tablier::solve
