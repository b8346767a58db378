// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/tunnel.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <map>
#include <string>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_tunnel)

// RFC 2661, 3.1, 4.1 and 6.1: all the attributes that a request for a tunnel must have.
BOOST_AUTO_TEST_CASE(the_l2tp_payload_requests_a_tunnel)
{
    BOOST_REQUIRE(sonda::payload::l2tp.size() == 1u);
    auto const datagram = sonda::payload::l2tp[0];
    wire_reader in(datagram);
    BOOST_TEST(in.number(2) == 0xc802u);
    BOOST_TEST(in.number(2) == datagram.size());
    BOOST_TEST(in.number(8) == 0u);
    std::map<std::uint64_t, std::string> attributes;
    while (!in.done()) {
        auto const flags = in.number(2);
        BOOST_TEST((flags & 0xfc00) == 0x8000u); // mandatory, not hidden
        BOOST_TEST(in.number(2) == 0u);
        auto const type = in.number(2);
        attributes[type] = in.text((flags & 0x3ff) - 6);
    }
    BOOST_TEST(attributes.size() == 5u);
    BOOST_TEST(attributes[0] == std::string("\0\1", 2));
    BOOST_TEST(attributes[2] == std::string("\1\0", 2));
    BOOST_TEST(attributes[3] == std::string("\0\0\0\3", 4));
    BOOST_TEST(!attributes[7].empty());
    BOOST_TEST(attributes[9] != std::string(2, '\0'));
}

BOOST_AUTO_TEST_CASE(the_openvpn_payload_is_the_first_packet_of_a_client)
{
    BOOST_REQUIRE(sonda::payload::openvpn.size() == 1u);
    wire_reader in(sonda::payload::openvpn[0]);
    BOOST_TEST(in.number(1) == 0x38u); // the opcode is in the upper five bits
    BOOST_TEST(in.number(8) != 0u);
    BOOST_TEST(in.number(1) == 0u);
    BOOST_TEST(in.number(4) == 0u);
    BOOST_TEST(in.done());
}

// RFC 4443, 2.3: the sum over the pseudo-header of RFC 8200, 8.1, and the message; 0xffff if it is right.
std::uint64_t sum_of(wire_reader addresses, wire_reader message)
{
    std::uint64_t sum = message.left() + 58;
    for (auto* const part : {&addresses, &message})
        while (!part->done())
            sum += part->number(2);
    while (sum > 0xffff)
        sum = (sum & 0xffff) + (sum >> 16);
    return sum;
}

// RFC 4380, 5.1.1 and 5.2.1.
BOOST_AUTO_TEST_CASE(the_teredo_payload_solicits_a_router)
{
    BOOST_REQUIRE(sonda::payload::teredo.size() == 1u);
    wire_reader in(sonda::payload::teredo[0]);
    BOOST_TEST(in.number(2) == 1u); // authentication
    BOOST_TEST(in.number(2) == 0u);
    BOOST_TEST(in.number(8) != 0u);
    BOOST_TEST(in.number(1) == 0u);
    BOOST_TEST(in.number(4) == 0x60000000u); // RFC 8200, 3
    auto const length = in.number(2);
    BOOST_TEST(length == in.left() - 2 - 32);
    BOOST_TEST(in.number(1) == 58u);
    BOOST_TEST(in.number(1) == 255u); // RFC 4861, 6.1.1
    auto addresses = in.part(32);
    BOOST_TEST(sum_of(addresses, in) == 0xffffu);
    BOOST_TEST(addresses.number(8) == 0xfe80'0000'0000'0000u);
    BOOST_TEST(addresses.number(8) ==
               0x0000'ffff'ffff'ffffu); // no cone bit: the server answers from where it was asked
    BOOST_TEST(addresses.number(8) == 0xff02'0000'0000'0000u);
    BOOST_TEST(addresses.number(8) == 2u);
    BOOST_TEST(in.number(2) == 133u << 8);
    BOOST_TEST(in.left() == 6u);
}

BOOST_AUTO_TEST_SUITE_END()
