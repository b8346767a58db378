// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_BARE_QUEUES_HPP
#define SONDA_BENCH_RUNTIME_BARE_QUEUES_HPP

#include <atomic>

namespace bench {

/// The node of both queues.
struct node
{
    std::atomic<node*> next = nullptr;
};

/// A queue of one thread.
class fifo
{
public:
    void push(node& added) noexcept
    {
        added.next.store(nullptr, std::memory_order_relaxed);
        if (tail_)
            tail_->next.store(&added, std::memory_order_relaxed);
        else
            head_ = &added;
        tail_ = &added;
    }

    node* pop() noexcept
    {
        auto* const taken = head_;
        if (taken) {
            head_ = taken->next.load(std::memory_order_relaxed);
            if (!head_)
                tail_ = nullptr;
        }
        return taken;
    }

private:
    node* head_ = nullptr;
    node* tail_ = nullptr;
};

/// A queue that any thread pushes to and one pops from: Dmitry Vyukov, "Intrusive MPSC node-based queue", 1024cores.net.
class mpsc
{
public:
    void push(node& added) noexcept
    {
        added.next.store(nullptr, std::memory_order_relaxed);
        head_.exchange(&added, std::memory_order_acq_rel)->next.store(&added, std::memory_order_release);
    }

    /// Null also while a push is half done.
    node* pop() noexcept
    {
        auto* tail = tail_;
        auto* next = tail->next.load(std::memory_order_acquire);
        if (tail == &stub_) {
            if (!next)
                return nullptr;
            tail_ = tail = next;
            next = tail->next.load(std::memory_order_acquire);
        }
        if (!next && tail == head_.load(std::memory_order_acquire)) {
            push(stub_);
            next = tail->next.load(std::memory_order_acquire);
        }
        if (!next)
            return nullptr;
        tail_ = next;
        return tail;
    }

private:
    node stub_;
    alignas(64) std::atomic<node*> head_ = &stub_;
    alignas(64) node* tail_ = &stub_;
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_BARE_QUEUES_HPP
