// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/ordering/serial.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>

using sonda::ordering::serial;

BOOST_AUTO_TEST_SUITE(serial_ordering)

BOOST_AUTO_TEST_CASE(visits_targets_in_their_own_order)
{
    auto const order = serial().over(1000);
    BOOST_TEST(order.size() == 1000U);
    for (std::uint64_t i = 0; i != order.size(); ++i)
        BOOST_TEST(order.at(i) == i);
}

BOOST_AUTO_TEST_CASE(visits_nothing_before_it_has_targets)
{
    BOOST_TEST(serial().size() == 0U);
    BOOST_TEST(serial().inverse(0) == 0U);
}

BOOST_AUTO_TEST_CASE(gives_its_size_for_what_is_no_target)
{
    BOOST_TEST(serial(10).inverse(9) == 9U);
    BOOST_TEST(serial(10).inverse(10) == 10U);
    BOOST_TEST(serial(10).inverse(~0ULL) == 10U);
}

BOOST_AUTO_TEST_CASE(is_a_constant_expression)
{
    static_assert(serial(5).at(3) == 3);
    static_assert(serial(5) == serial().over(5));
}

BOOST_AUTO_TEST_SUITE_END()
