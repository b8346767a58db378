// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CONFORMANCE_PACING_HPP
#define SONDA_CONFORMANCE_PACING_HPP

#include <sonda/conformance/report.hpp>
#include <sonda/pacing_policy.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sonda::conformance {

namespace detail {

// Plays a scan over a pacing: time is a number here, and only goes on.
template<class Clock, class Pacing>
class pacing_check
{
public:
    using time_point = typename Clock::time_point;
    using duration = typename Clock::duration;

    explicit pacing_check(Pacing pacing)
        : pacing_(std::move(pacing))
    {}

    report run(std::size_t burst)
    {
        use_up_burst();
        // Over a hundred bursts, so that it matters little within which burst the count began.
        auto const probes = static_cast<int>(100 * burst);
        auto const punctual = send(probes, duration::zero());
        auto const gap = punctual / probes;
        if (gap > duration::zero()) {
            auto const late = send(probes, gap / 3);
            result_.expect(late <= punctual + gap * static_cast<int>(burst + 1),
                           "spacing follows the schedule: lateness does not add up");
            check_burst(burst, gap);
        }
        check_hooks();
        return std::move(result_);
    }

private:
    // What may go at once goes; a pacing that has no end of it is taken for one without a limit.
    void use_up_burst()
    {
        for (int i = 0; i != 100'000 && pacing_.ready_at(now_) <= now_; ++i)
            pacing_.sent(now_, 0);
    }

    // Sends probes as soon as they may go, every other one late; gives the time from the first to the last.
    duration send(int count, duration lateness)
    {
        auto const begin = (std::max)(now_, pacing_.ready_at(now_));
        for (int i = 0; i != count; ++i) {
            wait();
            now_ += i % 2 == 0 ? duration::zero() : lateness;
            pacing_.sent(now_, static_cast<std::uint64_t>(i));
        }
        return now_ - begin;
    }

    void wait()
    {
        auto const ready = pacing_.ready_at(now_);
        result_.expect(pacing_.ready_at(now_) == ready, "asking ready_at() changes nothing");
        now_ = (std::max)(now_, ready);
        if (!result_.expect(pacing_.ready_at(now_) <= now_, "at the time ready_at() gave, a probe may be sent"))
            now_ = (std::max)(now_, pacing_.ready_at(now_));
    }

    void check_burst(std::size_t burst, duration gap)
    {
        now_ += 1000 * gap;
        std::size_t sent = 0;
        for (; sent <= burst && pacing_.ready_at(now_) <= now_; ++sent)
            pacing_.sent(now_, 0);
        result_.expect(sent >= 1, "after a long pause a probe may be sent at once");
        result_.expect(sent <= burst, "a long pause gives no right to a larger burst than documented");
    }

    void check_hooks()
    {
        if constexpr (requires { pacing_.answered(std::uint64_t{}, duration{}); })
            pacing_.answered(0, duration(1));
        if constexpr (requires { pacing_.lost(std::uint64_t{}); })
            pacing_.lost(0);
        if constexpr (requires { pacing_.shortage(); })
            pacing_.shortage();
        send(10, duration::zero());
    }

    Pacing pacing_;
    time_point now_{std::chrono::duration_cast<duration>(std::chrono::seconds(1))};
    report result_;
};

} // namespace detail

/** Checks the semantic requirements of @ref sonda::pacing_policy.

    Times are given to the pacing and not read from a clock, so that the check takes no time of its own.

    @tparam Clock  The clock of the scan.

    @param pacing  A pacing that was not used yet.
    @param burst   How many probes it lets go at one time after a long pause, as documented by the model.

    @return What was tried and what was broken.
*/
template<class Clock = std::chrono::steady_clock, class Pacing>
    requires pacing_policy<Pacing, Clock>
report check_pacing(Pacing pacing, std::size_t burst = 1)
{
    return detail::pacing_check<Clock, Pacing>(std::move(pacing)).run(burst);
}

} // namespace sonda::conformance

#endif // SONDA_CONFORMANCE_PACING_HPP
