// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/inetd.hpp>

#include <boost/test/unit_test.hpp>

#include "payload/wire_reader.hpp"

BOOST_AUTO_TEST_SUITE(payload_inetd)

BOOST_AUTO_TEST_CASE(there_is_something_to_echo_and_something_to_ignore)
{
    BOOST_REQUIRE(sonda::payload::echo.size() == 1u);
    BOOST_TEST(test::text_of(sonda::payload::echo[0]) == "sonda");
    BOOST_REQUIRE(sonda::payload::any_line.size() == 1u);
    BOOST_TEST(test::text_of(sonda::payload::any_line[0]) == "\r\n");
}

BOOST_AUTO_TEST_SUITE_END()
