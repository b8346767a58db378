// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/ike.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_ike)

/// Header and payloads of a message (RFC 2408, 3; RFC 7296, 3).
struct message
{
    std::uint64_t version = 0, exchange = 0, flags = 0;
    std::map<std::uint64_t, wire_reader> payloads;
};

std::map<std::uint64_t, wire_reader> payloads_of(wire_reader in, std::uint64_t first)
{
    std::map<std::uint64_t, wire_reader> found;
    for (auto type = first; type != 0;) {
        auto const next = in.number(1);
        BOOST_TEST(in.number(1) == 0u); // reserved, not critical
        auto const length = in.number(2);
        BOOST_REQUIRE(length >= 4u);
        found.emplace(type, in.part(static_cast<std::size_t>(length - 4)));
        type = next;
    }
    BOOST_TEST(in.done());
    return found;
}

message message_of(sonda::payload::bytes datagram)
{
    wire_reader in(datagram);
    message found;
    BOOST_TEST(in.number(8) != 0u); // our cookie
    BOOST_TEST(in.number(8) == 0u); // theirs is to come
    auto const first = in.number(1);
    found.version = in.number(1);
    found.exchange = in.number(1);
    found.flags = in.number(1);
    BOOST_TEST(in.number(4) == 0u); // message ID
    BOOST_TEST(in.number(4) == datagram.size());
    found.payloads = payloads_of(in, first);
    return found;
}

/// The transforms of a proposal, which follow each other as they say; as many as the proposal says.
std::vector<wire_reader> transforms_of(wire_reader proposal)
{
    BOOST_TEST(proposal.number(1) == 0u); // the last proposal
    BOOST_TEST(proposal.number(1) == 0u);
    auto const size = proposal.number(2);
    BOOST_TEST(size == proposal.left() + 4);
    BOOST_TEST(proposal.number(1) == 1u); // number
    BOOST_TEST(proposal.number(1) == 1u); // protocol: ISAKMP or IKE
    BOOST_TEST(proposal.number(1) == 0u); // no SPI
    auto const count = proposal.number(1);
    std::vector<wire_reader> found;
    while (!proposal.done()) {
        auto const more = proposal.number(1);
        BOOST_TEST(proposal.number(1) == 0u);
        auto const length = proposal.number(2);
        found.push_back(proposal.part(static_cast<std::size_t>(length - 4)));
        BOOST_TEST(more == (proposal.done() ? 0u : 3u));
    }
    BOOST_TEST(found.size() == count);
    return found;
}

// RFC 7296, 1.2 and 3.3.
BOOST_AUTO_TEST_CASE(the_first_begins_an_exchange_of_version_2)
{
    BOOST_REQUIRE(sonda::payload::ike.size() == 2u);
    auto const found = message_of(sonda::payload::ike[0]);
    BOOST_TEST(found.version == 0x20u);
    BOOST_TEST(found.exchange == 34u);
    BOOST_TEST(found.flags == 8u);
    BOOST_REQUIRE(found.payloads.size() == 3u);
    std::set<std::uint64_t> types;
    std::set<std::uint64_t> groups;
    for (auto transform : transforms_of(found.payloads.at(33))) {
        auto const type = transform.number(1);
        transform.number(1);
        auto const id = transform.number(2);
        types.insert(type);
        if (type == 4)
            groups.insert(id);
        BOOST_TEST(transform.left() == (type == 1 ? 4u : 0u)); // AES says its length
    }
    BOOST_TEST((types == std::set<std::uint64_t>{1, 2, 3, 4}));
    auto key = found.payloads.at(34);
    BOOST_TEST(groups.contains(key.number(2)));
    BOOST_TEST(key.number(2) == 0u);
    BOOST_TEST(key.left() == 32u); // RFC 8031, 2
    auto const nonce = found.payloads.at(40).left();
    BOOST_TEST((nonce >= 16 && nonce <= 256)); // RFC 7296, 3.9
}

// RFC 2407, 4.2; RFC 2408, 3; RFC 2409, 5 and appendix A.
BOOST_AUTO_TEST_CASE(the_second_begins_main_mode)
{
    BOOST_REQUIRE(sonda::payload::ike.size() == 2u);
    auto const found = message_of(sonda::payload::ike[1]);
    BOOST_TEST(found.version == 0x10u);
    BOOST_TEST(found.exchange == 2u);
    BOOST_TEST(found.flags == 0u);
    BOOST_REQUIRE(found.payloads.size() == 1u);
    auto sa = found.payloads.at(1);
    BOOST_TEST(sa.number(4) == 1u);
    BOOST_TEST(sa.number(4) == 1u);
    std::uint64_t number = 0;
    for (auto transform : transforms_of(sa)) {
        BOOST_TEST(transform.number(1) == ++number);
        BOOST_TEST(transform.number(1) == 1u); // KEY_IKE
        BOOST_TEST(transform.number(2) == 0u);
        std::map<std::uint64_t, std::uint64_t> attributes;
        while (!transform.done()) {
            auto const type = transform.number(2);
            BOOST_TEST((type & 0x8000) == 0x8000u);
            attributes[type & 0x7fff] = transform.number(2);
        }
        for (auto const needed : {1u, 2u, 3u, 4u}) // cipher, hash, proof, group
            BOOST_TEST(attributes.contains(needed));
        BOOST_TEST(attributes.contains(14) == (attributes[1] == 7)); // AES says its length, 3DES must not
    }
    BOOST_TEST(number == 4u);
}

// RFC 3948, 2.2.
BOOST_AUTO_TEST_CASE(those_of_port_4500_are_the_same_behind_four_zeros)
{
    BOOST_REQUIRE(sonda::payload::ike_natt.size() == sonda::payload::ike.size());
    for (std::size_t i = 0; i != sonda::payload::ike.size(); ++i) {
        wire_reader in(sonda::payload::ike_natt[i]);
        BOOST_TEST(in.number(4) == 0u);
        BOOST_TEST(in.text() == test::text_of(sonda::payload::ike[i]));
    }
}

BOOST_AUTO_TEST_SUITE_END()
