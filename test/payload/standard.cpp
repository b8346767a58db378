// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/standard.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

using sonda::endpoint;
using sonda::payload::payload_list;

BOOST_AUTO_TEST_SUITE(payload_standard)

payload_list payloads_of(std::uint16_t port)
{
    return sonda::payload::standard{}(endpoint::v4(0x7f00'0001, port, sonda::protocol::udp));
}

BOOST_AUTO_TEST_CASE(a_port_without_a_known_service_gets_one_empty_datagram)
{
    for (auto const port : std::initializer_list<std::uint16_t>{1, 52, 54, 160, 162, 9000, 65535}) {
        BOOST_TEST(payloads_of(port).size() == 1u);
        BOOST_TEST(payloads_of(port)[0].empty());
    }
}

BOOST_AUTO_TEST_CASE(a_port_of_a_service_gets_all_of_its_payloads)
{
    BOOST_TEST(payloads_of(53).data() == sonda::payload::dns.data());
    BOOST_TEST(payloads_of(53).size() == sonda::payload::dns.size());
    BOOST_TEST(payloads_of(161).data() == sonda::payload::snmp.data());
    BOOST_TEST(payloads_of(7009).data() == sonda::payload::rx.data());
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

BOOST_AUTO_TEST_CASE(it_knows_answers_from_other_ports)
{
    std::string_view const error("\0\5\0\1no", 6);
    BOOST_TEST(sonda::payload::standard{}.asked_port(std::as_bytes(std::span(error))) == 69u);
}

BOOST_AUTO_TEST_SUITE_END()
