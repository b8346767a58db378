// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/parse_ports.hpp>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <string>

using sonda::error;
using sonda::protocol;
using sonda::target::find_service;
using sonda::target::parse_ports;
using sonda::target::port_set;
using sonda::target::service_names;

namespace {

// `80-82,443` again, so that a test reads as what it means.
std::string text(port_set const& ports)
{
    std::string out;
    for (auto const range : ports) {
        out += (out.empty() ? "" : ",") + std::to_string(range.first);
        if (range.last != range.first)
            out += '-' + std::to_string(range.last);
    }
    return out;
}

struct good
{
    std::string text;
    std::string tcp;
    std::string udp;

    friend std::ostream& operator<<(std::ostream& out, good const& self) { return out << self.text; }
};

good const lists[] = {
    {"80", "80", ""},
    {"65535", "65535", ""},
    {"65535-65535", "65535", ""},
    {"8000-10000", "8000-10000", ""},
    {"-", "1-65535", ""},
    {"8000-", "8000-65535", ""},
    {"-100", "1-100", ""},
    {"80-82,443,8000,8080-8082", "80-82,443,8000,8080-8082", ""},
    {"22,80-90,8000-,-100,T:443,U:53,http", "1-100,443,8000-65535", "53"},
    {"U:53,80,T:443", "80,443", "53"},
    {"u:161-162,t:-", "1-65535", "161-162"},
    {"80,80,79-81,82", "79-82", ""},
    {" 80 , 443 ", "80,443", ""},
    {"http,HTTPS", "80,443", ""},
    {"http-alt,ms-sql-s", "1433,8080", ""},
    {"domain,U:domain", "53", "53"},
    {"snmp", "", "161"},
    {"U:-", "", "1-65535"},
};

struct bad
{
    std::string text;
    std::string token;
    error code;

    friend std::ostream& operator<<(std::ostream& out, bad const& self) { return out << self.text; }
};

bad const mistakes[] = {
    {"0", "0", error::bad_port},
    {"0-3", "0-3", error::bad_port},
    {"3-0", "3-0", error::bad_port},
    {"65536", "65536", error::bad_port},
    {"80-65536", "80-65536", error::bad_port},
    {"http,abc", "abc", error::bad_port},
    {"80;443", "80;443", error::bad_port},
    {"", "", error::empty},
    {" ", " ", error::empty},
    {"80,", "80,", error::empty},
    {",80", ",80", error::empty},
    {"80,,81", "80,,81", error::empty},
    {"-1", "-1", error::bad_port},
    {"99999999999", "99999999999", error::bad_port},
    {"1-99999999999999999999", "1-99999999999999999999", error::bad_port},
    {"90-80", "90-80", error::bad_range},
    {"80 90", "80 90", error::bad_port},
    {"1-2-3", "1-2-3", error::bad_port},
    {"--", "--", error::bad_port},
    {"+80", "+80", error::bad_port},
    {"0x50", "0x50", error::bad_port},
    {"80.", "80.", error::bad_port},
    {"8e1", "8e1", error::bad_port},
    {"T:", "T:", error::bad_port},
    {"T:U:53", "T:U:53", error::bad_port},
    {"X:53", "X:53", error::bad_port},
    {"T:snmp", "T:snmp", error::bad_port},
    {"http-https", "http-https", error::bad_port},
    {"80,443,bad\n", "bad", error::bad_port},
    {"22,80,1-x", "1-x", error::bad_port},
};

} // namespace

BOOST_AUTO_TEST_SUITE(parse_ports_)

BOOST_DATA_TEST_CASE(lists_are_read_by_protocol, boost::unit_test::data::make(lists), each)
{
    auto const ports = parse_ports(each.text);
    BOOST_TEST_REQUIRE(ports.has_value());
    BOOST_TEST(text(ports->tcp) == each.tcp);
    BOOST_TEST(text(ports->udp) == each.udp);
}

BOOST_DATA_TEST_CASE(mistakes_are_refused_and_quoted, boost::unit_test::data::make(mistakes), each)
{
    auto const ports = parse_ports(each.text);
    BOOST_TEST_REQUIRE(!ports.has_value());
    BOOST_TEST(ports.error().code == sonda::make_error_code(each.code));
    BOOST_TEST(ports.error().token == each.token);
}

BOOST_AUTO_TEST_CASE(bare_items_are_of_the_protocol_that_was_asked_for)
{
    auto const ports = *parse_ports("53,T:80,snmp,http,ssh", protocol::udp);
    BOOST_TEST(text(ports.udp) == "53,80,161");
    BOOST_TEST(text(ports.tcp) == "22,80");
    BOOST_TEST(text(ports.of(protocol::tcp)) == "22,80");
}

BOOST_AUTO_TEST_CASE(every_port_is_read_and_its_neighbours_are_not)
{
    for (unsigned port = 1; port != 65536; ++port) {
        auto const ports = parse_ports(std::to_string(port));
        BOOST_TEST_REQUIRE((ports && ports->tcp.count() == 1 && ports->tcp.nth(0) == port));
    }
}

BOOST_AUTO_TEST_CASE(service_names_are_sorted_and_unique)
{
    auto const before = [](auto const& a, auto const& b) { return a.name < b.name; };
    BOOST_TEST(std::is_sorted(std::begin(service_names), std::end(service_names), before));
    auto const same = [](auto const& a, auto const& b) { return a.name == b.name; };
    BOOST_TEST(
        (std::adjacent_find(std::begin(service_names), std::end(service_names), same) == std::end(service_names)));
    BOOST_TEST(std::size(service_names) >= 150u);
}

BOOST_AUTO_TEST_CASE(every_service_name_can_be_written_in_a_list)
{
    for (auto const& service : service_names)
        BOOST_TEST_CONTEXT(service.name)
        {
            BOOST_TEST(service.port != 0);
            BOOST_TEST((service.tcp || service.udp));
            auto const ports = parse_ports(service.name);
            BOOST_TEST_REQUIRE(ports.has_value());
            BOOST_TEST(ports->of(service.tcp ? protocol::tcp : protocol::udp).contains(service.port));
        }
}

BOOST_AUTO_TEST_CASE(a_service_is_found_in_the_wanted_protocol_first)
{
    BOOST_TEST((find_service("domain", protocol::udp)->protocol == protocol::udp));
    BOOST_TEST((find_service("domain", protocol::tcp)->protocol == protocol::tcp));
    BOOST_TEST((find_service("ssh", protocol::udp)->protocol == protocol::tcp));
    BOOST_TEST(!find_service("ssh", protocol::udp, true));
    BOOST_TEST(!find_service("", protocol::tcp));
    BOOST_TEST(!find_service("sshx", protocol::tcp));
}

BOOST_AUTO_TEST_SUITE_END()
