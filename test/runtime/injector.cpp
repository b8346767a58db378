// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/injector.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "queue_node.hpp"

namespace {

using sonda::detail::injector;
using test::number_of;
using test::queue_nodes;

std::vector<int> numbers(injector::batch batch)
{
    std::vector<int> all;
    for (auto* node = batch.first; batch.count != 0; --batch.count) {
        all.push_back(number_of(node));
        node = node->next;
    }
    return all;
}

std::vector<int> counted(int from, int to)
{
    std::vector<int> all;
    for (; from != to; ++from)
        all.push_back(from);
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(injector_test)

BOOST_AUTO_TEST_CASE(gives_half_of_what_is_there_oldest_first)
{
    injector queue;
    queue_nodes nodes(8);
    for (int i = 0; i != 7; ++i)
        queue.push(nodes[i]);
    BOOST_TEST(queue.size() == 7U);
    BOOST_TEST(numbers(queue.take(33, false)) == counted(0, 4), boost::test_tools::per_element());
    queue.push(nodes[7]);
    BOOST_TEST(queue.size() == 4U);
    BOOST_TEST(numbers(queue.take(33, false)) == counted(4, 6), boost::test_tools::per_element());
    BOOST_TEST(numbers(queue.take(33, false)) == counted(6, 7), boost::test_tools::per_element());
    BOOST_TEST(!queue.empty());
    BOOST_TEST(numbers(queue.take(33, false)) == counted(7, 8), boost::test_tools::per_element());
    BOOST_TEST(queue.empty());
    BOOST_TEST(queue.take(33, false).count == 0U);
}

BOOST_AUTO_TEST_CASE(gives_no_more_than_the_limit)
{
    injector queue;
    queue_nodes nodes(100);
    for (int i = 0; i != 100; ++i)
        queue.push(nodes[i]);
    BOOST_TEST(numbers(queue.take(33, false)) == counted(0, 33), boost::test_tools::per_element());
    BOOST_TEST(numbers(queue.take(1, false)) == counted(33, 34), boost::test_tools::per_element());
    BOOST_TEST(numbers(queue.take(33, true)) == counted(34, 67), boost::test_tools::per_element());
    BOOST_TEST(numbers(queue.take(50, true)) == counted(67, 100), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(knows_whether_a_producer_is_still_there)
{
    injector queue;
    queue_nodes nodes(1);
    BOOST_TEST(queue.nobody_inside());
    queue.push(nodes[0]);
    BOOST_TEST(!queue.nobody_inside());
    queue.leave();
    BOOST_TEST(queue.nobody_inside());
    queue.take(1, true);
    BOOST_TEST(queue.nobody_inside());
}

BOOST_AUTO_TEST_CASE(keeps_the_order_of_each_producer_and_loses_nothing)
{
    constexpr int each = 5000;
    constexpr int producers = 4;
    injector queue;
    queue_nodes nodes(each * producers);
    std::atomic<int> left = each * producers;
    std::vector<std::vector<int>> seen(2);
    std::vector<std::thread> threads;
    for (int p = 0; p != producers; ++p)
        threads.emplace_back([&, p] {
            for (int i = 0; i != each; ++i) {
                queue.push(nodes[p * each + i]);
                queue.leave();
            }
        });
    for (auto& mine : seen)
        threads.emplace_back([&] {
            while (left != 0) {
                auto const batch = numbers(queue.take(33, false));
                mine.insert(mine.end(), batch.begin(), batch.end());
                left.fetch_sub(static_cast<int>(batch.size()));
                if (batch.empty())
                    std::this_thread::yield();
            }
        });
    for (auto& thread : threads)
        thread.join();

    BOOST_TEST(seen[0].size() + seen[1].size() == static_cast<std::size_t>(each * producers));
    for (auto const& mine : seen) {
        int last[producers] = {-1, -1, -1, -1};
        for (int const number : mine) {
            BOOST_REQUIRE(number > last[number / each]);
            last[number / each] = number;
        }
    }
    BOOST_TEST(queue.nobody_inside());
    BOOST_TEST(queue.size() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
