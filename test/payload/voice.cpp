// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/voice.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_voice)

/// The lines of a message, which all end in CR LF.
std::vector<std::string> lines_of(sonda::payload::bytes datagram)
{
    std::vector<std::string> lines;
    for (wire_reader in(datagram); !in.done();) {
        lines.push_back(in.text_until('\r'));
        BOOST_TEST(in.text(1) == "\n");
    }
    return lines;
}

// RFC 3261, 7, 8.1.1 and 20.
BOOST_AUTO_TEST_CASE(the_sip_payload_has_all_header_fields_that_a_request_must_have)
{
    BOOST_REQUIRE(sonda::payload::sip.size() == 1u);
    auto const lines = lines_of(sonda::payload::sip[0]);
    BOOST_REQUIRE(lines.size() > 2u);
    BOOST_TEST(lines.front() == "OPTIONS sip:localhost SIP/2.0");
    BOOST_TEST(lines.back() == ""); // and no body
    std::map<std::string, std::string> fields;
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
        auto const colon = lines[i].find(": ");
        BOOST_REQUIRE(colon != std::string::npos);
        fields[lines[i].substr(0, colon)] = lines[i].substr(colon + 2);
    }
    BOOST_TEST(fields["Via"].starts_with("SIP/2.0/UDP "));
    BOOST_TEST(fields["Via"].find(";branch=z9hG4bK") != std::string::npos);
    BOOST_TEST(fields["Via"].ends_with(";rport")); // RFC 3581, 3
    BOOST_TEST(fields["From"].find(">;tag=") != std::string::npos);
    BOOST_TEST(fields["To"].find("tag=") == std::string::npos);
    BOOST_TEST(!fields["Call-ID"].empty());
    BOOST_TEST(fields["CSeq"] == "1 OPTIONS");
    BOOST_TEST(fields["Max-Forwards"] == "70");
    BOOST_TEST(fields["Content-Length"] == "0");
}

// RFC 8489, 5; RFC 8656, 7.1.
BOOST_AUTO_TEST_CASE(the_stun_payloads_are_a_binding_and_an_allocate_request)
{
    BOOST_REQUIRE(sonda::payload::stun.size() == 2u);
    std::uint64_t types[2] = {};
    for (std::size_t i = 0; i != 2; ++i) {
        wire_reader in(sonda::payload::stun[i]);
        types[i] = in.number(2);
        auto const length = in.number(2);
        BOOST_TEST(length % 4 == 0u);
        BOOST_TEST(in.number(4) == 0x2112a442u);
        in.part(12);
        BOOST_TEST(in.left() == length);
        if (i == 1) {
            BOOST_TEST(in.number(2) == 0x19u); // REQUESTED-TRANSPORT
            BOOST_TEST(in.counted(2).number(4) == 17u << 24); // UDP
        }
        BOOST_TEST(in.done());
    }
    BOOST_TEST(types[0] == 1u);
    BOOST_TEST(types[1] == 3u);
}

// RFC 5456, 8.1.1.
BOOST_AUTO_TEST_CASE(the_iax_payload_is_a_full_frame_that_pokes)
{
    BOOST_REQUIRE(sonda::payload::iax.size() == 1u);
    wire_reader in(sonda::payload::iax[0]);
    BOOST_TEST(in.left() == 12u);
    BOOST_TEST((in.number(2) & 0x8000) == 0x8000u);
    BOOST_TEST(in.number(2) == 0u);
    BOOST_TEST(in.number(6) == 0u);
    BOOST_TEST(in.number(1) == 6u);
    BOOST_TEST(in.number(1) == 30u);
}

// RFC 3435, 3.2.1: verb, transaction, endpoint, version.
BOOST_AUTO_TEST_CASE(the_mgcp_payload_is_a_command_without_parameters)
{
    BOOST_REQUIRE(sonda::payload::mgcp.size() == 1u);
    auto const lines = lines_of(sonda::payload::mgcp[0]);
    BOOST_REQUIRE(lines.size() == 2u);
    BOOST_TEST(lines[0] == "AUEP 7369 *@localhost MGCP 1.0");
    BOOST_TEST(lines[1] == "");
}

BOOST_AUTO_TEST_CASE(the_mumble_payload_is_a_ping)
{
    BOOST_REQUIRE(sonda::payload::mumble.size() == 1u);
    wire_reader in(sonda::payload::mumble[0]);
    BOOST_TEST(in.left() == 12u);
    BOOST_TEST(in.number(4) == 0u);
    BOOST_TEST(in.number(8) != 0u);
}

BOOST_AUTO_TEST_SUITE_END()
