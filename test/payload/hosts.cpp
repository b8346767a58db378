// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/hosts.hpp>

#include <boost/test/unit_test.hpp>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_hosts)

BOOST_AUTO_TEST_CASE(the_xdmcp_payload_is_a_query_without_authentication)
{
    BOOST_REQUIRE(sonda::payload::xdmcp.size() == 1u);
    wire_reader in(sonda::payload::xdmcp[0]);
    BOOST_TEST(in.number(2) == 1u);
    BOOST_TEST(in.number(2) == 2u);
    auto contents = in.counted(2);
    BOOST_TEST(in.done());
    BOOST_TEST(contents.number(1) == 0u);
    BOOST_TEST(contents.done());
}

BOOST_AUTO_TEST_CASE(the_payload_for_the_sql_browser_asks_for_all_instances)
{
    BOOST_REQUIRE(sonda::payload::sql_browser.size() == 1u);
    BOOST_TEST(test::text_of(sonda::payload::sql_browser[0]) == "\x03");
}

// RFC 2453, 3.9.1 and 4.
BOOST_AUTO_TEST_CASE(the_rip_payload_asks_for_the_whole_table)
{
    BOOST_REQUIRE(sonda::payload::rip.size() == 1u);
    wire_reader in(sonda::payload::rip[0]);
    BOOST_TEST(in.number(1) == 1u);
    BOOST_TEST(in.number(1) == 2u);
    BOOST_TEST(in.number(2) == 0u);
    BOOST_TEST(in.left() == 20u); // exactly one entry
    BOOST_TEST(in.part(16).is_zero());
    BOOST_TEST(in.number(4) == 16u);
}

BOOST_AUTO_TEST_CASE(the_memcached_payload_is_one_command_in_one_datagram)
{
    BOOST_REQUIRE(sonda::payload::memcached.size() == 1u);
    wire_reader in(sonda::payload::memcached[0]);
    in.number(2);
    BOOST_TEST(in.number(2) == 0u); // the first
    BOOST_TEST(in.number(2) == 1u); // of one
    BOOST_TEST(in.number(2) == 0u);
    BOOST_TEST(in.text() == "version\r\n");
}

BOOST_AUTO_TEST_SUITE_END()
