// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/defer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;

priority const classes[] = {priority::high, priority::normal, priority::background};

// A pool of one worker that is driven step by step, and notes by a letter what runs.
struct driven
{
    void submit(priority level, int times = 1)
    {
        for (; times != 0; --times)
            asio::post(pool.executor(level), [this, level] { order += "HNB"[static_cast<int>(level)]; });
    }

    std::string run()
    {
        while (pool.step())
            ;
        return order;
    }

    priority_pool pool{{.workers = 1}, {.seed = 1}};
    std::string order;
};

// How often a task of `load` is resumed until one of `level`, that comes from outside, has run.
long resumptions_until_served(priority load, priority level, int population)
{
    std::atomic<bool> stop = false;
    std::atomic<long> resumed = 0;
    std::atomic<int> begun = 0;
    priority_pool pool({.workers = 1});
    std::vector<task<>> tasks;
    for (int i = 0; i != population; ++i)
        tasks.push_back(pool.spawn(load,
                                   [&]() -> task<> {
                                       ++begun;
                                       while (!stop) {
                                           resumed.fetch_add(1, std::memory_order_relaxed);
                                           co_await this_task::yield;
                                       }
                                   })
                            .value());
    while (begun != population || resumed < 128)
        std::this_thread::yield();
    long before = 0;
    auto probe = pool.spawn(level, [&] { return resumed.load(); });
    before = resumed; // the probe is queued by now, so this is no less than what it was then
    auto const after = std::move(*probe).get();
    stop = true;
    pool.shutdown_graceful();
    return after - before;
}

} // namespace

BOOST_AUTO_TEST_SUITE(pool_priority_test)

BOOST_AUTO_TEST_CASE(looks_for_classes_by_their_weights)
{
    driven one;
    for (auto const level : classes)
        one.submit(level, 40);
    BOOST_TEST(one.run().substr(0, 39) == "HHHHHHHHNNNNBHHHHHHHHNNNNBHHHHHHHHNNNNB");
}

BOOST_AUTO_TEST_CASE(takes_the_next_class_in_turn_if_the_chosen_one_has_nothing)
{
    driven one;
    one.submit(priority::high, 16);
    one.submit(priority::background, 6);
    BOOST_TEST(one.run() == "HHHHHHHHBBBBBHHHHHHHHB"); // on a turn of normal, background goes before high
}

BOOST_AUTO_TEST_CASE(runs_one_class_in_the_order_of_its_submission)
{
    for (auto const level : classes) {
        priority_pool pool({.workers = 1}, {.seed = 1});
        std::vector<int> order;
        for (int i = 0; i != 100; ++i)
            asio::post(pool.executor(level), [&, i] { order.push_back(i); });
        while (pool.step())
            ;
        BOOST_TEST(std::is_sorted(order.begin(), order.end()));
        BOOST_TEST(order.size() == 100U);
    }
}

BOOST_AUTO_TEST_CASE(serves_what_comes_from_outside_after_a_burst_of_its_own)
{
    int const bound[] = {8, 16, 64};
    for (auto const level : classes) {
        BOOST_TEST_CONTEXT("class " << static_cast<int>(level))
        {
            priority_pool pool({.workers = 1}, {.seed = 1});
            int own = 0;
            int served_after = -1;
            asio::post(pool.executor(level), [&] {
                for (int i = 0; i != 1000; ++i)
                    asio::post(pool.executor(level), [&] { ++own; });
            });
            pool.step();
            asio::post(pool.executor(level), [&] { served_after = own; });
            while (pool.step())
                ;
            BOOST_TEST(own == 1000);
            BOOST_TEST(served_after == bound[static_cast<int>(level)]);
        }
    }
}

BOOST_AUTO_TEST_CASE(does_not_starve_lower_classes_by_high_work)
{
    std::atomic<int> lower = 0;
    priority_pool pool({.workers = 1});
    for (int i = 0; i != 200; ++i)
        asio::post(pool.executor(priority::high), [] {});
    asio::post(pool.executor(priority::normal), [&] { ++lower; });
    asio::post(pool.executor(priority::background), [&] { ++lower; });
    pool.join();
    BOOST_TEST(lower == 2);
}

BOOST_AUTO_TEST_CASE(does_not_starve_background_by_a_chain_of_high_work)
{
    priority_pool pool({.workers = 1}, {.seed = 1});
    int links = 0;
    int background_after = -1;
    std::function<void()> link = [&] {
        if (++links != 96)
            asio::post(pool.executor(priority::high), link);
    };
    asio::post(pool.executor(priority::high), link);
    asio::post(pool.executor(priority::background), [&] { background_after = links; });
    while (pool.step())
        ;
    BOOST_TEST(links == 96);
    BOOST_TEST(background_after == 8);
}

BOOST_AUTO_TEST_CASE(serves_a_task_from_outside_within_192_resumptions_of_a_load_of_high_tasks)
{
    for (int const population : {1, 128, 1024})
        for (auto const level : classes)
            BOOST_TEST(resumptions_until_served(priority::high, level, population) <= 192);
}

BOOST_AUTO_TEST_CASE(dispatches_inline_unless_that_would_overtake)
{
    for (auto const running : classes)
        for (auto const target : classes) {
            BOOST_TEST_CONTEXT(static_cast<int>(running) << " dispatches to " << static_cast<int>(target))
            {
                priority_pool pool({.workers = 1}, {.seed = 1});
                bool inlined = false;
                asio::post(pool.executor(running), [&] {
                    bool called = false;
                    asio::dispatch(pool.executor(target), [&] { called = true; });
                    inlined = called;
                    while (!called) // posted instead: it has its turn, but `called` must live until then
                        pool.step();
                });
                pool.step();
                BOOST_TEST(inlined == (target <= running));
            }
        }
}

BOOST_AUTO_TEST_CASE(dispatches_no_deeper_than_it_has_stack)
{
    priority_pool pool({.workers = 1});
    int depth = 0;
    int deepest = 0;
    int calls = 0;
    std::function<void()> again = [&] {
        deepest = std::max(deepest, ++depth);
        if (++calls != 100'000)
            asio::dispatch(pool.get_executor(), again);
        --depth;
    };
    asio::post(pool.get_executor(), again);
    pool.join();
    BOOST_TEST(calls == 100'000);
    BOOST_TEST(deepest > 1);
    BOOST_TEST(deepest < 100);
}

BOOST_AUTO_TEST_CASE(never_runs_inline_what_must_not_block)
{
    priority_pool pool({.workers = 1});
    std::string order;
    asio::post(pool.get_executor(), [&] {
        asio::post(pool.get_executor(), [&] { order += 'p'; });
        asio::defer(pool.get_executor(), [&] { order += 'd'; });
        order += 'i';
    });
    pool.join();
    BOOST_TEST(order == "ipd");
}

BOOST_AUTO_TEST_SUITE_END()
