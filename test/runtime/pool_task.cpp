// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;

task<int> answer()
{
    co_return 7;
}

// Waits for what never comes, and says what became of it.
task<int> never(priority_pool& pool, std::shared_ptr<int> held)
{
    asio::steady_timer timer(pool, (std::chrono::steady_clock::time_point::max)());
    co_await timer.async_wait(asio::deferred);
    co_return *held;
}

bool is_cancellation(boost::system::system_error const& error)
{
    return error.code() == asio::error::operation_aborted;
}

} // namespace

BOOST_AUTO_TEST_SUITE(pool_task_test)

BOOST_AUTO_TEST_CASE(gives_its_value)
{
    priority_pool pool({.workers = 1});
    BOOST_TEST(std::move(*pool.spawn(priority::normal, answer())).get() == 7);
    BOOST_TEST(std::move(*pool.spawn(priority::normal, [] { return 8; })).get() == 8);
}

BOOST_AUTO_TEST_CASE(is_not_finished_while_it_waits_and_gives_nothing_when_cancelled)
{
    priority_pool pool({.workers = 1});
    auto waiting = pool.spawn(priority::normal, never(pool, nullptr)).value();
    BOOST_TEST(!waiting.is_finished());
    auto cancelled = std::move(waiting).cancel();
    BOOST_TEST(!std::move(cancelled).get().has_value());
}

BOOST_AUTO_TEST_CASE(is_cancelled_by_the_end_of_its_handle)
{
    priority_pool pool({.workers = 1});
    auto held = std::make_shared<int>();
    {
        auto const handle = pool.spawn(priority::normal, never(pool, held)).value();
        BOOST_TEST(held.use_count() == 2);
    }
    BOOST_TEST(!pool.shutdown_graceful());
    BOOST_TEST(held.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(runs_on_when_it_is_let_go)
{
    std::promise<int> promise;
    priority_pool pool({.workers = 1});
    pool.spawn(priority::normal, [&] { promise.set_value(9); })->detach();
    BOOST_TEST(promise.get_future().get() == 9);
}

BOOST_AUTO_TEST_CASE(gives_something_when_asked_to_end_too_late)
{
    priority_pool pool({.workers = 1});
    auto done = pool.spawn(priority::normal, answer()).value();
    while (!done.is_finished())
        std::this_thread::yield();
    BOOST_TEST(std::move(done).cancel().get().value() == 7);
    BOOST_TEST(std::move(*pool.spawn(priority::normal, answer())).fallible().get().value() == 7);
}

BOOST_AUTO_TEST_CASE(throws_at_who_awaits_it_after_the_pool_has_cancelled_it)
{
    priority_pool pool({.workers = 1});
    auto waiting = pool.spawn(priority::normal, never(pool, nullptr)).value();
    pool.shutdown_now();
    BOOST_CHECK_EXCEPTION(std::move(waiting).get(), boost::system::system_error, is_cancellation);
}

BOOST_AUTO_TEST_CASE(throws_its_exception_at_who_awaits_it_and_the_worker_goes_on)
{
    priority_pool pool({.workers = 1});
    auto failing = pool.spawn(priority::normal, []() -> task<int> {
        throw std::runtime_error("failed");
        co_return 1;
    });
    BOOST_CHECK_THROW(std::move(*failing).get(), std::runtime_error);
    BOOST_TEST(std::move(*pool.spawn(priority::normal, answer())).get() == 7);
}

BOOST_AUTO_TEST_CASE(keeps_its_priority_from_resumption_to_resumption)
{
    priority_pool pool({.workers = 1}, {.seed = 1});
    std::string order;
    auto const twice = [&](char name) -> task<> {
        order += name;
        co_await this_task::yield;
        order += name;
    };
    pool.spawn(priority::background, [&] { return twice('b'); })->detach();
    pool.spawn(priority::high, [&] { return twice('h'); })->detach();
    pool.shutdown_graceful();
    BOOST_TEST(order == "hhbb");
}

BOOST_AUTO_TEST_CASE(awaits_timers_of_the_pool)
{
    priority_pool pool({.workers = 2});
    auto waiting = pool.spawn(priority::high, [&]() -> task<int> {
        asio::steady_timer timer(pool, std::chrono::milliseconds(1));
        co_await timer.async_wait(asio::deferred);
        co_return 5;
    });
    BOOST_TEST(std::move(*waiting).get() == 5);
}

BOOST_AUTO_TEST_CASE(runs_awaitables_too)
{
    priority_pool pool({.workers = 2});
    auto waiting = pool.spawn(priority::high, [&]() -> asio::awaitable<int> {
        asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::milliseconds(1));
        co_await timer.async_wait(asio::use_awaitable);
        co_return 6;
    });
    BOOST_TEST(std::move(*waiting).get() == 6);
}

BOOST_AUTO_TEST_SUITE_END()
