// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_INJECTOR_HPP
#define SONDA_DETAIL_RUNTIME_INJECTOR_HPP

#include <sonda/detail/runtime/queue_stamp.hpp>
#include <sonda/detail/runtime/runnable.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace sonda::detail {

// The queue of one priority into which threads from outside put, and out of which workers take batches: first in, first
// out. Producers push on a stack with one compare-and-swap (R. K. Treiber, "Systems Programming: Coping with
// Parallelism", 1986); as the stack is only ever emptied whole it has no ABA. The worker that finds the list of the
// taken empty turns the stack over into it. One worker takes at a time; others are told that, and look elsewhere.
template<template<class> class Atomic = std::atomic>
class basic_injector
{
public:
    static constexpr std::size_t largest_batch = 33;

    struct batch
    {
        runnable* first = nullptr; // a list by next, oldest first, that ends after count nodes
        std::size_t count = 0;
    };

    // By any thread, which has to call leave when it is through with the pool: from here on the node may be run, and end
    // what kept the pool alive. The swap is sequentially consistent: what the caller reads next, such as the set of
    // sleepers, is no older.
    void push(runnable& node) noexcept
    {
        if (pushed_.fetch_add(1, std::memory_order_relaxed) % nodes_a_stamp == 0)
            node.queued_at = queue_stamp();
        auto* head = inbox_.load(std::memory_order_relaxed);
        do
            node.next = head;
        while (!inbox_.compare_exchange_weak(head, &node, std::memory_order_seq_cst, std::memory_order_relaxed));
    }

    // The last access of the thread that has pushed.
    void leave() noexcept { left_.fetch_add(1, std::memory_order_release); }

    // True if no thread is between push and leave.
    bool nobody_inside() const noexcept
    {
        auto const left = left_.load(std::memory_order_acquire);
        return pushed_.load(std::memory_order_relaxed) == left;
    }

    // Half of what is there, rounded up, or all of it; no more than the limit. Nothing while another worker takes.
    batch take(std::size_t limit, bool all) noexcept
    {
        if (seems_empty() || busy_.exchange(true, std::memory_order_seq_cst))
            return {};
        auto left = ready_.load(std::memory_order_relaxed);
        if (left == 0)
            left = turn_over();
        batch taken{head_, (std::min)(limit, all ? left : (left + 1) / 2)};
        for (auto i = taken.count; i != 0; --i)
            head_ = head_->next;
        ready_.store(left - taken.count, std::memory_order_seq_cst);
        busy_.exchange(false, std::memory_order_seq_cst);
        return taken;
    }

    // In this order: what leaves the inbox while this looks is on the way, and then in the list.
    bool empty() const noexcept
    {
        return inbox_.load(std::memory_order_seq_cst) == nullptr && !busy_.load(std::memory_order_seq_cst) &&
               ready_.load(std::memory_order_seq_cst) == 0;
    }

    // Whether a look is not worth its while. What was just put in may be missed.
    bool seems_empty() const noexcept
    {
        return inbox_.load(std::memory_order_relaxed) == nullptr && ready_.load(std::memory_order_relaxed) == 0;
    }

    // How many nodes are in it, about.
    std::size_t size() const noexcept
    {
        auto const taken = taken_over_.load(std::memory_order_relaxed);
        auto const waiting = pushed_.load(std::memory_order_relaxed) - taken;
        auto const ready = ready_.load(std::memory_order_relaxed);
        return waiting > (static_cast<std::size_t>(-1) >> 1) ? ready : ready + waiting;
    }

private:
    std::size_t turn_over() noexcept
    {
        std::size_t count = 0;
        head_ = nullptr;
        for (auto* node = inbox_.exchange(nullptr, std::memory_order_seq_cst); node; ++count) {
            auto* const older = node->next;
            node->next = head_;
            head_ = node;
            node = older;
        }
        taken_over_.store(taken_over_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
        return count;
    }

    alignas(64) Atomic<runnable*> inbox_ = nullptr;
    Atomic<std::size_t> pushed_ = 0;
    Atomic<std::size_t> left_ = 0;
    alignas(64) Atomic<bool> busy_ = false;
    Atomic<std::size_t> ready_ = 0;
    Atomic<std::size_t> taken_over_ = 0; // out of the inbox
    runnable* head_ = nullptr; // guarded by busy_
};

using injector = basic_injector<>;

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_INJECTOR_HPP
