// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_LATENCY_HISTOGRAM_HPP
#define SONDA_RUNTIME_LATENCY_HISTOGRAM_HPP

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sonda::runtime {

/** How long ready work of one priority waited for a worker: a sample of it, in steps of powers of two.

    See @ref priority_pool::latency.
*/
struct latency_histogram
{
    /// How many steps there are.
    static constexpr std::size_t steps = 32;

    /// `counts[0]` waited less than 64 nanoseconds, `counts[i]` from 2^(i+5) to 2^(i+6) of them, the last ones longer.
    std::array<std::uint64_t, steps> counts{};

    /// How many were sampled.
    constexpr std::uint64_t samples() const noexcept
    {
        std::uint64_t sum = 0;
        for (auto const count : counts)
            sum += count;
        return sum;
    }

    /** A time that this share of the samples did not exceed, exact to a factor of two.

        @param share  From 0 to 1; 0.99 is the 99th percentile.
        @return The upper end of the step; zero if there are no samples.
    */
    constexpr std::chrono::nanoseconds percentile(double share) const noexcept
    {
        auto const all = samples();
        double below = 0;
        for (std::size_t i = 0; i != steps && all != 0; ++i) {
            below += static_cast<double>(counts[i]);
            if (counts[i] != 0 && below >= share * static_cast<double>(all))
                return std::chrono::nanoseconds(std::int64_t(64) << i);
        }
        return std::chrono::nanoseconds(0);
    }
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_LATENCY_HISTOGRAM_HPP
