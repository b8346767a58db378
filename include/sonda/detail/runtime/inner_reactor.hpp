// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_INNER_REACTOR_HPP
#define SONDA_DETAIL_RUNTIME_INNER_REACTOR_HPP

#include <sonda/detail/runtime/owned_io_context.hpp>
#include <sonda/detail/runtime/reactor_bell.hpp>

#include <boost/asio/io_context.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>

namespace sonda::detail {

// The io_context inside a local_domain: the services of its timers and sockets, and the place where its owner sleeps.
// An execution context of one's own would have Asio start a thread for them.
class inner_reactor
{
public:
    boost::asio::execution_context& context() noexcept { return io_.get(); }

    void work_started() noexcept { work_.fetch_add(1, std::memory_order_relaxed); }
    void work_finished() noexcept { work_.fetch_sub(1, std::memory_order_relaxed); }

    // Whether an operation may be outstanding; else polling would be a system call for nothing.
    bool wanted() const noexcept { return work_.load(std::memory_order_relaxed) > 0; }

    std::size_t poll() { return io_.get().poll(); }

    // Sleeps unless something has come; in either case all that was woken has been taken note of.
    template<class TimePoint, class Idle>
    void sleep_until(TimePoint until, Idle still_idle)
    {
        sleeping_.exchange(true, std::memory_order_seq_cst);
        if (still_idle())
            run_one_until(until);
        if (!sleeping_.exchange(false, std::memory_order_seq_cst)) {
            while (!bell_.was_heard())
                io_.get().run_one();
            bell_.wait_for_the_ringer();
        }
    }

    // Any thread, after it has queued something. Who wakes is awaited by who slept, until he has let go of the io_context.
    void wake() noexcept
    {
        if (sleeping_.load(std::memory_order_seq_cst) && sleeping_.exchange(false, std::memory_order_seq_cst))
            bell_.ring(io_.get());
    }

    // Destroys the services, and with them the handlers of what is still outstanding.
    void shutdown() noexcept { io_.shut_down(); }

private:
    template<class TimePoint>
    void run_one_until(TimePoint until)
    {
        if (until == (TimePoint::max)())
            io_.get().run_one();
        else
            io_.get().run_one_until(until);
    }

    owned_io_context io_;
    std::atomic<long> work_ = 0;
    std::atomic<bool> sleeping_ = false;
    reactor_bell bell_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_INNER_REACTOR_HPP
