// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/test/unit_test.hpp>

#include "nmap_checks.hpp"

BOOST_AUTO_TEST_SUITE(nmap_agrees)

BOOST_AUTO_TEST_CASE(on_every_port_over_ipv4)
{
    if (test::skip_without_nmap("on_every_port_over_ipv4"))
        return;
    test::agrees_with_nmap_over_ipv4<sonda::transport::tcp_connect>();
    test::agrees_with_nmap_over_ipv4<sonda::transport::asio_connect>();
}

BOOST_AUTO_TEST_CASE(on_every_port_over_ipv6)
{
    if (test::skip_without_nmap("on_every_port_over_ipv6"))
        return;
    test::agrees_with_nmap_over_ipv6<sonda::transport::tcp_connect>();
    test::agrees_with_nmap_over_ipv6<sonda::transport::asio_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
