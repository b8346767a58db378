// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/best_connect.hpp>

#include <boost/asio/system_executor.hpp>
#include <boost/test/unit_test.hpp>

#include <type_traits>

#include <tcp/executor_checks.hpp>

#include "ring_available.hpp"

namespace {

using namespace test;
using sonda::transport::basic_uring_connect;
using sonda::transport::uring_connect;

static_assert(sonda::transport_policy<basic_uring_connect<io_executor>>);
static_assert(sonda::transport_policy<basic_uring_connect<strand>>);
static_assert(sonda::transport_policy<basic_uring_connect<counting_executor>>);
static_assert(sonda::transport_policy<basic_uring_connect<boost::asio::system_executor>>);
static_assert(std::is_same_v<rebound<uring_connect, strand>, basic_uring_connect<strand>>);

} // namespace

BOOST_AUTO_TEST_SUITE(executors)

BOOST_AUTO_TEST_CASE(works_on_every_kind_of_executor)
{
    if (skip_without_ring("works_on_every_kind_of_executor"))
        return;
    check_executors<basic_uring_connect>();
    check_executors<sonda::transport::basic_best_connect>();
}

BOOST_AUTO_TEST_CASE(cancelling_the_wait_completes_it)
{
    if (skip_without_ring("cancelling_the_wait_completes_it"))
        return;
    using boost::asio::cancellation_type;
    for (auto const type : {cancellation_type::terminal, cancellation_type::partial, cancellation_type::total})
        BOOST_TEST(cancels_wait<uring_connect>(type));
}

BOOST_AUTO_TEST_CASE(wait_takes_a_future)
{
    if (!skip_without_ring("wait_takes_a_future"))
        check_future<uring_connect>();
}

BOOST_AUTO_TEST_CASE(context_that_never_runs_leaves_nothing_behind)
{
    if (!skip_without_ring("context_that_never_runs_leaves_nothing_behind"))
        check_context_that_never_runs<uring_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
