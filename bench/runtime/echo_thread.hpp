// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_ECHO_THREAD_HPP
#define SONDA_BENCH_RUNTIME_ECHO_THREAD_HPP

#include <atomic>
#include <cstdint>
#include <thread>

#include "futex.hpp"
#include "meter.hpp"

namespace bench {

/// A word that one thread sleeps on until another raises it.
class futex_word
{
public:
    void raise() noexcept
    {
        word_.fetch_add(1, std::memory_order_acq_rel);
        futex(word_, FUTEX_WAKE_PRIVATE, 1);
    }

    void wait_until(std::uint32_t wanted) noexcept
    {
        for (auto seen = word_.load(std::memory_order_acquire); seen != wanted;
             seen = word_.load(std::memory_order_acquire))
            futex(word_, FUTEX_WAIT_PRIVATE, seen);
    }

private:
    std::atomic<std::uint32_t> word_ = 0;
};

/// A thread that answers, to see what it takes to wake it and to be woken.
class echo_thread
{
public:
    echo_thread()
        : thread_([this] {
            for (std::uint32_t i = 1;; ++i) {
                request_.wait_until(i);
                if (stop_)
                    return;
                answer_.raise();
            }
        })
    {}

    ~echo_thread()
    {
        stop_ = true;
        request_.raise();
        thread_.join();
    }

    std::uint64_t round_trip()
    {
        auto const begin = clock::now();
        request_.raise();
        answer_.wait_until(++rounds_);
        return since(begin);
    }

private:
    std::uint32_t rounds_ = 0;
    std::atomic<bool> stop_ = false;
    futex_word request_;
    futex_word answer_;
    std::thread thread_;
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_ECHO_THREAD_HPP
