// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_WORK_DEQUE_HPP
#define SONDA_DETAIL_RUNTIME_WORK_DEQUE_HPP

#include <sonda/detail/runtime/runnable.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace sonda::detail {

// The queue of one worker and one priority: its owner puts in at the back, the owner and thieves take out at the front,
// so it is first in, first out for everybody. The growing ring is that of D. Chase and Y. Lev, "Dynamic Circular
// Work-Stealing Deque", SPAA 2005, with the orders of N. M. Le et al., "Correct and Efficient Work-Stealing for Weak
// Memory Models", PPoPP 2013. As nobody takes at the back the race of owner and thief for the last element, and with it
// the fence, is gone: the front moves by compare-and-swap only, and never back, so it has no ABA.
template<template<class> class Atomic = std::atomic>
class basic_work_deque
{
public:
    static constexpr std::size_t most_stolen = 32;

    struct loot
    {
        std::array<runnable*, most_stolen> nodes; // oldest first
        std::size_t count = 0;
        bool lost_race = false; // nothing taken, because somebody else did
    };

    // Alone: nobody will ever steal, so no operation has to be atomic as a whole.
    explicit basic_work_deque(bool alone = false, std::size_t capacity = 256)
        : ring_owner_(std::make_unique<ring>(capacity))
        , ring_(ring_owner_.get())
        , alone_(alone)
    {}

    // By the owner, who pushes only where room is.
    bool has_room() const noexcept
    {
        return bottom_.load(std::memory_order_relaxed) - oldest_seen_ <= ring_owner_->mask;
    }

    // By the owner. Looks how far the front has come, and doubles the ring if that leaves less than a quarter of it, or
    // this would be called at every push. False if there is no memory.
    bool make_room() noexcept
    {
        auto const bottom = bottom_.load(std::memory_order_relaxed);
        oldest_seen_ = top_.load(std::memory_order_acquire);
        auto const mask = ring_owner_->mask;
        return bottom - oldest_seen_ <= mask - mask / 4 || grow(bottom);
    }

    // By the owner. The new bottom is a sequentially consistent exchange if announced: what its caller reads next, such
    // as the set of sleepers, is no older.
    void push(runnable& node, bool announced = true) noexcept
    {
        auto const bottom = bottom_.load(std::memory_order_relaxed);
        ring_owner_->slot(bottom).store(&node, std::memory_order_relaxed);
        if (alone_ || !announced)
            bottom_.store(bottom + 1, std::memory_order_release);
        else
            bottom_.exchange(bottom + 1, std::memory_order_seq_cst);
    }

    // By the owner: the oldest.
    runnable* pop() noexcept
    {
        auto top = top_.load(std::memory_order_relaxed);
        auto const bottom = bottom_.load(std::memory_order_relaxed);
        while (top != bottom) {
            auto* const node = ring_owner_->slot(top).load(std::memory_order_relaxed);
            if (alone_) {
                top_.store(top + 1, std::memory_order_relaxed);
                return announcing_next(top + 1, bottom, node);
            }
            if (top_.compare_exchange_weak(top, top + 1, std::memory_order_acq_rel, std::memory_order_acquire))
                return announcing_next(top + 1, bottom, node);
        }
        return nullptr;
    }

    // By anybody else: the older half, rounded up. A slot is read before its node is won, and may hold anything by
    // then; only if the front stayed where it was does what was read count.
    loot steal() noexcept
    {
        loot taken;
        auto top = top_.load(std::memory_order_acquire);
        auto const bottom = bottom_.load(std::memory_order_acquire);
        if (bottom == top)
            return taken;
        auto const count = (std::min)((bottom - top + 1) / 2, std::uint64_t(most_stolen));
        auto* const from = ring_.load(std::memory_order_acquire);
        for (std::uint64_t i = 0; i != count; ++i)
            taken.nodes[i] = from->slot(top + i).load(std::memory_order_relaxed);
        if (top_.compare_exchange_strong(top, top + count, std::memory_order_acq_rel, std::memory_order_relaxed))
            taken.count = count;
        else
            taken.lost_race = true;
        return taken;
    }

    bool empty() const noexcept
    {
        auto const top = top_.load(std::memory_order_relaxed);
        return bottom_.load(std::memory_order_seq_cst) == top;
    }

    std::size_t size() const noexcept
    {
        auto const top = top_.load(std::memory_order_acquire);
        return bottom_.load(std::memory_order_acquire) - top;
    }

private:
    struct ring
    {
        explicit ring(std::size_t capacity)
            : mask(capacity - 1)
            , slots(std::make_unique<Atomic<runnable*>[]>(capacity))
        {}

        Atomic<runnable*>& slot(std::uint64_t position) noexcept { return slots[position & mask]; }

        std::size_t const mask;
        std::unique_ptr<Atomic<runnable*>[]> slots;
        std::unique_ptr<ring> older; // a thief may be reading it: it goes with the deque
    };

    runnable* announcing_next(std::uint64_t top, std::uint64_t bottom, runnable* node) const noexcept
    {
        if (top != bottom)
            expect_soon(ring_owner_->slot(top).load(std::memory_order_relaxed));
        return node;
    }

    bool grow(std::uint64_t bottom) noexcept
    {
        try {
            auto larger = std::make_unique<ring>(2 * (ring_owner_->mask + 1));
            for (auto at = oldest_seen_; at != bottom; ++at)
                larger->slot(at).store(ring_owner_->slot(at).load(std::memory_order_relaxed),
                                       std::memory_order_relaxed);
            larger->older = std::exchange(ring_owner_, nullptr);
            ring_owner_ = std::move(larger);
        } catch (std::bad_alloc const&) {
            return false;
        }
        ring_.store(ring_owner_.get(), std::memory_order_release);
        return true;
    }

    std::unique_ptr<ring> ring_owner_;
    std::uint64_t oldest_seen_ = 0; // the front as the owner last saw it; it can only be further on
    alignas(64) Atomic<std::uint64_t> top_ = 0;
    alignas(64) Atomic<std::uint64_t> bottom_ = 0;
    Atomic<ring*> ring_;
    bool const alone_;
};

using work_deque = basic_work_deque<>;

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_WORK_DEQUE_HPP
