// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SCAN_CORE_HPP
#define SONDA_DETAIL_SCAN_CORE_HPP

#include <sonda/detail/handler_memory.hpp>
#include <sonda/ordering_policy.hpp>
#include <sonda/pacing_policy.hpp>
#include <sonda/scan_options.hpp>
#include <sonda/timer_policy.hpp>
#include <sonda/transport_policy.hpp>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

namespace sonda::detail {

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
    using strand_type = boost::asio::strand<Executor>;
    using clock_type = typename Timer::clock_type;
    using waker_type = boost::asio::basic_waitable_timer<clock_type, boost::asio::wait_traits<clock_type>, strand_type>;

    scan_core(Transport transport_, Timer timer_, Ordering ordering_, Pacing pacing_, scan_options const& options_)
        : transport(std::move(transport_))
        , timer(std::move(timer_))
        , ordering(std::move(ordering_))
        , pacing(std::move(pacing_))
        , options(options_)
        , strand(transport.get_executor())
        , waker(strand)
    {}

    std::size_t slots() const noexcept { return (std::min)(options.batch, transport.slots()); }

    // Wakes a waiting operation, which looks at what it waits for and at `abandoned`. On the strand only.
    void kick()
    {
        waker.cancel();
        ready_signal.emit(boost::asio::cancellation_type::terminal);
        drain_signal.emit(boost::asio::cancellation_type::terminal);
        timer_signal.emit(boost::asio::cancellation_type::terminal);
    }

    Transport transport;
    [[no_unique_address]] Timer timer;
    [[no_unique_address]] Ordering ordering;
    [[no_unique_address]] Pacing pacing;
    scan_options options;
    strand_type strand;
    waker_type waker;
    boost::asio::cancellation_signal ready_signal;
    boost::asio::cancellation_signal drain_signal;
    boost::asio::cancellation_signal timer_signal;
    std::shared_ptr<handler_memory> memory = std::make_shared<handler_memory>();
    std::atomic<bool> claimed = false; // there is a scan, under way or between two pulls
    std::atomic<bool> waiting = false; // an operation is under way
    std::atomic<bool> abandoned = false; // nobody wants the rest
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

// Ends what is under way: the owner of the scan went away.
template<class Core>
void abandon(std::shared_ptr<Core> const& core)
{
    core->abandoned.store(true);
    if (core->waiting.load())
        boost::asio::post(core->strand, [core] { core->kick(); });
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_SCAN_CORE_HPP
