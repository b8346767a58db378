// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_PROMISE_HPP
#define SONDA_DETAIL_RUNTIME_TASK_PROMISE_HPP

#include <sonda/detail/runtime/task_await.hpp>
#include <sonda/detail/runtime/task_core.hpp>
#include <sonda/detail/runtime/task_executor.hpp>
#include <sonda/detail/runtime/task_operation.hpp>
#include <sonda/runtime/this_task.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/this_coro.hpp>

#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace sonda::runtime {

template<class T>
class task;

template<class T>
class fallible_task;

} // namespace sonda::runtime

namespace sonda::detail {

// Gives who writes the library the state behind a handle.
struct task_access
{
    template<class Task>
    static task_core& core(Task& task) noexcept
    {
        return *task.core_;
    }

    template<class Task>
    static Task make(task_core& core) noexcept
    {
        return Task(core);
    }
};

template<class T>
inline constexpr bool is_task_handle = false;
template<class T>
inline constexpr bool is_task_handle<runtime::task<T>> = true;
template<class T>
inline constexpr bool is_task_handle<runtime::fallible_task<T>> = true;

// What co_await gives where there is nothing to wait for.
template<class T>
class task_answer
{
public:
    explicit task_answer(T value) noexcept
        : value_(std::move(value))
    {}

    bool await_ready() const noexcept { return true; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    T await_resume() noexcept { return std::move(value_); }

private:
    T value_;
};

class task_promise_base
{
    struct final_awaiter
    {
        bool await_ready() const noexcept { return false; }

        template<class Promise>
        void await_suspend(std::coroutine_handle<Promise> self) const noexcept
        {
            self.promise().core_->leave();
        }

        void await_resume() const noexcept {}
    };

public:
    static void* operator new(std::size_t size) { return task_core::allocate_frame(size); }
    static void operator delete(void* frame, std::size_t) noexcept { task_core::frame_is_gone(frame); }

    std::suspend_always initial_suspend() const noexcept { return {}; }
    final_awaiter final_suspend() const noexcept { return {}; }
    void unhandled_exception() noexcept { core_->fails(std::current_exception()); }

    auto await_transform(runtime::this_task::yield_t) noexcept { return task_yield(core_->root()); }

    auto await_transform(runtime::this_task::is_cancelled_t) noexcept
    {
        return task_answer<bool>(core_->root().cancel_requested());
    }

    auto await_transform(boost::asio::this_coro::executor_t) noexcept
    {
        return task_answer<task_executor>(hand_out_executor());
    }

    template<class Handle>
        requires is_task_handle<Handle>
    auto await_transform(Handle&& other) noexcept
    {
        static_assert(!std::is_lvalue_reference_v<Handle>, "a task is awaited once: co_await std::move(task)");
        auto& target = task_access::core(other);
        return task_await<Handle>(std::move(other), target, core_->root());
    }

    template<class T, class Executor>
    auto await_transform(boost::asio::awaitable<T, Executor> other)
    {
        return await_transform(
            boost::asio::co_spawn(Executor(hand_out_executor()), std::move(other), boost::asio::deferred));
    }

    template<class Operation>
        requires(!is_task_handle<std::decay_t<Operation>> &&
                 boost::asio::is_async_operation<std::decay_t<Operation>>::value)
    auto await_transform(Operation&& operation)
    {
        using decayed = std::decay_t<Operation>;
        using signature = typename boost::asio::completion_signature_of<decayed>::type;
        return task_operation<decayed, signature>(decayed(std::forward<Operation>(operation)), core_->root());
    }

protected:
    task_core& own(std::coroutine_handle<> frame) noexcept
    {
        core_ = task_core::of_frame(frame.address());
        core_->own(frame);
        return *core_;
    }

private:
    task_executor hand_out_executor() noexcept
    {
        core_->root().takes_functions();
        return task_executor(core_->root());
    }

    task_core* core_ = nullptr;
};

template<class T>
class task_promise final : public task_promise_base
{
public:
    runtime::task<T> get_return_object() noexcept
    {
        return task_access::make<runtime::task<T>>(own(std::coroutine_handle<task_promise>::from_promise(*this)));
    }

    template<class U>
        requires std::is_constructible_v<T, U>
    void return_value(U&& value)
    {
        value_.emplace(std::forward<U>(value));
    }

    T take() { return std::move(*value_); }

    static task_promise& of(task_core& core) noexcept
    {
        return std::coroutine_handle<task_promise>::from_address(core.frame().address()).promise();
    }

private:
    std::optional<T> value_;
};

template<>
class task_promise<void> final : public task_promise_base
{
public:
    runtime::task<void> get_return_object() noexcept;
    void return_void() const noexcept {}
    void take() const noexcept {}

    static task_promise& of(task_core& core) noexcept
    {
        return std::coroutine_handle<task_promise>::from_address(core.frame().address()).promise();
    }
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_PROMISE_HPP
