// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/name_servers.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

namespace {

std::string read(std::string_view text)
{
    auto const server = sonda::target::parse_name_server(text);
    return server ? server->address().to_string() + ' ' + std::to_string(server->port())
                  : server.error().code.message();
}

} // namespace

BOOST_AUTO_TEST_SUITE(name_servers)

BOOST_AUTO_TEST_CASE(are_addresses_perhaps_with_a_port)
{
    BOOST_TEST(read("192.0.2.1") == "192.0.2.1 53");
    BOOST_TEST(read("192.0.2.1:5353") == "192.0.2.1 5353");
    BOOST_TEST(read("2001:db8::1") == "2001:db8::1 53");
    BOOST_TEST(read("[2001:db8::1]:5353") == "2001:db8::1 5353");
    BOOST_TEST(read("[2001:db8::1]") == "2001:db8::1 53");
}

BOOST_AUTO_TEST_CASE(are_nothing_else)
{
    for (auto const* const text :
         {"dns.test", "192.0.2.0/24", "192.0.2.1/32", "192.0.2.1-9", "192.0.2.1:U:53", "fe80::1%1"})
        BOOST_TEST(read(text) == "not a name server", text);
    for (auto const* const text : {"", "192.0.2.1:0", "192.0.2.1:65536", "127.1", "192.0.2.1:x"})
        BOOST_TEST(!sonda::target::parse_name_server(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()
