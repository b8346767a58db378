// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/reactor_bell.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

namespace asio = boost::asio;
using sonda::detail::reactor_bell;

BOOST_AUTO_TEST_SUITE(reactor_bell_test)

BOOST_AUTO_TEST_CASE(is_heard_once_however_often_it_is_rung)
{
    asio::io_context context;
    reactor_bell bell;
    bell.ring(context);
    bell.ring(context);
    BOOST_TEST(!bell.was_heard());
    BOOST_TEST(context.poll() == 1u);
    BOOST_TEST(bell.was_heard());
    BOOST_TEST(!bell.was_heard());
    context.restart();
    bell.ring(context);
    BOOST_TEST(context.poll() == 1u);
    BOOST_TEST(bell.was_heard());
}

BOOST_AUTO_TEST_CASE(wakes_a_thread_each_time)
{
    constexpr int times = 1000;
    asio::io_context context;
    auto const guard = asio::make_work_guard(context);
    reactor_bell bell;
    std::atomic<int> heard = 0;
    std::thread sleeper([&] {
        for (int i = 0; i != times; ++i) {
            context.run_one();
            BOOST_CHECK(bell.was_heard());
            heard = i + 1;
            heard.notify_one();
        }
    });
    for (int i = 0; i != times; ++i) {
        bell.ring(context);
        heard.wait(i);
    }
    sleeper.join();
    BOOST_TEST(heard == times);
}

BOOST_AUTO_TEST_SUITE_END()
