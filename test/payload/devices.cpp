// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/devices.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_devices)

// RFC 7252, 3 and 3.1.
BOOST_AUTO_TEST_CASE(the_coap_payloads_are_a_ping_and_a_request_for_the_resources)
{
    BOOST_REQUIRE(sonda::payload::coap.size() == 2u);
    wire_reader ping(sonda::payload::coap[0]);
    BOOST_TEST(ping.number(2) == 0x4000u); // version 1, confirmable, no token; the code of an empty message
    auto const first = ping.number(2);
    BOOST_TEST(ping.done());
    wire_reader in(sonda::payload::coap[1]);
    BOOST_TEST(in.number(2) == 0x4001u); // GET
    BOOST_TEST(in.number(2) != first); // or it would be taken for a repetition
    std::uint64_t number = 0;
    std::string path;
    while (!in.done()) {
        auto const option = in.number(1);
        number += option >> 4;
        BOOST_TEST(number == 11u); // Uri-Path
        path += '/' + in.text(option & 15);
    }
    BOOST_TEST(path == "/.well-known/core");
}

// ASHRAE 135, annex J.2 and clause 20.1.2.
BOOST_AUTO_TEST_CASE(the_bacnet_payload_reads_the_identifier_of_any_device)
{
    BOOST_REQUIRE(sonda::payload::bacnet.size() == 1u);
    auto const datagram = sonda::payload::bacnet[0];
    wire_reader in(datagram);
    BOOST_TEST(in.number(2) == 0x810au);
    BOOST_TEST(in.number(2) == datagram.size());
    BOOST_TEST(in.number(2) == 0x0104u);
    BOOST_TEST(in.number(1) == 0u); // a confirmed request, not segmented
    in.number(2);
    BOOST_TEST(in.number(1) == 12u); // ReadProperty
    BOOST_TEST(in.number(1) == 0x0cu); // context tag 0 of 4 bytes
    auto const object = in.number(4);
    BOOST_TEST((object >> 22) == 8u); // a device
    BOOST_TEST((object & 0x3fffff) == 4194303u); // any
    BOOST_TEST(in.number(1) == 0x19u); // context tag 1 of 1 byte
    BOOST_TEST(in.number(1) == 75u);
    BOOST_TEST(in.done());
}

BOOST_AUTO_TEST_CASE(the_ethernet_ip_payload_is_a_header_that_lists_the_identity)
{
    BOOST_REQUIRE(sonda::payload::ethernet_ip.size() == 1u);
    wire_reader in(sonda::payload::ethernet_ip[0]);
    BOOST_TEST(in.left() == 24u);
    BOOST_TEST(in.number(2) == 0x6300u); // the lowest byte first
    BOOST_TEST(in.part(10).is_zero());
    in.part(8);
    BOOST_TEST(in.is_zero());
}

BOOST_AUTO_TEST_CASE(the_knx_payload_asks_for_an_answer_to_its_sender)
{
    BOOST_REQUIRE(sonda::payload::knx.size() == 1u);
    auto const datagram = sonda::payload::knx[0];
    wire_reader in(datagram);
    BOOST_TEST(in.number(2) == 0x0610u);
    BOOST_TEST(in.number(2) == 0x0203u);
    BOOST_TEST(in.number(2) == datagram.size());
    auto const length = in.left();
    BOOST_TEST(in.number(1) == length);
    BOOST_TEST(in.number(1) == 1u);
    BOOST_TEST(in.is_zero());
}

BOOST_AUTO_TEST_CASE(the_gige_vision_payload_is_a_command_without_contents)
{
    BOOST_REQUIRE(sonda::payload::gige_vision.size() == 1u);
    wire_reader in(sonda::payload::gige_vision[0]);
    BOOST_TEST(in.left() == 8u);
    BOOST_TEST(in.number(1) == 0x42u);
    BOOST_TEST(in.number(1) == 1u);
    BOOST_TEST(in.number(2) == 2u);
    BOOST_TEST(in.number(2) == 0u);
    BOOST_TEST(in.number(2) != 0u);
}

// ASF 2.0, 3.2.2 and 3.2.3.
BOOST_AUTO_TEST_CASE(the_first_of_ipmi_is_a_presence_ping)
{
    BOOST_REQUIRE(sonda::payload::ipmi.size() == 2u);
    wire_reader in(sonda::payload::ipmi[0]);
    BOOST_TEST(in.number(4) == 0x0600ff06u);
    BOOST_TEST(in.number(4) == 4542u);
    BOOST_TEST(in.number(1) == 0x80u);
    in.number(2);
    BOOST_TEST(in.counted(1).done());
    BOOST_TEST(in.done());
}

/// IPMI 2.0, 13.8: with their checksum, which is the last, bytes add up to 0.
std::uint64_t sum_of(wire_reader part)
{
    std::uint64_t sum = 0;
    while (!part.done())
        sum += part.number(1);
    return sum & 0xff;
}

BOOST_AUTO_TEST_CASE(the_second_of_ipmi_asks_how_to_log_in)
{
    BOOST_REQUIRE(sonda::payload::ipmi.size() == 2u);
    wire_reader in(sonda::payload::ipmi[1]);
    BOOST_TEST(in.number(4) == 0x0600ff07u);
    BOOST_TEST(in.part(9).is_zero()); // no authentication, no session
    auto message = in.counted(1);
    BOOST_TEST(in.done());
    auto header = message.part(3);
    BOOST_TEST(sum_of(header) == 0u);
    BOOST_TEST(header.number(2) == 0x2018u);
    BOOST_TEST(sum_of(message) == 0u);
    BOOST_TEST(message.number(2) == 0x8100u);
    BOOST_TEST(message.number(1) == 0x38u);
    BOOST_TEST(message.left() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
