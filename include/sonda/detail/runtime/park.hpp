// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_PARK_HPP
#define SONDA_DETAIL_RUNTIME_PARK_HPP

#include <sonda/detail/runtime/futex_word.hpp>

#include <atomic>
#include <cstdint>

namespace sonda::detail {

// What a notification met.
enum class woken : std::uint8_t {
    nobody, // it waits for the worker
    thread, // the worker slept on the word, and is awake
    reactor // the worker sleeps in the reactor: the caller has to interrupt that
};

// Where one worker sleeps: a word with room for one notification, in a futex or in the reactor.
template<template<class> class Atomic = futex_word>
class basic_park
{
public:
    // By the worker: sleeps until a notification is there, and takes it. True if it is to search, false if to help.
    bool sleep() noexcept
    {
        std::uint32_t seen = nothing;
        if (word_.compare_exchange_strong(seen, asleep, std::memory_order_acq_rel, std::memory_order_acquire))
            while ((seen = word_.load(std::memory_order_acquire)) == asleep)
                word_.wait(asleep, std::memory_order_acquire);
        word_.store(nothing, std::memory_order_relaxed);
        return seen != called;
    }

    // By the worker: it is about to sleep in the reactor. False if a notification is there; it stays.
    bool enter_reactor() noexcept
    {
        std::uint32_t expected = nothing;
        return word_.compare_exchange_strong(expected, in_reactor, std::memory_order_acq_rel,
                                             std::memory_order_acquire);
    }

    // By the worker: it has left the reactor. A notification, if there is one, stays.
    void leave_reactor() noexcept
    {
        std::uint32_t expected = in_reactor;
        word_.compare_exchange_strong(expected, nothing, std::memory_order_acq_rel, std::memory_order_acquire);
    }

    // By anybody. Whether the worker is to search, or only to help who searches.
    woken notify(bool search = true) noexcept
    {
        auto const before = word_.exchange(search ? notified : called, std::memory_order_acq_rel);
        if (before == asleep)
            word_.notify_one();
        return before == asleep ? woken::thread : before == in_reactor ? woken::reactor : woken::nobody;
    }

private:
    static constexpr std::uint32_t nothing = 0;
    static constexpr std::uint32_t notified = 1;
    static constexpr std::uint32_t asleep = 2;
    static constexpr std::uint32_t in_reactor = 3;
    static constexpr std::uint32_t called = 4; // notified, to help

    alignas(64) Atomic<std::uint32_t> word_ = nothing;
};

using park = basic_park<>;

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_PARK_HPP
