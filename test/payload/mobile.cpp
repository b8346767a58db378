// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/mobile.hpp>

#include <boost/test/unit_test.hpp>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_mobile)

// 3GPP TS 29.060, 6: behind the first 8 bytes there are as many as the length says.
BOOST_AUTO_TEST_CASE(the_gtp_payloads_are_echo_requests_of_their_versions)
{
    BOOST_REQUIRE(sonda::payload::gtp_control.size() == 2u);
    BOOST_REQUIRE(sonda::payload::gtp_user.size() == 1u);
    for (auto const first : {sonda::payload::gtp_control[0], sonda::payload::gtp_user[0]}) {
        wire_reader in(first);
        BOOST_TEST(in.number(1) == 0x32u); // version 1, GTP and not GTP', a sequence number
        BOOST_TEST(in.number(1) == 1u);
        auto const length = in.number(2);
        BOOST_TEST(in.number(4) == 0u);
        BOOST_TEST(in.left() == length);
    }
    wire_reader in(sonda::payload::gtp_control[1]); // TS 29.274, 5.1: behind the first 4 bytes
    BOOST_TEST(in.number(1) == 0x40u); // version 2, no TEID
    BOOST_TEST(in.number(1) == 1u);
    auto const size = in.number(2);
    BOOST_TEST(size == in.left());
    in.number(4);
    BOOST_TEST(in.number(1) == 3u); // recovery
    auto const length = in.number(2);
    in.number(1);
    BOOST_TEST(in.left() == length);
}

// 3GPP TS 29.244, 7.2.2 and 8.1.1.
BOOST_AUTO_TEST_CASE(the_pfcp_payload_is_a_heartbeat_with_the_time_of_a_start)
{
    BOOST_REQUIRE(sonda::payload::pfcp.size() == 1u);
    wire_reader in(sonda::payload::pfcp[0]);
    BOOST_TEST(in.number(1) == 0x20u);
    BOOST_TEST(in.number(1) == 1u);
    auto const size = in.number(2);
    BOOST_TEST(size == in.left());
    in.number(4);
    BOOST_TEST(in.number(2) == 96u);
    BOOST_TEST(in.counted(2).left() == 4u);
    BOOST_TEST(in.done());
}

BOOST_AUTO_TEST_SUITE_END()
