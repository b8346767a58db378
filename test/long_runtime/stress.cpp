// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace asio = boost::asio;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;
using namespace std::chrono_literals;

// What has been tried of each kind, and how it ended.
struct counts
{
    std::atomic<std::uint64_t> yielded = 0;
    std::atomic<std::uint64_t> nested = 0;
    std::atomic<std::uint64_t> cancelled = 0;
    std::atomic<std::uint64_t> plain = 0;
    std::atomic<std::uint64_t> refused = 0;
};

task<> yields(counts& all, [[maybe_unused]] std::shared_ptr<int> held)
{
    for (int i = 0; i != 16; ++i)
        co_await this_task::yield;
    ++all.yielded;
}

task<> nests(counts& all, pool_spawner spawner, priority level, std::shared_ptr<int> held)
{
    auto child = spawner.spawn(level, yields(all, std::move(held)));
    if (child.has_value())
        co_await std::move(*child);
    ++all.nested;
}

task<> waits(asio::any_io_executor where, [[maybe_unused]] std::shared_ptr<int> held)
{
    asio::steady_timer timer(where, std::chrono::hours(1));
    co_await timer.async_wait(asio::deferred);
}

// Submits until it is refused.
void produce(counts& all, pool_spawner const& spawner, asio::any_io_executor const& where, unsigned number,
             std::shared_ptr<int> const& held)
{
    for (unsigned i = number;; ++i) {
        auto const level = priority(i % 3);
        bool accepted = false;
        switch (i % 4) {
        case 0: {
            auto spawned = spawner.spawn(level, yields(all, held));
            if ((accepted = spawned.has_value()))
                spawned->detach();
            break;
        }
        case 1: {
            auto spawned = spawner.spawn(level, nests(all, spawner, level, held));
            if ((accepted = spawned.has_value()))
                spawned->detach();
            break;
        }
        case 2: {
            auto spawned = spawner.spawn(level, waits(where, held));
            if ((accepted = spawned.has_value())) {
                if (i % 8 == 2)
                    std::this_thread::yield();
                if (!std::move(*spawned).cancel().get())
                    ++all.cancelled;
            }
            break;
        }
        default: accepted = !spawner.post(level, [&all, held] { ++all.plain; });
        }
        if (!accepted) {
            ++all.refused;
            return;
        }
        if (i % 64 == 0)
            std::this_thread::sleep_for(100us); // or the queues only grow
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(stress_test)

BOOST_AUTO_TEST_CASE(sixteen_producers_and_eight_workers_and_an_end_in_full_flight)
{
    auto const end = std::chrono::steady_clock::now() + 10s;
    counts all;
    int rounds = 0;
    for (; std::chrono::steady_clock::now() < end; ++rounds) {
        auto const held = std::make_shared<int>();
        {
            std::optional<priority_pool> pool(std::in_place, priority_pool::options{.workers = 8});
            std::vector<std::thread> producers;
            for (unsigned p = 0; p != 16; ++p)
                producers.emplace_back(
                    [&, p, spawner = pool->get_spawner(), where = asio::any_io_executor(pool->get_executor())] {
                        produce(all, spawner, where, p, held);
                    });
            std::this_thread::sleep_for(200ms);
            if (rounds % 3 == 0)
                BOOST_TEST(!pool->shutdown_graceful());
            else if (rounds % 3 == 1)
                BOOST_TEST(!pool->shutdown_timeout(1ms).has_error());
            else
                BOOST_TEST(!pool->shutdown_now());
            for (auto& producer : producers)
                producer.join();
            BOOST_TEST(pool->stats().live_tasks == 0U);
        }
        BOOST_TEST(held.use_count() == 1);
    }
    BOOST_TEST_MESSAGE(rounds << " rounds, " << all.yielded << " yielding, " << all.nested << " nested, "
                              << all.cancelled << " cancelled, " << all.plain << " plain");
    BOOST_TEST(all.refused == 16U * static_cast<unsigned>(rounds));
    BOOST_TEST(all.yielded > 0U);
    BOOST_TEST(all.nested > 0U);
    BOOST_TEST(all.cancelled > 0U);
    BOOST_TEST(all.plain > 0U);
}

BOOST_AUTO_TEST_SUITE_END()
