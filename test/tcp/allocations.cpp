// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdlib>

#include "allocation_checks.hpp"

BOOST_AUTO_TEST_SUITE(allocations_per_probe)

BOOST_AUTO_TEST_CASE(counter_counts)
{
    if (test::skip_uncounted("counter_counts"))
        return;
    auto const before = test::allocations;
    // volatile, since a compiler may leave out what it sees to be unused
    void* volatile plain = std::malloc(100);
    int* volatile object = new int(1);
    void* volatile aligned = std::aligned_alloc(64, 128);
    std::free(plain);
    delete object;
    std::free(aligned);
    BOOST_TEST(test::allocations - before == 3u);
}

BOOST_AUTO_TEST_CASE(tcp_connect_allocates_nothing_per_probe)
{
    if (test::skip_uncounted("tcp_connect_allocates_nothing_per_probe"))
        return;
    test::net_namespace ns;
    BOOST_TEST(test::allocations_of_probes<sonda::transport::tcp_connect>(ns) == 0u);
}

// With any_io_executor Asio itself allocates for each handler, from a store of its own that lasts as long as a run() of
// the context; here each wait is a run.
BOOST_AUTO_TEST_CASE(asio_connect_allocates_nothing_per_probe)
{
    if (test::skip_uncounted("asio_connect_allocates_nothing_per_probe"))
        return;
    using plain = sonda::transport::basic_asio_connect<boost::asio::io_context::executor_type>;
    test::net_namespace ns;
    BOOST_TEST(test::allocations_of_probes<plain>(ns) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
