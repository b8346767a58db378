// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/peers.hpp>

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_peers)

/// Skips a value of BEP 3's encoding; of a dictionary, says the keys.
std::string skip_value(wire_reader& in, std::map<std::string, std::string>* values = nullptr)
{
    auto const begin = in;
    auto const kind = in.text(1);
    if (kind == "i") {
        in.text_until('e');
    } else if (kind == "d" || kind == "l") {
        for (auto rest = in; rest.text(1) != "e"; rest = in) {
            auto const key = kind == "d" ? skip_value(in) : "";
            auto const value = skip_value(in);
            if (values != nullptr)
                BOOST_TEST(values->emplace(key, value).second);
        }
        in.text(1);
    } else {
        return in.text(std::stoul(kind + in.text_until(':')));
    }
    auto whole = begin;
    return whole.text(begin.left() - in.left());
}

// BEP 5, "KRPC Protocol" and "ping".
BOOST_AUTO_TEST_CASE(the_dht_payload_is_a_ping)
{
    BOOST_REQUIRE(sonda::payload::bittorrent_dht.size() == 1u);
    wire_reader in(sonda::payload::bittorrent_dht[0]);
    std::map<std::string, std::string> query;
    skip_value(in, &query);
    BOOST_TEST(in.done());
    BOOST_TEST(query.size() == 4u);
    BOOST_TEST(query["y"] == "q");
    BOOST_TEST(query["q"] == "ping");
    BOOST_TEST(query["t"].size() == 2u);
    BOOST_TEST(query["a"].starts_with("d2:id20:"));
    BOOST_TEST(query["a"].size() == std::string("d2:id20:e").size() + 20);
}

BOOST_AUTO_TEST_CASE(the_tracker_payload_asks_for_a_connection)
{
    BOOST_REQUIRE(sonda::payload::bittorrent_tracker.size() == 1u);
    wire_reader in(sonda::payload::bittorrent_tracker[0]);
    BOOST_TEST(in.number(8) == 0x41727101980u);
    BOOST_TEST(in.number(4) == 0u);
    BOOST_TEST(in.left() == 4u);
}

BOOST_AUTO_TEST_CASE(the_payloads_for_games_are_messages_without_a_connection)
{
    std::string const connectionless = "\xff\xff\xff\xff";
    BOOST_REQUIRE(sonda::payload::source_engine.size() == 1u);
    BOOST_TEST(test::text_of(sonda::payload::source_engine[0]) ==
               connectionless + "TSource Engine Query" + std::string(1, '\0'));
    BOOST_REQUIRE(sonda::payload::quake_2.size() == 1u);
    BOOST_TEST(test::text_of(sonda::payload::quake_2[0]) == connectionless + "status\n");
    BOOST_REQUIRE(sonda::payload::quake_3.size() == 1u);
    BOOST_TEST(test::text_of(sonda::payload::quake_3[0]) == connectionless + "getinfo sonda");
}

BOOST_AUTO_TEST_CASE(the_first_quake_gets_a_control_packet_and_what_its_heirs_understand)
{
    BOOST_REQUIRE(sonda::payload::quake_1.size() == 2u);
    auto const datagram = sonda::payload::quake_1[0];
    wire_reader in(datagram);
    BOOST_TEST(in.number(4) == (0x80000000u | datagram.size()));
    BOOST_TEST(in.number(1) == 2u);
    BOOST_TEST(in.text_until('\0') == "QUAKE");
    BOOST_TEST(in.number(1) == 3u);
    BOOST_TEST(in.done());
    BOOST_TEST(sonda::payload::quake_1[1].data() == sonda::payload::quake_3[0].data());
}

BOOST_AUTO_TEST_CASE(the_raknet_payload_is_a_ping_of_who_is_not_connected)
{
    BOOST_REQUIRE(sonda::payload::raknet.size() == 1u);
    wire_reader in(sonda::payload::raknet[0]);
    BOOST_TEST(in.number(1) == 1u);
    in.number(8);
    BOOST_TEST(in.number(8) == 0x00ffff00'fefefefeu);
    BOOST_TEST(in.number(8) == 0xfdfdfdfd'12345678u);
    BOOST_TEST(in.left() == 8u);
}

BOOST_AUTO_TEST_SUITE_END()
