// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/work_deque.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "queue_node.hpp"

namespace {

using sonda::detail::work_deque;
using test::number_of;
using test::queue_nodes;

void put(work_deque& deque, sonda::detail::runnable& node, bool announced = true)
{
    BOOST_REQUIRE((deque.has_room() || deque.make_room()));
    deque.push(node, announced);
}

} // namespace

BOOST_AUTO_TEST_SUITE(work_deque_test)

BOOST_AUTO_TEST_CASE(gives_the_owner_the_oldest_first)
{
    for (bool const alone : {false, true}) {
        work_deque deque(alone);
        queue_nodes nodes(3);
        for (int i = 0; i != 3; ++i)
            put(deque, nodes[i], i != 1);
        BOOST_TEST(deque.size() == 3U);
        for (int i = 0; i != 3; ++i)
            BOOST_TEST(number_of(deque.pop()) == i);
        BOOST_TEST(deque.pop() == nullptr);
        BOOST_TEST(deque.empty());
    }
}

BOOST_AUTO_TEST_CASE(grows_with_what_is_in_it_wherever_that_begins)
{
    work_deque deque(false, 4);
    queue_nodes nodes(100);
    int popped = 0;
    for (int i = 0; i != 100; ++i) {
        put(deque, nodes[i]);
        if (i % 3 == 0)
            BOOST_TEST(number_of(deque.pop()) == popped++);
    }
    for (; popped != 100; ++popped)
        BOOST_TEST(number_of(deque.pop()) == popped);
}

BOOST_AUTO_TEST_CASE(uses_its_ring_again_without_growth)
{
    work_deque deque(true, 4);
    queue_nodes nodes(1000);
    for (int i = 0; i != 1000; ++i) {
        put(deque, nodes[i]);
        BOOST_TEST(number_of(deque.pop()) == i);
    }
}

BOOST_AUTO_TEST_CASE(gives_a_thief_the_older_half_rounded_up)
{
    for (int const size : {0, 1, 2, 3, 4, 10}) {
        BOOST_TEST_CONTEXT("of " << size)
        {
            work_deque deque;
            queue_nodes nodes(size);
            for (int i = 0; i != size; ++i)
                put(deque, nodes[i]);
            auto const loot = deque.steal();
            BOOST_TEST(loot.count == static_cast<std::size_t>((size + 1) / 2));
            for (std::size_t i = 0; i != loot.count; ++i)
                BOOST_TEST(number_of(loot.nodes[i]) == static_cast<int>(i));
            BOOST_TEST(number_of(deque.pop()) == (size > 1 ? (size + 1) / 2 : -1));
        }
    }
}

BOOST_AUTO_TEST_CASE(gives_a_thief_no_more_than_32)
{
    work_deque deque;
    queue_nodes nodes(1000);
    for (int i = 0; i != 1000; ++i)
        put(deque, nodes[i]);
    BOOST_TEST(deque.steal().count == 32U);
    BOOST_TEST(number_of(deque.pop()) == 32);
}

BOOST_AUTO_TEST_CASE(gives_every_node_to_one_thread_while_thieves_and_owner_race)
{
    constexpr int count = 20000;
    work_deque deque(false, 2);
    queue_nodes nodes(count);
    std::vector<std::atomic<int>> taken(count);
    std::atomic<int> left = count;
    auto const take = [&](sonda::detail::runnable* node) {
        taken[static_cast<std::size_t>(number_of(node))].fetch_add(1);
        left.fetch_sub(1);
    };
    std::vector<std::thread> thieves;
    for (int t = 0; t != 3; ++t)
        thieves.emplace_back([&] {
            while (left != 0) {
                auto const loot = deque.steal();
                for (std::size_t i = 0; i != loot.count; ++i)
                    take(loot.nodes[i]);
                if (loot.count == 0)
                    std::this_thread::yield();
            }
        });
    for (int i = 0; i != count; ++i) {
        put(deque, nodes[i], i % 2 == 0);
        if (i % 3 == 0)
            if (auto* const node = deque.pop())
                take(node);
    }
    while (auto* const node = deque.pop())
        take(node);
    for (auto& thief : thieves)
        thief.join();
    for (auto const& times : taken)
        BOOST_REQUIRE(times == 1);
}

BOOST_AUTO_TEST_SUITE_END()
