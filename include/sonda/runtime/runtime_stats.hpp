// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_RUNTIME_RUNTIME_STATS_HPP
#define SONDA_RUNTIME_RUNTIME_STATS_HPP

#include <cstddef>
#include <cstdint>

namespace sonda::runtime {

/** What a @ref priority_pool has done so far, and what it does just now.

    The counters are always kept; each is right by itself, but they are not read at one moment, and while the pool is
    busy they do not add up. What is queued says nothing of tasks that wait.
*/
struct runtime_stats
{
    std::size_t queued_high = 0; ///< Ready at high priority and not yet taken by a worker.
    std::size_t queued_normal = 0; ///< Ready at normal priority and not yet taken.
    std::size_t queued_background = 0; ///< Ready at background priority and not yet taken.
    std::size_t workers = 0; ///< Workers of the pool.
    std::size_t sleeping_workers = 0; ///< Those of them that sleep, or are about to.
    std::size_t live_tasks = 0; ///< Tasks that were accepted and have not ended.
    std::uint64_t executed = 0; ///< Functions run, and resumptions of tasks.
    std::uint64_t stolen = 0; ///< Times that a worker took a batch from another.
    std::uint64_t steal_attempts = 0; ///< Times that it tried.
    std::uint64_t external_spawned = 0; ///< Tasks spawned by other threads.
    std::uint64_t local_spawned = 0; ///< Tasks spawned by workers of the pool.
    std::uint64_t parks = 0; ///< Times that a worker went to sleep.
    std::uint64_t wakes = 0; ///< Times that a sleeping worker was called, and once a worker when the pool stops.
    std::uint64_t unhandled = 0; ///< Exceptions that nobody could receive.
};

} // namespace sonda::runtime

#endif // SONDA_RUNTIME_RUNTIME_STATS_HPP
