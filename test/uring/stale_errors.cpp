// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/uring_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <tcp/stale_error_checks.hpp>

#include "ring_available.hpp"

BOOST_AUTO_TEST_SUITE(stale_errors)

BOOST_AUTO_TEST_CASE(an_error_of_an_earlier_target_says_nothing_about_a_silent_one)
{
    if (!test::skip_without_ring("an_error_of_an_earlier_target_says_nothing_about_a_silent_one"))
        test::check_stale_errors<sonda::transport::uring_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
