// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/radius.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_radius)

// RFC 2865, 3, 4.1 and 5.
BOOST_AUTO_TEST_CASE(the_payload_is_a_request_with_all_that_it_must_have)
{
    BOOST_REQUIRE(sonda::payload::radius.size() == 1u);
    auto const datagram = sonda::payload::radius[0];
    wire_reader in(datagram);
    BOOST_TEST(in.number(1) == 1u);
    in.number(1);
    BOOST_TEST(in.number(2) == datagram.size());
    in.part(16);
    std::map<std::uint64_t, std::string> attributes;
    while (!in.done()) {
        auto const type = in.number(1);
        auto const length = in.number(1);
        BOOST_REQUIRE(length > 2u);
        attributes[type] = in.text(static_cast<std::size_t>(length - 2));
    }
    BOOST_TEST(attributes.contains(1)); // User-Name
    BOOST_TEST(attributes[2].size() == 16u); // User-Password, 5.2
    BOOST_TEST(attributes.contains(32)); // NAS-Identifier
}

BOOST_AUTO_TEST_SUITE_END()
