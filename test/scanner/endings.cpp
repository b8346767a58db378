// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>
#include <sonda/sink/null.hpp>
#include <sonda/sink/tee.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>

#include "support/reluctant_network.hpp"
#include "support/simulated_scan.hpp"

// How scans end at awkward moments. The network notices a slot that is used twice, the fixture a scan that never ends.

BOOST_AUTO_TEST_SUITE(endings)

using namespace test;
using asio::cancellation_type;
using reply = sonda::transport::simulated_reply;
using clock = sonda::timer::manual_clock;

struct reluctant_scan : simulated_scan<>
{
    auto scanner(int silent_from)
    {
        return sonda::basic_scanner(reluctant_network(context.get_executor(), 8, silent_from),
                                    {.batch = 8, .timeout = 20ms}, sonda::ordering::serial(),
                                    sonda::pacing::unlimited(), sonda::timer::deadline_queue<clock>());
    }

    // Handlers one at a time, and then time.
    void step(int handlers)
    {
        for (int i = 0; i != handlers; ++i) {
            context.restart();
            if (context.poll_one() == 0)
                clock::advance(1ms, context);
        }
    }

    // Another scan, as soon as the scanner is free again, finds every port once.
    template<class Scanner>
    void check_next(Scanner& subject)
    {
        for (;;) {
            summary.reset();
            verdicts.clear();
            subject.async_scan(port_list{20}, keep(), on_done());
            run();
            if (error != make_error_code(sonda::error::in_progress))
                break;
            clock::advance(1ms, context);
        }
        BOOST_TEST(!error);
        BOOST_TEST(found_times().size() == 20u);
        BOOST_TEST(verdicts.size() == 20u);
        BOOST_TEST(summary->count(sonda::port_state::open) == 3u);
    }

    std::array<sonda::verdict, 1> buffer;
    asio::cancellation_signal signal;
};

BOOST_FIXTURE_TEST_CASE(a_stream_destroyed_at_any_handler_leaves_the_scanner_as_new, reluctant_scan)
{
    for (int handlers = 0; handlers != 40; ++handlers)
        BOOST_TEST_CONTEXT("after " << handlers << " handlers")
        {
            auto subject = scanner(4);
            int completed = 0;
            {
                auto found = subject.stream(port_list{50});
                found.async_next(buffer, [&](auto, std::size_t) { ++completed; });
                step(handlers);
            }
            step(200);
            BOOST_TEST(completed == 1);
            check_next(subject);
        }
}

BOOST_FIXTURE_TEST_CASE(a_stream_destroyed_with_verdicts_that_nobody_pulled_leaves_the_scanner_as_new, reluctant_scan)
{
    for (int handlers = 0; handlers != 20; ++handlers) {
        auto subject = scanner(4);
        {
            auto found = subject.stream(port_list{50});
            bool pulled = false;
            found.async_next(buffer, [&](auto, std::size_t n) { pulled = n == 1; });
            while (!pulled)
                step(1);
            step(handlers); // two more are there
        }
        check_next(subject);
    }
}

BOOST_FIXTURE_TEST_CASE(a_signal_at_any_handler_is_obeyed, reluctant_scan)
{
    for (auto type : {cancellation_type::total, cancellation_type::partial, cancellation_type::terminal})
        for (auto second : {cancellation_type::none, cancellation_type::terminal})
            for (int handlers = 0; handlers != 30; ++handlers)
                BOOST_TEST_CONTEXT("type " << static_cast<int>(type) << ", after " << handlers << " handlers")
                {
                    auto subject = scanner(4);
                    int completed = 0;
                    {
                        auto found = subject.stream(port_list{50});
                        found.async_next(buffer, asio::bind_cancellation_slot(signal.slot(),
                                                                              [&](auto, std::size_t) { ++completed; }));
                        step(handlers);
                        signal.emit(type);
                        step(1);
                        if (second != cancellation_type::none)
                            signal.emit(second);
                        step(1);
                    }
                    step(300);
                    BOOST_TEST(completed == 1);
                    check_next(subject);
                }
}

BOOST_FIXTURE_TEST_CASE(a_scanner_destroyed_between_two_pulls_ends_the_stream, reluctant_scan)
{
    std::optional subject(scanner(4));
    auto found = subject->stream(port_list{1000});
    std::size_t pulled = 0;
    found.async_next(buffer, [&](auto, std::size_t n) { pulled = n; });
    step(50);
    BOOST_TEST(pulled == 1u);
    subject.reset();
    for (int i = 0; i != 20 && error != asio::error::operation_aborted; ++i) {
        found.async_next(buffer, [&](boost::system::error_code ec, std::size_t) { error = ec; });
        step(50);
    }
    BOOST_TEST(error == asio::error::operation_aborted);
}

BOOST_FIXTURE_TEST_CASE(assignment_ends_the_scan_of_the_one_that_is_assigned_to, reluctant_scan)
{
    auto one = scanner(4);
    auto other = scanner(4);
    boost::system::error_code first;
    one.async_scan(
        port_list{1000}, [](sonda::verdict const&) {}, [&](auto ec, auto const&) { first = ec; });
    other.async_scan(port_list{20}, keep(), on_done());
    step(5);
    one = std::move(other);
    run();
    step(50);
    BOOST_TEST(first == asio::error::operation_aborted);
    BOOST_TEST(!error);
    BOOST_TEST(verdicts.size() == 20u);
}

// Is full now and then, whatever is in it: as a queue that another thread empties.
struct moody_sink
{
    asio::io_context& context;
    unsigned pattern;
    std::size_t kept = 0;
    unsigned looks = 0;

    void put(sonda::verdict const&) { ++kept; }
    bool full() { return (pattern >> (looks++ % 8) & 1) != 0; }

    template<class Token>
    auto async_drain(Token&& token)
    {
        return asio::post(context, asio::append(std::forward<Token>(token), boost::system::error_code()));
    }
};

BOOST_AUTO_TEST_CASE(a_sink_that_is_full_at_one_look_and_not_at_the_next_keeps_no_scan_waiting)
{
    for (unsigned pattern = 0; pattern != 255; ++pattern) {
        simulated_scan<> lab;
        auto subject = lab.scanner([](auto const&) { return reply::open(1ms); }, {.batch = 4});
        moody_sink sink{lab.context, pattern};
        subject.async_scan(port_list{40}, sink, lab.on_done());
        lab.run();
        BOOST_TEST(sink.kept == 40u);
    }
}

// Has room for ten.
struct small_sink
{
    asio::io_context* context;
    std::size_t* waiting;
    std::size_t* most;

    void put(sonda::verdict const&) { *most = std::max(*most, ++*waiting); }
    bool full() { return *waiting >= 10; }

    template<class Token>
    auto async_drain(Token&& token)
    {
        *waiting = 0;
        return asio::post(*context, asio::append(std::forward<Token>(token), boost::system::error_code()));
    }
};

BOOST_AUTO_TEST_CASE(a_full_sink_is_heard_through_others)
{
    simulated_scan<> lab;
    std::size_t waiting = 0;
    std::size_t most = 0;
    auto subject = lab.scanner([](auto const&) { return reply::open(); }, {.batch = 1});
    auto const check = [&](auto sink) {
        waiting = most = 0;
        lab.summary.reset();
        subject.async_scan(port_list{400}, std::move(sink), lab.on_done());
        lab.run();
        BOOST_TEST(most <= 11u);
    };
    small_sink const small{&lab.context, &waiting, &most};
    check(small);
    check(sonda::sink::tee(small, sonda::sink::null()));
}

BOOST_AUTO_TEST_SUITE_END()
