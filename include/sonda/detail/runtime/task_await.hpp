// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_AWAIT_HPP
#define SONDA_DETAIL_RUNTIME_TASK_AWAIT_HPP

#include <sonda/detail/runtime/task_core.hpp>

#include <coroutine>
#include <utility>

namespace sonda::detail {

// A task that awaits another. One that was spawned, on whatever context, is waited for; one that was not runs as a part
// of the task that awaits it. Owns the handle meanwhile, so that it is cancelled with who awaits it. Handle::result
// makes of the outcome what co_await gives.
template<class Handle>
class task_await final : public wait_hook, public task_waiter
{
public:
    task_await(Handle&& handle, task_core& target, task_core& root) noexcept
        : handle_(std::move(handle))
        , target_(target)
        , root_(root)
    {}

    task_await(task_await const&) = delete;

    bool await_ready() const noexcept { return target_.done(); }

    std::coroutine_handle<> await_suspend(std::coroutine_handle<> leaf) noexcept
    {
        if (!target_.started())
            return target_.enter(root_, leaf);
        root_.suspends(leaf, *this);
        if (target_.add_waiter(*this))
            return std::noop_coroutine();
        root_.stays();
        return leaf;
    }

    decltype(auto) await_resume() { return Handle::result(target_); }

private:
    bool cancel() noexcept override { return target_.remove_waiter(); }
    void task_done() noexcept override { root_.wake(); }

    Handle handle_;
    task_core& target_;
    task_core& root_;
};

// A task that gives way to all that is ready.
class task_yield
{
public:
    explicit task_yield(task_core& root) noexcept
        : root_(root)
    {}

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> leaf) noexcept { root_.gives_way(leaf); }
    void await_resume() const noexcept {}

private:
    task_core& root_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_AWAIT_HPP
