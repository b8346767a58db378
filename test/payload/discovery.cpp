// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/discovery.hpp>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <boost/test/unit_test.hpp>

#include <set>
#include <sstream>
#include <string>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_discovery)

// UPnP Device Architecture 2.0, 1.3.2: a request line and header fields like those of HTTP.
BOOST_AUTO_TEST_CASE(the_ssdp_payload_is_a_search_for_everything)
{
    BOOST_REQUIRE(sonda::payload::ssdp.size() == 1u);
    wire_reader in(sonda::payload::ssdp[0]);
    std::set<std::string> lines;
    BOOST_TEST(in.text_until('\n') == "M-SEARCH * HTTP/1.1\r");
    while (in.left() > 2)
        lines.insert(in.text_until('\n'));
    BOOST_TEST(in.text() == "\r\n");
    BOOST_TEST((lines == std::set<std::string>{"HOST: 239.255.255.250:1900\r", "MAN: \"ssdp:discover\"\r", "MX: 1\r",
                                               "ST: ssdp:all\r"}));
}

/// The envelope; names with their prefixes.
boost::property_tree::ptree document_of(sonda::payload::bytes datagram)
{
    std::istringstream in(test::text_of(datagram));
    boost::property_tree::ptree document;
    boost::property_tree::read_xml(in, document);
    return document.get_child("s:Envelope");
}

// OASIS WS-Discovery 1.1, 5.2: action, address and identity in the header, a Probe in the body, all of one namespace.
BOOST_AUTO_TEST_CASE(the_ws_discovery_payloads_are_well_formed_probes_of_two_versions)
{
    BOOST_REQUIRE(sonda::payload::ws_discovery.size() == 2u);
    std::set<std::string> identities;
    for (auto const& datagram : sonda::payload::ws_discovery) {
        BOOST_TEST(datagram.size() < 1232u); // in one packet anywhere
        auto const envelope = document_of(datagram);
        auto const discovery = envelope.get<std::string>("<xmlattr>.xmlns:d");
        BOOST_TEST(envelope.get<std::string>("<xmlattr>.xmlns:s") == "http://www.w3.org/2003/05/soap-envelope");
        BOOST_TEST(envelope.get<std::string>("s:Header.a:Action") == discovery + "/Probe");
        BOOST_TEST(envelope.get<std::string>("s:Header.a:To").starts_with("urn:"));
        auto const identity = envelope.get<std::string>("s:Header.a:MessageID");
        BOOST_TEST(identity.size() == std::string("urn:uuid:00000000-0000-0000-0000-000000000000").size());
        identities.insert(identity);
        BOOST_TEST(envelope.get_child("s:Body.d:Probe").empty());
    }
    BOOST_TEST(identities.size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_ubiquiti_payload_is_a_request_without_contents)
{
    BOOST_REQUIRE(sonda::payload::ubiquiti.size() == 1u);
    wire_reader in(sonda::payload::ubiquiti[0]);
    BOOST_TEST(in.number(1) == 1u);
    BOOST_TEST(in.number(1) == 0u);
    BOOST_TEST(in.counted(2).done());
    BOOST_TEST(in.done());
}

BOOST_AUTO_TEST_SUITE_END()
