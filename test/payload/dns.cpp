// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/dns.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_dns)

// RFC 1035, 4.1: the header of a query, then one question, and nothing after it.
std::string question_of(sonda::payload::bytes query)
{
    wire_reader in(query);
    in.number(2); // any ID
    BOOST_TEST((in.number(2) & 0xf840) == 0u); // a standard query and no answer
    BOOST_TEST(in.number(8) == std::uint64_t{1} << 48); // the counts of the four sections
    std::string question;
    for (auto label = in.counted(1); !label.done(); label = in.counted(1))
        question += label.text() + '.';
    question += ' ' + std::to_string(in.number(2));
    question += ' ' + std::to_string(in.number(2));
    BOOST_TEST(in.done());
    return question;
}

BOOST_AUTO_TEST_CASE(the_dns_payloads_ask_for_the_root_and_for_the_version)
{
    BOOST_REQUIRE(sonda::payload::dns.size() == 2u);
    BOOST_TEST(question_of(sonda::payload::dns[0]) == " 2 1"); // NS, IN
    BOOST_TEST(question_of(sonda::payload::dns[1]) == "version.bind. 16 3"); // TXT, CH
}

BOOST_AUTO_TEST_CASE(the_mdns_payload_asks_for_the_services_and_for_an_answer_to_us)
{
    BOOST_REQUIRE(sonda::payload::mdns.size() == 1u);
    BOOST_TEST(question_of(sonda::payload::mdns[0]) == "_services._dns-sd._udp.local. 12 32769");
}

BOOST_AUTO_TEST_CASE(the_llmnr_payload_asks_for_localhost)
{
    BOOST_REQUIRE(sonda::payload::llmnr.size() == 1u);
    BOOST_TEST(question_of(sonda::payload::llmnr[0]) == "localhost. 1 1");
}

BOOST_AUTO_TEST_SUITE_END()
