// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>
#include <sonda/timer/asio_timer.hpp>
#include <sonda/timer/timing_wheel.hpp>
#include <sonda/timer/two_phase.hpp>

#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(timers_of_a_scan)

using namespace test;
using sonda::port_state;
using clock = sonda::timer::manual_clock;
using reply = sonda::transport::simulated_reply;

using timers =
    std::tuple<sonda::timer::deadline_queue<clock>, sonda::timer::timing_wheel<clock>,
               sonda::timer::two_phase<sonda::timer::deadline_queue<clock>>, sonda::timer::asio_timer<clock>>;

// A quarter each is open at once, open in time, open too late, and silent.
reply quarters(sonda::endpoint const& target)
{
    switch (target.port() % 4) {
    case 0: return reply::open();
    case 1: return reply::open(std::chrono::milliseconds(target.port() % 50));
    case 2: return reply::open(51ms);
    default: return reply::silence();
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(all_give_the_same_answer, Timer, timers)
{
    simulated_scan<> lab;
    auto subject = lab.scanner(quarters, {.batch = 37, .timeout = 50ms, .tries = 2}, sonda::ordering::serial(),
                               sonda::pacing::unlimited(), Timer());
    lab.scan(subject, 400);
    BOOST_TEST(!lab.error);
    BOOST_TEST(lab.found_times().size() == 400u);
    BOOST_TEST(lab.summary->count(port_state::open) == 200u);
    BOOST_TEST(lab.summary->count(port_state::filtered) == 200u);
    BOOST_TEST(lab.summary->probes == 200u + 2 * 200u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(expire_to_the_millisecond, Timer, timers)
{
    simulated_scan<> lab;
    auto subject =
        lab.scanner([](auto const&) { return reply::silence(); }, {.batch = 64, .timeout = 1500ms, .tries = 2},
                    sonda::ordering::serial(), sonda::pacing::unlimited(), Timer());
    lab.scan(subject, 128);
    BOOST_TEST((lab.summary->duration >= 4 * 1500ms));
    BOOST_TEST((lab.summary->duration <= 4 * 1500ms + 8ms)); // the clock of this test goes by the millisecond
}

BOOST_AUTO_TEST_CASE_TEMPLATE(end_with_a_scan_that_is_cancelled, Timer, timers)
{
    simulated_scan<> lab;
    {
        auto subject = lab.scanner([](auto const&) { return reply::silence(); }, {.batch = 16, .timeout = 1h},
                                   sonda::ordering::serial(), sonda::pacing::unlimited(), Timer());
        subject.async_scan(port_list{100}, lab.keep(), lab.on_done());
        lab.poll();
    }
    lab.poll();
    BOOST_TEST_REQUIRE(lab.summary.has_value());
    BOOST_TEST(lab.error == asio::error::operation_aborted);
    BOOST_TEST(lab.verdicts.empty());
}

BOOST_AUTO_TEST_CASE(an_answer_before_the_precise_phase_wins)
{
    simulated_scan<> lab;
    using two_phase = sonda::timer::two_phase<sonda::timer::deadline_queue<clock>>;
    auto subject = lab.scanner([](auto const&) { return reply::open(1460ms); }, {.batch = 8, .timeout = 1500ms},
                               sonda::ordering::serial(), sonda::pacing::unlimited(), two_phase());
    lab.scan(subject, 8);
    BOOST_TEST(lab.summary->count(port_state::open) == 8u);
}

BOOST_AUTO_TEST_SUITE_END()
