// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/transport.hpp>
#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/simulated.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <support/net_namespace.hpp>

#include "accepting_listener.hpp"

namespace {

using sonda::conformance::check_transport;
using sonda::conformance::transport_targets;
using tcp = boost::asio::ip::tcp;

template<class Transport>
sonda::conformance::report check(transport_targets const& targets)
{
    boost::asio::io_context context;
    auto const make = [&](std::size_t slots) {
        sonda::transport::connect_options options;
        options.slots = slots;
        return Transport(context, options);
    };
    return check_transport(context, make, targets);
}

// On loopback of a namespace: one that listens, one that does not, one whose packets are dropped.
template<class Transport>
void check_on_loopback(char const* address)
{
    test::net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n }\n }");
    auto const ip = boost::asio::ip::make_address(address);
    test::accepting_listener const listener({tcp::endpoint(ip, 0)});
    auto const found = check<Transport>({listener.endpoint(), {ip, 7}, {ip, 9}});
    BOOST_TEST(found.passed(), found);
}

sonda::transport::simulated_reply reply(sonda::endpoint const& target)
{
    using sonda::transport::simulated_reply;
    if (target.port() == 9)
        return simulated_reply::silence();
    return target.port() == 7 ? simulated_reply::closed(std::chrono::microseconds(1)) : simulated_reply::open();
}

} // namespace

BOOST_AUTO_TEST_SUITE(conformance)

BOOST_AUTO_TEST_CASE(tcp_connect_is_a_transport_over_ipv4)
{
    if (test::net_namespace::skip("tcp_connect_is_a_transport_over_ipv4"))
        return;
    check_on_loopback<sonda::transport::tcp_connect>("127.0.0.1");
}

BOOST_AUTO_TEST_CASE(tcp_connect_is_a_transport_over_ipv6)
{
    if (test::net_namespace::skip("tcp_connect_is_a_transport_over_ipv6"))
        return;
    check_on_loopback<sonda::transport::tcp_connect>("::1");
}

BOOST_AUTO_TEST_CASE(asio_connect_is_a_transport_over_ipv4)
{
    if (test::net_namespace::skip("asio_connect_is_a_transport_over_ipv4"))
        return;
    check_on_loopback<sonda::transport::asio_connect>("127.0.0.1");
}

BOOST_AUTO_TEST_CASE(asio_connect_is_a_transport_over_ipv6)
{
    if (test::net_namespace::skip("asio_connect_is_a_transport_over_ipv6"))
        return;
    check_on_loopback<sonda::transport::asio_connect>("::1");
}

BOOST_AUTO_TEST_CASE(simulated_is_a_transport)
{
    boost::asio::io_context context;
    auto const make = [&](std::size_t slots) {
        return sonda::transport::simulated<>(context.get_executor(), slots, reply);
    };
    auto const at = [](std::uint16_t port) { return sonda::endpoint::v4(0x7f000001, port); };
    auto const found = check_transport(context, make, {at(80), at(7), at(9)});
    BOOST_TEST(found.passed(), found);
}

BOOST_AUTO_TEST_SUITE_END()
