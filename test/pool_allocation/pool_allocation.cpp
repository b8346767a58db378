// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/defer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <new>
#include <utility>

#include "support/allocation_counter.hpp"

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;

// Allocations, on the only worker of a pool, of a second run of what has been run before, so that every cache is warm.
template<class Run>
std::size_t allocations_when_warm(priority_pool& pool, Run run)
{
    auto counted = pool.spawn(priority::normal, [&]() -> task<std::size_t> {
        co_await run();
        auto const before = test::allocations;
        co_await run();
        co_return test::allocations - before;
    });
    return std::move(*counted).get();
}

// A function that posts itself, so many times.
struct chain
{
    void operator()()
    {
        if (left-- != 0)
            asio::post(executor, *this);
        else
            *done = true;
    }

    priority_pool::executor_type executor;
    int left;
    bool* done;
};

} // namespace

BOOST_AUTO_TEST_SUITE(pool_allocation_test)

BOOST_AUTO_TEST_CASE(counts)
{
    test::count_allocations();
    priority_pool pool({.workers = 1});
    BOOST_TEST(allocations_when_warm(pool, []() -> task<> {
                   static void* volatile seen;
                   seen = ::operator new(1);
                   ::operator delete(seen);
                   co_return;
               }) != 0U);
}

BOOST_AUTO_TEST_CASE(posts_from_inside_without_allocation)
{
    test::count_allocations();
    priority_pool pool({.workers = 1});
    auto const ex = pool.get_executor();
    BOOST_TEST(allocations_when_warm(pool, [&]() -> task<> {
                   bool done = false;
                   asio::post(ex, chain{ex, 100, &done});
                   while (!done)
                       co_await this_task::yield;
               }) == 0U);
    BOOST_TEST(allocations_when_warm(pool, [&]() -> task<> {
                   int ran = 0;
                   for (int i = 0; i != 1000; ++i)
                       asio::post(ex, [&ran] { ++ran; });
                   while (ran != 1000)
                       co_await this_task::yield;
               }) == 0U);
}

BOOST_AUTO_TEST_CASE(yields_and_spawns_from_inside_without_allocation)
{
    test::count_allocations();
    priority_pool pool({.workers = 1});
    BOOST_TEST(allocations_when_warm(pool, [&]() -> task<> {
                   for (int i = 0; i != 100; ++i)
                       co_await this_task::yield;
               }) == 0U);
    BOOST_TEST(allocations_when_warm(pool, [&]() -> task<> {
                   for (int i = 0; i != 100; ++i)
                       co_await pool.spawn(priority::high, [] { return 1; }).value();
               }) == 0U);
}

BOOST_AUTO_TEST_CASE(yields_an_awaitable_without_allocation)
{
    test::count_allocations();
    priority_pool pool({.workers = 1});
    auto counted = pool.spawn(priority::normal, []() -> asio::awaitable<std::size_t> {
        auto const mine = co_await asio::this_coro::executor;
        std::size_t before = 0;
        for (int i = 0; i != 200; ++i) {
            if (i == 100)
                before = test::allocations;
            co_await asio::post(mine, asio::use_awaitable);
        }
        co_return test::allocations - before;
    });
    BOOST_TEST(std::move(*counted).get() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
