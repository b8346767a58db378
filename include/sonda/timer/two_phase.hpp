// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TIMER_TWO_PHASE_HPP
#define SONDA_TIMER_TWO_PHASE_HPP

#include <sonda/error.hpp>
#include <sonda/timer/deadline_queue.hpp>
#include <sonda/timer_policy.hpp>

#include <boost/system/system_error.hpp>

#include <chrono>
#include <cstddef>
#include <utility>

namespace sonda::timer {

/** Waits for a deadline in two phases: coarsely until 32 ms before it, and precisely from there.

    For clocks and executors whose waits are rounded, the more the longer they are: the long wait ends early by 32 ms,
    and a short one that is barely rounded follows. It changes only when the scanner looks, never what expires: that is
    left to the timer within, exactly.

    The precise phase may end in a spin, off by default: from `spin` before a deadline the scanner is told to look again
    without waiting. That costs a busy core for so long and saves the delay of a wake-up, about 0.1 ms.

    @tparam Timer  The timer within; one that does not wait by itself.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see timer_policy
*/
template<timer_policy Timer = deadline_queue<>>
    requires(!requires { typename Timer::executor_type; })
class two_phase
{
public:
    /// The clock that deadlines are measured on.
    using clock_type = typename Timer::clock_type;

    /// A length of time of that clock.
    using duration = typename clock_type::duration;

    /// A point in time of that clock.
    using time_point = typename clock_type::time_point;

    /// How long before a deadline the precise phase begins.
    static constexpr std::chrono::milliseconds precise{32};

    /// The longest spin that may be asked for.
    static constexpr std::chrono::microseconds longest_spin{300};

    /** Wraps a timer.

        @param inner  The timer within.
        @param spin   For how long before a deadline not to wait at all, 0 to 300 us; 0 means never.

        @par Exception safety
        Strong: `boost::system::system_error` with `error::bad_option` if `spin` is out of range.
    */
    explicit two_phase(Timer inner = Timer(), duration spin = duration::zero())
        : inner_(std::move(inner))
        , spin_(spin)
    {
        if (spin < duration::zero() || spin > longest_spin)
            throw boost::system::system_error(make_error_code(error::bad_option), "two_phase");
    }

    /// Opens the timer within.
    template<class Executor>
    void open(std::size_t slots, Executor const& executor)
    {
        inner_.open(slots, executor);
    }

    /// Arms a slot that is not armed.
    void arm(slot_id slot, time_point deadline) noexcept { inner_.arm(slot, deadline); }

    /// Disarms a slot that is armed.
    void disarm(slot_id slot) noexcept { inner_.disarm(slot); }

    /// The earliest deadline as the timer within knows it, or `time_point::max()` if no slot is armed.
    time_point next_deadline() const noexcept { return inner_.next_deadline(); }

    /** When to look again.

        While the next deadline is more than 32 ms away that is 32 ms before it; after that it is the deadline, or the
        begin of the spin; while spinning it is `now`. `time_point::max()` if no slot is armed.
    */
    time_point wake_at(time_point now) const noexcept
    {
        auto const deadline = next_deadline();
        if (deadline <= now || deadline == (time_point::max)())
            return deadline;
        if (auto const phase = deadline - std::chrono::duration_cast<duration>(precise); now < phase)
            return phase;
        auto const begin = deadline - spin_;
        return now < begin ? begin : now;
    }

    /// Disarms the slots whose deadline is at or before `now`, calls `f(slot)` for each, gives their number.
    template<class F>
    std::size_t expire(time_point now, F&& f)
    {
        return inner_.expire(now, std::forward<F>(f));
    }

private:
    [[no_unique_address]] Timer inner_;
    duration spin_;
};

static_assert(timer_policy<two_phase<>>);

} // namespace sonda::timer

#endif // SONDA_TIMER_TWO_PHASE_HPP
