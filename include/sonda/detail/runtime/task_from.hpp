// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_TASK_FROM_HPP
#define SONDA_DETAIL_RUNTIME_TASK_FROM_HPP

#include <sonda/runtime/task.hpp>

#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

namespace sonda::detail {

// The result of what can be spawned: a task, an awaitable, or a function that returns one of them, or anything else.
template<class T>
struct spawned_value
{
    using type = T;
};

template<class T>
struct spawned_value<runtime::task<T>>
{
    using type = T;
};

template<class T, class Executor>
struct spawned_value<boost::asio::awaitable<T, Executor>>
{
    using type = T;
};

template<class T>
inline constexpr bool is_spawnable_coroutine = false;
template<class T>
inline constexpr bool is_spawnable_coroutine<runtime::task<T>> = true;
template<class T, class Executor>
inline constexpr bool is_spawnable_coroutine<boost::asio::awaitable<T, Executor>> = true;

template<class F>
struct spawned
{
    using type = std::decay_t<std::invoke_result_t<F>>;
};

template<class F>
    requires is_spawnable_coroutine<F>
struct spawned<F>
{
    using type = F;
};

template<class F>
concept spawnable = is_spawnable_coroutine<std::decay_t<F>> || std::invocable<std::decay_t<F>>;

template<spawnable F>
using spawned_result_t = typename spawned_value<typename spawned<std::decay_t<F>>::type>::type;

// Keeps the function as long as the coroutine that it made runs: a coroutine that is a lambda refers to it.
template<class F>
runtime::task<spawned_result_t<F>> call_as_task(F function)
{
    auto owned = std::move(function); // ends with the coroutine; a parameter would stay with the result
    if constexpr (is_spawnable_coroutine<std::invoke_result_t<F>>)
        co_return co_await std::move(owned)();
    else
        co_return std::move(owned)();
}

template<class T, class Executor>
runtime::task<T> await_as_task(boost::asio::awaitable<T, Executor> awaitable)
{
    co_return co_await std::move(awaitable);
}

// The task that a spawn function starts. Throws what an allocation throws.
template<spawnable F>
runtime::task<spawned_result_t<F>> task_from(F&& f)
{
    if constexpr (is_task_handle<std::decay_t<F>>)
        return std::forward<F>(f);
    else if constexpr (is_spawnable_coroutine<std::decay_t<F>>)
        return await_as_task(std::forward<F>(f));
    else {
        static_assert(alignof(std::decay_t<F>) <= alignof(std::max_align_t),
                      "a coroutine has no room for a function of this alignment; let it point to what is aligned so");
        return call_as_task<std::decay_t<F>>(std::forward<F>(f));
    }
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_TASK_FROM_HPP
