// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/test/unit_test.hpp>

#include "reject_checks.hpp"

namespace {

using namespace test;
using sonda::port_state;
using sonda::reason_kind;
using sonda::transport::asio_connect;
using sonda::transport::tcp_connect;

// Sees the state and the errno of each, but not the message.
template<std::size_t N>
void check_each_plainly(rejection const (&table)[N], char const* address)
{
    net_namespace ns;
    ns.nft(rules(table));
    auto const ip = boost::asio::ip::make_address(address);
    probe_by_hand<asio_connect> probe;
    for (std::size_t i = 0; i != N; ++i)
        BOOST_TEST_CONTEXT(table[i].with)
        {
            auto expected = table[i];
            if (expected.reason == reason_kind::icmp)
                expected = {"", expected.state, reason_kind::system, 0, 0, expected.error};
            check(expected, probe({ip, static_cast<std::uint16_t>(first_port + i)}), ip);
        }
}

} // namespace

BOOST_AUTO_TEST_SUITE(rejects)

BOOST_AUTO_TEST_CASE(each_icmp_code_has_its_state_type_code_and_sender)
{
    if (!net_namespace::skip("each_icmp_code_has_its_state_type_code_and_sender"))
        check_each<tcp_connect>(icmp, "127.0.0.1");
}

BOOST_AUTO_TEST_CASE(each_icmpv6_code_has_its_state_type_code_and_sender)
{
    if (!net_namespace::skip("each_icmpv6_code_has_its_state_type_code_and_sender"))
        check_each<tcp_connect>(icmpv6, "::1");
}

BOOST_AUTO_TEST_CASE(asio_connect_gives_each_icmp_code_its_state)
{
    if (!net_namespace::skip("asio_connect_gives_each_icmp_code_its_state"))
        check_each_plainly(icmp, "127.0.0.1");
}

BOOST_AUTO_TEST_CASE(asio_connect_gives_each_icmpv6_code_its_state)
{
    if (!net_namespace::skip("asio_connect_gives_each_icmpv6_code_its_state"))
        check_each_plainly(icmpv6, "::1");
}

BOOST_AUTO_TEST_CASE(error_that_comes_late_wakes_and_ends_the_probe)
{
    if (!net_namespace::skip("error_that_comes_late_wakes_and_ends_the_probe"))
        check_late_error<tcp_connect>();
}

BOOST_AUTO_TEST_CASE(error_of_one_target_is_not_taken_for_the_next)
{
    if (!net_namespace::skip("error_of_one_target_is_not_taken_for_the_next"))
        check_error_of_another<tcp_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
