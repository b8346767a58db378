// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/dtls.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <map>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_dtls)

// RFC 6347, 4.1 and 4.2.2; RFC 5246, 7.4.1.2.
BOOST_AUTO_TEST_CASE(the_payload_is_a_record_with_a_whole_client_hello)
{
    BOOST_REQUIRE(sonda::payload::dtls.size() == 1u);
    wire_reader record(sonda::payload::dtls[0]);
    BOOST_TEST(record.number(1) == 22u);
    BOOST_TEST(record.number(2) == 0xfeffu);
    BOOST_TEST(record.number(8) == 0u);
    auto message = record.counted(2);
    BOOST_TEST(record.done());
    BOOST_TEST(message.number(1) == 1u);
    auto const length = message.number(3);
    BOOST_TEST(message.number(2) == 0u); // message_seq
    BOOST_TEST(message.number(3) == 0u); // fragment_offset
    auto body = message.counted(3);
    BOOST_TEST(body.left() == length);
    BOOST_TEST(message.done());
    BOOST_TEST(body.number(2) == 0xfefdu);
    body.part(32);
    BOOST_TEST(body.counted(1).done()); // session
    BOOST_TEST(body.counted(1).done()); // cookie
    auto const suites = body.counted(2).left();
    BOOST_TEST((suites != 0 && suites % 2 == 0));
    BOOST_TEST(body.counted(1).number(1) == 0u); // no compression
    std::map<std::uint64_t, wire_reader> extensions;
    auto list = body.counted(2);
    BOOST_TEST(body.done());
    while (!list.done()) {
        auto const type = list.number(2);
        BOOST_TEST(extensions.emplace(type, list.counted(2)).second);
    }
    for (auto const type : {10, 13}) { // lists of numbers of two bytes
        auto& extension = extensions.at(static_cast<std::uint64_t>(type));
        BOOST_TEST(extension.counted(2).left() % 2 == 0u);
        BOOST_TEST(extension.done());
    }
    BOOST_TEST(extensions.at(11).counted(1).is_zero());
    BOOST_TEST(extensions.at(23).done());
}

BOOST_AUTO_TEST_SUITE_END()
