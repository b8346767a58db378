// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <boost/test/unit_test.hpp>

#include "everything.hpp"

std::string_view version_of_the_other_unit();

BOOST_AUTO_TEST_SUITE(odr)

BOOST_AUTO_TEST_CASE(two_units_that_include_everything_link_and_agree)
{
    BOOST_TEST(version_of_the_other_unit() == SONDA_VERSION_STRING);
}

BOOST_AUTO_TEST_SUITE_END()
