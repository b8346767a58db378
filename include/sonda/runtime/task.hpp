// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_TASK_HPP
#define SONDA_RUNTIME_TASK_HPP

#include <sonda/detail/runtime/task_core.hpp>
#include <sonda/detail/runtime/task_promise.hpp>
#include <sonda/detail/runtime/task_wait.hpp>
#include <sonda/runtime/this_task.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/error.hpp>
#include <boost/assert.hpp>
#include <boost/system/system_error.hpp>

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace sonda::runtime {

/** A coroutine that runs on a @ref local_domain or a priority pool, and the handle on it.

    A coroutine function that returns `task<T>` does not start by itself. It starts where it is spawned, and then the
    `task<T>` that the spawn function returns is the handle; or where another task awaits it, as a part of that one.
    Inside, `co_await` takes

    @li `this_task::yield` and `this_task::is_cancelled`;
    @li another task, `co_await std::move(task)`: gives its value, throws its exception, or throws
        `boost::asio::error::operation_aborted` if it was cancelled;
    @li an asynchronous operation of Asio whose token is `boost::asio::deferred`: a leading `error_code` is thrown as
        `boost::system::system_error` unless the token is `as_tuple(deferred)`;
    @li a `boost::asio::awaitable`;
    @li `boost::asio::this_coro::executor`, an executor of the task: what runs on it runs by turns with the task.

    The handle owns the task: its destructor cancels it. A cancelled task ends at its next suspension, or at once where
    it is suspended: its frame is destroyed, as if it returned there. An operation of Asio that it waits for is cancelled
    and waited for first, as its buffers are in the frame; no operation is left behind.

    @tparam T  The result; `void`, or an object type that can be moved.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe, but for @ref is_finished and @ref request_cancel. The handle of a
    running task may be used, moved and destroyed on any thread, also after the context of the task has gone.
*/
template<class T = void>
class [[nodiscard]] task
{
public:
    using value_type = T; ///< The result.
    using promise_type = detail::task_promise<T>; ///< For the compiler.

    /// Takes the task over; `other` has none afterwards, and may only be assigned to or destroyed.
    task(task&& other) noexcept
        : core_(std::exchange(other.core_, nullptr))
    {}

    /// Takes the task over, and lets go of the own one as the destructor does.
    task& operator=(task&& other) noexcept
    {
        task(std::move(other)).swap(*this);
        return *this;
    }

    /// Cancels the task unless it has ended; does not wait for its end. One that was never spawned is destroyed.
    ~task()
    {
        if (core_)
            core_->abandon();
    }

    /// True unless the handle was moved from or detached.
    bool valid() const noexcept { return core_; }

    /// True when the task has ended: with a value, an exception, or because it was cancelled.
    bool is_finished() const noexcept { return core_->done(); }

    /// Lets the task go on without the handle. An exception out of it goes to the handler of its context.
    void detach() noexcept
    {
        if (core_)
            std::exchange(core_, nullptr)->release();
    }

    /// Asks the task to end, and keeps the handle. Idempotent; does nothing to a task that has ended.
    void request_cancel() noexcept
    {
        if (core_->started())
            core_->request_cancel();
    }

    /** Asks the task to end; awaiting the result waits for it.

        @return A handle whose result is empty if the task was cancelled, and its value if it had ended before.
    */
    fallible_task<T> cancel() &&
    {
        request_cancel();
        return std::move(*this).fallible();
    }

    /// The same task, with a result that tells cancellation from an error: see `fallible_task`.
    fallible_task<T> fallible() && { return fallible_task<T>(std::move(*this)); }

    /** Blocks the calling thread until the task has ended.

        The task was spawned, which a debug build asserts: one that only a handle knows of is run by nobody. Not on a thread
        that runs the context of the task: that would wait for ever.

        @return The value; rethrows the exception of the task; throws `boost::asio::error::operation_aborted` if it was
                cancelled.
    */
    T get() &&
    {
        BOOST_ASSERT_MSG(core_->started(), "a task is waited for that was not spawned");
        auto const self = std::move(*this);
        self.core_->wait();
        return result(*self.core_);
    }

    /** Waits for the end of the task asynchronously: the task is itself an operation of Asio, to be called with a token.
        An `awaitable` says `co_await std::move(task)(boost::asio::use_awaitable)`. The task was spawned, as for @ref get.

        @par Completion signature
        @code void(std::exception_ptr, T) @endcode
        or `void(std::exception_ptr)` where `T` is `void`; the exception is that of the task, or a `system_error` with
        `boost::asio::error::operation_aborted` if it was cancelled. `T` must be default-constructible.

        @par Per-operation cancellation
        @li `terminal`, `partial`, `total`  cancel the task.

        @par Thread safety
        The handler is called through its executor, wherever the task runs.
    */
    template<boost::asio::completion_token_for<typename detail::task_wait_signature<T>::type> CompletionToken>
    auto operator()(CompletionToken&& token) &&
    {
        BOOST_ASSERT_MSG(core_->started(), "a task is waited for that was not spawned");
        return detail::async_wait_task<T>(std::move(*this), std::forward<CompletionToken>(token));
    }

    /// Exchanges the tasks of two handles.
    void swap(task& other) noexcept { std::swap(core_, other.core_); }

private:
    friend detail::task_access;
    template<class>
    friend class detail::task_await;
    friend class fallible_task<T>;
    template<class>
    friend class detail::task_wait;

    explicit task(detail::task_core& core) noexcept
        : core_(&core)
    {}

    static T result(detail::task_core& core)
    {
        if (core.end() == detail::task_end::cancelled)
            throw boost::system::system_error(boost::asio::error::operation_aborted);
        if (core.error())
            std::rethrow_exception(core.error());
        return promise_type::of(core).take();
    }

    detail::task_core* core_;
};

/** A handle on a task whose result says whether the task was cancelled.

    Awaiting it gives a `std::optional<T>`, or a `bool` for a task of `void`: empty, or false, if the task was cancelled.
    An exception out of the task is rethrown as ever. Its destructor cancels the task, as that of @ref task does.

    @par Thread safety
    As of @ref task.
*/
template<class T>
class [[nodiscard]] fallible_task
{
public:
    /// What awaiting gives.
    using value_type =
        std::conditional_t<std::is_void_v<T>, bool, std::optional<std::conditional_t<std::is_void_v<T>, int, T>>>;

    /// Takes the task of a handle over.
    explicit fallible_task(task<T>&& other) noexcept
        : task_(std::move(other))
        , core_(task_.core_)
    {}

    /// True when the task has ended.
    bool is_finished() const noexcept { return task_.is_finished(); }

    /// As @ref task::detach.
    void detach() noexcept { task_.detach(); }

    /// As @ref task::request_cancel.
    void request_cancel() noexcept { task_.request_cancel(); }

    /// Blocks until the task has ended, as @ref task::get does.
    value_type get() &&
    {
        BOOST_ASSERT_MSG(core_->started(), "a task is waited for that was not spawned");
        auto const self = std::move(*this);
        self.task_.core_->wait();
        return result(*self.task_.core_);
    }

private:
    friend detail::task_access;
    template<class>
    friend class detail::task_await;

    static value_type result(detail::task_core& core)
    {
        if (core.started() && core.end() == detail::task_end::cancelled)
            return value_type();
        if constexpr (std::is_void_v<T>)
            return task<T>::result(core), true;
        else
            return value_type(task<T>::result(core));
    }

    task<T> task_;
    detail::task_core* core_;
};

} // namespace sonda::runtime

namespace sonda::detail {

/// @cond
inline runtime::task<void> task_promise<void>::get_return_object() noexcept
{
    return task_access::make<runtime::task<void>>(own(std::coroutine_handle<task_promise>::from_promise(*this)));
}
/// @endcond

} // namespace sonda::detail

#endif // SONDA_RUNTIME_TASK_HPP
