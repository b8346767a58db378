// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SCAN_SUMMARY_HPP
#define SONDA_SCAN_SUMMARY_HPP

#include <sonda/verdict.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>

namespace sonda {

/** What a scan did, handed to its completion handler, whole or cut short.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_summary
{
    std::uint64_t targets = 0; ///< How many targets the scan was to visit.
    std::uint64_t verdicts = 0; ///< How many of them have a verdict.
    std::uint64_t probes = 0; ///< How many probes were sent, retries included.
    std::uint64_t skipped = 0; ///< Of the verdicts `error`, those of hosts that were left.
    std::uint64_t shortages = 0; ///< How often this machine lacked something and a probe was put back.
    int last_shortage = 0; ///< The errno of the last shortage, 0 if none.
    std::array<std::uint64_t, port_state_count> counts{}; ///< Verdicts by state.
    std::chrono::nanoseconds duration{0}; ///< From the start of the scan to its end, on the clock of the scan.
    std::exception_ptr failure; ///< What ended the scan: thrown by a sink, or for want of memory.

    /// How many verdicts have a state.
    std::uint64_t count(port_state state) const noexcept { return counts[static_cast<std::size_t>(state)]; }

    /// True if every target has its verdict and nothing failed.
    bool complete() const noexcept { return verdicts == targets && !failure; }
};

} // namespace sonda

#endif // SONDA_SCAN_SUMMARY_HPP
