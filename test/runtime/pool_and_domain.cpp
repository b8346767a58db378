// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/local_domain.hpp>
#include <sonda/runtime/priority_pool.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;

} // namespace

BOOST_AUTO_TEST_SUITE(pool_and_domain_test)

BOOST_AUTO_TEST_CASE(a_task_of_the_domain_awaits_the_pool_and_goes_on_with_its_owner)
{
    priority_pool pool({.workers = 2});
    local_domain domain;
    auto const owner = std::this_thread::get_id();
    int const answer = domain.run_until([&]() -> task<int> {
        auto far = pool.spawn(priority::high, [&] {
            BOOST_CHECK(std::this_thread::get_id() != owner);
            return 41;
        });
        int const value = co_await std::move(*far);
        BOOST_CHECK(std::this_thread::get_id() == owner);
        co_return value + 1;
    });
    BOOST_TEST(answer == 42);
}

BOOST_AUTO_TEST_CASE(a_task_of_the_pool_awaits_the_domain)
{
    priority_pool pool({.workers = 1});
    local_domain domain;
    auto const owner = std::this_thread::get_id();
    auto far = pool.spawn(priority::normal, [owner, spawner = domain.get_spawner()]() -> task<int> {
        auto local = spawner.spawn([owner] { return std::this_thread::get_id() == owner ? 20 : 0; });
        int const value = co_await std::move(*local);
        BOOST_CHECK(std::this_thread::get_id() != owner);
        co_return value + 1;
    });
    while (!far->is_finished())
        domain.poll();
    BOOST_TEST(std::move(*far).get() == 21);
}

BOOST_AUTO_TEST_CASE(who_awaits_what_the_other_has_cancelled_is_told)
{
    priority_pool pool({.workers = 1});
    local_domain domain;
    std::atomic<bool> awaits = false;
    auto waiting = pool.spawn(priority::normal, [&awaits, spawner = domain.get_spawner()]() -> task<bool> {
        auto never = spawner.spawn([]() -> task<> {
            for (;;)
                co_await this_task::yield;
        });
        awaits = true;
        co_return co_await std::move(*never).fallible();
    });
    while (!awaits)
        std::this_thread::yield();
    domain.run_n(3);
    domain.shutdown_now();
    BOOST_TEST(!std::move(*waiting).get());
}

BOOST_AUTO_TEST_CASE(exceptions_cross_over)
{
    priority_pool pool({.workers = 1});
    local_domain domain;
    BOOST_CHECK_THROW(domain.run_until([&]() -> task<> {
        auto far = pool.spawn(priority::background, []() -> int { throw std::runtime_error("far"); });
        co_await std::move(*far);
    }),
                      std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()
