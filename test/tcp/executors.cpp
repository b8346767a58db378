// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/asio/system_executor.hpp>
#include <boost/test/unit_test.hpp>

#include <type_traits>

#include "executor_checks.hpp"

namespace {

using namespace test;
using sonda::transport::basic_asio_connect;
using sonda::transport::basic_tcp_connect;

static_assert(sonda::transport_policy<basic_tcp_connect<io_executor>>);
static_assert(sonda::transport_policy<basic_tcp_connect<strand>>);
static_assert(sonda::transport_policy<basic_tcp_connect<counting_executor>>);
static_assert(sonda::transport_policy<basic_tcp_connect<boost::asio::system_executor>>);
static_assert(sonda::transport_policy<basic_asio_connect<io_executor>>);
static_assert(sonda::transport_policy<basic_asio_connect<counting_executor>>);
static_assert(std::is_same_v<rebound<sonda::transport::tcp_connect, strand>, basic_tcp_connect<strand>>);
static_assert(std::is_same_v<rebound<sonda::transport::asio_connect, strand>, basic_asio_connect<strand>>);

} // namespace

BOOST_AUTO_TEST_SUITE(executors)

BOOST_AUTO_TEST_CASE(works_on_every_kind_of_executor)
{
    check_executors<basic_tcp_connect>();
    check_executors<basic_asio_connect>();
}

// Every handler of a socket goes through it.
BOOST_AUTO_TEST_CASE(executor_of_the_user_runs_every_handler)
{
    boost::asio::io_context context;
    int count = 0;
    counting_executor const executor(context.get_executor(), count);
    BOOST_TEST_REQUIRE((executor == counting_executor(context.get_executor(), count)));
    BOOST_TEST(closed_on(context, basic_asio_connect<counting_executor>(executor, with_slots(1))) == 100);
    BOOST_TEST(count >= 100);
}

BOOST_AUTO_TEST_CASE(cancelling_the_wait_completes_it)
{
    using boost::asio::cancellation_type;
    BOOST_TEST(cancels_wait<sonda::transport::tcp_connect>(cancellation_type::terminal));
    BOOST_TEST(cancels_wait<sonda::transport::tcp_connect>(cancellation_type::total));
    BOOST_TEST(cancels_wait<sonda::transport::asio_connect>(cancellation_type::terminal));
}

BOOST_AUTO_TEST_CASE(wait_takes_a_future)
{
    check_future<sonda::transport::tcp_connect>();
}

BOOST_AUTO_TEST_CASE(context_that_never_runs_leaves_nothing_behind)
{
    if (net_namespace::skip("context_that_never_runs_leaves_nothing_behind"))
        return;
    check_context_that_never_runs<sonda::transport::tcp_connect>();
    check_context_that_never_runs<sonda::transport::asio_connect>();
}

BOOST_AUTO_TEST_SUITE_END()
