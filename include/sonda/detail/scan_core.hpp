// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SCAN_CORE_HPP
#define SONDA_DETAIL_SCAN_CORE_HPP

#include <sonda/detail/baton.hpp>
#include <sonda/detail/handler_memory.hpp>
#include <sonda/ordering_policy.hpp>
#include <sonda/pacing_policy.hpp>
#include <sonda/scan_options.hpp>
#include <sonda/timer_policy.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

namespace sonda::detail {

// A timer that waits by itself, and so needs no timer of the scanner's.
template<class Timer>
concept self_waiting = requires(Timer& timer) { timer.async_wait(boost::asio::detached); };

// What can happen to an operation: the end of one of its waits, or a signal from outside.
enum scan_event : unsigned {
    on_turn = 1,
    on_transport = 2,
    on_waker = 4,
    on_timer = 8,
    on_sink = 16,
    on_stop = 32,
    on_close = 64,
    on_pause = 128
};

// An operation, for those who signal to it.
class signalled
{
public:
    // Notes an event; true if the caller has to serve.
    virtual bool arrive(scan_event what) noexcept = 0;

    // Serves what has arrived; may give up the last reference and call the handler of the operation.
    virtual void serve(std::shared_ptr<signalled> self) = 0;

protected:
    ~signalled() = default;
};

// What a scanner object and its operation share: the policies and what they wait with. The operation holds it too, so
// that a scanner may be moved or destroyed while a scan runs.
template<transport_policy Transport, timer_policy Timer, ordering_policy Ordering, class Pacing, class Executor>
struct scan_core
{
    using transport_type = Transport;
    using timer_type = Timer;
    using ordering_type = Ordering;
    using pacing_type = Pacing;
    using executor_type = Executor;
    using clock_type = typename Timer::clock_type;

    // The turns of an operation are serialised by a baton. Only a timer whose own handlers run between the turns needs
    // a strand, which costs more, and an allocation on an erased executor, for each wake-up.
    using wait_executor_type = std::conditional_t<self_waiting<Timer>, boost::asio::strand<Executor>, Executor>;
    // The wait for a sink may be composed of several operations, which clear its cancellation slot one after another:
    // they run on a strand, and so does the signal.
    using drain_executor_type = boost::asio::strand<Executor>;
    using waker_type =
        boost::asio::basic_waitable_timer<clock_type, boost::asio::wait_traits<clock_type>, wait_executor_type>;

    scan_core(Transport transport_, Timer timer_, Ordering ordering_, Pacing pacing_, scan_options const& options_)
        : transport(std::move(transport_))
        , timer(std::move(timer_))
        , ordering(std::move(ordering_))
        , pacing(std::move(pacing_))
        , options(options_)
        , wait_executor(transport.get_executor())
        , drain_executor(strand_of(wait_executor))
        , waker(wait_executor)
    {}

    std::size_t slots() const noexcept { return (std::min)(options.batch, transport.slots()); }

    // Of a probe that was sent.
    typename clock_type::time_point deadline(typename clock_type::time_point sent) const noexcept
    {
        auto const timeout = std::chrono::duration_cast<typename clock_type::duration>(options.timeout);
        return timeout > (clock_type::time_point::max)() - sent ? (clock_type::time_point::max)() : sent + timeout;
    }

    // When the timer has to be looked at; never for one that waits by itself.
    typename clock_type::time_point timer_wake(typename clock_type::time_point now) const
    {
        if constexpr (self_waiting<Timer>)
            return (clock_type::time_point::max)();
        else if constexpr (requires { timer.wake_at(now); })
            return timer.wake_at(now);
        else
            return timer.next_deadline();
    }

    // Ends all waits of the operation, from one of its turns.
    static void end_waits(std::shared_ptr<scan_core> const& core, bool drains)
    {
        core->waker.cancel();
        core->ready_signal.emit(boost::asio::cancellation_type::terminal);
        core->timer_signal.emit(boost::asio::cancellation_type::terminal);
        if (drains)
            boost::asio::post(core->drain_executor,
                              [core] { core->drain_signal.emit(boost::asio::cancellation_type::terminal); });
    }

    bool busy()
    {
        std::lock_guard const lock(mutex);
        return !operation.expired();
    }

    // An operation begins; gives its number, by which it is signalled to.
    std::uint64_t enter(std::weak_ptr<signalled> begun)
    {
        std::lock_guard const lock(mutex);
        operation = std::move(begun);
        abandoned = false;
        return ++number;
    }

    // It would end. False if its owner has gone away and believes that it takes everything back first.
    bool leave()
    {
        std::lock_guard const lock(mutex);
        if (std::exchange(abandoned, false))
            return false;
        operation.reset();
        return true;
    }

    // The owner of what is under way goes away. False if nothing is.
    static bool abandon(std::shared_ptr<scan_core> const& core)
    {
        {
            std::lock_guard const lock(core->mutex);
            core->abandoned = !core->operation.expired();
            if (!core->abandoned)
                return false;
        }
        signal(core, core->number, on_stop);
        return true;
    }

    // Tells an operation something, from any thread; nothing happens if it has ended. What is posted holds no memory
    // of the operation, which is gone before its handler is called.
    static void signal(std::shared_ptr<scan_core> const& core, std::uint64_t to, scan_event what)
    {
        std::lock_guard const lock(core->mutex);
        if (to == core->number && !core->operation.expired())
            boost::asio::post(boost::asio::bind_executor(core->wait_executor, [core, to, what] {
                if (auto receiver = core->receiver(to, what))
                    receiver->serve(std::move(receiver));
            }));
    }

    // Tells an operation of an event on any thread. True if the caller has to serve; else its reference is gone before
    // the thread that serves can end the operation.
    template<class Operation>
    bool tell(std::shared_ptr<Operation>& told, scan_event what)
    {
        std::lock_guard const lock(mutex);
        if (told->arrive(what))
            return true;
        told.reset();
        return false;
    }

    // Lays the baton of an operation down, unless something has arrived, and with it the reference of the thread that
    // held it: nobody who takes the baton up can end the operation before that reference is gone.
    bool lay_down(baton& held, std::shared_ptr<signalled>& served)
    {
        std::lock_guard const lock(mutex);
        if (!held.leave())
            return false;
        served.reset();
        return true;
    }

private:
    static drain_executor_type strand_of(drain_executor_type const& strand) { return strand; }
    static drain_executor_type strand_of(Executor const& executor) { return drain_executor_type(executor); }

    std::shared_ptr<signalled> receiver(std::uint64_t to, scan_event what)
    {
        std::lock_guard const lock(mutex);
        auto found = to == number ? operation.lock() : nullptr;
        if (found && !found->arrive(what))
            found.reset();
        return found;
    }

public:
    Transport transport;
    [[no_unique_address]] Timer timer;
    [[no_unique_address]] Ordering ordering;
    [[no_unique_address]] Pacing pacing;
    scan_options options;
    wait_executor_type wait_executor;
    drain_executor_type drain_executor;
    waker_type waker;
    boost::asio::cancellation_signal ready_signal;
    boost::asio::cancellation_signal drain_signal;
    boost::asio::cancellation_signal timer_signal;
    std::shared_ptr<handler_memory> memory = std::make_shared<handler_memory>();
    std::atomic<bool> claimed = false; // there is a scan, under way or between two pulls
    std::atomic<bool> closed = false; // the scanner was destroyed; at most a stream of it is left

private:
    std::mutex mutex;
    std::weak_ptr<signalled> operation;
    std::uint64_t number = 0;
    bool abandoned = false;
};

// The right to scan with a core, which only one scan has at a time. Empty if another has it.
template<class Core>
class scan_claim
{
public:
    explicit scan_claim(std::shared_ptr<Core> core)
        : core_(core->claimed.exchange(true) ? nullptr : std::move(core))
    {}

    scan_claim(scan_claim&&) noexcept = default;
    scan_claim& operator=(scan_claim&&) = delete;

    ~scan_claim()
    {
        if (core_)
            core_->claimed.store(false);
    }

    explicit operator bool() const noexcept { return core_ != nullptr; }
    Core& operator*() const noexcept { return *core_; }
    Core* operator->() const noexcept { return core_.get(); }
    std::shared_ptr<Core> const& shared() const noexcept { return core_; }

private:
    std::shared_ptr<Core> core_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_CORE_HPP
