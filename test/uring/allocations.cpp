// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/uring_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <tcp/allocation_checks.hpp>

#include "ring_available.hpp"

BOOST_AUTO_TEST_SUITE(allocations_per_probe)

BOOST_AUTO_TEST_CASE(uring_connect_allocates_nothing_per_probe)
{
    auto const* const name = "uring_connect_allocates_nothing_per_probe";
    if (test::skip_without_ring(name) || test::skip_uncounted(name))
        return;
    test::net_namespace ns;
    BOOST_TEST(test::allocations_of_probes<sonda::transport::uring_connect>(ns) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
