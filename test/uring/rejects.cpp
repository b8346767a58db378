// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/uring_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <tcp/reject_checks.hpp>

#include "ring_available.hpp"

namespace {

using namespace test;
using sonda::transport::uring_connect;

} // namespace

BOOST_AUTO_TEST_SUITE(rejects)

BOOST_AUTO_TEST_CASE(each_icmp_code_has_its_state_type_code_and_sender)
{
    if (!skip_without_ring("each_icmp_code_has_its_state_type_code_and_sender"))
        check_each<uring_connect>(icmp, "127.0.0.1");
}

BOOST_AUTO_TEST_CASE(each_icmpv6_code_has_its_state_type_code_and_sender)
{
    if (!skip_without_ring("each_icmpv6_code_has_its_state_type_code_and_sender"))
        check_each<uring_connect>(icmpv6, "::1");
}

BOOST_AUTO_TEST_CASE(error_that_comes_late_wakes_and_ends_the_probe)
{
    if (!skip_without_ring("error_that_comes_late_wakes_and_ends_the_probe"))
        check_late_error<uring_connect>();
}

BOOST_AUTO_TEST_CASE(error_of_one_target_is_not_taken_for_the_next)
{
    if (!skip_without_ring("error_of_one_target_is_not_taken_for_the_next"))
        check_error_of_another<uring_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
