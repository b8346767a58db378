// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_COUNTER_HPP
#define SONDA_SINK_COUNTER_HPP

#include <sonda/sink_policy.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace sonda::sink {

/** Counts verdicts by state and keeps nothing else.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class counter
{
public:
    /// Counts one.
    void put(verdict const& found) noexcept { ++counts_[static_cast<std::size_t>(found.state())]; }

    /// How many verdicts had a state.
    std::uint64_t count(port_state state) const noexcept { return counts_[static_cast<std::size_t>(state)]; }

    /// How many verdicts there were.
    std::uint64_t total() const noexcept { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t(0)); }

private:
    std::array<std::uint64_t, port_state_count> counts_{};
};

static_assert(sink_policy<counter>);

} // namespace sonda::sink

#endif // SONDA_SINK_COUNTER_HPP
