// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/uring_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <tcp/nmap_checks.hpp>

#include "ring_available.hpp"

BOOST_AUTO_TEST_SUITE(nmap_agrees)

BOOST_AUTO_TEST_CASE(on_every_port_over_ipv4)
{
    if (test::skip_without_ring("on_every_port_over_ipv4") || test::skip_without_nmap("on_every_port_over_ipv4"))
        return;
    test::agrees_with_nmap_over_ipv4<sonda::transport::uring_connect>();
}

BOOST_AUTO_TEST_CASE(on_every_port_over_ipv6)
{
    if (test::skip_without_ring("on_every_port_over_ipv6") || test::skip_without_nmap("on_every_port_over_ipv6"))
        return;
    test::agrees_with_nmap_over_ipv6<sonda::transport::uring_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
