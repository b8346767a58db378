// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_DEFAULTS_HPP
#define SONDA_CLI_DEFAULTS_HPP

#include <sonda/target/port_set.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sonda::cli {

/// The values of the command that hold where a user says nothing; those of a scan are in `scan_options.hpp`.
namespace defaults {

inline constexpr target::port_range ports{1, 65535}; ///< The ports that are scanned.
inline constexpr std::size_t spare_descriptors = 8; ///< Left free for what a scan opens beside its probes.
inline constexpr std::size_t assumed_descriptors = 16; ///< Taken to be open where the system does not say.
inline constexpr std::chrono::milliseconds demo_timeout{300}; ///< How long a try waits in the demo, on loopback.
inline constexpr std::chrono::milliseconds redraw{200}; ///< How often the status line of a terminal is redrawn.
inline constexpr std::chrono::seconds first_redraw{1}; ///< When the status line appears; a scan that is over has none.
inline constexpr std::chrono::seconds spoken_report{30}; ///< How often progress is told to who listens.
inline constexpr std::chrono::seconds report{10}; ///< How often progress is told where there is no terminal.

} // namespace defaults

/// What the command accepts at most, so that a slip of the finger is an error.
namespace limits {

inline constexpr std::uint64_t batch = 1'000'000; ///< Probes in flight.
inline constexpr std::uint64_t tries = 100; ///< Tries per target.
inline constexpr std::uint64_t threads = 256; ///< Threads.
inline constexpr std::uint64_t rate = 1'000'000'000; ///< Probes a second.
inline constexpr std::chrono::milliseconds time{86'400'000}; ///< A timeout or an interval: a day.

} // namespace limits

} // namespace sonda::cli

#endif // SONDA_CLI_DEFAULTS_HPP
