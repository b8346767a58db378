// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/test/unit_test.hpp>

#include "limit_checks.hpp"

namespace {

using namespace test;
using sonda::transport::asio_connect;
using sonda::transport::tcp_connect;

bool skip(char const* name)
{
    return net_namespace::skip(name);
}

} // namespace

BOOST_AUTO_TEST_SUITE(limits)

BOOST_AUTO_TEST_CASE(lack_of_descriptors_is_a_shortage)
{
    if (skip("lack_of_descriptors_is_a_shortage"))
        return;
    check_shortage_of_descriptors<tcp_connect>();
    check_shortage_of_descriptors<asio_connect>();
}

BOOST_AUTO_TEST_CASE(other_family_gives_up_its_idle_socket_when_descriptors_are_scarce)
{
    if (skip("other_family_gives_up_its_idle_socket_when_descriptors_are_scarce"))
        return;
    check_scarce_descriptors<tcp_connect>();
}

BOOST_AUTO_TEST_CASE(connection_with_oneself_is_not_an_open_port)
{
    if (skip("connection_with_oneself_is_not_an_open_port"))
        return;
    for (auto const* address : {"127.0.0.1", "::1"}) {
        check_self_connection<tcp_connect>(address);
        check_self_connection<asio_connect>(address);
    }
}

BOOST_AUTO_TEST_CASE(lack_of_local_ports_is_a_shortage)
{
    if (skip("lack_of_local_ports_is_a_shortage"))
        return;
    connect_options bound;
    bound.source = boost::asio::ip::make_address("127.0.0.5");
    for (auto const& target : {endpoint::v4(loopback, 9), endpoint::v6(0, 1, 0, 9)}) {
        check_shortage_of_ports<tcp_connect>(target, {});
        check_shortage_of_ports<asio_connect>(target, {});
    }
    check_shortage_of_ports<tcp_connect>(endpoint::v4(loopback, 9), bound);
}

BOOST_AUTO_TEST_CASE(target_that_no_local_address_can_ask_is_an_error_at_once)
{
    if (skip("target_that_no_local_address_can_ask_is_an_error_at_once"))
        return;
    check_no_source<tcp_connect>();
    check_no_source<asio_connect>();
}

BOOST_AUTO_TEST_CASE(foreign_source_is_an_error_and_no_shortage)
{
    if (skip("foreign_source_is_an_error_and_no_shortage"))
        return;
    net_namespace ns;
    connect_options options;
    options.source = boost::asio::ip::make_address("192.0.2.1");
    probe_by_hand<asio_connect> probe(1, options);
    auto const found = probe(endpoint::v4(loopback, 7));
    BOOST_TEST((found.status == probe_status::answered));
    BOOST_TEST((found.answer.state == port_state::error));
    BOOST_TEST(found.answer.error == EADDRNOTAVAIL);
}

BOOST_AUTO_TEST_CASE(socket_serves_closed_open_and_silent_targets_in_turn)
{
    if (skip("socket_serves_closed_open_and_silent_targets_in_turn"))
        return;
    check_states_in_turn<tcp_connect>();
    check_states_in_turn<asio_connect>();
}

BOOST_AUTO_TEST_CASE(target_without_a_route_is_an_error_and_not_closed)
{
    if (skip("target_without_a_route_is_an_error_and_not_closed"))
        return;
    check_no_route<tcp_connect>();
    check_no_route<asio_connect>();
}

BOOST_AUTO_TEST_CASE(source_address_is_used)
{
    if (skip("source_address_is_used"))
        return;
    check_source<tcp_connect>();
    check_source<asio_connect>();
}

BOOST_AUTO_TEST_CASE(source_address_of_another_machine_is_refused_at_construction)
{
    check_foreign_source<tcp_connect>();
}

BOOST_AUTO_TEST_CASE(nothing_leaves_from_another_family_than_that_of_the_source)
{
    check_other_family<tcp_connect>();
    check_other_family<asio_connect>();
}

BOOST_AUTO_TEST_CASE(no_slots_are_a_bad_option)
{
    check_no_slots<tcp_connect>();
    check_no_slots<asio_connect>();
}

BOOST_AUTO_TEST_CASE(reset_leaves_nothing_and_fin_keeps_the_connection_for_a_while)
{
    if (skip("reset_leaves_nothing_and_fin_keeps_the_connection_for_a_while"))
        return;
    check_close_mode<tcp_connect>(close_mode::reset, "0");
    check_close_mode<tcp_connect>(close_mode::fin, "1");
    check_close_mode<asio_connect>(close_mode::reset, "0");
    check_close_mode<asio_connect>(close_mode::fin, "1");
}

BOOST_AUTO_TEST_CASE(port_that_accepts_and_resets_at_once_is_open)
{
    if (skip("port_that_accepts_and_resets_at_once_is_open"))
        return;
    check_reset_at_once<tcp_connect>();
    check_reset_at_once<asio_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
