// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_RUN_STATS_HPP
#define SONDA_RUNTIME_RUN_STATS_HPP

#include <chrono>
#include <cstddef>

namespace sonda::runtime {

/// What one call of @ref local_domain::run_for has done.
struct run_stats
{
    std::size_t drive_steps = 0; ///< Steps that made progress.
    std::chrono::nanoseconds elapsed{}; ///< From the call to its return.
    std::size_t inbox_commands = 0; ///< Commands of other threads, or of a spawner, that were taken in.
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_RUN_STATS_HPP
