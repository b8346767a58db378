// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_BRIEF_LOCK_HPP
#define SONDA_DETAIL_RUNTIME_BRIEF_LOCK_HPP

#include <sonda/detail/runtime/patience.hpp>

#include <boost/config.hpp>

#include <atomic>
#include <chrono>
#include <thread>

namespace sonda::detail {

// A lock for a few instructions that two threads seldom want at once: half the cost of a mutex, as its release is a plain
// store. Who waits sleeps a little after a while, so that a holder that lost its processor gets it back, whatever its
// priority.
class brief_lock
{
public:
    void lock() noexcept
    {
        while (locked_.exchange(true, std::memory_order_acquire))
            wait();
    }

    void unlock() noexcept { locked_.store(false, std::memory_order_release); }

private:
    static constexpr int looks = 200;

    BOOST_NOINLINE void wait() const noexcept
    {
        for (int i = 0; i != looks; ++i) {
            if (!locked_.load(std::memory_order_relaxed))
                return;
            pause_processor();
        }
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    }

    std::atomic<bool> locked_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_BRIEF_LOCK_HPP
