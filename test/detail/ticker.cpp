// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/ticker.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>

using sonda::detail::ticker;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(ticker_test)

BOOST_AUTO_TEST_CASE(calls_until_the_function_has_enough)
{
    boost::asio::io_context context;
    ticker ticks(context);
    int calls = 0;
    ticks.start(0s, [&] { return ++calls != 3; });
    context.run();
    BOOST_TEST(calls == 3);
}

// Both ticks are over at the same look at the clock, so the second one comes when it is gone.
BOOST_AUTO_TEST_CASE(a_tick_that_is_over_calls_nothing_when_it_is_destroyed)
{
    boost::asio::io_context context;
    std::optional<ticker> one(context);
    std::optional<ticker> other(context);
    int calls = 0;
    one->start(-1h, [&] {
        ++calls;
        other.reset();
        return false;
    });
    other->start(-1h, [&] {
        ++calls;
        one.reset();
        return false;
    });
    context.run();
    BOOST_TEST(calls == 1);
}

BOOST_AUTO_TEST_CASE(once_it_was_stopped_it_calls_nothing)
{
    boost::asio::io_context context;
    ticker ticks(context);
    int calls = 0;
    ticks.start(-1h, [&] {
        ticks.stop();
        ++calls;
        return true;
    });
    context.run();
    BOOST_TEST(calls == 1);
}

BOOST_AUTO_TEST_SUITE_END()
