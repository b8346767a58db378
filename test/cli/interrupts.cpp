// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/interrupts.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <vector>

using boost::asio::cancellation_type;
using namespace sonda::cli;

BOOST_AUTO_TEST_SUITE(interrupts_)

BOOST_AUTO_TEST_CASE(the_first_finishes_and_the_second_does_not)
{
    boost::asio::io_context context;
    interrupts signals(context);
    std::vector<cancellation_type> got;
    signals.on_signal([&](cancellation_type how) { got.push_back(how); });
    BOOST_TEST(!signals);
    for (int i = 0; i != 2; ++i) {
        std::raise(SIGINT);
        while (got.size() != static_cast<std::size_t>(i) + 1)
            context.run_one();
    }
    BOOST_TEST((got[0] == cancellation_type::partial));
    BOOST_TEST((got[1] == cancellation_type::terminal));
    BOOST_TEST(static_cast<bool>(signals));
    BOOST_TEST(to_int(signals.status()) == 130);
}

BOOST_AUTO_TEST_CASE(termination_does_not_wait)
{
    boost::asio::io_context context;
    interrupts signals(context);
    std::vector<cancellation_type> got;
    signals.on_signal([&](cancellation_type how) { got.push_back(how); });
    std::raise(SIGTERM);
    while (got.empty())
        context.run_one();
    BOOST_TEST((got[0] == cancellation_type::terminal));
    BOOST_TEST(to_int(signals.status()) == 143);
}

BOOST_AUTO_TEST_CASE(who_comes_late_is_told_at_once)
{
    boost::asio::io_context context;
    interrupts signals(context);
    std::raise(SIGINT);
    while (!signals)
        context.run_one();
    std::vector<cancellation_type> got;
    signals.on_signal([&](cancellation_type how) { got.push_back(how); });
    BOOST_TEST(got.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
