// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/ntp.hpp>

#include <boost/test/unit_test.hpp>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_ntp)

// RFC 5905, 7.3.
BOOST_AUTO_TEST_CASE(the_first_is_the_request_of_a_client)
{
    BOOST_REQUIRE(sonda::payload::ntp.size() == 2u);
    wire_reader in(sonda::payload::ntp[0]);
    BOOST_TEST(in.left() == 48u);
    auto const first = in.number(1);
    BOOST_TEST((first >> 3 & 7) == 4u); // version
    BOOST_TEST((first & 7) == 3u); // mode: client
    BOOST_TEST(in.number(1) == 0u); // stratum: unspecified
    in.part(2);
    BOOST_TEST(in.part(36).is_zero());
    BOOST_TEST(in.number(8) != 0u); // the transmit timestamp
}

// RFC 9327, 2.
BOOST_AUTO_TEST_CASE(the_second_reads_the_variables_of_the_system)
{
    BOOST_REQUIRE(sonda::payload::ntp.size() == 2u);
    wire_reader in(sonda::payload::ntp[1]);
    BOOST_TEST((in.number(1) & 7) == 6u); // mode: control
    BOOST_TEST(in.number(1) == 2u); // a request, opcode 2
    in.number(2);
    BOOST_TEST(in.left() == 8u);
    BOOST_TEST(in.part(8).is_zero());
}

BOOST_AUTO_TEST_SUITE_END()
