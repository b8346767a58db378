// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/tftp.hpp>

#include <boost/test/unit_test.hpp>

#include "payload/wire_reader.hpp"

using test::wire_reader;

BOOST_AUTO_TEST_SUITE(payload_tftp)

// RFC 1350, 5.
BOOST_AUTO_TEST_CASE(the_payload_is_a_read_request_in_a_mode_that_there_is)
{
    BOOST_REQUIRE(sonda::payload::tftp.size() == 1u);
    wire_reader in(sonda::payload::tftp[0]);
    BOOST_TEST(in.number(2) == 1u);
    BOOST_TEST(!in.text_until('\0').empty());
    BOOST_TEST(in.text_until('\0') == "octet");
    BOOST_TEST(in.done());
}

BOOST_AUTO_TEST_SUITE_END()
