// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_REACTOR_LEASE_HPP
#define SONDA_DETAIL_RUNTIME_REACTOR_LEASE_HPP

#include <sonda/detail/runtime/owned_io_context.hpp>
#include <sonda/detail/runtime/reactor_bell.hpp>

#include <boost/asio/io_context.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sonda::detail {

// The timers and sockets of a pool: an io_context without a thread, in which at most one worker sits at a time, the
// holder of the lease. Completions are not run in there, but handed to the pool's executors, that queue them; so the
// lease is back before any handler begins.
class reactor_lease
{
public:
    boost::asio::io_context& context() noexcept { return io_.get(); }

    // Destroys the operations that wait, and their handlers. Nobody may hold the lease, nor take it any more.
    void shut_down() noexcept { io_.shut_down(); }

    // Outstanding work as Asio counts it: that of tracked executors. An operation that waits holds one. True if it is
    // the first: then somebody has to watch the reactor.
    bool work_started() noexcept { return work_.fetch_add(1, std::memory_order_seq_cst) == 0; }

    // True if it was the last.
    bool work_finished() noexcept { return work_.fetch_sub(1, std::memory_order_seq_cst) == 1; }

    std::size_t work() const noexcept { return work_.load(std::memory_order_seq_cst); }

    // There may be something to wait for, and nobody does.
    bool wanted() const noexcept { return work() != 0 && holder_.load(std::memory_order_seq_cst) == 0; }

    // The worker, as a bit that is not zero, takes the lease. False if somebody has it.
    bool take(std::uint64_t worker) noexcept
    {
        std::uint64_t nobody = 0;
        return holder_.compare_exchange_strong(nobody, worker, std::memory_order_seq_cst);
    }

    void give_back() noexcept { holder_.exchange(0, std::memory_order_seq_cst); }

    std::uint64_t holder() const noexcept { return holder_.load(std::memory_order_relaxed); }

    // By the holder: sleeps until something is ready or interrupt is called, and serves what is ready.
    std::size_t wait() { return io_.get().run_one() + poll(); }

    // By the holder: serves what is ready, up to a bound.
    std::size_t poll()
    {
        std::size_t count = 0;
        while (count != most_at_once && io_.get().poll_one() != 0)
            ++count;
        return count;
    }

    void interrupt() noexcept { bell_.ring(io_.get()); }

private:
    static constexpr std::size_t most_at_once = 64;

    owned_io_context io_;
    reactor_bell bell_;
    alignas(64) std::atomic<std::size_t> work_ = 0;
    std::atomic<std::uint64_t> holder_ = 0;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_REACTOR_LEASE_HPP
