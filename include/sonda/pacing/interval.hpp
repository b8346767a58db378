// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PACING_INTERVAL_HPP
#define SONDA_PACING_INTERVAL_HPP

#include <sonda/error.hpp>
#include <sonda/pacing_policy.hpp>

#include <boost/system/system_error.hpp>

#include <chrono>
#include <cstdint>

namespace sonda::pacing {

/** Starts a probe every `gap`.

    The first probe starts at once and begins a schedule; probe `k` after it may start `k` gaps later. A probe that is
    late by less than a gap leaves the schedule as it is, so that lateness does not add up and the next gap is shorter.
    A probe that is late by a gap or more begins a new schedule: what was missed is not made up, there is no burst.

    @tparam Clock  The clock of the scan.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see pacing_policy, unlimited, shared
*/
template<class Clock = std::chrono::steady_clock>
class basic_interval
{
public:
    /// The clock of the schedule.
    using clock_type = Clock;

    /// A length of time of that clock.
    using duration = typename Clock::duration;

    /// A point in time of that clock.
    using time_point = typename Clock::time_point;

    /** Starts with the first probe.

        @param gap  The time between two probes; 0 means no limit.

        @par Exception safety
        Strong: `boost::system::system_error` with `error::bad_option` if `gap` is negative.
    */
    explicit basic_interval(duration gap)
        : gap_(gap)
    {
        if (gap < duration::zero())
            throw boost::system::system_error(make_error_code(error::bad_option), "interval");
    }

    /// The time between two probes.
    duration gap() const noexcept { return gap_; }

    /// When the next probe may start: in the past before the first one.
    time_point ready_at(time_point) const noexcept { return next_; }

    /// Moves the schedule on by one probe, which was sent at `now`.
    void sent(time_point now, std::uint64_t) noexcept
    {
        if (gap_ == duration::zero())
            return;
        auto const on_schedule = next_ != (time_point::min)() && now < next_ + gap_;
        next_ = (on_schedule ? next_ : now) + gap_;
    }

private:
    duration gap_;
    time_point next_ = (time_point::min)();
};

/// A probe every `gap` on the steady clock.
using interval = basic_interval<>;

static_assert(pacing_policy<interval>);

} // namespace sonda::pacing

#endif // SONDA_PACING_INTERVAL_HPP
