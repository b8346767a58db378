// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/timer/manual_clock.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <future>
#include <vector>

using namespace std::chrono_literals;
using clock_type = sonda::timer::basic_manual_clock<struct manual_clock_tag>;
using timer_type = boost::asio::basic_waitable_timer<clock_type>;

namespace {

struct fixture
{
    fixture() { clock_type::reset(); }
    ~fixture()
    {
        context.restart();
        BOOST_TEST(context.poll() == 0U);
    }

    // Five timers, of which the last that was started expires first.
    void start()
    {
        for (int i = 0; i != 5; ++i) {
            timers.emplace_back(context, std::chrono::hours(5 - i));
            timers.back().async_wait([this, i](auto error) {
                if (!error)
                    fired.push_back(5 - i);
            });
        }
    }

    boost::asio::io_context context{1};
    std::vector<timer_type> timers;
    std::vector<int> fired;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(manual_clock, fixture)

BOOST_AUTO_TEST_CASE(stands_still_until_it_is_advanced)
{
    BOOST_TEST((clock_type::now() == clock_type::time_point()));
    clock_type::advance(3ns);
    clock_type::advance(1s);
    BOOST_TEST((clock_type::now() == clock_type::time_point(1s + 3ns)));
}

BOOST_AUTO_TEST_CASE(is_apart_from_the_clocks_of_other_tags)
{
    using other = sonda::timer::basic_manual_clock<struct other_manual_clock_tag>;
    clock_type::advance(1s);
    BOOST_TEST((other::now() == other::time_point()));
}

BOOST_AUTO_TEST_CASE(wakes_the_timers_of_a_context)
{
    start();
    context.poll();
    BOOST_TEST(fired.empty());
    for (int hour = 1; hour <= 5; ++hour) {
        clock_type::advance(1h - 1ns, context);
        context.poll();
        BOOST_TEST(fired.size() == static_cast<std::size_t>(hour - 1));
        clock_type::advance(1ns, context);
        context.poll();
        BOOST_TEST(fired.size() == static_cast<std::size_t>(hour));
    }
    BOOST_TEST(fired == (std::vector<int>{1, 2, 3, 4, 5}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(wakes_several_timers_in_their_order)
{
    start();
    clock_type::advance(3h, boost::asio::any_io_executor(context.get_executor()));
    context.poll();
    BOOST_TEST(fired == (std::vector<int>{1, 2, 3}), boost::test_tools::per_element());
    timers.clear();
    context.poll();
}

BOOST_AUTO_TEST_CASE(wakes_the_timers_of_another_thread)
{
    boost::asio::thread_pool pool(1);
    boost::asio::basic_waitable_timer<clock_type> timer(pool, std::chrono::hours(1));
    std::promise<void> woken;
    timer.async_wait([&](auto) { woken.set_value(); });
    clock_type::advance(1h, pool);
    woken.get_future().get();
    pool.join();
}

BOOST_AUTO_TEST_SUITE_END()
