// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/error.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

using namespace std::chrono_literals;
using sonda::pacing::interval;
using time_point = interval::time_point;

namespace {

static_assert(
    sonda::pacing_policy<sonda::pacing::basic_interval<sonda::timer::manual_clock>, sonda::timer::manual_clock>);

// Sends `probes` as soon as they may go, each `late`; gives when they were sent.
std::vector<time_point> play(interval& pacing, time_point now, int probes, std::chrono::nanoseconds late)
{
    std::vector<time_point> sent;
    for (int i = 0; i != probes; ++i) {
        if (auto const ready = pacing.ready_at(now); ready > now)
            now = ready + late;
        pacing.sent(now, 0);
        sent.push_back(now);
    }
    return sent;
}

} // namespace

BOOST_AUTO_TEST_SUITE(interval_pacing)

BOOST_AUTO_TEST_CASE(starts_the_first_probe_at_once)
{
    interval const pacing(5ms);
    BOOST_TEST((pacing.ready_at(time_point()) <= time_point()));
    BOOST_TEST((pacing.ready_at(time_point(-1h)) <= time_point(-1h)));
}

BOOST_AUTO_TEST_CASE(spreads_sixteen_probes_over_fifteen_gaps)
{
    interval pacing(5ms);
    auto const sent = play(pacing, time_point(1s), 16, 0ns);
    BOOST_TEST((sent.back() - sent.front() == 15 * 5ms));
    for (std::size_t i = 1; i != sent.size(); ++i)
        BOOST_TEST((sent[i] - sent[i - 1] == 5ms));
}

BOOST_AUTO_TEST_CASE(does_not_drift_when_every_probe_is_late)
{
    for (auto const late : {std::chrono::nanoseconds(1), std::chrono::nanoseconds(100us), 5ms - 1ns}) {
        interval pacing(5ms);
        auto const sent = play(pacing, time_point(1s), 16, late);
        BOOST_TEST((sent.back() - sent.front() == 15 * 5ms + late));
    }
}

BOOST_AUTO_TEST_CASE(does_not_make_up_for_what_it_missed)
{
    interval pacing(5ms);
    time_point const begin(1s);
    pacing.sent(begin, 0);
    pacing.sent(begin + 1s, 0);
    BOOST_TEST((pacing.ready_at(begin + 1s) == begin + 1s + 5ms));
}

BOOST_AUTO_TEST_CASE(begins_a_new_schedule_when_it_is_late_by_a_gap)
{
    time_point const begin(1s);
    interval pacing(5ms);
    pacing.sent(begin, 0);
    pacing.sent(begin + 10ms - 1ns, 0);
    BOOST_TEST((pacing.ready_at(begin) == begin + 10ms));
    interval another(5ms);
    another.sent(begin, 0);
    another.sent(begin + 10ms, 0);
    BOOST_TEST((another.ready_at(begin) == begin + 15ms));
}

BOOST_AUTO_TEST_CASE(waits_only_after_probes_that_were_sent)
{
    interval pacing(5ms);
    time_point const now(1s);
    for (int i = 0; i != 100; ++i)
        BOOST_TEST((pacing.ready_at(now + i * 1us) <= now));
    pacing.sent(now, 0);
    BOOST_TEST((pacing.ready_at(now) == now + 5ms));
}

BOOST_AUTO_TEST_CASE(limits_nothing_with_a_gap_of_zero)
{
    interval pacing(0ns);
    auto const sent = play(pacing, time_point(1s), 100, 1ms);
    BOOST_TEST((sent.back() == sent.front()));
    BOOST_TEST((pacing.gap() == 0ns));
}

BOOST_AUTO_TEST_CASE(refuses_a_negative_gap)
{
    BOOST_CHECK_EXCEPTION(interval(-1ns), boost::system::system_error,
                          [](auto const& e) { return e.code() == sonda::error::bad_option; });
}

BOOST_AUTO_TEST_SUITE_END()
