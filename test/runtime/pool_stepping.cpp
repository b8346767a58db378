// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;

// What runs in which order on three workers with this seed: tasks that spawn others and yield.
std::string order_with(std::uint64_t seed)
{
    std::string order;
    priority_pool pool({.workers = 3}, {.seed = seed});
    auto const child = [&](char name) -> task<> {
        for (int i = 0; i != 3; ++i) {
            order += name;
            co_await this_task::yield;
        }
    };
    auto const parent = [&](char first) -> task<> {
        for (char c = 0; c != 4; ++c)
            pool.spawn(priority(c % 3), [&child, name = static_cast<char>(first + c)] { return child(name); })
                ->detach();
        co_return;
    };
    for (char const first : {'a', 'A', '0'})
        pool.spawn(priority::normal, [&parent, first] { return parent(first); })->detach();
    while (pool.step())
        ;
    return order;
}

std::size_t threads()
{
    using entries = std::filesystem::directory_iterator;
    return static_cast<std::size_t>(std::distance(entries("/proc/self/task"), entries()));
}

} // namespace

BOOST_AUTO_TEST_SUITE(pool_stepping_test)

BOOST_AUTO_TEST_CASE(starts_no_threads)
{
    auto const before = threads();
    priority_pool pool({.workers = 4}, {.seed = 1});
    asio::steady_timer timer(pool);
    BOOST_TEST(threads() == before);
    BOOST_TEST(pool.is_stepping());
}

BOOST_AUTO_TEST_CASE(does_one_thing_a_step)
{
    int count = 0;
    priority_pool pool({.workers = 2}, {.seed = 1});
    BOOST_TEST(!pool.step());
    asio::post(pool.get_executor(), [&] { ++count; });
    asio::post(pool.get_executor(), [&] { ++count; });
    BOOST_TEST(pool.step());
    BOOST_TEST(count == 1);
    BOOST_TEST(pool.step());
    BOOST_TEST(!pool.step());
    BOOST_TEST(count == 2);
}

BOOST_AUTO_TEST_CASE(runs_alike_with_one_seed_and_otherwise_with_another)
{
    std::set<std::string> orders;
    for (std::uint64_t seed = 0; seed != 20; ++seed) {
        auto const order = order_with(seed);
        BOOST_TEST(order.size() == 36U);
        BOOST_TEST(order == order_with(seed));
        orders.insert(order);
    }
    BOOST_TEST(orders.size() > 10U);
}

BOOST_AUTO_TEST_CASE(serves_timers_when_nothing_else_is_to_do)
{
    std::string order;
    priority_pool pool({.workers = 2}, {.seed = 1});
    asio::steady_timer timer(pool, (std::chrono::steady_clock::time_point::min)());
    timer.async_wait([&](auto) { order += 't'; });
    asio::post(pool.get_executor(), [&] { order += 'p'; });
    while (order.size() != 2)
        pool.step();
    BOOST_TEST(order == "pt");
}

BOOST_AUTO_TEST_CASE(joins_by_steps)
{
    int count = 0;
    priority_pool pool({.workers = 2}, {.seed = 1});
    asio::steady_timer timer(pool, std::chrono::milliseconds(1));
    timer.async_wait([&](auto) { asio::post(pool.get_executor(), [&] { ++count; }); });
    BOOST_TEST(!pool.join());
    BOOST_TEST(count == 1);
}

BOOST_AUTO_TEST_SUITE_END()
