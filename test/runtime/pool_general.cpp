// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <barrier>
#include <csignal>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <pthread.h>

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;

priority const classes[] = {priority::high, priority::normal, priority::background};

task<int> answer()
{
    co_return 42;
}

} // namespace

BOOST_AUTO_TEST_SUITE(pool_general_test)

BOOST_AUTO_TEST_CASE(runs_two_tasks_that_block_on_two_workers)
{
    std::barrier all(3);
    std::promise<std::thread::id> where[2];
    priority_pool pool({.workers = 2});
    for (auto& promise : where)
        pool.spawn(priority::normal,
                   [&] {
                       all.arrive_and_wait();
                       promise.set_value(std::this_thread::get_id());
                   })
            ->detach();
    all.arrive_and_wait();
    auto const one = where[0].get_future().get();
    auto const other = where[1].get_future().get();
    BOOST_TEST((one != other));
    BOOST_TEST((one != std::this_thread::get_id() && other != std::this_thread::get_id()));
}

BOOST_AUTO_TEST_CASE(finds_another_worker_for_what_a_blocked_one_has_queued)
{
    priority_pool pool({.workers = 2});
    for (int i = 0; i != 200; ++i) {
        auto outer = pool.spawn(priority::normal, [&] { std::move(*pool.spawn(priority::normal, answer())).get(); });
        std::move(*outer).get();
    }
    BOOST_TEST(pool.stats().external_spawned == 200U);
}

BOOST_AUTO_TEST_CASE(lets_a_task_spawn_another_and_await_it)
{
    priority_pool pool({.workers = 1});
    auto parent = pool.spawn(
        priority::high, [&]() -> task<int> { co_return co_await pool.spawn(priority::background, answer()).value(); });
    BOOST_TEST(std::move(*parent).get() == 42);
}

BOOST_AUTO_TEST_CASE(gets_on_with_every_class)
{
    priority_pool pool({.workers = 1});
    std::vector<task<int>> tasks;
    for (auto const level : classes)
        tasks.push_back(pool.spawn(level, answer()).value());
    for (auto& one : tasks)
        BOOST_TEST(std::move(one).get() == 42);
}

BOOST_AUTO_TEST_CASE(does_not_starve_a_task_from_outside_by_one_that_yields_for_ever)
{
    for (auto const level : classes) {
        priority_pool pool({.workers = 1});
        std::atomic<bool> stop = false;
        std::atomic<long> yields = 0;
        auto spinner = pool.spawn(level, [&]() -> task<> {
            while (!stop) {
                ++yields;
                co_await this_task::yield;
            }
        });
        while (yields < 128)
            std::this_thread::yield();
        BOOST_TEST(std::move(*pool.spawn(level, answer())).get() == 42);
        stop = true;
        std::move(*spinner).get();
    }
}

BOOST_AUTO_TEST_CASE(rejects_no_workers_and_too_many)
{
    BOOST_CHECK_THROW(priority_pool({.workers = 0}), std::invalid_argument);
    BOOST_CHECK_THROW(priority_pool({.workers = priority_pool::most_workers + 1}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(can_have_as_many_workers_as_it_says)
{
    priority_pool pool({.workers = priority_pool::most_workers});
    BOOST_TEST(pool.stats().workers == priority_pool::most_workers);
    std::atomic<int> count = 0;
    for (int i = 0; i != 1000; ++i)
        asio::post(pool.get_executor(), [&] { ++count; });
    pool.join();
    BOOST_TEST(count == 1000);
}

BOOST_AUTO_TEST_CASE(masks_signals_in_its_workers_and_names_them)
{
    std::promise<std::pair<bool, std::string>> seen;
    priority_pool pool({.workers = 1});
    asio::post(pool.get_executor(), [&] {
        ::sigset_t mask;
        ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
        char name[16] = {};
        ::pthread_getname_np(::pthread_self(), name, sizeof name);
        seen.set_value({::sigismember(&mask, SIGINT) == 1 && ::sigismember(&mask, SIGTERM) == 1, name});
    });
    auto const [masked, name] = seen.get_future().get();
    BOOST_TEST(masked);
    BOOST_TEST(name == "sonda-pool-0");
    ::sigset_t mask;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    BOOST_TEST(::sigismember(&mask, SIGINT) == 0);
}

BOOST_AUTO_TEST_CASE(runs_everything_that_many_threads_submit)
{
    for (std::size_t const workers : {1U, 2U, 4U}) {
        priority_pool pool({.workers = workers});
        std::atomic<int> count = 0;
        std::vector<std::thread> producers;
        for (int p = 0; p != 4; ++p)
            producers.emplace_back([&] {
                for (int i = 0; i != 2000; ++i)
                    asio::post(pool.executor(classes[i % 3]), [&, i] {
                        ++count;
                        if (i % 4 == 0)
                            asio::post(pool.executor(classes[i % 3]), [&] { ++count; });
                    });
            });
        for (auto& producer : producers)
            producer.join();
        pool.join();
        BOOST_TEST(count == 4 * 2500);
    }
}

BOOST_AUTO_TEST_CASE(tells_of_exceptions_and_goes_on)
{
    std::vector<std::string> heard;
    priority_pool pool({.workers = 1, .weights = {}, .on_unhandled = [&](std::exception_ptr error) {
                            try {
                                std::rethrow_exception(error);
                            } catch (std::exception const& e) {
                                heard.push_back(e.what());
                            }
                            throw 1; // the hook's own fault harms nobody
                        }});
    asio::post(pool.get_executor(), [] { throw std::runtime_error("posted"); });
    asio::post(pool.get_executor(), [&] {
        pool.get_executor().execute([] { throw std::runtime_error("inline"); });
        heard.push_back("the caller does not see it");
    });
    BOOST_REQUIRE(!pool.get_spawner().post(priority::normal, [] { throw std::runtime_error("accepted"); }));
    pool.spawn(priority::normal,
               []() -> task<> {
                   throw std::runtime_error("detached");
                   co_return;
               })
        ->detach();
    pool.shutdown_graceful();
    BOOST_TEST(heard ==
                   (std::vector<std::string>{"posted", "inline", "the caller does not see it", "accepted", "detached"}),
               boost::test_tools::per_element());
    BOOST_TEST(pool.stats().unhandled == 4U);
}

BOOST_AUTO_TEST_CASE(needs_no_hook_for_exceptions)
{
    priority_pool pool({.workers = 1});
    asio::post(pool.get_executor(), [] { throw 1; });
    BOOST_TEST(std::move(*pool.spawn(priority::normal, answer())).get() == 42);
}

BOOST_AUTO_TEST_SUITE_END()
