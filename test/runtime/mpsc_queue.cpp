// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/mpsc_queue.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>
#include <vector>

using sonda::detail::mpsc_queue;

namespace {

struct node final : sonda::detail::runnable
{
    node()
        : runnable(nullptr)
    {}

    int producer = 0;
    int number = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(mpsc_queue_test)

BOOST_AUTO_TEST_CASE(gives_all_in_the_order_in_which_they_came)
{
    mpsc_queue queue;
    node nodes[3];
    BOOST_TEST(queue.empty());
    BOOST_CHECK(queue.push(nodes[0]) == mpsc_queue::pushed::first);
    BOOST_CHECK(queue.push(nodes[1]) == mpsc_queue::pushed::behind);
    BOOST_CHECK(queue.push(nodes[2]) == mpsc_queue::pushed::behind);
    BOOST_TEST(!queue.empty());
    auto const* chain = queue.drain();
    for (auto const& each : nodes) {
        BOOST_TEST(chain == &each);
        chain = chain->next;
    }
    BOOST_TEST(!chain);
    BOOST_TEST(queue.empty());
    BOOST_TEST(!queue.drain());
}

BOOST_AUTO_TEST_CASE(refuses_when_closed_and_gives_what_came_before)
{
    mpsc_queue queue;
    node before;
    node after;
    queue.push(before);
    BOOST_TEST(!queue.is_closed());
    BOOST_TEST(queue.close() == &before);
    BOOST_TEST(queue.is_closed());
    BOOST_CHECK(queue.push(after) == mpsc_queue::pushed::refused);
    BOOST_TEST(queue.empty());
    BOOST_TEST(!queue.drain());
    BOOST_TEST(!queue.close());
}

BOOST_AUTO_TEST_CASE(loses_nothing_and_keeps_the_order_of_each_producer_until_closed)
{
    constexpr int producers = 4;
    constexpr int each = 20'000;
    mpsc_queue queue;
    std::vector<node> nodes(producers * each);
    std::vector<int> accepted(producers);
    std::atomic<int> pushed = 0;
    std::vector<std::thread> threads;
    for (int p = 0; p != producers; ++p)
        threads.emplace_back([&, p] {
            for (int i = 0; i != each; ++i, ++pushed) {
                auto& mine = nodes[static_cast<std::size_t>(p * each + i)];
                mine.producer = p;
                mine.number = i;
                if (queue.push(mine) == mpsc_queue::pushed::refused)
                    return;
                ++accepted[static_cast<std::size_t>(p)];
            }
        });
    std::vector<int> seen(producers);
    auto const look = [&seen](sonda::detail::runnable* chain) {
        for (; chain; chain = chain->next) {
            auto const& one = static_cast<node const&>(*chain);
            BOOST_REQUIRE(one.number == seen[static_cast<std::size_t>(one.producer)]++);
        }
    };
    while (pushed < producers * each / 2)
        look(queue.drain());
    look(queue.close());
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(seen == accepted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
