// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_DEMO_SERVICES_HPP
#define SONDA_CLI_DEMO_SERVICES_HPP

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/system/error_code.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

namespace sonda::detail {

// Sends back every datagram.
class datagram_echo
{
public:
    datagram_echo(boost::asio::io_context& context, boost::asio::ip::udp::endpoint const& at)
        : socket_(context, at)
    {
        receive();
    }

    datagram_echo(datagram_echo const&) = delete;

    std::uint16_t port() const { return socket_.local_endpoint().port(); }

private:
    void receive()
    {
        socket_.async_receive_from(boost::asio::buffer(bytes_), sender_,
                                   [this](boost::system::error_code failed, std::size_t size) {
                                       if (failed == boost::asio::error::operation_aborted)
                                           return;
                                       boost::system::error_code ignored;
                                       if (!failed)
                                           socket_.send_to(boost::asio::buffer(bytes_, size), sender_, 0, ignored);
                                       receive();
                                   });
    }

    boost::asio::ip::udp::socket socket_;
    boost::asio::ip::udp::endpoint sender_;
    std::array<std::byte, 2048> bytes_;
};

} // namespace sonda::detail

namespace sonda::cli {

/** Services on loopback for a scan to find, on ports that the system chooses.

    Over TCP two that listen and a port that is held and does not; over UDP one that answers, one that keeps silent, and
    a port where nothing is. IPv6 has what IPv4 has where the same port is free.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class demo_services
{
public:
    /// Begins to serve. Throws `boost::system::system_error` if the system has no port.
    explicit demo_services(boost::asio::io_context& context)
        : context_(context)
    {
        tcp_ = {add_tcp(true), add_tcp(true), add_tcp(false)};
        udp_ = {add_echo(), add_silence(), free_udp_port()};
    }

    std::vector<std::uint16_t> const& tcp() const noexcept { return tcp_; } ///< Two that listen, one that does not.
    std::vector<std::uint16_t> const& udp() const noexcept { return udp_; } ///< An answer, silence, nothing.
    bool has_v6() const noexcept { return v6_; } ///< True if there is an IPv6 loopback.

private:
    using tcp_protocol = boost::asio::ip::tcp;
    using udp_protocol = boost::asio::ip::udp;

    static boost::asio::ip::address loopback_v4() { return boost::asio::ip::address_v4::loopback(); }
    static boost::asio::ip::address loopback_v6() { return boost::asio::ip::address_v6::loopback(); }

    void hold(tcp_protocol::endpoint const& at, bool listening)
    {
        auto& held = held_tcp_.emplace_back(context_, at.protocol());
        held.bind(at);
        if (listening)
            held.listen();
    }

    // The kernel completes handshakes by itself: nobody needs to accept.
    std::uint16_t add_tcp(bool listening)
    {
        hold({loopback_v4(), 0}, listening);
        auto const port = held_tcp_.back().local_endpoint().port();
        try_v6([&] { hold({loopback_v6(), port}, listening); });
        return port;
    }

    std::uint16_t add_echo()
    {
        auto const port = echoes_.emplace_back(context_, udp_protocol::endpoint(loopback_v4(), 0)).port();
        try_v6([&] { echoes_.emplace_back(context_, udp_protocol::endpoint(loopback_v6(), port)); });
        return port;
    }

    std::uint16_t add_silence()
    {
        auto const& held = held_udp_.emplace_back(context_, udp_protocol::endpoint(loopback_v4(), 0));
        auto const port = held.local_endpoint().port();
        try_v6([&] { held_udp_.emplace_back(context_, udp_protocol::endpoint(loopback_v6(), port)); });
        return port;
    }

    std::uint16_t free_udp_port()
    {
        return udp_protocol::socket(context_, udp_protocol::endpoint(loopback_v4(), 0)).local_endpoint().port();
    }

    // A port that IPv6 does not have to give, or no IPv6 at all, is no reason to show nothing.
    template<class Function>
    void try_v6(Function const& function)
    {
        try {
            function();
            v6_ = true;
        } catch (boost::system::system_error const&) {
        }
    }

    boost::asio::io_context& context_;
    std::list<tcp_protocol::acceptor> held_tcp_;
    std::list<udp_protocol::socket> held_udp_;
    std::list<detail::datagram_echo> echoes_;
    std::vector<std::uint16_t> tcp_;
    std::vector<std::uint16_t> udp_;
    bool v6_ = false;
};

} // namespace sonda::cli

#endif // SONDA_CLI_DEMO_SERVICES_HPP
