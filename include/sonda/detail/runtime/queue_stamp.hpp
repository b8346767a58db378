// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_QUEUE_STAMP_HPP
#define SONDA_DETAIL_RUNTIME_QUEUE_STAMP_HPP

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sonda::detail {

// One of so many nodes is stamped when it is queued, with the time in units of 64 nanoseconds; the others with 0. To read
// the clock for each would cost as much as the queue does.
inline constexpr std::uint32_t nodes_a_stamp = 256;

inline std::uint32_t queue_stamp() noexcept
{
    auto const now = std::chrono::steady_clock::now().time_since_epoch();
    auto const units = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() / 64;
    return static_cast<std::uint32_t>(units) | 1U;
}

// The step of a latency_histogram for a time that began with this stamp.
inline std::size_t latency_step(std::uint32_t stamp, std::uint32_t now) noexcept
{
    auto const units = now - stamp;
    return units > (std::uint32_t(1) << 31) ? 0 : static_cast<std::size_t>(std::bit_width(units));
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_QUEUE_STAMP_HPP
