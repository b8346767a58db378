// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_SIGNAL_HPP
#define SONDA_BENCH_RUNTIME_SIGNAL_HPP

#include <atomic>
#include <cstddef>

namespace bench {

/// Counts what others did; one thread sleeps until there is enough of it. Each hit wakes it, like a channel.
class counter
{
public:
    void hit()
    {
        count_.fetch_add(1, std::memory_order_acq_rel);
        count_.notify_all();
    }

    void wait_for(std::size_t wanted) const
    {
        for (auto seen = count_.load(std::memory_order_acquire); seen < wanted;
             seen = count_.load(std::memory_order_acquire))
            count_.wait(seen, std::memory_order_acquire);
    }

    void reset() { count_.store(0, std::memory_order_release); }

private:
    std::atomic<std::size_t> count_ = 0;
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_SIGNAL_HPP
