// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/snmp.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

#include "payload/ber_reader.hpp"

BOOST_AUTO_TEST_SUITE(payload_snmp)

constexpr unsigned sequence = 0x30, integer = 0x02, octet_string = 0x04, object_identifier = 0x06, get_request = 0xa0;

// RFC 1157, 4: Message{version, community, GetRequest{request-id, 0, 0, {{sysDescr.0, NULL}}}}.
void check_description_request(sonda::payload::bytes datagram, unsigned version)
{
    auto const message = test::only_ber_element(datagram);
    BOOST_TEST(message.tag == sequence);
    auto const parts = message.children();
    BOOST_REQUIRE(parts.size() == 3u);
    BOOST_TEST(parts[0].tag == integer);
    BOOST_TEST(parts[0].number() == version);
    BOOST_TEST(parts[1].tag == octet_string);
    BOOST_TEST(parts[1].text() == "public");
    BOOST_TEST(parts[2].tag == get_request);
    auto const request = parts[2].children();
    BOOST_REQUIRE(request.size() == 4u);
    BOOST_TEST(request[1].number() + request[2].number() == 0u);
    auto const variable = request[3].child().children();
    BOOST_REQUIRE(variable.size() == 2u);
    BOOST_TEST(variable[0].tag == object_identifier);
    BOOST_TEST(variable[0].text() == std::string("\x2b\x06\x01\x02\x01\x01\x01\x00", 8));
    BOOST_TEST(variable[1].tag == 5u);
    BOOST_TEST(variable[1].content.empty());
}

BOOST_AUTO_TEST_CASE(the_first_and_the_last_ask_the_public_community_for_its_description)
{
    BOOST_REQUIRE(sonda::payload::snmp.size() == 3u);
    check_description_request(sonda::payload::snmp[0], 0);
    check_description_request(sonda::payload::snmp[2], 1);
}

// RFC 3412, 6 and RFC 3414, 4: everything about the engine and the user is empty, and the answer is wanted.
BOOST_AUTO_TEST_CASE(the_second_asks_for_the_engine_of_version_3)
{
    BOOST_REQUIRE(sonda::payload::snmp.size() == 3u);
    auto const parts = test::only_ber_element(sonda::payload::snmp[1]).children();
    BOOST_REQUIRE(parts.size() == 4u);
    BOOST_TEST(parts[0].number() == 3u);
    auto const global = parts[1].children();
    BOOST_REQUIRE(global.size() == 4u);
    BOOST_TEST(global[1].number() >= 484u); // RFC 3412, 6
    BOOST_TEST(global[2].number() == 4u); // reportableFlag alone
    BOOST_TEST(global[3].number() == 3u); // the user-based security model
    auto const security = parts[2].child().children();
    BOOST_REQUIRE(security.size() == 6u);
    for (auto const at : {0u, 3u, 4u, 5u}) {
        BOOST_TEST(security[at].tag == octet_string);
        BOOST_TEST(security[at].content.empty());
    }
    auto const scoped = parts[3].children();
    BOOST_REQUIRE(scoped.size() == 3u);
    BOOST_TEST(scoped[2].tag == get_request);
    BOOST_TEST(scoped[2].children().size() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
