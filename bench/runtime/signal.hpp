// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_SIGNAL_HPP
#define SONDA_BENCH_RUNTIME_SIGNAL_HPP

#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdint>

#include "futex.hpp"

namespace bench {

/// Counts what others did; threads sleep until there is enough of it, and are woken only then. Nobody spins or yields first,
/// as `std::atomic::wait` does: on a busy machine that measures the scheduler of the system.
class counter
{
public:
    void hit() noexcept
    {
        auto const count = count_.fetch_add(1, std::memory_order_seq_cst) + 1;
        if (sleepers_.load(std::memory_order_seq_cst) != 0 && count >= wanted_.load(std::memory_order_seq_cst))
            futex(count_, FUTEX_WAKE_PRIVATE, INT_MAX);
    }

    void wait_for(std::size_t wanted) noexcept
    {
        wanted_.store(wanted, std::memory_order_seq_cst);
        for (auto seen = count_.load(std::memory_order_acquire); seen < wanted;
             seen = count_.load(std::memory_order_acquire)) {
            sleepers_.fetch_add(1, std::memory_order_seq_cst);
            futex(count_, FUTEX_WAIT_PRIVATE, seen);
            sleepers_.fetch_sub(1, std::memory_order_relaxed);
        }
    }

    void reset() noexcept { count_.store(0, std::memory_order_release); }

private:
    std::atomic<std::uint32_t> count_ = 0;
    std::atomic<std::uint32_t> sleepers_ = 0;
    std::atomic<std::size_t> wanted_ = 0;
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_SIGNAL_HPP
