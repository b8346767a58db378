// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PACING_UNLIMITED_HPP
#define SONDA_PACING_UNLIMITED_HPP

#include <sonda/pacing_policy.hpp>

#include <chrono>
#include <cstdint>

namespace sonda::pacing {

/** Lets every probe start at once; only the window limits a scan.

    It is empty and serves every clock. A scan over it asks nothing at run time.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe, there is nothing in it.

    @see pacing_policy
*/
struct unlimited
{
    /// `time_point::min()`: always at once.
    template<class Clock, class Duration>
    constexpr std::chrono::time_point<Clock, Duration> ready_at(std::chrono::time_point<Clock, Duration>) const noexcept
    {
        return (std::chrono::time_point<Clock, Duration>::min)();
    }

    /// Does nothing.
    template<class Clock, class Duration>
    constexpr void sent(std::chrono::time_point<Clock, Duration>, std::uint64_t) const noexcept
    {}
};

static_assert(pacing_policy<unlimited>);

} // namespace sonda::pacing

#endif // SONDA_PACING_UNLIMITED_HPP
