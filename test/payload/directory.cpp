// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/directory.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

#include "payload/ber_reader.hpp"
#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_directory)

// RFC 4120, 5.4.1: the fields of KDC-REQ-BODY by their tags.
BOOST_AUTO_TEST_CASE(the_kerberos_payload_is_a_request_for_a_ticket)
{
    BOOST_REQUIRE(sonda::payload::kerberos.size() == 1u);
    auto const message = test::only_ber_element(sonda::payload::kerberos[0]);
    BOOST_TEST(message.tag == 0x6au); // [APPLICATION 10]
    auto const parts = message.child().children();
    BOOST_REQUIRE(parts.size() == 3u);
    BOOST_TEST(parts[0].tag == 0xa1u);
    BOOST_TEST(parts[0].child().number() == 5u);
    BOOST_TEST(parts[1].tag == 0xa2u);
    BOOST_TEST(parts[1].child().number() == 10u);
    BOOST_TEST(parts[2].tag == 0xa4u);
    auto const body = parts[2].child().children();
    std::string tags;
    for (auto const& field : body)
        tags += std::to_string(field.tag - 0xa0) + ' ';
    BOOST_REQUIRE(tags == "0 1 2 3 5 7 8 ");
    BOOST_TEST(body[0].child().content.size() == 5u); // 32 bits, none of which is left over
    BOOST_TEST(body[2].child().tag == 0x1bu); // GeneralString
    BOOST_TEST(body[2].child().text() == "SONDA");
    auto const server = body[3].child().children()[1].child().children();
    BOOST_REQUIRE(server.size() == 2u);
    BOOST_TEST(server[0].text() == "krbtgt");
    BOOST_TEST(body[4].child().tag == 0x18u); // GeneralizedTime
    BOOST_TEST(body[4].child().text() == "19700101000000Z");
    BOOST_TEST(body[6].child().children().size() == 3u);
}

// RFC 4511, 4.5.1.
BOOST_AUTO_TEST_CASE(the_cldap_payload_searches_the_root_entry)
{
    BOOST_REQUIRE(sonda::payload::cldap.size() == 1u);
    auto const parts = test::only_ber_element(sonda::payload::cldap[0]).children();
    BOOST_REQUIRE(parts.size() == 2u);
    BOOST_TEST(parts[1].tag == 0x63u); // [APPLICATION 3]
    auto const search = parts[1].children();
    BOOST_REQUIRE(search.size() == 8u);
    std::string tags;
    for (auto const& field : search)
        tags += std::to_string(field.tag) + ' ';
    BOOST_TEST(tags == "4 10 10 2 2 1 135 48 ");
    BOOST_TEST(search[0].content.empty());
    BOOST_TEST(search[1].number() == 0u);
    BOOST_TEST(search[6].text() == "objectClass");
    BOOST_TEST(search[7].child().text() == "supportedLDAPVersion");
}

// RFC 2608, 8 and 10.1.
BOOST_AUTO_TEST_CASE(the_slp_payload_asks_for_the_types_of_service)
{
    BOOST_REQUIRE(sonda::payload::slp.size() == 1u);
    auto const datagram = sonda::payload::slp[0];
    wire_reader in(datagram);
    BOOST_TEST(in.number(1) == 2u);
    BOOST_TEST(in.number(1) == 9u);
    BOOST_TEST(in.number(3) == datagram.size());
    BOOST_TEST(in.part(5).is_zero());
    in.number(2);
    BOOST_TEST(in.counted(2).text() == "en");
    BOOST_TEST(in.counted(2).done());
    BOOST_TEST(in.number(2) == 0xffffu);
    BOOST_TEST(in.counted(2).text() == "default");
    BOOST_TEST(in.done());
}

BOOST_AUTO_TEST_SUITE_END()
