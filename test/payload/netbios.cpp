// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/netbios.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_netbios)

// RFC 1001, 14.1: each half of a byte is a letter from A on.
std::string decoded(std::string const& letters)
{
    std::string name;
    for (std::size_t i = 0; i + 1 < letters.size(); i += 2)
        name += static_cast<char>((letters[i] - 'A') << 4 | (letters[i + 1] - 'A'));
    return name;
}

// RFC 1002, 4.2.17.
BOOST_AUTO_TEST_CASE(the_payload_is_a_node_status_request)
{
    BOOST_REQUIRE(sonda::payload::netbios.size() == 1u);
    wire_reader in(sonda::payload::netbios[0]);
    in.number(2);
    BOOST_TEST(in.number(2) == 0u); // a query to one node
    BOOST_TEST(in.number(8) == std::uint64_t{1} << 48);
    BOOST_TEST(decoded(in.counted(1).text()) == '*' + std::string(15, '\0'));
    BOOST_TEST(in.number(1) == 0u);
    BOOST_TEST(in.number(2) == 0x21u);
    BOOST_TEST(in.number(2) == 1u);
    BOOST_TEST(in.done());
}

BOOST_AUTO_TEST_SUITE_END()
