// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DATAGRAM_FLIGHTS_HPP
#define SONDA_DETAIL_DATAGRAM_FLIGHTS_HPP

#include <sonda/payload/payload_source.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/transport/udp_options.hpp>

#include <boost/asio/basic_datagram_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sonda::detail {

/// What an error of a connected UDP socket says: a refusal is ICMP's port unreachable, which Windows calls a reset.
inline outcome datagram_outcome(boost::system::error_code const& error) noexcept
{
    namespace errors = boost::asio::error;
    outcome result;
    result.error = error.value();
    bool const refused = error == errors::connection_refused || error == errors::connection_reset;
    result.state = !error ? port_state::open : refused ? port_state::closed : port_state::filtered;
    result.reason = !error ? reason_kind::udp_response : refused ? reason_kind::refused : reason_kind::system;
    return result;
}

/// What it means that a socket could not be opened, connected or written to.
inline probe_result datagram_failure(boost::system::error_code const& error) noexcept
{
    namespace errors = boost::asio::error;
    if (error == errors::no_descriptors || error == errors::no_buffer_space || error == errors::no_memory ||
        error == errors::would_block || error == errors::try_again || error == errors::address_in_use ||
        error == boost::system::errc::too_many_files_open_in_system)
        return probe_result::shortage(error.value());
    auto result = datagram_outcome(error);
    if (result.state == port_state::filtered)
        result.state = port_state::error;
    return probe_result::answered(result);
}

/** The sockets of the plain UDP transport, one per slot.

    Its receives complete on whatever thread the executor has, hence the mutex; they share the ownership, so that the
    transport can go first.
*/
template<class Executor>
class datagram_flights : public std::enable_shared_from_this<datagram_flights<Executor>>
{
public:
    datagram_flights(Executor const& executor, transport::udp_options const& options)
        : options_(options)
        , bell_(executor, (bell_type::time_point::max)())
    {
        flights_.reserve(options.slots);
        for (std::size_t i = 0; i != options.slots; ++i)
            flights_.emplace_back(executor);
        finished_.reserve(options.slots);
        reaped_.reserve(options.slots);
    }

    Executor get_executor() { return bell_.get_executor(); }
    std::size_t slots() const noexcept { return flights_.size(); }

    probe_result start(slot_id slot, endpoint const& target, payload::payload_list payloads)
    {
        std::lock_guard const lock(mutex_);
        auto& flight = flights_[slot];
        boost::system::error_code error;
        connect(flight.socket, target.as<boost::asio::ip::udp>(), error);
        if (!error && flight.socket.local_endpoint(error) == flight.socket.remote_endpoint(error))
            return close(flight, probe_result::again());
        if (!error)
            send(flight.socket, payloads, error);
        if (error)
            return close(flight, datagram_failure(error));
        flight.phase = stage::pending;
        flight.socket.async_receive(
            boost::asio::buffer(flight.buffer),
            [self = this->shared_from_this(), slot](boost::system::error_code result, std::size_t) {
                self->received(slot, result);
            });
        return probe_result::pending();
    }

    template<class F>
    std::size_t reap(F& f)
    {
        {
            std::lock_guard const lock(mutex_);
            reaped_.swap(finished_);
        }
        auto const count = reaped_.size();
        for (auto const slot : reaped_)
            f(slot, std::as_const(flights_[slot].result));
        reaped_.clear();
        return count;
    }

    void cancel(slot_id slot)
    {
        std::lock_guard const lock(mutex_);
        auto& flight = flights_[slot];
        if (flight.phase != stage::pending)
            return;
        flight.phase = stage::cancelling;
        boost::system::error_code ignored;
        flight.socket.cancel(ignored);
    }

    void shut_down()
    {
        std::lock_guard const lock(mutex_);
        shut_down_ = true;
        boost::system::error_code ignored;
        for (auto& flight : flights_)
            flight.socket.close(ignored);
        bell_.cancel();
    }

    /// Begins a wait, which every finished slot ends. It is one operation of Asio, so that it can be cancelled on
    /// whatever thread.
    template<class Handler>
    void wait(Handler&& handler)
    {
        std::lock_guard const lock(mutex_);
        rung_ = !finished_.empty();
        bool const over = rung_ || shut_down_;
        bell_.expires_at(over ? (bell_type::time_point::min)() : (bell_type::time_point::max)());
        auto explain = [self = this->shared_from_this()](boost::system::error_code error) {
            return boost::asio::deferred.values(self->explained(error));
        };
        bell_.async_wait(boost::asio::deferred(std::move(explain)))(std::forward<Handler>(handler));
    }

private:
    using socket_type = boost::asio::basic_datagram_socket<boost::asio::ip::udp, Executor>;
    using bell_type = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                        boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

    enum class stage : std::uint8_t { free, pending, cancelling };

    struct flight_state
    {
        explicit flight_state(Executor const& executor)
            : socket(executor)
        {}

        socket_type socket;
        probe_result result{};
        stage phase = stage::free;
        char buffer[1] = {};
    };

    void connect(socket_type& socket, boost::asio::ip::udp::endpoint const& target, boost::system::error_code& error)
    {
        socket.open(target.protocol(), error);
        if (!error)
            socket.non_blocking(true, error);
        if (!error && target.address().is_v4() && !options_.source_v4.is_unspecified())
            socket.bind({options_.source_v4, 0}, error);
        if (!error && target.address().is_v6() && !options_.source_v6.is_unspecified())
            socket.bind({options_.source_v6, 0}, error);
        if (!error)
            socket.connect(target, error);
    }

    static void send(socket_type& socket, payload::payload_list payloads, boost::system::error_code& error)
    {
        if (payloads.empty())
            socket.send(boost::asio::const_buffer(), 0, error);
        for (auto const& bytes : payloads) {
            socket.send(boost::asio::const_buffer(bytes.data(), bytes.size()), 0, error);
            if (error)
                return;
        }
    }

    static probe_result close(flight_state& flight, probe_result const& result)
    {
        boost::system::error_code ignored;
        flight.socket.close(ignored);
        flight.phase = stage::free;
        return result;
    }

    /// How a wait ended; rung and cancelled look the same to a timer.
    boost::system::error_code explained(boost::system::error_code error)
    {
        std::lock_guard const lock(mutex_);
        if (shut_down_)
            return boost::asio::error::operation_aborted;
        return rung_ ? boost::system::error_code() : error;
    }

    void ring()
    {
        rung_ = true;
        bell_.cancel();
    }

    void received(slot_id slot, boost::system::error_code error)
    {
        std::lock_guard const lock(mutex_);
        if (shut_down_)
            return;
        auto& flight = flights_[slot];
        if (error == boost::asio::error::operation_aborted) // an answer that came first wins
            flight.socket.receive(boost::asio::buffer(flight.buffer), 0, error);
        if (error == boost::asio::error::message_size) // Windows: longer than the buffer, which is all that is wanted
            error = {};
        bool const nothing = error == boost::asio::error::would_block;
        auto const result = nothing ? probe_result::cancelled() : probe_result::answered(datagram_outcome(error));
        flight.result = close(flight, result);
        finished_.push_back(slot);
        ring();
    }

    transport::udp_options options_;
    std::mutex mutex_;
    bell_type bell_;
    std::vector<flight_state> flights_;
    std::vector<slot_id> finished_;
    std::vector<slot_id> reaped_;
    bool rung_ = false;
    bool shut_down_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_DATAGRAM_FLIGHTS_HPP
