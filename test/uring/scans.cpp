// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/uring_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <tcp/scan_checks.hpp>

#include "ring_available.hpp"

namespace {

using sonda::transport::basic_uring_connect;
using sonda::transport::uring_connect;

} // namespace

BOOST_AUTO_TEST_SUITE(scans)

BOOST_AUTO_TEST_CASE(open_ports_are_found_through_few_local_ones)
{
    if (!test::skip_without_ring("open_ports_are_found_through_few_local_ones"))
        test::check_open_ports_through_few_local_ones<uring_connect>();
}

BOOST_AUTO_TEST_CASE(open_hosts_are_found_through_few_local_ports)
{
    if (!test::skip_without_ring("open_hosts_are_found_through_few_local_ports"))
        test::check_open_hosts_through_few_local_ports<uring_connect>("127.1.255.255", 65536);
}

BOOST_AUTO_TEST_CASE(scan_of_own_local_ports_finds_nothing)
{
    if (!test::skip_without_ring("scan_of_own_local_ports_finds_nothing"))
        test::check_scan_of_own_local_ports<uring_connect>();
}

BOOST_AUTO_TEST_CASE(sockets_of_ours_that_meet_are_no_open_port_and_no_closed_one)
{
    if (test::skip_without_ring("sockets_of_ours_that_meet_are_no_open_port_and_no_closed_one"))
        return;
    for (auto const* const address : {"127.0.0.1", "::1"})
        test::check_scan_whose_own_sockets_meet<uring_connect>(address);
}

BOOST_AUTO_TEST_CASE(unspecified_address_is_this_machine)
{
    if (test::skip_without_ring("unspecified_address_is_this_machine"))
        return;
    for (auto const* const address : {"0.0.0.0", "::"})
        test::check_scan_of_the_unspecified_address<uring_connect>(address);
}

BOOST_AUTO_TEST_CASE(deadlines_among_answers_lose_nothing)
{
    if (!test::skip_without_ring("deadlines_among_answers_lose_nothing"))
        test::check_deadlines_among_answers<uring_connect>();
}

BOOST_AUTO_TEST_CASE(threads_of_a_pool_take_turns)
{
    if (!test::skip_without_ring("threads_of_a_pool_take_turns"))
        test::check_scan_on_pool<basic_uring_connect>();
}

BOOST_AUTO_TEST_CASE(stopped_scan_leaves_nothing_behind)
{
    if (!test::skip_without_ring("stopped_scan_leaves_nothing_behind"))
        test::check_scan_that_is_stopped<uring_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
