// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/rpc.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <vector>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_rpc)

// RFC 5531, 9: a call with neither credentials nor arguments; gives program, version and procedure.
std::vector<std::uint64_t> call_of(sonda::payload::bytes datagram)
{
    wire_reader in(datagram);
    in.number(4);
    BOOST_TEST(in.number(4) == 0u); // CALL
    BOOST_TEST(in.number(4) == 2u); // of RPC version 2
    std::vector<std::uint64_t> call;
    for (int i = 0; i != 3; ++i)
        call.push_back(in.number(4));
    for (int i = 0; i != 2; ++i) {
        BOOST_TEST(in.number(4) == 0u); // AUTH_NONE
        BOOST_TEST(in.counted(4).done());
    }
    BOOST_TEST(in.done());
    return call;
}

BOOST_AUTO_TEST_CASE(the_calls_do_nothing)
{
    BOOST_REQUIRE(sonda::payload::portmap.size() == 1u);
    BOOST_TEST((call_of(sonda::payload::portmap[0]) == std::vector<std::uint64_t>{100000, 2, 0}));
    BOOST_REQUIRE(sonda::payload::nfs.size() == 1u);
    BOOST_TEST((call_of(sonda::payload::nfs[0]) == std::vector<std::uint64_t>{100003, 3, 0}));
}

// "AFS-3 Rx RPC": five words, then bytes, then the service.
BOOST_AUTO_TEST_CASE(the_rx_payload_is_a_packet_of_the_type_version)
{
    BOOST_REQUIRE(sonda::payload::rx.size() == 1u);
    wire_reader in(sonda::payload::rx[0]);
    BOOST_TEST(in.left() == 28u);
    in.part(20);
    BOOST_TEST(in.number(1) == 13u);
    BOOST_TEST((in.number(1) & 1) == 1u); // from a client
    BOOST_TEST(in.part(6).is_zero());
}

BOOST_AUTO_TEST_SUITE_END()
