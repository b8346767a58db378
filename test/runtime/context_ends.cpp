// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What is under way while a context ends, at each of the moments that there are; the sanitizers look at the memory.

#include <sonda/runtime/local_domain.hpp>
#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using sonda::runtime::local_domain;
using sonda::runtime::priority;
using sonda::runtime::priority_pool;
using sonda::runtime::shutdown_outcome;
using sonda::runtime::task;

namespace {

// Awaits a coroutine of Asio, whose timer is over as soon as somebody looks.
task<> awaits_an_awaitable(std::shared_ptr<int> held)
{
    co_await [](std::shared_ptr<int> also_held) -> asio::awaitable<void> {
        asio::steady_timer timer(co_await asio::this_coro::executor, asio::steady_timer::time_point::min());
        co_await timer.async_wait(asio::use_awaitable);
        ++*also_held;
    }(held);
    ++*held;
}

// Makes a timer of its executor when it is destroyed.
struct makes_a_timer
{
    explicit makes_a_timer(asio::any_io_executor const& given)
        : executor(given)
        , once(std::make_unique<bool>())
    {}

    makes_a_timer(makes_a_timer&&) = default;

    ~makes_a_timer()
    {
        if (once)
            asio::steady_timer const timer(executor);
    }

    asio::any_io_executor executor;
    std::unique_ptr<bool> once;
};

template<class Context>
void waits_an_hour(Context& context)
{
    auto const timer = std::make_shared<asio::steady_timer>(context, 1h);
    timer->async_wait([timer, last = makes_a_timer(context.get_executor())](boost::system::error_code) {});
}

struct alignas(64) wide
{
    std::uint64_t words[8] = {};

    bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(this) % alignof(wide) == 0; }
};

} // namespace

BOOST_AUTO_TEST_SUITE(context_ends)

BOOST_AUTO_TEST_CASE(a_pool_that_steps_at_any_moment_of_an_awaitable)
{
    auto const held = std::make_shared<int>(0);
    for (int steps = 0; *held != 2; ++steps) {
        BOOST_TEST_REQUIRE(steps < 20);
        *held = 0;
        priority_pool pool({.workers = 1}, priority_pool::stepping{1});
        pool.spawn(priority::high, awaits_an_awaitable(held))->detach();
        for (int i = 0; i != steps; ++i)
            pool.step();
        pool.shutdown_now();
        BOOST_TEST(held.use_count() == 1);
    }
}

BOOST_AUTO_TEST_CASE(a_domain_at_any_moment_of_an_awaitable)
{
    auto const held = std::make_shared<int>(0);
    for (std::size_t steps = 0; *held != 2; ++steps) {
        BOOST_TEST_REQUIRE(steps < 20u);
        *held = 0;
        {
            local_domain domain;
            domain.spawn_local(awaits_an_awaitable(held))->detach();
            for (int i = 0; i != 3; ++i)
                asio::post(domain, [] {});
            domain.run_n(steps);
            domain.shutdown_now();
        }
        BOOST_TEST(held.use_count() == 1);
    }
}

BOOST_AUTO_TEST_CASE(handlers_that_ask_for_services_as_they_are_destroyed)
{
    {
        priority_pool pool({.workers = 1});
        waits_an_hour(pool);
    }
    local_domain domain;
    waits_an_hour(domain);
}

BOOST_AUTO_TEST_CASE(a_domain_inside_of_its_own_step)
{
    int after = 0;
    for (bool const nested : {false, true}) {
        auto domain = std::make_unique<local_domain>();
        auto& driven = *domain;
        asio::post(driven, [&] {
            if (nested)
                asio::post(driven, [&] { domain.reset(); });
            nested ? (void)driven.poll() : domain.reset();
        });
        asio::post(driven, [&] { ++after; });
        BOOST_TEST(driven.poll() == 1u); // not what the nested run counts
        BOOST_TEST(!domain);
        BOOST_TEST(after == nested); // the nested run came to it first
    }
}

BOOST_AUTO_TEST_CASE(a_graceful_end_inside_of_a_step_does_not_wait_for_its_caller)
{
    local_domain domain;
    bool after = false;
    bool ran = false;
    auto outcome = shutdown_outcome::completed();
    domain
        .spawn_local([&]() -> task<> {
            outcome = domain.shutdown_for(1h);
            co_await sonda::runtime::this_task::yield;
            after = true;
        })
        ->detach();
    BOOST_TEST(domain.get_spawner().dispatch([&] { ran = true; }).has_value());
    domain.poll();
    BOOST_TEST(outcome.remaining_tasks() == 2u);
    BOOST_TEST(!after);
    BOOST_TEST(!ran);
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(a_limit_may_be_as_long_as_there_is)
{
    local_domain domain;
    auto const held = std::make_shared<int>(0);
    domain.spawn_local(awaits_an_awaitable(held))->detach();
    BOOST_CHECK(domain.shutdown_for((std::chrono::nanoseconds::max)()) == shutdown_outcome::completed());
    BOOST_TEST(*held == 2);
    priority_pool idle({.workers = 1});
    BOOST_CHECK(idle.shutdown_timeout((std::chrono::nanoseconds::min)()).value() == shutdown_outcome::completed());
}

BOOST_AUTO_TEST_CASE(functions_of_a_wide_alignment_are_where_they_should_be)
{
    std::atomic<int> right = 0;
    priority_pool pool({.workers = 1});
    local_domain domain;
    for (int i = 0; i != 20; ++i) {
        auto const function = [w = wide(), &right] { right += w.is_aligned(); };
        asio::post(pool, function);
        asio::post(domain, function);
        BOOST_TEST(domain.get_spawner().try_dispatch(100, function).has_value());
    }
    pool.join();
    domain.poll();
    BOOST_TEST(right == 60);
}

BOOST_AUTO_TEST_SUITE_END()
