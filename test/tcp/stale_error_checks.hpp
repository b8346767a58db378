// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_STALE_ERROR_CHECKS_HPP
#define SONDA_TEST_TCP_STALE_ERROR_CHECKS_HPP

#include <sonda/endpoint.hpp>
#include <sonda/probe_result.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>

#include <support/net_namespace.hpp>
#include <sys/socket.h>

#include "probe_by_hand.hpp"

// An error of an earlier target may be left on a kept socket: the ICMP message came after the last look at the socket
// and before it was disconnected.

namespace test {

inline auto const rejecting = "table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n"
                              " tcp dport 11 reject with icmp type admin-prohibited\n }\n }";

// The one TCP socket of this process.
inline int kept_socket()
{
    int found = -1;
    for (auto const& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        auto const descriptor = std::atoi(entry.path().filename().c_str());
        int kind = 0;
        socklen_t size = sizeof kind;
        if (::getsockopt(descriptor, SOL_SOCKET, SO_PROTOCOL, &kind, &size) == 0 && kind == IPPROTO_TCP)
            found = descriptor;
    }
    return found;
}

// Leaves what a probe of `port` leaves whose ICMP message nobody has read.
inline void leave_error_of(int socket, std::uint16_t port)
{
    boost::asio::ip::tcp::endpoint const target(boost::asio::ip::make_address_v4(0x7f000001), port);
    sockaddr nobody{};
    nobody.sa_family = AF_UNSPEC;
    BOOST_TEST_REQUIRE(::connect(socket, &nobody, sizeof nobody) == 0);
    BOOST_TEST_REQUIRE(::connect(socket, target.data(), static_cast<socklen_t>(target.size())) != 0);
    BOOST_TEST_REQUIRE(errno == EINPROGRESS);
    BOOST_TEST_REQUIRE(::connect(socket, &nobody, sizeof nobody) == 0);
}

template<class Transport>
void check_stale_errors()
{
    net_namespace ns;
    ns.nft(rejecting);
    auto const at = [](std::uint16_t port) { return sonda::endpoint::v4(0x7f000001, port); };
    probe_by_hand<Transport> probe(1);
    BOOST_TEST((probe(at(7)).answer.state == sonda::port_state::closed));
    auto const socket = kept_socket();
    BOOST_TEST_REQUIRE(socket >= 0);
    for (int i = 0; i != 3; ++i) {
        leave_error_of(socket, 11);
        BOOST_TEST((probe.start(0, at(9)).status == sonda::probe_status::pending));
        probe.reap();
        BOOST_TEST((probe.cancel(0).status == sonda::probe_status::cancelled));
        BOOST_TEST((probe(at(11)).answer.reason == sonda::reason_kind::icmp));
        BOOST_TEST((probe(at(7)).answer.state == sonda::port_state::closed));
    }
}

} // namespace test

#endif // SONDA_TEST_TCP_STALE_ERROR_CHECKS_HPP
