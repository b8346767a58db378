// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/transport.hpp>
#include <sonda/transport/uring_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <support/net_namespace.hpp>
#include <tcp/accepting_listener.hpp>

#include "ring_available.hpp"

namespace {

using tcp = boost::asio::ip::tcp;

// On loopback of a namespace: one that listens, one that does not, one whose packets are dropped.
template<class Transport>
void check_on_loopback(char const* address)
{
    test::net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n }\n }");
    auto const ip = boost::asio::ip::make_address(address);
    test::accepting_listener const listener({tcp::endpoint(ip, 0)});
    boost::asio::io_context context;
    auto const make = [&](std::size_t slots) {
        sonda::transport::connect_options options;
        options.slots = slots;
        return Transport(context, options);
    };
    auto const found = sonda::conformance::check_transport(context, make, {listener.endpoint(), {ip, 7}, {ip, 9}});
    BOOST_TEST(found.passed(), found);
}

} // namespace

BOOST_AUTO_TEST_SUITE(conformance)

BOOST_AUTO_TEST_CASE(uring_connect_is_a_transport_over_ipv4)
{
    if (!test::skip_without_ring("uring_connect_is_a_transport_over_ipv4"))
        check_on_loopback<sonda::transport::uring_connect>("127.0.0.1");
}

BOOST_AUTO_TEST_CASE(uring_connect_is_a_transport_over_ipv6)
{
    if (!test::skip_without_ring("uring_connect_is_a_transport_over_ipv6"))
        check_on_loopback<sonda::transport::uring_connect>("::1");
}

BOOST_AUTO_TEST_SUITE_END()
