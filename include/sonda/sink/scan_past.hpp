// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_SCAN_PAST_HPP
#define SONDA_SINK_SCAN_PAST_HPP

#include <sonda/endpoint.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace sonda::sink {

/** The round trips of verdicts: how many were measured, the shortest, the longest, and their sum.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct past_trips
{
    std::uint64_t count = 0; ///< How many there were.
    std::chrono::nanoseconds shortest{0}; ///< The shortest.
    std::chrono::nanoseconds longest{0}; ///< The longest.
    double sum = 0; ///< All of them, in nanoseconds.

    /// Takes one; 0 is none.
    void add(std::chrono::nanoseconds rtt) noexcept
    {
        if (rtt.count() <= 0)
            return;
        shortest = count == 0 ? rtt : (std::min)(shortest, rtt);
        longest = (std::max)(longest, rtt);
        sum += static_cast<double>(rtt.count());
        ++count;
    }

    /// Equality of all parts.
    friend bool operator==(past_trips const&, past_trips const&) noexcept = default;
};

/** What a sink wrote before the scan was ended, told to one that goes on writing behind it.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_past
{
    /// Calls a function with endpoints.
    using each_endpoint = std::function<void(std::function<void(endpoint const&)> const&)>;

    std::uint64_t records = 0; ///< How many verdicts were written.
    std::optional<endpoint> last; ///< The last of them.
    past_trips trips; ///< Their round trips.
    each_endpoint open = [](auto const&) {}; ///< Those of them that are open, in any order.
    each_endpoint hosts = [](auto const&) {}; ///< At least one of each host that has one, in any order.
};

} // namespace sonda::sink

#endif // SONDA_SINK_SCAN_PAST_HPP
