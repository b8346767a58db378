// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/any_priority_executor.hpp>
#include <sonda/runtime/priority.hpp>
#include <sonda/runtime/priority_pool.hpp>
#include <sonda/runtime/priority_weights.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/require.hpp>
#include <boost/asio/strand.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <stdexcept>
#include <string>

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using executor = priority_pool::executor_type;

static_assert(asio::can_require_v<executor, priority_t>);
static_assert(asio::can_prefer_v<executor, priority_t>);
static_assert(asio::can_query_v<executor, priority_t>);
static_assert(asio::can_require_v<asio::strand<executor>, priority_t>);
static_assert(asio::can_require_v<any_priority_executor, priority_t>);
static_assert(!asio::can_require_v<asio::any_io_executor, priority_t>);
static_assert(!asio::can_require_v<asio::io_context::executor_type, priority_t>);
static_assert(!std::is_constructible_v<any_priority_executor, asio::io_context::executor_type>);

priority const all[] = {priority::high, priority::normal, priority::background};

} // namespace

BOOST_TEST_DONT_PRINT_LOG_VALUE(sonda::runtime::priority)

BOOST_AUTO_TEST_SUITE(priority_test)

BOOST_AUTO_TEST_CASE(is_normal_unless_something_else_is_said)
{
    priority_pool pool({.workers = 1});
    BOOST_TEST(priority_t().value() == priority::normal);
    BOOST_TEST(asio::query(pool.get_executor(), priority_t()) == priority::normal);
}

BOOST_AUTO_TEST_CASE(is_a_property_of_the_executor)
{
    priority_pool pool({.workers = 1});
    for (auto const level : all) {
        auto const required = asio::require(pool.get_executor(), priority_t(level));
        BOOST_TEST(asio::query(required, priority_t()) == level);
        BOOST_TEST((required == pool.executor(level)));
        BOOST_TEST((asio::prefer(pool.get_executor(), priority_t(level)) == required));
    }
    BOOST_TEST((pool.executor(priority::high) != pool.executor(priority::background)));
}

BOOST_AUTO_TEST_CASE(goes_through_a_strand)
{
    priority_pool pool({.workers = 1});
    auto const strand = asio::require(asio::make_strand(pool.get_executor()), priority_t(priority::high));
    BOOST_TEST(asio::query(strand.get_inner_executor(), priority_t()) == priority::high);
    BOOST_TEST(asio::query(strand, priority_t()) == priority::high);
}

BOOST_AUTO_TEST_CASE(is_kept_and_changed_behind_any_priority_executor)
{
    priority_pool pool({.workers = 1});
    any_priority_executor any = pool.get_executor();
    BOOST_TEST(asio::query(any, priority_t()) == priority::normal);
    any = asio::require(any, priority_t(priority::background));
    BOOST_TEST(asio::query(any, priority_t()) == priority::background);
    any = any_priority_executor(asio::require(asio::make_strand(pool.get_executor()), priority_t(priority::high)));
    BOOST_TEST(asio::query(any, priority_t()) == priority::high);
}

BOOST_AUTO_TEST_CASE(is_kept_but_not_changed_behind_any_io_executor)
{
    priority_pool pool({.workers = 1});
    asio::any_io_executor const any = pool.executor(priority::high);
    auto const same = asio::prefer(any, priority_t(priority::background));
    BOOST_TEST((same == any));
    BOOST_REQUIRE(same.target<executor>());
    BOOST_TEST(asio::query(*same.target<executor>(), priority_t()) == priority::high);
}

BOOST_AUTO_TEST_CASE(has_weights_that_are_not_zero)
{
    priority_weights const usual;
    BOOST_TEST(usual.high() == 8U);
    BOOST_TEST(usual.normal() == 4U);
    BOOST_TEST(usual.background() == 1U);
    BOOST_TEST((priority_weights(8, 4, 1) == usual));
    BOOST_TEST(priority_weights(3, 2, 5)[priority::background] == 5U);
    BOOST_CHECK_THROW(priority_weights(0, 1, 1), std::invalid_argument);
    BOOST_CHECK_THROW(priority_weights(1, 0, 1), std::invalid_argument);
    BOOST_CHECK_THROW(priority_weights(1, 1, 0), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
