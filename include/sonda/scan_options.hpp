// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SCAN_OPTIONS_HPP
#define SONDA_SCAN_OPTIONS_HPP

#include <chrono>
#include <cstddef>

namespace sonda {

/// The values that hold where a user says nothing.
namespace defaults {

inline constexpr std::size_t batch = 4500; ///< Probes in flight at most, if descriptors allow.
inline constexpr std::chrono::milliseconds timeout{1500}; ///< How long a try waits for its answer.
inline constexpr unsigned tcp_tries = 1; ///< Tries per TCP target.
inline constexpr unsigned udp_tries = 2; ///< Tries per UDP target: datagrams get lost.
inline constexpr std::chrono::microseconds quantum{1000}; ///< How long a scan runs before it lets its neighbours run.
inline constexpr std::chrono::seconds patience{
    10}; ///< How long a lasting shortage is waited out with nothing in flight.

} // namespace defaults

/** What a scan is told beside its policies.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_options
{
    std::size_t batch = defaults::batch; ///< Probes in flight at most; 1 or more, cut to the slots of the transport.
    std::chrono::nanoseconds timeout = defaults::timeout; ///< How long a try waits; 0 takes only what is there at once.
    unsigned tries = defaults::tcp_tries; ///< Tries per target, 1 or more.
    std::chrono::nanoseconds quantum = defaults::quantum; ///< After so long the scan posts itself and yields.
    std::chrono::nanoseconds patience = defaults::patience; ///< After so long a lasting shortage is a verdict `error`.
    /** A host that was waited for longer is left: what remains of its targets has the verdict `error` for the reason
        `host_timeout`, without a probe. What is measured is the time during which at least one probe to the host was in
        flight, so that hosts which take turns do not count against each other; each part of a parallel scan measures by
        itself. 0 for never, which costs nothing; else a scan keeps a clock of 40 bytes per host, and up to four times
        that. */
    std::chrono::nanoseconds host_timeout{0};
};

} // namespace sonda

#endif // SONDA_SCAN_OPTIONS_HPP
