// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/uring_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <tcp/limit_checks.hpp>

#include "ring_available.hpp"

namespace {

using namespace test;
using sonda::transport::uring_connect;

} // namespace

BOOST_AUTO_TEST_SUITE(limits)

BOOST_AUTO_TEST_CASE(lack_of_descriptors_is_a_shortage)
{
    if (skip_without_ring("lack_of_descriptors_is_a_shortage"))
        return;
    check_shortage_of_descriptors<uring_connect>();
}

BOOST_AUTO_TEST_CASE(other_family_gives_up_its_idle_socket_when_descriptors_are_scarce)
{
    if (skip_without_ring("other_family_gives_up_its_idle_socket_when_descriptors_are_scarce"))
        return;
    check_scarce_descriptors<uring_connect>();
}

BOOST_AUTO_TEST_CASE(connection_with_oneself_is_not_an_open_port)
{
    if (skip_without_ring("connection_with_oneself_is_not_an_open_port"))
        return;
    check_self_connection<uring_connect>("127.0.0.1");
    check_self_connection<uring_connect>("::1");
}

BOOST_AUTO_TEST_CASE(lack_of_local_ports_is_a_shortage)
{
    if (skip_without_ring("lack_of_local_ports_is_a_shortage"))
        return;
    connect_options bound;
    bound.source = boost::asio::ip::make_address("127.0.0.5");
    check_shortage_of_ports<uring_connect>(endpoint::v4(loopback, 9), {});
    check_shortage_of_ports<uring_connect>(endpoint::v6(0, 1, 0, 9), {});
    check_shortage_of_ports<uring_connect>(endpoint::v4(loopback, 9), bound);
}

BOOST_AUTO_TEST_CASE(target_that_no_local_address_can_ask_is_an_error_at_once)
{
    if (skip_without_ring("target_that_no_local_address_can_ask_is_an_error_at_once"))
        return;
    check_no_source<uring_connect>();
}

BOOST_AUTO_TEST_CASE(socket_serves_closed_open_and_silent_targets_in_turn)
{
    if (skip_without_ring("socket_serves_closed_open_and_silent_targets_in_turn"))
        return;
    check_states_in_turn<uring_connect>();
}

BOOST_AUTO_TEST_CASE(target_without_a_route_is_an_error_and_not_closed)
{
    if (skip_without_ring("target_without_a_route_is_an_error_and_not_closed"))
        return;
    check_no_route<uring_connect>();
}

BOOST_AUTO_TEST_CASE(source_address_is_used)
{
    if (skip_without_ring("source_address_is_used"))
        return;
    check_source<uring_connect>();
}

BOOST_AUTO_TEST_CASE(source_address_of_another_machine_is_refused_at_construction)
{
    if (skip_without_ring("source_address_of_another_machine_is_refused_at_construction"))
        return;
    check_foreign_source<uring_connect>();
}

BOOST_AUTO_TEST_CASE(nothing_leaves_from_another_family_than_that_of_the_source)
{
    if (skip_without_ring("nothing_leaves_from_another_family_than_that_of_the_source"))
        return;
    net_namespace ns;
    check_other_family<uring_connect>();
}

BOOST_AUTO_TEST_CASE(no_slots_are_a_bad_option)
{
    if (skip_without_ring("no_slots_are_a_bad_option"))
        return;
    check_no_slots<uring_connect>();
}

BOOST_AUTO_TEST_CASE(reset_leaves_nothing_and_fin_keeps_the_connection_for_a_while)
{
    if (skip_without_ring("reset_leaves_nothing_and_fin_keeps_the_connection_for_a_while"))
        return;
    check_close_mode<uring_connect>(close_mode::reset, "0");
    check_close_mode<uring_connect>(close_mode::fin, "1");
}

BOOST_AUTO_TEST_CASE(port_that_accepts_and_resets_at_once_is_open)
{
    if (skip_without_ring("port_that_accepts_and_resets_at_once_is_open"))
        return;
    check_reset_at_once<uring_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
