// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/hand_off_words.hpp>

#include <boost/test/unit_test.hpp>

#include <initializer_list>
#include <string>
#include <vector>

namespace {

using words = std::vector<std::string>;
using sonda::protocol;
using sonda::cli::open_host;

open_host found(bool v6, std::initializer_list<std::pair<protocol, int>> ports, words const& names = {})
{
    sonda::detail::port_table table;
    for (auto const& [proto, port] : ports) {
        auto const number = static_cast<std::uint16_t>(port);
        table.insert(v6 ? sonda::endpoint::v6(0, 1, 0, number, proto) : sonda::endpoint::v4(0x7f000001, number, proto));
    }
    return sonda::detail::describe_host(table.runs(), names);
}

constexpr auto tcp = protocol::tcp;
constexpr auto udp = protocol::udp;

} // namespace

BOOST_AUTO_TEST_SUITE(hand_off_words)

BOOST_AUTO_TEST_CASE(describe_a_host_by_its_ports)
{
    auto const host = found(false, {{tcp, 22}, {tcp, 80}, {tcp, 81}, {tcp, 82}, {tcp, 443}, {tcp, 444}});
    BOOST_TEST(host.address == "127.0.0.1");
    BOOST_TEST(host.name == "127.0.0.1");
    BOOST_TEST(host.ports == "22,80-82,443,444");
    BOOST_TEST(host.port_words == (words{"22", "80", "81", "82", "443", "444"}), boost::test_tools::per_element());
    BOOST_TEST((host.tcp && !host.udp && !host.v6));
}

BOOST_AUTO_TEST_CASE(say_which_ports_are_udp)
{
    auto const both = found(false, {{udp, 53}, {tcp, 22}, {udp, 161}});
    BOOST_TEST(both.ports == "T:22,U:53,161");
    BOOST_TEST(both.port_words == (words{"22", "U:53", "U:161"}), boost::test_tools::per_element());
    BOOST_TEST(found(true, {{udp, 53}}).ports == "U:53");
    BOOST_TEST((both.tcp && both.udp));
}

BOOST_AUTO_TEST_CASE(put_a_host_into_a_command)
{
    auto const host = found(true, {{tcp, 22}, {tcp, 80}}, {"first", "second"});
    auto const filled = sonda::cli::hand_off_words(
        words{"run", "{ip}", "-p{ports}", "{host}/{ipversion}", "{port_list}", "x{port_list}", "{print $1}", "{ip", ""},
        host);
    BOOST_TEST(filled ==
                   (words{"run", "::1", "-p22,80", "first/6", "22", "80", "x{port_list}", "{print $1}", "{ip", ""}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(do_not_look_at_what_was_put_in)
{
    auto const host = found(false, {{tcp, 22}}, {"{ports}"});
    auto const filled = sonda::cli::hand_off_words(words{"{host}"}, host);
    BOOST_TEST(filled == words{"{ports}"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
