// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/choose_ports.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

#include "cli/refusal.hpp"

using namespace sonda::cli;
using sonda::target::port_range;
using sonda::target::port_set;

BOOST_AUTO_TEST_SUITE(choose_ports_)

BOOST_AUTO_TEST_CASE(takes_all_ports_where_none_are_named)
{
    options chosen;
    BOOST_TEST((choose_ports(chosen).included.tcp == port_set::all()));
    BOOST_TEST(choose_ports(chosen).included.udp.empty());
    chosen.fallback = sonda::protocol::udp;
    BOOST_TEST((choose_ports(chosen).included.udp == port_set::all()));
    BOOST_TEST(choose_ports(chosen).included.tcp.empty());
}

BOOST_AUTO_TEST_CASE(adds_lists_up_by_protocol)
{
    options chosen;
    chosen.ports = {{"80,U:53", "-p"}, {"90-91", "-r"}};
    auto const choice = choose_ports(chosen);
    port_set tcp;
    tcp.insert(80);
    tcp.insert(port_range{90, 91});
    BOOST_TEST((choice.included.tcp == tcp));
    BOOST_TEST((choice.included.udp == port_set(port_range{53, 53})));
}

BOOST_AUTO_TEST_CASE(adds_the_most_frequent_ports_of_the_protocol)
{
    options chosen;
    chosen.top = worded{"3", "--top"};
    auto const& tcp = choose_ports(chosen).included.tcp;
    BOOST_TEST(tcp.count() == 3U);
    BOOST_TEST(tcp.contains(80));
    BOOST_TEST(choose_ports(chosen).included.udp.empty());
    chosen.ports = {{"9", "-p"}};
    BOOST_TEST(choose_ports(chosen).included.tcp.count() == 4U);
    chosen.fallback = sonda::protocol::udp;
    BOOST_TEST(choose_ports(chosen).included.udp.contains(161));
}

BOOST_AUTO_TEST_CASE(refuses_more_frequent_ports_than_there_are)
{
    for (auto const* const text : {"0", "65536", "65535", "x", ""}) {
        options chosen;
        chosen.top = worded{text, "--top"};
        auto const why = test::refusal([&] { choose_ports(chosen); });
        BOOST_TEST(why.starts_with("bad value '" + std::string(text) + "' for --top: "));
    }
}

BOOST_AUTO_TEST_CASE(excludes_bare_numbers_from_both_protocols)
{
    options chosen;
    chosen.excluded_ports = {{"53,T:80,U:161", "-e"}};
    auto const excluded = choose_ports(chosen).excluded;
    BOOST_TEST(excluded.tcp.contains(53));
    BOOST_TEST(excluded.udp.contains(53));
    BOOST_TEST(excluded.tcp.contains(80));
    BOOST_TEST(!excluded.udp.contains(80));
    BOOST_TEST(excluded.udp.contains(161));
    BOOST_TEST(!excluded.tcp.contains(161));
}

BOOST_AUTO_TEST_CASE(quotes_what_is_no_port_and_where)
{
    options chosen;
    chosen.ports = {{"22,0-3", "-p"}};
    BOOST_TEST(test::refusal([&] { choose_ports(chosen); }) ==
               "bad port '0-3' in -p: a port is a number from 1 to 65535");
    chosen.ports.clear();
    chosen.excluded_ports = {{"70000", "--exclude-ports"}};
    BOOST_TEST(test::refusal([&] { choose_ports(chosen); }).starts_with("bad port '70000' in --exclude-ports: "));
}

BOOST_AUTO_TEST_SUITE_END()
