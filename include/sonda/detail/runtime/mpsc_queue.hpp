// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_MPSC_QUEUE_HPP
#define SONDA_DETAIL_RUNTIME_MPSC_QUEUE_HPP

#include <sonda/detail/runtime/runnable.hpp>

#include <atomic>

namespace sonda::detail {

// Many threads push, one drains: a stack (R. K. Treiber, "Systems Programming: Coping with Parallelism", IBM RJ 5118,
// 1986) that is only ever emptied whole, so that it has no ABA problem, and is turned round by who empties it. It does
// not allocate, and a push that is told of the closing has changed nothing: closing and pushing have one order.
class mpsc_queue
{
public:
    enum class pushed : unsigned char { first, behind, refused };

    // Sequentially consistent, as is empty(), for those who sleep: they say so, and then look whether it is empty.
    pushed push(runnable& node) noexcept
    {
        auto* head = head_.load(std::memory_order_relaxed);
        do {
            if (head == closed())
                return pushed::refused;
            node.next = head;
        } while (!head_.compare_exchange_weak(head, &node, std::memory_order_seq_cst, std::memory_order_relaxed));
        return head ? pushed::behind : pushed::first;
    }

    // All that was pushed, a chain, the oldest first.
    runnable* drain() noexcept
    {
        auto const* const head = head_.load(std::memory_order_relaxed);
        if (!head || head == closed())
            return nullptr;
        return reversed(head_.exchange(nullptr, std::memory_order_acquire));
    }

    // The same, and refuses what is pushed from now on.
    runnable* close() noexcept
    {
        auto* const head = head_.exchange(closed(), std::memory_order_acq_rel);
        return head == closed() ? nullptr : reversed(head);
    }

    bool empty() const noexcept
    {
        auto const* const head = head_.load(std::memory_order_seq_cst);
        return !head || head == closed();
    }

    bool is_closed() const noexcept { return head_.load(std::memory_order_acquire) == closed(); }

private:
    static runnable* reversed(runnable* node) noexcept
    {
        runnable* done = nullptr;
        while (node) {
            auto* const next = node->next;
            node->next = done;
            done = node;
            node = next;
        }
        return done;
    }

    static runnable* closed() noexcept { return &closed_; }

    struct mark final : runnable
    {
        mark() noexcept
            : runnable(nullptr)
        {}
    };

    static inline mark closed_;
    std::atomic<runnable*> head_ = nullptr;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_MPSC_QUEUE_HPP
