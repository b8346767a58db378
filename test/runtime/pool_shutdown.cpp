// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <coroutine>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;
using namespace std::chrono_literals;

task<> never(priority_pool& pool, [[maybe_unused]] std::shared_ptr<int> held = {})
{
    asio::steady_timer timer(pool, (std::chrono::steady_clock::time_point::max)());
    co_await timer.async_wait(asio::deferred);
}

// A function that counts its end, run or not.
struct counted
{
    explicit counted(std::atomic<int>& of_it)
        : ends(&of_it)
    {}
    counted(counted&& other) noexcept
        : ends(std::exchange(other.ends, nullptr))
    {}
    ~counted()
    {
        if (ends)
            ++*ends;
    }
    void operator()() {}

    std::atomic<int>* ends;
};

} // namespace

BOOST_AUTO_TEST_SUITE(pool_shutdown_test)

BOOST_AUTO_TEST_CASE(waits_for_accepted_tasks_that_were_let_go)
{
    std::promise<void> open;
    auto gate = open.get_future().share();
    std::atomic<bool> done = false;
    priority_pool pool({.workers = 1});
    pool.spawn(priority::normal,
               [&, gate] {
                   gate.wait();
                   done = true;
               })
        ->detach();
    std::thread opener([&] { open.set_value(); });
    BOOST_TEST(!pool.shutdown_graceful());
    BOOST_TEST(done);
    opener.join();
}

BOOST_AUTO_TEST_CASE(waits_for_functions_that_were_submitted_before)
{
    std::atomic<int> ran = 0;
    priority_pool pool({.workers = 2});
    for (int i = 0; i != 100; ++i)
        asio::post(pool.get_executor(), [&] { asio::post(pool.executor(priority::background), [&] { ++ran; }); });
    BOOST_TEST(!pool.shutdown_graceful());
    BOOST_TEST(ran == 100);
}

BOOST_AUTO_TEST_CASE(cancels_what_is_left_when_the_time_is_over)
{
    auto held = std::make_shared<int>();
    priority_pool pool({.workers = 1});
    auto waiting = pool.spawn(priority::normal, never(pool, held)).value();
    pool.spawn(priority::normal, never(pool, held))->detach();
    BOOST_TEST((pool.shutdown_timeout(1ms).value() == shutdown_outcome::timed_out(2)));
    BOOST_TEST(waiting.is_finished());
    BOOST_TEST(held.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(is_complete_in_time_if_nothing_is_left)
{
    priority_pool pool({.workers = 1});
    pool.spawn(priority::normal, [] {})->detach();
    BOOST_TEST(pool.shutdown_timeout(std::chrono::nanoseconds::max()).value().is_completed());
}

BOOST_AUTO_TEST_CASE(cancels_tasks_at_once_suspended_ones_too)
{
    auto held = std::make_shared<int>();
    priority_pool pool({.workers = 2});
    std::vector<task<>> tasks;
    for (int i = 0; i != 50; ++i)
        tasks.push_back(pool.spawn(priority::normal, never(pool, held)).value());
    while (pool.stats().executed < 50)
        std::this_thread::yield();
    BOOST_TEST(!pool.shutdown_now());
    for (auto& one : tasks)
        BOOST_TEST(!std::move(one).fallible().get());
    BOOST_TEST(held.use_count() == 1);
    BOOST_TEST(pool.stats().live_tasks == 0U);
}

BOOST_AUTO_TEST_CASE(cancels_tasks_that_never_ran)
{
    auto held = std::make_shared<int>();
    std::optional<priority_pool> pool;
    pool.emplace(priority_pool::options{.workers = 1}, priority_pool::stepping{});
    auto queued = pool->spawn(priority::normal, never(*pool, held)).value();
    BOOST_TEST((pool->shutdown_timeout(0ns).value() == shutdown_outcome::timed_out(1)));
    BOOST_TEST(!std::move(queued).fallible().get());
    BOOST_TEST(held.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(refuses_tasks_afterwards_also_when_it_is_gone)
{
    std::optional<priority_pool> pool(std::in_place, priority_pool::options{.workers = 1});
    auto const spawner = pool->get_spawner();
    std::atomic<int> ends = 0;
    BOOST_TEST(!spawner.is_closed());
    BOOST_TEST(!spawner.post(priority::normal, counted(ends)));
    pool->shutdown_graceful();
    BOOST_TEST(ends == 1);
    for (int i = 0; i != 2; ++i) {
        BOOST_TEST(spawner.is_closed());
        BOOST_TEST((spawner.post(priority::high, counted(ends)) == spawn_error::closed));
        BOOST_TEST((spawner.spawn(priority::high, [] {}).error() == spawn_error::closed));
        pool.reset();
    }
    BOOST_TEST(ends == 3);
}

BOOST_AUTO_TEST_CASE(refuses_tasks_of_its_own_while_it_drains_but_takes_their_functions)
{
    std::promise<void> closed;
    auto gate = closed.get_future().share();
    std::atomic<int> posted = 0;
    priority_pool pool({.workers = 1});
    auto inner = pool.spawn(priority::normal,
                            [&, gate]() -> task<boost::system::error_code> {
                                while (!pool.get_spawner().is_closed())
                                    co_await this_task::yield;
                                asio::post(pool.get_executor(), [&] { ++posted; });
                                co_return pool.spawn(priority::normal, [] {}).error();
                            })
                     .value();
    BOOST_TEST(!pool.shutdown_graceful());
    BOOST_TEST((std::move(inner).get() == spawn_error::closed));
    BOOST_TEST(posted == 1);
}

BOOST_AUTO_TEST_CASE(destroys_functions_that_come_after_the_end)
{
    std::atomic<int> ends = 0;
    priority_pool pool({.workers = 1});
    pool.shutdown_now();
    asio::post(pool.get_executor(), counted(ends));
    BOOST_TEST(ends == 1);
}

BOOST_AUTO_TEST_CASE(destroys_what_is_queued_and_what_that_queues)
{
    std::atomic<int> ends = 0;
    struct reposting : counted
    {
        reposting(std::atomic<int>& of_it, priority_pool& its_pool, int more)
            : counted(of_it)
            , pool(its_pool)
            , left(more)
        {}
        reposting(reposting&&) = default;
        ~reposting()
        {
            if (ends && left != 0)
                asio::post(pool.get_executor(), reposting(*ends, pool, left - 1));
        }

        priority_pool& pool;
        int left;
    };
    {
        std::promise<void> blocked;
        std::promise<void> open;
        priority_pool pool({.workers = 1});
        asio::post(pool.get_executor(), [&] {
            blocked.set_value();
            open.get_future().get();
        });
        blocked.get_future().get();
        for (int i = 0; i != 100; ++i)
            asio::post(pool.get_executor(), counted(ends));
        asio::post(pool.get_executor(), reposting(ends, pool, 3));
        std::thread opener([&] {
            while (!pool.get_spawner().is_closed())
                std::this_thread::yield();
            open.set_value();
        });
        pool.shutdown_now();
        opener.join();
    }
    BOOST_TEST(ends == 104);
}

BOOST_AUTO_TEST_CASE(destroys_operations_that_wait_with_the_pool)
{
    auto held = std::make_shared<int>();
    {
        priority_pool pool({.workers = 2});
        asio::steady_timer timer(pool, std::chrono::hours(1));
        timer.async_wait([held](auto) {});
        pool.shutdown_graceful();
        BOOST_TEST(held.use_count() == 2);
    }
    BOOST_TEST(held.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(says_so_when_a_worker_shuts_it_down)
{
    for (int form = 0; form != 4; ++form) {
        BOOST_TEST_CONTEXT("form " << form)
        {
            priority_pool pool({.workers = 2});
            auto asked = pool.spawn(priority::normal, [&] {
                switch (form) {
                case 0: return pool.shutdown_graceful();
                case 1: return pool.shutdown_now();
                case 2: return pool.join();
                default: return pool.shutdown_timeout(1h).error();
                }
            });
            BOOST_TEST((std::move(*asked).get() == shutdown_error::called_from_worker));
            BOOST_TEST(pool.get_spawner().is_closed());
            BOOST_TEST(!pool.shutdown_graceful());
        }
    }
}

// Says that the thread has ended that used it, when all else of the thread is over.
struct thread_end
{
    ~thread_end()
    {
        if (told != nullptr)
            told->set_value();
    }

    std::promise<void>* told = nullptr;
};

BOOST_AUTO_TEST_CASE(can_be_destroyed_by_its_own_worker)
{
    auto pool = std::make_unique<priority_pool>(priority_pool::options{.workers = 2});
    auto const spawner = pool->get_spawner();
    auto const its_executor = pool->get_executor();
    std::promise<void> done;
    asio::post(its_executor, [&done, owned = std::move(pool)]() mutable {
        static thread_local thread_end end;
        end.told = &done;
        owned.reset();
    });
    done.get_future().get();
    BOOST_TEST(spawner.is_closed());
}

BOOST_AUTO_TEST_CASE(drains_every_success_of_spawns_that_race_with_the_close)
{
    for (int round = 0; round != 10; ++round) {
        std::atomic<int> completed = 0;
        std::atomic<int> accepted = 0;
        priority_pool pool({.workers = 2});
        auto const spawner = pool.get_spawner();
        std::vector<std::thread> producers;
        for (int p = 0; p != 4; ++p)
            producers.emplace_back([&] {
                for (int i = 0; i != 200; ++i) {
                    auto spawned = spawner.spawn(priority::normal, [&] { ++completed; });
                    if (spawned.has_value()) {
                        ++accepted;
                        spawned->detach();
                    }
                    if (!spawner.post(priority::high, [&] { ++completed; }))
                        ++accepted;
                }
            });
        while (accepted < 20 * round)
            std::this_thread::yield();
        BOOST_TEST(!pool.shutdown_graceful());
        for (auto& producer : producers)
            producer.join();
        BOOST_TEST(completed == accepted);
    }
}

BOOST_AUTO_TEST_CASE(may_be_shut_down_by_several_threads_and_twice)
{
    priority_pool pool({.workers = 2});
    std::vector<std::thread> threads;
    for (int i = 0; i != 4; ++i)
        threads.emplace_back([&, i] {
            if (i % 2 == 0)
                pool.shutdown_graceful();
            else
                pool.shutdown_now();
        });
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(!pool.shutdown_graceful());
    BOOST_TEST(!pool.join());
}

BOOST_AUTO_TEST_CASE(join_waits_for_outstanding_work)
{
    std::atomic<bool> fired = false;
    priority_pool pool({.workers = 2});
    auto guard = asio::make_work_guard(pool.get_executor());
    asio::steady_timer timer(pool, 1ms);
    timer.async_wait([&](auto error) {
        fired = !error;
        guard.reset();
    });
    BOOST_TEST(!pool.join());
    BOOST_TEST(fired);
}

BOOST_AUTO_TEST_CASE(tells_when_it_has_drained_and_blocks_nobody)
{
    priority_pool pool({.workers = 2});
    std::atomic<bool> go_on = false;
    std::atomic<int> ended = 0;
    for (int i = 0; i != 10; ++i)
        pool.spawn(priority::normal,
                   [&]() -> task<> {
                       while (!go_on)
                           co_await this_task::yield;
                       ++ended;
                   })
            ->detach();
    auto drained = pool.async_drain(asio::use_future);
    BOOST_TEST((drained.wait_for(1ms) == std::future_status::timeout));
    BOOST_TEST((pool.spawn(priority::high, [] {}).error() == spawn_error::closed));
    go_on = true;
    drained.get();
    BOOST_TEST(ended == 10);
    BOOST_TEST(pool.stats().live_tasks == 0U);
    pool.async_drain(asio::use_future).get(); // at once
    BOOST_TEST(!pool.shutdown_now());
}

BOOST_AUTO_TEST_CASE(tells_who_waits_for_the_drain_that_it_was_stopped)
{
    priority_pool pool({.workers = 1});
    pool.spawn(priority::normal, never(pool))->detach();
    auto drained = pool.async_drain(asio::use_future);
    pool.shutdown_now();
    BOOST_CHECK_THROW(drained.get(), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(completes_a_drain_on_its_own_workers)
{
    priority_pool pool({.workers = 2});
    std::promise<bool> inside;
    pool.async_drain(asio::bind_executor(pool.executor(priority::high), [&](boost::system::error_code error) {
        inside.set_value(!error && pool.get_executor().running_in_this_thread());
    }));
    BOOST_TEST(inside.get_future().get());
}

BOOST_AUTO_TEST_CASE(drains_without_threads_in_its_steps)
{
    priority_pool pool({.workers = 2}, priority_pool::stepping{1});
    int ran = 0;
    bool drained = false;
    for (int i = 0; i != 5; ++i)
        pool.spawn(priority::normal, [&] { ++ran; })->detach();
    pool.async_drain(asio::bind_executor(pool.get_executor(),
                                         [&](boost::system::error_code error) { drained = !error && ran == 5; }));
    for (int i = 0; i != 5; ++i)
        BOOST_TEST(pool.step());
    BOOST_TEST(!drained);
    while (pool.step() || !drained)
        ;
    BOOST_TEST(drained);
}

BOOST_AUTO_TEST_CASE(takes_no_more_than_a_caller_wants_to_live)
{
    priority_pool pool({.workers = 1});
    std::vector<task<>> living;
    for (int i = 0; i != 3; ++i)
        living.push_back(pool.try_spawn(priority::normal, 3, never(pool)).value());
    auto held = std::make_shared<int>();
    auto refused = [held] {};
    BOOST_TEST((pool.try_spawn(priority::normal, 3, std::move(refused)).error() == spawn_error::full));
    BOOST_TEST(held.use_count() == 2); // it was not even moved
    auto const spawner = pool.get_spawner();
    BOOST_TEST((spawner.try_spawn(priority::normal, 3, [] {}).error() == spawn_error::full));
    std::move(living.back()).cancel().get();
    living.pop_back();
    BOOST_TEST(spawner.try_spawn(priority::normal, 3, [] {}).has_value());
    pool.shutdown_now();
    BOOST_TEST((spawner.try_spawn(priority::normal, 3, [] {}).error() == spawn_error::closed));
}

BOOST_AUTO_TEST_SUITE_END()
