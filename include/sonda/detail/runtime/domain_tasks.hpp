// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_DOMAIN_TASKS_HPP
#define SONDA_DETAIL_RUNTIME_DOMAIN_TASKS_HPP

#include <sonda/detail/runtime/task_host.hpp>

#include <cstddef>
#include <utility>

namespace sonda::detail {

// The live tasks of a context that one thread drives: live_list without its mutex.
class domain_tasks
{
public:
    std::size_t count() const noexcept { return count_; }

    void insert(live_link& task) noexcept
    {
        link(task);
        ++count_;
    }

    void remove(live_link& task) noexcept
    {
        unlink(task);
        --count_;
    }

    // Each task once; those that begin meanwhile may be missed.
    void cancel_all() noexcept
    {
        for (cancelling_ = std::exchange(head_, nullptr); cancelling_;) {
            auto& task = *cancelling_;
            unlink(task);
            link(task);
            task.retain();
            task.request_cancel();
            task.release();
        }
    }

private:
    void link(live_link& task) noexcept
    {
        task.previous_live = nullptr;
        task.next_live = head_;
        if (head_)
            head_->previous_live = &task;
        head_ = &task;
    }

    void unlink(live_link& task) noexcept
    {
        if (task.previous_live)
            task.previous_live->next_live = task.next_live;
        else
            (cancelling_ == &task ? cancelling_ : head_) = task.next_live;
        if (task.next_live)
            task.next_live->previous_live = task.previous_live;
    }

    live_link* head_ = nullptr;
    live_link* cancelling_ = nullptr; // those that cancel_all has still to visit
    std::size_t count_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_DOMAIN_TASKS_HPP
