// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/interrupts.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

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

BOOST_AUTO_TEST_CASE(the_end_of_the_terminal_does_not_wait)
{
    boost::asio::io_context context;
    interrupts signals(context);
    std::vector<cancellation_type> got;
    signals.on_signal([&](cancellation_type how) { got.push_back(how); });
    std::raise(SIGHUP);
    while (got.empty())
        context.run_one();
    BOOST_TEST((got[0] == cancellation_type::terminal));
    BOOST_TEST(to_int(signals.status()) == 129);
}

BOOST_AUTO_TEST_CASE(a_signal_is_ignored_where_it_was)
{
    for (int const number : {SIGINT, SIGTERM, SIGHUP}) {
        auto const before = std::signal(number, SIG_IGN);
        {
            boost::asio::io_context context;
            interrupts signals(context);
            std::raise(number);
            BOOST_TEST(!signals);
            std::raise(number == SIGTERM ? SIGHUP : SIGTERM);
            BOOST_TEST(static_cast<bool>(signals));
        }
        BOOST_TEST((std::signal(number, before) == SIG_IGN));
    }
}

BOOST_AUTO_TEST_CASE(a_blocked_program_is_in_a_hurry_without_its_context)
{
    boost::asio::io_context context;
    {
        interrupts signals(context);
        std::raise(SIGINT);
        BOOST_TEST(static_cast<bool>(signals));
        BOOST_TEST(!signals.hurry());
        std::raise(SIGINT);
        BOOST_TEST(signals.hurry());
        BOOST_TEST(to_int(signals.status()) == 130);
    }
    interrupts again(context);
    BOOST_TEST(!again);
    BOOST_TEST(!again.hurry());
    std::raise(SIGTERM);
    BOOST_TEST(again.hurry());
    BOOST_TEST(to_int(again.status()) == 143);
}

BOOST_AUTO_TEST_CASE(the_alarm_ends_the_process_with_the_status_of_the_signal)
{
    auto const child = ::fork();
    if (child == 0) {
        boost::asio::io_context context;
        interrupts const signals(context);
        std::raise(SIGTERM);
        std::raise(SIGALRM);
        ::_exit(1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    BOOST_TEST(WIFEXITED(status));
    BOOST_TEST(WEXITSTATUS(status) == 143);
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
