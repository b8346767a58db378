// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/asked_port.hpp>

#include <boost/test/unit_test.hpp>

#include <span>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(payload_asked_port)

std::uint16_t asked_port_of(std::string_view head)
{
    return sonda::payload::asked_port(std::as_bytes(std::span(head)));
}

std::string octets(std::initializer_list<int> values)
{
    std::string text;
    for (auto const value : values)
        text += static_cast<char>(value);
    return text;
}

// RFC 1350, 5; RFC 2347.
BOOST_AUTO_TEST_CASE(what_a_tftp_server_says_is_an_answer_of_port_69)
{
    BOOST_TEST(asked_port_of(octets({0, 5, 0, 1}) + "File not found") == 69u);
    BOOST_TEST(asked_port_of(octets({0, 3, 0, 1}) + "the first block") == 69u);
    BOOST_TEST(asked_port_of(octets({0, 3, 0, 1})) == 69u); // of an empty file
    BOOST_TEST(asked_port_of(octets({0, 6}) + "blksize") == 69u);
}

BOOST_AUTO_TEST_CASE(what_only_resembles_it_is_none)
{
    BOOST_TEST(asked_port_of("") == 0u);
    BOOST_TEST(asked_port_of(octets({0, 5})) == 0u);
    BOOST_TEST(asked_port_of(octets({0, 5, 0, 9})) == 0u); // no error of TFTP
    BOOST_TEST(asked_port_of(octets({0, 5, 1, 1})) == 0u);
    BOOST_TEST(asked_port_of(octets({0, 3, 0, 2})) == 0u); // nobody has acknowledged the first
    BOOST_TEST(asked_port_of(octets({0, 1, 0, 1})) == 0u);
    BOOST_TEST(asked_port_of(octets({1, 5, 0, 1})) == 0u);
}

BOOST_AUTO_TEST_CASE(what_devices_say_of_themselves_is_an_answer_of_their_discovery)
{
    BOOST_TEST(asked_port_of("HTTP/1.1 200 OK\r") == 1900u);
    BOOST_TEST(asked_port_of("<?xml version=\"1.") == 3702u);
    BOOST_TEST(asked_port_of("HTTP/1.1 20") == 0u);
    BOOST_TEST(asked_port_of("NOTIFY * HTTP/1.") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
