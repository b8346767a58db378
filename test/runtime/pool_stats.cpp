// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;

void wait_until_asleep(priority_pool const& pool)
{
    while (pool.stats().sleeping_workers != pool.stats().workers)
        std::this_thread::yield();
}

} // namespace

BOOST_AUTO_TEST_SUITE(pool_stats_test)

BOOST_AUTO_TEST_CASE(counts_spawns_by_their_origin)
{
    priority_pool pool({.workers = 1});
    auto parent = pool.spawn(priority::normal, [&]() -> task<> {
        std::vector<task<>> children;
        for (int i = 0; i != 32; ++i)
            children.push_back(pool.spawn(priority::normal, [] {}).value());
        for (auto& child : children)
            co_await std::move(child);
    });
    std::move(*parent).get();
    BOOST_TEST(pool.stats().external_spawned == 1U);
    BOOST_TEST(pool.stats().local_spawned == 32U);
}

BOOST_AUTO_TEST_CASE(counts_spawns_of_the_host_as_external)
{
    priority_pool pool({.workers = 1});
    for (int i = 0; i != 24; ++i)
        pool.spawn(priority::normal, [] {})->detach();
    pool.shutdown_graceful();
    BOOST_TEST(pool.stats().external_spawned == 24U);
    BOOST_TEST(pool.stats().local_spawned == 0U);
    BOOST_TEST(pool.stats().executed == 24U);
    BOOST_TEST(pool.stats().live_tasks == 0U);
}

BOOST_AUTO_TEST_CASE(counts_a_wake_of_a_sleeping_worker)
{
    priority_pool pool({.workers = 2});
    wait_until_asleep(pool);
    auto const before = pool.stats();
    BOOST_TEST(before.parks >= 2U);
    std::move(*pool.spawn(priority::normal, [] {})).get();
    BOOST_TEST(pool.stats().wakes > before.wakes);
    BOOST_TEST(pool.stats().executed > before.executed);
}

BOOST_AUTO_TEST_CASE(has_all_workers_asleep_again_after_each_burst)
{
    priority_pool pool({.workers = 2});
    for (int round = 0; round != 64; ++round) {
        auto one = pool.spawn(priority::high, [] {});
        auto other = pool.spawn(priority::background, [] {});
        std::move(*one).get();
        std::move(*other).get();
        wait_until_asleep(pool);
    }
    BOOST_TEST(pool.stats().executed == 128U);
}

BOOST_AUTO_TEST_CASE(counts_what_is_stolen)
{
    std::mutex mutex;
    std::set<std::thread::id> seen;
    std::thread::id parent_ran_on;
    priority_pool pool({.workers = 2});
    auto parent = pool.spawn(priority::normal, [&]() -> task<> {
        std::vector<task<>> children;
        for (int i = 0; i != 128; ++i)
            children.push_back(pool.spawn(priority::normal,
                                          [&] {
                                              std::lock_guard lock(mutex);
                                              seen.insert(std::this_thread::get_id());
                                          })
                                   .value());
        parent_ran_on = std::this_thread::get_id();
        while (pool.stats().stolen == 0) // the other worker takes some while this one is here
            std::this_thread::yield();
        for (auto& child : children)
            co_await std::move(child);
    });
    std::move(*parent).get();
    BOOST_TEST(pool.stats().stolen > 0U);
    BOOST_TEST(pool.stats().steal_attempts >= pool.stats().stolen);
    seen.erase(parent_ran_on);
    BOOST_TEST(!seen.empty());
}

BOOST_AUTO_TEST_CASE(does_not_count_what_comes_from_outside_as_stolen)
{
    std::atomic<int> count = 0;
    priority_pool pool({.workers = 1}, {.seed = 1});
    for (int i = 0; i != 100; ++i)
        asio::post(pool.get_executor(), [&] { ++count; });
    while (pool.step())
        ;
    BOOST_TEST(count == 100);
    BOOST_TEST(pool.stats().stolen == 0U);
    BOOST_TEST(pool.stats().steal_attempts == 0U);
}

BOOST_AUTO_TEST_CASE(tells_what_is_queued_by_priority)
{
    priority_pool pool({.workers = 2}, {.seed = 1});
    for (int i = 0; i != 6; ++i)
        asio::post(pool.executor(i < 1 ? priority::high : i < 3 ? priority::normal : priority::background), [] {});
    BOOST_TEST(pool.stats().queued_high == 1U);
    BOOST_TEST(pool.stats().queued_normal == 2U);
    BOOST_TEST(pool.stats().queued_background == 3U);
    while (pool.step())
        ;
    BOOST_TEST(pool.stats().queued_background == 0U);
    BOOST_TEST(pool.stats().executed == 6U);
}

BOOST_AUTO_TEST_CASE(samples_how_long_work_has_waited)
{
    priority_pool pool({.workers = 1}, priority_pool::stepping{1});
    for (int i = 0; i != 600; ++i)
        pool.spawn(priority::background, [] {})->detach();
    while (pool.step())
        ;
    auto const waited = pool.latency(priority::background);
    BOOST_TEST(waited.samples() == 3U); // the first, and each 256th after it
    BOOST_CHECK(waited.percentile(0) > std::chrono::nanoseconds(0));
    BOOST_CHECK(waited.percentile(1) < std::chrono::minutes(1));
    BOOST_TEST(pool.latency(priority::high).samples() == 0U);
    BOOST_CHECK(pool.latency(priority::high).percentile(0.5) == std::chrono::nanoseconds(0));
}

BOOST_AUTO_TEST_CASE(samples_the_waits_of_tasks_that_yield)
{
    priority_pool pool({.workers = 1});
    auto yields = pool.spawn(priority::high, []() -> task<> {
        for (int i = 0; i != 10'000; ++i)
            co_await this_task::yield;
    });
    std::move(*yields).get();
    auto const waited = pool.latency(priority::high);
    BOOST_TEST(waited.samples() >= 10'000U / 256);
    BOOST_TEST(waited.samples() <= 10'000U / 256 + 2);
}

BOOST_AUTO_TEST_SUITE_END()
