// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_RUN_QUEUE_HPP
#define SONDA_DETAIL_RUNTIME_RUN_QUEUE_HPP

#include <sonda/detail/runtime/runnable.hpp>

namespace sonda::detail {

// First in, first out, for one thread.
class run_queue
{
public:
    bool empty() const noexcept { return !head_; }
    runnable const* front() const noexcept { return head_; }

    void push(runnable& node) noexcept
    {
        node.next = nullptr;
        *tail_ = &node;
        tail_ = &node.next;
    }

    // A chain as mpsc_queue gives it; null is none.
    void append(runnable* chain) noexcept
    {
        if (!chain)
            return;
        *tail_ = chain;
        while (chain->next)
            chain = chain->next;
        tail_ = &chain->next;
    }

    // The oldest, or null.
    runnable* pop() noexcept
    {
        auto* const node = head_;
        if (node) {
            head_ = node->next;
            if (!head_)
                tail_ = &head_;
        }
        return node;
    }

    run_queue() = default;
    run_queue(run_queue const&) = delete;
    run_queue& operator=(run_queue const&) = delete;

private:
    runnable* head_ = nullptr;
    runnable** tail_ = &head_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_RUN_QUEUE_HPP
