// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SHORTAGE_CLOCK_HPP
#define SONDA_DETAIL_SHORTAGE_CLOCK_HPP

#include <algorithm>
#include <chrono>

namespace sonda::detail {

// How to bear it that this machine lacks something: while probes are in flight their ends bring relief; with none in
// flight, pauses of 1 ms doubling to 128 ms; after the patience of the user, no more.
template<class Clock>
class shortage_clock
{
public:
    using time_point = typename Clock::time_point;
    using duration = typename Clock::duration;

    explicit shortage_clock(std::chrono::nanoseconds patience) noexcept
        : patience_(std::chrono::duration_cast<duration>(patience))
    {}

    // Something went well.
    void over() noexcept
    {
        if (since_ != (time_point::max)())
            *this = shortage_clock(patience_);
    }

    // A shortage with nothing in flight.
    void back_off(time_point now) noexcept
    {
        since_ = (std::min)(since_, now);
        resume_ = now + pause_;
        pause_ = (std::min)(2 * pause_, duration(std::chrono::milliseconds(128)));
    }

    // True if it has outlasted the patience.
    bool lasting(time_point now) const noexcept { return now - patience_ >= since_; }

    // When to try again. Once the shortage is lasting there is no point in pausing.
    time_point resume_at(time_point now) const noexcept { return lasting(now) ? now : resume_; }

private:
    duration patience_;
    duration pause_ = std::chrono::milliseconds(1);
    time_point since_ = (time_point::max)();
    time_point resume_ = (time_point::min)();
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SHORTAGE_CLOCK_HPP
