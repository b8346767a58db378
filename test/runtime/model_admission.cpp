// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <boost/test/unit_test.hpp>

#include "admission_model.hpp"

#if !defined(SONDA_TEST_NO_CONTEXTS)

namespace {

using test::admission_model;
using test::interleavings;

} // namespace

// With more threads: test/long_runtime.
BOOST_AUTO_TEST_SUITE(model_admission_test)

BOOST_AUTO_TEST_CASE(is_in_one_order_with_the_close)
{
    auto const found = interleavings::explore<admission_model<1>>();
    BOOST_TEST(found.fault == "");
    BOOST_TEST_MESSAGE(found.states << " states in " << found.runs << " runs");
    BOOST_TEST(found.states > 100U);
}

BOOST_AUTO_TEST_CASE(needs_the_lock_for_the_last_one)
{
    BOOST_TEST((interleavings::explore<admission_model<1, false>>().fault) != "");
}

BOOST_AUTO_TEST_SUITE_END()

#endif
