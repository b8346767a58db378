// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CONNECT_STATE_HPP
#define SONDA_DETAIL_CONNECT_STATE_HPP

#include <sonda/detail/connect_memory.hpp>
#include <sonda/detail/connect_outcome.hpp>
#include <sonda/detail/socket_address.hpp>
#include <sonda/detail/source_question.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/transport/connect_options.hpp>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/socket_base.hpp>
#include <boost/system/error_code.hpp>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sonda::detail {

/*  What basic_asio_connect shares with its handlers, which outlive it.

    The calls of the scan are serialised, but the handlers run on the executor as it is, which may have many threads:
    a mutex is between the two.
*/
template<class Executor>
class connect_state : public std::enable_shared_from_this<connect_state<Executor>>
{
    using tcp = boost::asio::ip::tcp;
    using socket_type = boost::asio::basic_stream_socket<tcp, Executor>;
    using clock_type = std::chrono::steady_clock;
    using timer_type = boost::asio::basic_waitable_timer<clock_type, boost::asio::wait_traits<clock_type>, Executor>;

public:
    connect_state(Executor const& executor, transport::connect_options const& options)
        : signal_(executor)
        , source_(options.source)
        , sources_(options.source)
        , close_(options.close)
        , memory_(options.slots)
    {
        probes_.reserve(options.slots);
        for (std::size_t i = 0; i != options.slots; ++i)
            probes_.emplace_back(executor);
        ready_.reserve(options.slots);
        batch_.reserve(options.slots);
    }

    Executor get_executor() noexcept { return signal_.get_executor(); }
    std::size_t slots() const noexcept { return probes_.size(); }

    probe_result start(slot_id slot, endpoint const& target)
    {
        std::lock_guard const guard(mutex_);
        auto& probe = probes_[slot];
        probe.target = target;
        probe.spoiled = false;
        boost::system::error_code failed;
        auto const address = target.as<tcp>();
        prepare(probe.socket, address, failed);
        if (failed) {
            probe.socket.close(failed_to_close_);
            return not_prepared(number_of(failed));
        }
        probe.socket.async_connect(address, connected{this->shared_from_this(), slot});
        return probe_result::pending();
    }

    // The connection may have been made while its handler waits for its turn; then it is an answer still.
    void cancel(slot_id slot)
    {
        std::lock_guard const guard(mutex_);
        boost::system::error_code ignored;
        probes_[slot].socket.cancel(ignored);
    }

    template<class F>
    std::size_t reap(F&& f)
    {
        batch_.clear();
        {
            std::lock_guard const guard(mutex_);
            std::swap(batch_, ready_);
        }
        for (auto const slot : batch_)
            f(slot, probes_[slot].result);
        return batch_.size();
    }

    // Waits until something is ready. It is one operation of Asio, so that it can be cancelled on whatever thread.
    template<class Handler>
    void wait(Handler&& handler)
    {
        std::lock_guard const guard(mutex_);
        rung_ = !ready_.empty();
        bool const ended = rung_ || over_;
        signal_.expires_at(ended ? (clock_type::time_point::min)() : (clock_type::time_point::max)());
        auto explain = [self = this->shared_from_this()](boost::system::error_code failed) {
            return boost::asio::deferred.values(self->explained(failed));
        };
        signal_.async_wait(boost::asio::deferred(std::move(explain)))(std::forward<Handler>(handler));
    }

    // The transport is gone: everything under way comes back, to nobody.
    void finish() noexcept
    {
        std::lock_guard const guard(mutex_);
        over_ = true;
        boost::system::error_code ignored;
        for (auto& probe : probes_) {
            probe.socket.close(ignored);
            probe.parked.close(ignored);
        }
        wake();
    }

private:
    struct probe_state
    {
        explicit probe_state(Executor const& executor)
            : socket(executor)
            , parked(executor)
        {}

        socket_type socket;
        socket_type parked; // connected to itself; keeps its local port from being chosen again
        endpoint target;
        probe_result result;
        bool spoiled = false; // another socket of ours has met it: whatever comes of the probe says nothing
    };

    struct connected
    {
        using allocator_type = connect_allocator<void>;

        allocator_type get_allocator() const noexcept
        {
            return allocator_type(std::shared_ptr<connect_memory>(state, &state->memory_[slot]));
        }

        void operator()(boost::system::error_code const& failed) { state->finished(slot, failed); }

        std::shared_ptr<connect_state> state;
        slot_id slot;
    };

    void prepare(socket_type& socket, tcp::endpoint const& target, boost::system::error_code& failed)
    {
        socket.open(target.protocol(), failed);
#if defined(IPV6_RECVERR)
        // Else the kernel tells of some ICMPv6 errors only when it gives up.
        using receive_errors = boost::asio::detail::socket_option::boolean<IPPROTO_IPV6, IPV6_RECVERR>;
        boost::system::error_code ignored;
        if (!failed && target.protocol() == tcp::v6())
            socket.set_option(receive_errors(true), ignored);
#endif
        if (failed || source_.is_unspecified())
            return;
        if (source_.is_v6() == target.address().is_v6())
            socket.bind({source_, 0}, failed);
        else // it would leave from another address than was asked for
            failed = boost::asio::error::address_family_not_supported;
    }

    // Only binding gives EADDRNOTAVAIL here: the source is not an address of this machine, and waiting will not help.
    static probe_result not_prepared(int error) noexcept
    {
        return error == EADDRNOTAVAIL ? probe_result::answered(connect_system_error(port_state::error, error))
                                      : connect_failed_at_once(error);
    }

    void finished(slot_id slot, boost::system::error_code const& failed)
    {
        std::lock_guard const guard(mutex_);
        if (over_)
            return;
        auto& probe = probes_[slot];
        probe.result = probe.spoiled ? probe_result::again() : failed ? failure(probe, failed) : success(probe);
        if (probe.result.status != probe_status::again)
            probe.parked.close(failed_to_close_);
        probe.socket.close(failed_to_close_);
        ready_.push_back(slot);
        wake();
    }

    probe_result failure(probe_state& probe, boost::system::error_code const& failed)
    {
        if (failed == boost::asio::error::operation_aborted)
            return probe_result::cancelled();
        auto const later = connect_failed_later(number_of(failed));
        auto const doubtful = later.answer.reason == reason_kind::system;
        if (doubtful && ask_route(signal_.get_executor(), probe.target))
            return connect_failed_at_once(number_of(failed));
        return sources_.explained(later, probe.target, signal_);
    }

    probe_result success(probe_state& probe)
    {
        boost::system::error_code failed;
        auto const local = probe.socket.local_endpoint(failed);
        if (failed)
            return probe_result::again();
        if (close_ == transport::close_mode::reset)
            probe.socket.set_option(boost::asio::socket_base::linger(true, 0), failed);
        if (!meets_own(endpoint(local.address(), local.port()), reached(probe.target)))
            return probe_result::answered(connect_open());
        probe.parked = std::move(probe.socket);
        return probe_result::again();
    }

    // True if it was the socket itself that accepted, or another of ours that was on its way to this one, which is called
    // back (a simultaneous open, RFC 9293, 3.5).
    bool meets_own(endpoint const& local, endpoint const& remote)
    {
        if (local.low() != remote.low() || local.high() != remote.high())
            return false;
        if (local.port() == remote.port())
            return true;
        for (auto& other : probes_) {
            if (!other.socket.is_open() || !same_address_and_port(reached(other.target), local))
                continue;
            boost::system::error_code failed;
            auto const bound = other.socket.local_endpoint(failed);
            if (failed || !same_address_and_port(endpoint(bound.address(), bound.port()), remote))
                continue;
            other.spoiled = true;
            other.socket.cancel(failed);
            return true;
        }
        return false;
    }

    // How a wait ended; rung and cancelled look the same to a timer.
    boost::system::error_code explained(boost::system::error_code failed)
    {
        std::lock_guard const guard(mutex_);
        if (over_)
            return boost::asio::error::operation_aborted;
        return rung_ ? boost::system::error_code() : failed;
    }

    void wake() noexcept
    {
        if (!std::exchange(rung_, true))
            signal_.cancel();
    }

    std::mutex mutex_;
    timer_type signal_;
    boost::asio::ip::address source_;
    source_question sources_;
    transport::close_mode close_;
    std::vector<connect_memory> memory_;
    std::vector<probe_state> probes_;
    std::vector<slot_id> ready_;
    std::vector<slot_id> batch_;
    boost::system::error_code failed_to_close_; // nothing can be done about it
    bool rung_ = false; // or nobody waits
    bool over_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_CONNECT_STATE_HPP
