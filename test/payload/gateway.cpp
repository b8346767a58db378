// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/gateway.hpp>

#include <boost/test/unit_test.hpp>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_gateway)

BOOST_AUTO_TEST_CASE(the_first_asks_for_the_external_address)
{
    BOOST_REQUIRE(sonda::payload::port_mapping.size() == 2u);
    wire_reader in(sonda::payload::port_mapping[0]);
    BOOST_TEST(in.number(2) == 0u); // RFC 6886, 3.2: version 0, opcode 0
    BOOST_TEST(in.done());
}

// RFC 6887, 7.1 and 14.1.
BOOST_AUTO_TEST_CASE(the_second_announces)
{
    BOOST_REQUIRE(sonda::payload::port_mapping.size() == 2u);
    wire_reader in(sonda::payload::port_mapping[1]);
    BOOST_TEST(in.left() == 24u);
    BOOST_TEST(in.number(1) == 2u);
    BOOST_TEST(in.number(1) == 0u);
    BOOST_TEST(in.number(2) == 0u);
    BOOST_TEST(in.number(4) == 0u); // lifetime
    BOOST_TEST(in.number(8) == 0u);
    BOOST_TEST(in.number(4) == 0xffffu); // an IPv4 address as IPv6
}

// RFC 2186: the length is that of the whole message.
BOOST_AUTO_TEST_CASE(the_icp_payload_is_a_query_for_a_url)
{
    BOOST_REQUIRE(sonda::payload::icp.size() == 1u);
    auto const datagram = sonda::payload::icp[0];
    wire_reader in(datagram);
    BOOST_TEST(in.number(1) == 1u);
    BOOST_TEST(in.number(1) == 2u);
    BOOST_TEST(in.number(2) == datagram.size());
    in.part(16);
    BOOST_TEST(in.number(4) == 0u); // requester
    BOOST_TEST(in.text_until('\0') == "http://localhost/");
    BOOST_TEST(in.done());
}

BOOST_AUTO_TEST_SUITE_END()
