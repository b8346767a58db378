// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/verdict_stream.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(verdict_stream)

using namespace test;
using reply = sonda::transport::simulated_reply;

struct pulled_scan : simulated_scan<>
{
    template<class Stream>
    asio::awaitable<void> pull(Stream stream, std::size_t at_once)
    {
        std::vector<sonda::verdict> buffer(at_once);
        for (;;) {
            auto const [ec, n] = co_await stream.async_next(buffer, asio::as_tuple(asio::use_awaitable));
            error = ec;
            if (ec)
                break;
            BOOST_TEST(n >= 1u);
            verdicts.insert(verdicts.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(n));
        }
        summary = stream.summary();
    }
};

BOOST_FIXTURE_TEST_CASE(gives_every_verdict_once_in_pieces_of_any_size, pulled_scan)
{
    for (std::size_t at_once : {1u, 2u, 7u, 64u, 1000u}) {
        summary.reset();
        verdicts.clear();
        auto subject = scanner(
            [](sonda::endpoint const& target) {
                switch (target.port() % 3) {
                case 0: return reply::open();
                case 1: return reply::closed(std::chrono::milliseconds(target.port() % 7));
                default: return reply::silence();
                }
            },
            {.batch = 50, .timeout = 10ms, .tries = 2});
        asio::co_spawn(context, pull(subject.stream(port_list{500}), at_once), [](std::exception_ptr e) {
            if (e)
                std::rethrow_exception(e);
        });
        run();
        BOOST_TEST(error == make_error_code(sonda::error::eof));
        BOOST_TEST(summary->complete());
        BOOST_TEST(verdicts.size() == 500u);
        BOOST_TEST(found_times().size() == 500u);
    }
}

BOOST_FIXTURE_TEST_CASE(starts_nothing_between_two_pulls, pulled_scan)
{
    auto subject = scanner([](auto const&) { return reply::open(1ms); }, {.batch = 4, .timeout = 10ms});
    auto found = subject.stream(port_list{100});
    BOOST_TEST(attempts.empty());
    std::array<sonda::verdict, 8> buffer;
    std::size_t pulled = 0;
    found.async_next(buffer, [&](auto, std::size_t n) { pulled = n; });
    poll();
    sonda::timer::manual_clock::advance(1ms, context);
    poll();
    BOOST_TEST(pulled == 4u);
    auto const started = attempts.size();
    sonda::timer::manual_clock::advance(1s, context);
    poll();
    BOOST_TEST(attempts.size() == started);
    BOOST_TEST(started <= 8u);
}

BOOST_FIXTURE_TEST_CASE(takes_an_answer_that_came_between_two_pulls_though_its_deadline_passed, pulled_scan)
{
    auto subject =
        scanner([](sonda::endpoint const& target) { return target.port() == 1 ? reply::open() : reply::open(5ms); },
                {.batch = 4, .timeout = 10ms});
    auto found = subject.stream(port_list{3});
    std::array<sonda::verdict, 8> buffer;
    std::size_t pulled = 0;
    found.async_next(buffer, [&](auto, std::size_t n) { pulled = n; });
    poll();
    BOOST_TEST(pulled == 1u);
    sonda::timer::manual_clock::advance(1s, context);
    found.async_next(buffer, [&](auto, std::size_t n) { pulled = n; });
    poll();
    BOOST_TEST(pulled == 2u);
    BOOST_TEST((buffer[0].state() == sonda::port_state::open));
    BOOST_TEST((buffer[1].state() == sonda::port_state::open));
}

BOOST_FIXTURE_TEST_CASE(frees_the_scanner_when_it_is_destroyed, pulled_scan)
{
    auto subject =
        scanner([](sonda::endpoint const& target) { return target.port() == 1 ? reply::open() : reply::silence(); },
                {.batch = 4, .timeout = 10ms});
    {
        auto found = subject.stream(port_list{100});
        std::array<sonda::verdict, 8> buffer;
        found.async_next(buffer, [](auto, std::size_t) {});
        poll();
    }
    poll();
    scan(subject, 10);
    BOOST_TEST(!error);
    BOOST_TEST(verdicts.size() == 10u);
}

BOOST_FIXTURE_TEST_CASE(destroyed_while_it_is_pulled_completes_the_pull, pulled_scan)
{
    auto subject = scanner([](auto const&) { return reply::silence(); }, {.batch = 4, .timeout = 1h});
    std::array<sonda::verdict, 8> buffer;
    {
        auto found = subject.stream(port_list{100});
        found.async_next(buffer, [&](boost::system::error_code ec, std::size_t) { error = ec; });
        poll();
    }
    poll();
    BOOST_TEST(error == asio::error::operation_aborted);
}

BOOST_FIXTURE_TEST_CASE(refuses_two_pulls_at_once, pulled_scan)
{
    auto subject = scanner([](auto const&) { return reply::open(1ms); }, {.batch = 4});
    auto found = subject.stream(port_list{4});
    std::array<sonda::verdict, 8> buffer;
    std::array<sonda::verdict, 8> other;
    std::size_t pulled = 0;
    found.async_next(buffer, [&](auto, std::size_t n) { pulled = n; });
    found.async_next(other, [&](boost::system::error_code ec, std::size_t) { error = ec; });
    poll();
    BOOST_TEST(error == make_error_code(sonda::error::in_progress));
    sonda::timer::manual_clock::advance(1ms, context);
    poll();
    BOOST_TEST(pulled == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
