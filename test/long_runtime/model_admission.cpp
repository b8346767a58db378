// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <boost/test/unit_test.hpp>

#include "runtime/admission_model.hpp"

#if !defined(SONDA_TEST_NO_CONTEXTS)

namespace {

using test::admission_model;
using test::interleavings;

template<class Model>
void check_all()
{
    auto const found = interleavings::explore<Model>();
    BOOST_TEST_MESSAGE(found.states << " states in " << found.runs << " runs");
    BOOST_TEST(found.fault == "");
    BOOST_TEST(found.states > 100000U);
}

} // namespace

BOOST_AUTO_TEST_SUITE(long_model_admission_test)

BOOST_AUTO_TEST_CASE(two_that_are_admitted_are_in_one_order_with_the_close)
{
    check_all<admission_model<2>>();
}

BOOST_AUTO_TEST_CASE(also_if_they_are_counted_apart)
{
    check_all<admission_model<2, true, 2>>();
}

BOOST_AUTO_TEST_SUITE_END()

#endif
