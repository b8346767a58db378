// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_IDLE_SET_HPP
#define SONDA_DETAIL_RUNTIME_IDLE_SET_HPP

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sonda::detail {

// Who of the workers sleeps, and whether one of them is searching for work, in one word. Work that appears while one
// searches wakes nobody: the searcher will find it, or look once more after it has gone to sleep. Whoever stops
// searching because he found something wakes the next searcher if there is more. So wakes are few, and none is lost:
// work is published before the word is read (wake_one), and the word is changed before work is looked for a last time
// (sleep); all by sequentially consistent operations, so that one of the two sees the other.
template<template<class> class Atomic = std::atomic>
class basic_idle_set
{
public:
    static constexpr std::size_t most_workers = 63;

    // Claims a sleeper, who is the searcher from then on; the caller has to unpark him. None if nobody sleeps or
    // somebody searches; what it saw instead is in seen. The one to spare is claimed last.
    std::optional<std::size_t> claim_one(std::uint64_t spared, std::uint64_t& seen) noexcept
    {
        seen = word_.load(std::memory_order_seq_cst);
        std::uint64_t sleeper;
        do {
            if ((seen & searching) != 0 || seen == 0)
                return std::nullopt;
            sleeper = choice(seen, spared);
        } while (!word_.compare_exchange_weak(seen, (seen & ~sleeper) | searching, std::memory_order_seq_cst));
        return static_cast<std::size_t>(std::countr_zero(sleeper));
    }

    std::optional<std::size_t> claim_one(std::uint64_t spared = 0) noexcept
    {
        std::uint64_t seen;
        return claim_one(spared, seen);
    }

    // Whether, by what was seen, somebody could help who searches, or was claimed and has yet to come.
    static constexpr bool has_helper(std::uint64_t seen) noexcept { return seen > searching; }

    // Claims that one, unless all has changed since; the caller has to unpark him, to help.
    std::optional<std::size_t> claim_helper(std::uint64_t spared, std::uint64_t seen) noexcept
    {
        std::uint64_t sleeper;
        do {
            if (!has_helper(seen))
                return std::nullopt;
            sleeper = choice(seen & ~searching, spared);
        } while (!word_.compare_exchange_weak(seen, seen & ~sleeper, std::memory_order_seq_cst));
        return static_cast<std::size_t>(std::countr_zero(sleeper));
    }

    // The caller would like to search. False if somebody does already.
    bool try_search() noexcept
    {
        auto word = word_.load(std::memory_order_relaxed);
        return (word & searching) == 0 && (word_.fetch_or(searching, std::memory_order_seq_cst) & searching) == 0;
    }

    // The searcher has found something. He must look now whether there is more, and wake_one if so.
    void end_search() noexcept { word_.fetch_and(~searching, std::memory_order_seq_cst); }

    // The worker goes to sleep, and stops searching if it did. It must look for work once more after this.
    void sleep(std::size_t worker, bool was_searching) noexcept
    {
        if (was_searching) // two bits that change at once: neither has the value that it is to get
            word_.fetch_xor(bit(worker) | searching, std::memory_order_seq_cst);
        else
            word_.fetch_or(bit(worker), std::memory_order_seq_cst);
    }

    // A worker that sleeps wakes of its own. False if it was claimed: somebody has unparked it, or is about to.
    bool wake_self(std::size_t worker) noexcept
    {
        return (word_.fetch_and(~bit(worker), std::memory_order_seq_cst) & bit(worker)) != 0;
    }

    bool sleeps(std::size_t worker) const noexcept
    {
        return (word_.load(std::memory_order_seq_cst) & bit(worker)) != 0;
    }

    // What the caller did before is seen by whoever goes to sleep after this, and who sleeps already is seen by the
    // caller: in place of a publication that is sequentially consistent by itself.
    void publish() noexcept { word_.fetch_or(0, std::memory_order_acq_rel); }

    std::size_t sleepers() const noexcept
    {
        return static_cast<std::size_t>(std::popcount(word_.load(std::memory_order_seq_cst) & ~searching));
    }

    static constexpr std::uint64_t bit(std::size_t worker) noexcept { return std::uint64_t(1) << worker; }

private:
    static constexpr std::uint64_t searching = std::uint64_t(1) << 63;

    static constexpr std::uint64_t choice(std::uint64_t sleepers, std::uint64_t spared) noexcept
    {
        auto const among = (sleepers & ~spared) != 0 ? sleepers & ~spared : sleepers;
        return among & (~among + 1);
    }

    alignas(64) Atomic<std::uint64_t> word_ = 0;
};

using idle_set = basic_idle_set<>;

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_IDLE_SET_HPP
