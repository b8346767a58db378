// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_ADMISSION_HPP
#define SONDA_DETAIL_RUNTIME_ADMISSION_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sonda::detail {

// How many tasks are admitted and not ended, and whether more are, in one word: admission and closing have one order.
template<template<class> class Atomic = std::atomic>
class basic_admission
{
public:
    // False if it is closed.
    bool enter() noexcept
    {
        auto word = word_.load(std::memory_order_relaxed);
        do
            if ((word & closed_bit) != 0)
                return false;
        while (!word_.compare_exchange_weak(word, word + one, std::memory_order_acq_rel, std::memory_order_relaxed));
        return true;
    }

    // An admitted task has ended. False, and nothing done, if it is the last one of a closed gate: somebody may wait
    // for that, and take the gate away. Then the caller has to call leave_last under the lock of whoever waits.
    bool leave() noexcept
    {
        auto word = word_.load(std::memory_order_relaxed);
        do
            if (word == (one | closed_bit))
                return false;
        while (!word_.compare_exchange_weak(word, word - one, std::memory_order_acq_rel, std::memory_order_relaxed));
        return true;
    }

    void leave_last() noexcept { word_.fetch_sub(one, std::memory_order_acq_rel); }

    // No more are admitted. True if it was open.
    bool close() noexcept { return (word_.fetch_or(closed_bit, std::memory_order_acq_rel) & closed_bit) == 0; }

    bool closed() const noexcept { return (word_.load(std::memory_order_acquire) & closed_bit) != 0; }

    std::size_t count() const noexcept { return word_.load(std::memory_order_acquire) / one; }

private:
    static constexpr std::uint64_t closed_bit = 1;
    static constexpr std::uint64_t one = 2;

    alignas(64) Atomic<std::uint64_t> word_ = 0;
};

using admission = basic_admission<>;

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_ADMISSION_HPP
