// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_WAIT_HOOK_HPP
#define SONDA_DETAIL_RUNTIME_WAIT_HOOK_HPP

#include <cstdint>

namespace sonda::detail {

// What a suspended task waits for; part of its frame.
struct wait_hook
{
    // Called by who runs the task. True: the wait is off, nobody will wake the task for it. False: the wake is under
    // way, or comes when the operation has ended.
    virtual bool cancel() noexcept = 0;

    // The task has ended without this wait, and its host may go.
    virtual void orphaned() noexcept {}

protected:
    ~wait_hook() = default;
};

// Somebody who waits for the end of a task.
struct task_waiter
{
    virtual void task_done() noexcept = 0;

protected:
    ~task_waiter() = default;
};

enum class task_end : std::uint8_t { none, value, error, cancelled };

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_WAIT_HOOK_HPP
