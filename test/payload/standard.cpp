// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/standard.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

using sonda::endpoint;
using sonda::payload::bytes;
using sonda::payload::payload_list;

BOOST_AUTO_TEST_SUITE(payload_standard)

payload_list payloads_of(std::uint16_t port)
{
    return sonda::payload::standard{}(endpoint::v4(0x7f00'0001, port, sonda::protocol::udp));
}

unsigned octet(bytes from, std::size_t at)
{
    return at < from.size() ? std::to_integer<unsigned>(from[at]) : 0;
}

/// An element of X.690 (BER) with a length below 128: the only ones that these messages have.
struct element
{
    unsigned tag;
    bytes content;
};

/// The elements that fill the bytes exactly, or nothing.
std::optional<std::vector<element>> elements_of(bytes from)
{
    std::vector<element> found;
    while (!from.empty()) {
        if (from.size() < 2 || octet(from, 1) > 127 || octet(from, 1) > from.size() - 2)
            return std::nullopt;
        found.push_back({octet(from, 0), from.subspan(2, octet(from, 1))});
        from = from.subspan(2 + octet(from, 1));
    }
    return found;
}

std::vector<element> children(element const& of)
{
    auto const found = elements_of(of.content);
    BOOST_REQUIRE(found.has_value());
    return *found;
}

element only_element(bytes from)
{
    auto const found = elements_of(from);
    BOOST_REQUIRE(found.has_value());
    BOOST_REQUIRE(found->size() == 1u);
    return found->front();
}

std::string text_of(element const& of)
{
    std::string text;
    for (auto const octet : of.content)
        text += static_cast<char>(octet);
    return text;
}

constexpr unsigned sequence = 0x30, integer = 0x02, octet_string = 0x04, object_identifier = 0x06, get_request = 0xa0;

BOOST_AUTO_TEST_CASE(a_port_without_a_known_service_gets_one_empty_datagram)
{
    for (auto const port : std::initializer_list<std::uint16_t>{1, 52, 54, 160, 162, 9000, 65535}) {
        BOOST_TEST(payloads_of(port).size() == 1u);
        BOOST_TEST(payloads_of(port)[0].empty());
    }
}

BOOST_AUTO_TEST_CASE(the_payload_depends_on_the_port_and_not_on_the_address)
{
    auto const six = sonda::payload::standard{}(endpoint::v6(0, 1, 0, 53, sonda::protocol::udp));
    BOOST_TEST(six.data() == payloads_of(53).data());
}

BOOST_AUTO_TEST_CASE(empty_gives_every_port_an_empty_datagram)
{
    auto const list = sonda::payload::empty{}(endpoint::v4(0x7f00'0001, 53));
    BOOST_TEST(list.size() == 1u);
    BOOST_TEST(list[0].empty());
}

// RFC 1035, 4.1: the header, then a question of labels, type and class, and nothing after it.
BOOST_AUTO_TEST_CASE(the_dns_payloads_are_well_formed_queries_with_one_question)
{
    BOOST_TEST(payloads_of(53).size() == 2u);
    std::vector<std::string> questions;
    for (auto const query : payloads_of(53)) {
        BOOST_REQUIRE(query.size() > 12u);
        BOOST_TEST((octet(query, 2) & 0xf8) == 0u); // a standard query and no answer
        for (std::size_t at = 4; at != 12; ++at)
            BOOST_TEST(octet(query, at) == (at == 5 ? 1u : 0u)); // the counts of the four sections
        std::size_t at = 12;
        std::string name;
        while (octet(query, at) != 0) {
            for (auto left = octet(query, at++); left != 0; --left)
                name += static_cast<char>(octet(query, at++));
            name += '.';
        }
        BOOST_TEST(query.size() == at + 5);
        questions.push_back(name + ' ' + std::to_string(octet(query, at + 2)) + ' ' +
                            std::to_string(octet(query, at + 4)));
    }
    BOOST_TEST(questions[0] == " 2 1"); // the root, NS, IN
    BOOST_TEST(questions[1] == "version.bind. 16 3"); // TXT, CH
}

// RFC 1157, 4: Message{version, community, GetRequest{request-id, 0, 0, {{sysDescr.0, NULL}}}}.
BOOST_AUTO_TEST_CASE(the_first_snmp_payload_asks_the_public_community_for_its_description)
{
    auto const message = only_element(payloads_of(161)[0]);
    BOOST_TEST(message.tag == sequence);
    auto const parts = children(message);
    BOOST_REQUIRE(parts.size() == 3u);
    BOOST_TEST(parts[0].tag == integer);
    BOOST_TEST(octet(parts[0].content, 0) == 0u);
    BOOST_TEST(parts[1].tag == octet_string);
    BOOST_TEST(text_of(parts[1]) == "public");
    BOOST_TEST(parts[2].tag == get_request);
    auto const request = children(parts[2]);
    BOOST_REQUIRE(request.size() == 4u);
    auto const variables = children(request[3]);
    BOOST_REQUIRE(variables.size() == 1u);
    auto const variable = children(variables[0]);
    BOOST_REQUIRE(variable.size() == 2u);
    BOOST_TEST(variable[0].tag == object_identifier);
    BOOST_TEST(text_of(variable[0]) == std::string("\x2b\x06\x01\x02\x01\x01\x01\x00", 8));
    BOOST_TEST(variable[1].content.empty());
}

// RFC 3412, 6 and RFC 3414, 4: everything about the engine and the user is empty, and the answer is wanted.
BOOST_AUTO_TEST_CASE(the_second_snmp_payload_asks_for_the_engine_of_version_3)
{
    BOOST_REQUIRE(payloads_of(161).size() == 2u);
    auto const message = only_element(payloads_of(161)[1]);
    auto const parts = children(message);
    BOOST_REQUIRE(parts.size() == 4u);
    BOOST_TEST(octet(parts[0].content, 0) == 3u);
    auto const global = children(parts[1]);
    BOOST_REQUIRE(global.size() == 4u);
    BOOST_TEST(octet(global[2].content, 0) == 4u); // reportableFlag alone
    BOOST_TEST(octet(global[3].content, 0) == 3u); // the user-based security model
    auto const security = children(only_element(parts[2].content));
    BOOST_REQUIRE(security.size() == 6u);
    for (auto const at : std::initializer_list<std::size_t>{0, 3, 4, 5}) {
        BOOST_TEST(security[at].tag == octet_string);
        BOOST_TEST(security[at].content.empty());
    }
    auto const scoped = children(parts[3]);
    BOOST_REQUIRE(scoped.size() == 3u);
    BOOST_TEST(scoped[2].tag == get_request);
    BOOST_TEST(children(scoped[2]).size() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
