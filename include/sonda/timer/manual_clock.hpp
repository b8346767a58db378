// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TIMER_MANUAL_CLOCK_HPP
#define SONDA_TIMER_MANUAL_CLOCK_HPP

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/execution/executor.hpp>
#include <boost/asio/execution_context.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <type_traits>

namespace sonda::timer {

/** A clock for tests: it stands still until it is told to advance.

    It is a clock in the sense of the standard library and serves `boost::asio::basic_waitable_timer` as well as the
    timer and pacing policies. It starts at its epoch. As with every clock its time is global; tests that must not share
    it name a `Tag` of their own.

    @tparam Tag  Tells clocks apart; any type, never used as an object.

    @par Thread safety
    Safe: time is one atomic number.

    @par Example
    @code
    using clock = sonda::timer::manual_clock;
    boost::asio::basic_waitable_timer<clock> timer(context, std::chrono::seconds(1));
    timer.async_wait(handler);
    clock::advance(std::chrono::seconds(1), context);
    context.poll(); // calls the handler
    @endcode
*/
template<class Tag = void>
class basic_manual_clock
{
public:
    using duration = std::chrono::nanoseconds; ///< Nanoseconds.
    using rep = duration::rep; ///< The number of nanoseconds.
    using period = duration::period; ///< A billionth of a second.
    using time_point = std::chrono::time_point<basic_manual_clock>; ///< A point in time of this clock.
    static constexpr bool is_steady = true; ///< It never goes back, unless it is reset.

    /// The time it was set to.
    static time_point now() noexcept { return time_point(duration(time_.load(std::memory_order_acquire))); }

    /// Goes on by `step`, which is not negative. Nothing that waits in an execution context learns of it.
    static void advance(duration step) noexcept { time_.fetch_add(step.count(), std::memory_order_acq_rel); }

    /** Goes on by `step` and makes the context look at its timers.

        An execution context sleeps until the real time at which it expects its earliest timer. So that it looks again,
        a `steady_timer` that has long expired is started on it. Handlers of the timers that are due are called by the
        next `run` or `poll` of the context, not by this function; a context that has stopped needs its `restart`
        before.

        @param step      Not negative.
        @param executor  The executor whose context is to look at its timers.
    */
    template<class Executor>
    static void advance(duration step, Executor const& executor)
        requires boost::asio::execution::is_executor<Executor>::value
    {
        using kick = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                       boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;
        advance(step);
        auto timer = std::make_shared<kick>(executor, (std::chrono::steady_clock::time_point::min)());
        timer->async_wait([timer](auto) {});
    }

    /// The same for an execution context with `get_executor()`.
    template<class Context>
    static void advance(duration step, Context& context)
        requires std::is_convertible_v<Context&, boost::asio::execution_context&>
    {
        advance(step, context.get_executor());
    }

    /// Goes back to the epoch, for the next test. No timer may be waiting.
    static void reset() noexcept { time_.store(0, std::memory_order_release); }

private:
    static inline std::atomic<rep> time_{0};
};

/// The clock for tests that need but one.
using manual_clock = basic_manual_clock<>;

} // namespace sonda::timer

#endif // SONDA_TIMER_MANUAL_CLOCK_HPP
