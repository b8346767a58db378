// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>
#include <sonda/sink/null.hpp>
#include <sonda/sink/tee.hpp>

#include "support/simulated_scan.hpp"

// Sinks whose wait for room fails.

BOOST_AUTO_TEST_SUITE(drains)

using namespace test;
using reply = sonda::transport::simulated_reply;

// Is full from `room` verdicts on; each wait fails at once, and makes room for `relief` more.
struct failing_sink
{
    struct state
    {
        std::size_t room;
        std::size_t relief;
        std::size_t taken = 0;
        int waits = 0;
    };

    asio::io_context::executor_type executor;
    state* seen;

    void put(sonda::verdict const&) { ++seen->taken; }
    bool full() { return seen->taken >= seen->room; }

    template<class Token>
    auto async_drain(Token&& token)
    {
        ++seen->waits;
        seen->room += seen->relief;
        return asio::post(
            executor, asio::append(std::forward<Token>(token), boost::system::error_code(asio::error::broken_pipe)));
    }
};

struct failing_scan : simulated_scan<>
{
    failing_sink sink(failing_sink::state& seen) { return {context.get_executor(), &seen}; }
};

BOOST_FIXTURE_TEST_CASE(a_wait_that_fails_with_no_room_ends_the_scan, failing_scan)
{
    for (bool silent : {false, true}) {
        summary.reset();
        failing_sink::state seen{10, 0};
        auto subject = scanner(
            [=](sonda::endpoint const& target) {
                return silent && target.port() > 20 ? reply::silence() : reply::open();
            },
            {.batch = 30, .timeout = 1h});
        subject.async_scan(port_list{400}, sink(seen), on_done());
        poll(); // without any time passing
        BOOST_TEST_REQUIRE(summary.has_value());
        BOOST_TEST(error == make_error_code(sonda::error::sink_failed));
        BOOST_TEST(seen.waits == 1);
        BOOST_TEST(summary->verdicts == seen.taken);
        BOOST_CHECK_EXCEPTION(std::rethrow_exception(summary->failure), boost::system::system_error,
                              [](auto const& thrown) { return thrown.code() == asio::error::broken_pipe; });
    }
}

BOOST_FIXTURE_TEST_CASE(it_is_the_same_through_other_sinks, failing_scan)
{
    failing_sink::state seen{10, 0};
    auto subject = scanner([](auto const&) { return reply::open(); }, {.batch = 30});
    subject.async_scan(port_list{400}, sonda::sink::tee(sink(seen), sonda::sink::null()), on_done());
    poll();
    BOOST_TEST_REQUIRE(summary.has_value());
    BOOST_TEST(error == make_error_code(sonda::error::sink_failed));
    BOOST_TEST(seen.waits == 1);
}

BOOST_FIXTURE_TEST_CASE(a_wait_that_fails_and_leaves_room_is_no_failure, failing_scan)
{
    failing_sink::state seen{10, 100};
    auto subject = scanner([](auto const&) { return reply::open(); }, {.batch = 4});
    subject.async_scan(port_list{400}, sink(seen), on_done());
    run();
    BOOST_TEST(!error);
    BOOST_TEST(seen.taken == 400u);
    BOOST_TEST(seen.waits == 4);
}

BOOST_AUTO_TEST_SUITE_END()
