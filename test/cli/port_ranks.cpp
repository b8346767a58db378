// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/port_ranks.hpp>

#include <boost/test/unit_test.hpp>

#include <set>
#include <sstream>
#include <vector>

using ports = std::vector<std::uint16_t>;
using sonda::protocol;

BOOST_AUTO_TEST_SUITE(port_ranks)

BOOST_AUTO_TEST_CASE(are_read_by_frequency)
{
    std::istringstream in("# a head\nssh\t22/tcp\t0.18\t# shell\nhttp 80/tcp 0.48\nnever 5/tcp 0.0\nsnmp 161/udp 0.4\n"
                          "https 443/tcp 0.2\r\nhttp 80/tcp 0.01\nalso 21/tcp 0.2\n");
    BOOST_TEST(sonda::cli::read_port_ranks(in, protocol::tcp) == (ports{80, 21, 443, 22}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(pass_over_what_is_none)
{
    std::istringstream in(
        "x\nx 1\nx 1/tcp\nx 99999/tcp 0.5\nx 0/tcp 0.5\nx 1/tcpx 0.5\nx -1/tcp 0.5\nx 1/sctp 0.5\nx 2/tcp y\n"
        "\xff\xfe\nx 3/tcp nan\nx 7/tcp 0.5");
    BOOST_TEST(sonda::cli::read_port_ranks(in, protocol::tcp) == ports{7}, boost::test_tools::per_element());
    std::istringstream empty;
    BOOST_TEST(sonda::cli::read_port_ranks(empty, protocol::udp).empty());
}

BOOST_AUTO_TEST_CASE(of_our_own_name_every_port_once)
{
    for (auto const proto : {protocol::tcp, protocol::udp}) {
        auto const own = sonda::target::top_ports(proto);
        BOOST_TEST((std::set<std::uint16_t>(own.begin(), own.end()).size() == own.size()));
        BOOST_TEST(own.size() >= 100U);
        BOOST_TEST((std::find(own.begin(), own.end(), 0) == own.end()));
    }
    BOOST_TEST(sonda::target::top_ports(protocol::tcp).front() == 80);
    BOOST_TEST(sonda::target::top_ports(protocol::udp).front() == 53);
}

BOOST_AUTO_TEST_SUITE_END()
