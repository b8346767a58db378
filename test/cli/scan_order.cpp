// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/scan_order.hpp>
#include <sonda/conformance/ordering.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>

using namespace sonda::cli;

BOOST_AUTO_TEST_SUITE(scan_order_)

BOOST_AUTO_TEST_CASE(conforms_whatever_is_chosen)
{
    for (auto const kind : {visit_order::serial, visit_order::random}) {
        auto const chosen = sonda::conformance::check_ordering(chosen_order(kind, 7));
        BOOST_TEST(chosen.passed(), chosen);
        auto const part = sonda::conformance::check_ordering(scan_order(1, 3, chosen_order(kind, 7)));
        BOOST_TEST(part.passed(), part);
    }
}

BOOST_AUTO_TEST_CASE(is_what_was_chosen)
{
    auto const serial = chosen_order(visit_order::serial).over(100);
    auto const random = chosen_order(visit_order::random, 7).over(100);
    auto const same = sonda::ordering::random(7, 100);
    bool shuffled = false;
    for (std::uint64_t i = 0; i != 100; ++i) {
        BOOST_TEST(serial.at(i) == i);
        BOOST_TEST(random.at(i) == same.at(i));
        shuffled = shuffled || random.at(i) != i;
    }
    BOOST_TEST(shuffled);
}

BOOST_AUTO_TEST_SUITE_END()
