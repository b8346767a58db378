// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_UDP_UDP_FIXTURE_HPP
#define SONDA_TEST_UDP_UDP_FIXTURE_HPP

#include <sonda/endpoint.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/transport/udp_options.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <poll.h>

namespace test {

using boost::asio::ip::udp;

inline sonda::endpoint at(std::string_view address, std::uint16_t port)
{
    return {boost::asio::ip::make_address(address), port, sonda::protocol::udp};
}

inline sonda::endpoint at_loopback(std::uint16_t port)
{
    return sonda::endpoint::v4(0x7f00'0001, port, sonda::protocol::udp);
}

/// A UDP socket of a service, answering when told.
class service
{
public:
    service(boost::asio::io_context& context, std::string_view address, std::uint16_t port = 0)
        : socket_(context, udp::endpoint(boost::asio::ip::make_address(address), port))
    {}

    sonda::endpoint endpoint() const { return {socket_.local_endpoint(), sonda::protocol::udp}; }
    std::uint16_t port() const { return socket_.local_endpoint().port(); }
    udp::socket& socket() { return socket_; }
    udp::endpoint const& asker() const { return asker_; }

    /// Takes one datagram, which must be there or come; throws if none does, rather than to keep the tests for ever.
    std::string take()
    {
        pollfd waited{socket_.native_handle(), POLLIN, 0};
        if (::poll(&waited, 1, 20'000) != 1)
            throw std::runtime_error("no datagram came");
        std::array<char, 2048> buffer{};
        auto const size = socket_.receive_from(boost::asio::buffer(buffer), asker_);
        return {buffer.data(), size};
    }

    void answer(std::string_view text) { socket_.send_to(boost::asio::buffer(text), asker_); }
    void echo() { answer(take()); }

    bool has_datagram()
    {
        socket_.non_blocking(true);
        std::array<char, 1> buffer{};
        boost::system::error_code error;
        socket_.receive_from(boost::asio::buffer(buffer), asker_, udp::socket::message_peek, error);
        socket_.non_blocking(false);
        return error != boost::asio::error::would_block;
    }

private:
    udp::socket socket_;
    udp::endpoint asker_;
};

/// Drives a transport as a scan does: starts, reaps, and waits only when nothing is there.
template<class Transport>
class driver
{
public:
    template<class... Args>
    explicit driver(boost::asio::io_context& context, Args&&... args)
        : context_(context)
        , transport(context.get_executor(), std::forward<Args>(args)...)
    {}

    void start(sonda::slot_id slot, sonda::endpoint const& target)
    {
        auto const result = transport.start(slot, target);
        if (result.status != sonda::probe_status::pending)
            results[slot] = result;
    }

    std::size_t reap()
    {
        return transport.reap([this](sonda::slot_id slot, sonda::probe_result const& result) {
            if (!results.emplace(slot, result).second)
                ++repeated;
        });
    }

    /// Waits until so many slots have a result.
    void run_until(std::size_t count)
    {
        reap();
        while (results.size() < count) {
            bool woken = false;
            transport.async_ready([&woken](boost::system::error_code) { woken = true; });
            while (!woken) {
                context_.restart();
                context_.run_one();
            }
            reap();
        }
    }

    /// The result of one probe of one target.
    sonda::probe_result probe(sonda::endpoint const& target)
    {
        results.clear();
        start(0, target);
        run_until(1);
        return results.at(0);
    }

    sonda::port_state state(sonda::slot_id slot) const { return results.at(slot).answer.state; }

private:
    boost::asio::io_context& context_;

public:
    Transport transport;
    std::map<sonda::slot_id, sonda::probe_result> results;
    unsigned repeated = 0; ///< Results given twice for one slot: always a fault.
};

inline sonda::transport::udp_options with_slots(std::size_t slots)
{
    sonda::transport::udp_options options;
    options.slots = slots;
    return options;
}

} // namespace test

// For the failure messages of Boost.Test.
namespace sonda {

inline std::ostream& operator<<(std::ostream& out, port_state state)
{
    return out << to_string(state);
}

inline std::ostream& operator<<(std::ostream& out, probe_status status)
{
    constexpr char const* names[] = {"pending", "answered", "cancelled", "again", "shortage"};
    return out << names[static_cast<int>(status)];
}

inline std::ostream& operator<<(std::ostream& out, reason_kind kind)
{
    return out << "reason " << static_cast<int>(kind);
}

} // namespace sonda

#endif // SONDA_TEST_UDP_UDP_FIXTURE_HPP
