// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/tcp_connect.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <support/net_namespace.hpp>
#include <sys/socket.h>

#include "probe_by_hand.hpp"

// An error of an earlier target may be left on a kept socket: the ICMP message came after the last look at the socket
// and before it was disconnected.

namespace {

using sonda::endpoint;
using sonda::probe_status;
using sonda::transport::tcp_connect;

constexpr std::uint32_t loopback = 0x7f000001;
auto const rules = "table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n"
                   " tcp dport 11 reject with icmp type admin-prohibited\n }\n }";

// The one TCP socket of this process.
int kept_socket()
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
void leave_error_of(int socket, std::uint16_t port)
{
    boost::asio::ip::tcp::endpoint const target(boost::asio::ip::make_address_v4(loopback), port);
    BOOST_TEST_REQUIRE(::connect(socket, target.data(), static_cast<socklen_t>(target.size())) != 0);
    BOOST_TEST_REQUIRE(errno == EINPROGRESS);
    sockaddr nobody{};
    nobody.sa_family = AF_UNSPEC;
    BOOST_TEST_REQUIRE(::connect(socket, &nobody, sizeof nobody) == 0);
}

} // namespace

BOOST_AUTO_TEST_SUITE(stale_errors)

BOOST_AUTO_TEST_CASE(an_error_of_an_earlier_target_says_nothing_about_a_silent_one)
{
    if (test::net_namespace::skip("an_error_of_an_earlier_target_says_nothing_about_a_silent_one"))
        return;
    test::net_namespace ns;
    ns.nft(rules);
    test::probe_by_hand<tcp_connect> probe(1);
    BOOST_TEST((probe(endpoint::v4(loopback, 7)).answer.state == sonda::port_state::closed));
    auto const socket = kept_socket();
    BOOST_TEST_REQUIRE(socket >= 0);
    for (int i = 0; i != 3; ++i) {
        leave_error_of(socket, 11);
        BOOST_TEST((probe.start(0, endpoint::v4(loopback, 9)).status == probe_status::pending));
        probe.reap();
        BOOST_TEST((probe.cancel(0).status == probe_status::cancelled));
        BOOST_TEST((probe(endpoint::v4(loopback, 11)).answer.reason == sonda::reason_kind::icmp));
        BOOST_TEST((probe(endpoint::v4(loopback, 7)).answer.state == sonda::port_state::closed));
    }
}

BOOST_AUTO_TEST_SUITE_END()
