// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TIMER_POLICY_HPP
#define SONDA_TIMER_POLICY_HPP

#include <sonda/probe_result.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>

namespace sonda {

namespace detail {

struct timer_archetype_callback
{
    void operator()(slot_id) const noexcept {}
};

} // namespace detail

/** Keeps the deadlines of the probes in flight, at most one a slot.

    @li `open(slots, executor)` is called once, before anything else, when a scan begins: the slots are `[0, slots)`, all
        disarmed. Whatever a model needs is allocated here; nothing allocates afterwards. A model that waits by itself
        does so on `executor`, which is serialised with all other calls.
    @li `arm(slot, deadline)` for a slot that is not armed. The scanner arms in the order of the deadlines when all
        timeouts are equal; a model says whether it needs that.
    @li `disarm(slot)` for a slot that is armed.
    @li `next_deadline()` is the earliest deadline, or `time_point::max()` if no slot is armed. It may be earlier than
        the true one, never later; after `expire(now, f)` it is later than `now`, so that waiting makes progress.
    @li `expire(now, f)` disarms every slot whose deadline is at or before `now` and calls `f(slot)` for it, earliest
        first; what `f` does may arm and disarm. Gives the number of slots that expired. No slot expires before its
        deadline.

    Two hooks are optional. `wake_at(now)` says when to look again, for a model that would rather be woken before the
    next deadline than after it (its value may be at or before `now`: look again without waiting); without it
    `next_deadline()` is used. `async_wait(token)`, with the completion signature `void(error_code)` and terminal
    cancellation, makes a model wait by itself; without it the scanner waits for `wake_at` on one timer of its own.

    Only the syntax below is checked by the compiler; @ref sonda::conformance::check_timer checks the rest.

    @par Complexity
    `arm`, `disarm`: O(1) wanted. `expire`: in proportion to what expires.

    @par Models
    @li @ref sonda::timer::deadline_queue
    @li @ref sonda::timer::timing_wheel
    @li @ref sonda::timer::two_phase
    @li @ref sonda::timer::asio_timer
*/
// clang-format off
template<class T>
concept timer_policy = std::movable<T> &&
    requires(T& timer, T const& view, slot_id slot, typename T::clock_type::time_point when, std::size_t slots,
             boost::asio::any_io_executor const& executor, detail::timer_archetype_callback callback) {
        typename T::clock_type;
        timer.open(slots, executor);
        timer.arm(slot, when);
        timer.disarm(slot);
        { view.next_deadline() } -> std::same_as<typename T::clock_type::time_point>;
        { timer.expire(when, callback) } -> std::same_as<std::size_t>;
    };
// clang-format on

} // namespace sonda

#endif // SONDA_TIMER_POLICY_HPP
