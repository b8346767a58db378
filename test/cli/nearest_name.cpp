// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/nearest_name.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

using namespace sonda::cli;

BOOST_AUTO_TEST_SUITE(nearest_name_)

BOOST_AUTO_TEST_CASE(counts_each_kind_of_typing_error)
{
    BOOST_TEST(count_typing_errors("list", "list") == 0U);
    BOOST_TEST(count_typing_errors("lst", "list") == 1U);
    BOOST_TEST(count_typing_errors("lisst", "list") == 1U);
    BOOST_TEST(count_typing_errors("lost", "list") == 1U);
    BOOST_TEST(count_typing_errors("lsit", "list") == 1U);
    BOOST_TEST(count_typing_errors("", "list") == 4U);
    BOOST_TEST(count_typing_errors("demo", "") == 4U);
    BOOST_TEST(count_typing_errors("ca", "abc") == 3U); // no letter is changed twice
}

BOOST_AUTO_TEST_CASE(finds_the_nearest_within_the_errors_that_are_allowed)
{
    constexpr std::string_view names[] = {"rate", "range", "tries", "timeout"};
    BOOST_TEST(nearest_name("timout", names, 1) == "timeout");
    BOOST_TEST(nearest_name("tmeuot", names, 1) == "");
    BOOST_TEST(nearest_name("tmeuot", names, 2) == "timeout");
    BOOST_TEST(nearest_name("tmiuoet", names, 2) == "");
    BOOST_TEST(nearest_name("rane", names, 2) == "rate"); // the first of equals
    BOOST_TEST(nearest_name("ranges", names, 2) == "range");
    BOOST_TEST(nearest_name("range", names, 2) == "range");
    BOOST_TEST(nearest_name("", names, 2) == "");
}

BOOST_AUTO_TEST_SUITE_END()
