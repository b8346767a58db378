// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PACING_TOKEN_BUCKET_HPP
#define SONDA_PACING_TOKEN_BUCKET_HPP

#include <sonda/error.hpp>
#include <sonda/pacing_policy.hpp>

#include <boost/system/system_error.hpp>

#include <chrono>
#include <cstdint>

namespace sonda::pacing {

/** Starts so many probes a second, and no more in any stretch of time than that and one burst.

    A bucket holds `burst` tokens and is full at the beginning; a probe takes one, and one comes back every
    `period / count`. In any stretch of length `t` at most `burst + t * count / period` probes start, whatever was sent
    before; a bucket that is full gains nothing, so a pause gives no right to more than the burst. As long as there is
    always something to send and no wake-up is later than the burst lasts, exactly the rate is sent: fractions of a
    nanosecond are carried on, and lateness is made up for out of the burst. A burst of 1 leaves nothing for that: then
    the rate is a bound, and what is late stays late.

    The bucket is kept as the time at which it would be full again: the virtual scheduling form of the generic cell rate
    algorithm, ITU-T Recommendation I.371, Annex A.

    @tparam Clock  The clock of the scan.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @par Example
    200,000 probes a second, of which 2,000 may come at once:
    @code
    sonda::pacing::token_bucket pace(200'000, std::chrono::seconds(1), 2'000);
    @endcode

    @see pacing_policy, interval, shared
*/
template<class Clock = std::chrono::steady_clock>
class basic_token_bucket
{
public:
    /// The clock of the schedule.
    using clock_type = Clock;

    /// A length of time of that clock.
    using duration = typename Clock::duration;

    /// A point in time of that clock.
    using time_point = typename Clock::time_point;

    /** Starts with a full bucket.

        @param count   How many probes start in a period, at least 1.
        @param period  The period; more than 0.
        @param burst   How many tokens the bucket holds, at least 1.

        @par Exception safety
        Strong: `boost::system::system_error` with `error::bad_option` if one of them is less than that, or if the
        bucket takes longer than a year to fill.
    */
    basic_token_bucket(std::uint32_t count, duration period, std::uint32_t burst)
        : count_(count)
        , step_(count == 0 ? duration::zero() : period / count)
        , rest_step_(count == 0 ? 0 : static_cast<std::uint32_t>(period.count() % count))
        , burst_(burst)
    {
        if (count == 0 || burst == 0 || period <= duration::zero() || step_ > std::chrono::hours(24 * 365) / burst)
            throw boost::system::system_error(make_error_code(error::bad_option), "token bucket");
        tolerance_ = (burst - 1) * step_ + duration(std::uint64_t{burst - 1} * rest_step_ / count);
    }

    /// How many probes may start at one time after a pause.
    std::uint32_t burst() const noexcept { return burst_; }

    /// When there is a token: in the past as long as there are any.
    time_point ready_at(time_point) const noexcept
    {
        return full_at_ == (time_point::min)() ? full_at_ : full_at_ - tolerance_ + duration(rest_ != 0);
    }

    /// Takes the token of a probe that was sent at `now`.
    void sent(time_point now, std::uint64_t) noexcept
    {
        if (full_at_ + duration(rest_ != 0) < now) {
            full_at_ = now;
            rest_ = 0;
        }
        full_at_ += step_;
        rest_ += rest_step_;
        if (rest_ >= count_) {
            rest_ -= count_;
            full_at_ += duration(1);
        }
    }

private:
    std::uint32_t count_;
    duration step_; // the time for a token is this and rest_step_ / count_ of a tick
    std::uint64_t rest_step_;
    std::uint32_t burst_;
    duration tolerance_{};
    time_point full_at_ = (time_point::min)();
    std::uint64_t rest_ = 0; // of a tick, in parts of 1 / count_
};

/// So many probes a second on the steady clock.
using token_bucket = basic_token_bucket<>;

static_assert(pacing_policy<token_bucket>);

} // namespace sonda::pacing

#endif // SONDA_PACING_TOKEN_BUCKET_HPP
