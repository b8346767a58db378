// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_WORKER_HPP
#define SONDA_DETAIL_RUNTIME_WORKER_HPP

#include <sonda/detail/runtime/park.hpp>
#include <sonda/detail/runtime/patience.hpp>
#include <sonda/detail/runtime/queue_stamp.hpp>
#include <sonda/detail/runtime/runnable.hpp>
#include <sonda/detail/runtime/selector.hpp>
#include <sonda/detail/runtime/work_deque.hpp>
#include <sonda/runtime/latency_histogram.hpp>
#include <sonda/runtime/priority_weights.hpp>

#include <boost/config.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sonda::detail {

// A count that one thread writes and all may read.
class cell
{
public:
    void add(std::uint64_t n = 1) noexcept
    {
        value_.store(value_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }
    std::uint64_t read() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_ = 0;
};

// What one worker of a pool has for itself.
struct alignas(64) worker
{
    worker(void const* pool_of_it, std::size_t its_index, bool alone, runtime::priority_weights weights)
        : pool(pool_of_it)
        , index(its_index)
        , own{work_deque(alone), work_deque(alone), work_deque(alone)}
        , turns(weights)
        , victim(its_index)
    {}

    void const* const pool;
    std::size_t const index;
    work_deque own[runtime::priority_count];
    park bed;

    // Of the thread that works alone:
    selector turns;
    burst_bound bursts;
    std::size_t victim; // whom it tried last
    std::uint32_t looks = 0;
    patience waits{std::chrono::microseconds(50)}; // what a processor that idles may take to wake
    std::uint32_t inline_depth = 0; // of dispatch within dispatch
    std::uint8_t level = 0; // of what it runs
    std::uint8_t has_own = 0; // a bit for each class of which its own queue may hold something
    bool searching = false;
    bool in_reactor = false;
    bool deferred = false; // something was queued without a wake

    static constexpr std::uint8_t bit(std::size_t level) noexcept { return static_cast<std::uint8_t>(1U << level); }

    // Counts a node that the worker queues; every so many of them are stamped.
    void stamp(runnable& node) noexcept
    {
        if (++queued % nodes_a_stamp == 0) [[unlikely]]
            node.queued_at = queue_stamp();
    }

    // Before a node runs.
    void took(runnable& node) noexcept
    {
        executed.add();
        level = node.level;
        if (node.queued_at != 0) [[unlikely]]
            count_wait(node);
    }

    BOOST_NOINLINE void count_wait(runnable& node) noexcept
    {
        waited[level][latency_step(std::exchange(node.queued_at, 0), queue_stamp())].add();
    }

    std::uint32_t queued = 0;
    cell waited[runtime::priority_count][runtime::latency_histogram::steps + 1]; // the last two are one
    cell executed;
    cell stolen;
    cell steal_attempts;
    cell spawned;
    cell parks;
    cell wakes;
};

// The worker whose thread this is, of whatever pool.
constinit inline thread_local worker* current_worker = nullptr;

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_WORKER_HPP
