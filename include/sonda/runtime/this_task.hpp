// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_THIS_TASK_HPP
#define SONDA_RUNTIME_THIS_TASK_HPP

namespace sonda::runtime::this_task {

/// The type of `yield`.
struct yield_t
{};

/** `co_await this_task::yield`: gives way to everything that is ready.

    The task goes behind all others of its priority. It allocates nothing and costs about as much as a function call.
    A task that has been cancelled ends here.
*/
inline constexpr yield_t yield{};

/// The type of `is_cancelled`.
struct is_cancelled_t
{};

/** `co_await this_task::is_cancelled`: whether the task has been asked to end.

    Gives a `bool` and never suspends, for a task that computes for long without a suspension: those end it by themselves.
*/
inline constexpr is_cancelled_t is_cancelled{};

} // namespace sonda::runtime::this_task

#endif // SONDA_RUNTIME_THIS_TASK_HPP
