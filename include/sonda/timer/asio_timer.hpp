// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TIMER_ASIO_TIMER_HPP
#define SONDA_TIMER_ASIO_TIMER_HPP

#include <sonda/timer/deadline_queue.hpp>
#include <sonda/timer_policy.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace sonda::timer {

/** Waits with one waitable timer of Asio for each slot: the plain way, kept as the yardstick of the others.

    The waitable timers only wake; what is due is decided by a @ref deadline_queue beside them, so that expiry is exact
    here too. Each `arm` starts an asynchronous wait, for which Asio may allocate.

    Moving keeps the waits. Destruction ends them, and a pending `async_wait` with `operation_aborted`.

    @tparam Clock     The clock, with the wait traits that Asio uses by default.
    @tparam Executor  The type of the executor that is given to `open`, or one it converts to.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe; all calls are made on the executor, which is serialised.

    @see timer_policy
*/
template<class Clock = std::chrono::steady_clock, class Executor = boost::asio::any_io_executor>
class asio_timer
{
public:
    /// The clock that deadlines are measured on.
    using clock_type = Clock;

    /// A point in time of that clock.
    using time_point = typename Clock::time_point;

    /// The type of the executor that is waited on.
    using executor_type = Executor;

    /// The same timer on another type of executor.
    template<class Other>
    struct rebind_executor
    {
        /// The type of the timer on it.
        using other = asio_timer<Clock, Other>;
    };

    /// Makes room for the slots `[0, slots)`, all disarmed, whose waits run on `executor`.
    template<class OtherExecutor>
    void open(std::size_t slots, OtherExecutor const& executor)
    {
        state_ = std::make_shared<state>(Executor(executor));
        state_->queue.open(slots, executor);
        state_->timers.reserve(slots);
        for (std::size_t i = 0; i != slots; ++i)
            state_->timers.emplace_back(state_->waiter.get_executor());
    }

    /// Arms a slot that is not armed.
    void arm(slot_id slot, time_point deadline)
    {
        state_->queue.arm(slot, deadline);
        auto& timer = state_->timers[slot];
        timer.expires_at(deadline);
        timer.async_wait([weak = std::weak_ptr(state_)](boost::system::error_code error) {
            if (auto const self = error ? nullptr : weak.lock())
                self->wake();
        });
    }

    /// Disarms a slot that is armed.
    void disarm(slot_id slot)
    {
        state_->queue.disarm(slot);
        state_->timers[slot].cancel();
    }

    /// The earliest deadline, exactly, or `time_point::max()` if no slot is armed.
    time_point next_deadline() const noexcept { return state_ ? state_->queue.next_deadline() : (time_point::max)(); }

    /// Disarms the slots whose deadline is at or before `now`, calls `f(slot)` for each, gives their number.
    template<class F>
    std::size_t expire(time_point now, F&& f)
    {
        return state_->queue.expire(now, [&](slot_id slot) {
            state_->timers[slot].cancel();
            f(slot);
        });
    }

    /** Completes when a deadline may have passed; then `expire` says which.

        A deadline that passed since the last completion completes it at once. One wait at a time. The completion is
        never called from within this function.

        @par Completion signature
        @code void(boost::system::error_code) @endcode

        @par Error codes
        @li `boost::asio::error::operation_aborted`  cancelled, or the timer was destroyed.

        @par Per-operation cancellation
        @li `terminal`  supported; the timer is as before.
        @li `partial`, `total`  not supported.

        @par Thread safety
        Unsafe: called on the executor given to `open`.
    */
    template<class CompletionToken>
    auto async_wait(CompletionToken&& token)
    {
        return boost::asio::async_compose<CompletionToken, void(boost::system::error_code)>(wait_op{state_}, token,
                                                                                            state_->waiter);
    }

private:
    using waitable_timer = boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor>;

    struct state
    {
        explicit state(Executor const& executor)
            : waiter(executor)
        {}

        void wake()
        {
            fired = true;
            waiter.cancel();
        }

        deadline_queue<Clock> queue;
        std::vector<waitable_timer> timers;
        waitable_timer waiter;
        bool fired = false;
    };

    // It does not own the state: a timer that is destroyed ends its wait.
    struct wait_op
    {
        std::weak_ptr<state> timer;
        bool started = false;

        template<class Self>
        void operator()(Self& self, boost::system::error_code error = {})
        {
            auto const owner = timer.lock();
            if (!std::exchange(started, true)) {
                if (owner->fired)
                    return boost::asio::post(owner->waiter.get_executor(), std::move(self));
                owner->waiter.expires_at((time_point::max)());
                return owner->waiter.async_wait(std::move(self));
            }
            if (owner && std::exchange(owner->fired, false))
                error = {};
            self.complete(error);
        }
    };

    std::shared_ptr<state> state_;
};

static_assert(timer_policy<asio_timer<>>);

} // namespace sonda::timer

#endif // SONDA_TIMER_ASIO_TIMER_HPP
