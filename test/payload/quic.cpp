// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/quic.hpp>

#include <boost/test/unit_test.hpp>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_quic)

// RFC 8999, 5.1; RFC 9000, 14.1 and 15.
BOOST_AUTO_TEST_CASE(the_payload_is_of_a_version_that_nobody_has_and_as_long_as_a_first_packet)
{
    BOOST_REQUIRE(sonda::payload::quic.size() == 1u);
    wire_reader in(sonda::payload::quic[0]);
    BOOST_TEST(in.left() >= 1200u);
    BOOST_TEST((in.number(1) & 0xc0) == 0xc0u); // long header; the bit that RFC 9000 fixes
    BOOST_TEST((in.number(4) & 0x0f0f0f0f) == 0x0a0a0a0au); // reserved to force version negotiation
    auto const destination = in.counted(1).left();
    BOOST_TEST((destination >= 8 && destination <= 20)); // RFC 9000, 7.2 and 17.2
    BOOST_TEST(in.counted(1).left() <= 20u);
}

BOOST_AUTO_TEST_CASE(where_it_may_be_either_both_are_sent)
{
    BOOST_REQUIRE(sonda::payload::quic_or_dtls.size() == 2u);
    BOOST_TEST(sonda::payload::quic_or_dtls[0].data() == sonda::payload::quic[0].data());
    BOOST_TEST(sonda::payload::quic_or_dtls[1].data() == sonda::payload::dtls[0].data());
}

BOOST_AUTO_TEST_SUITE_END()
