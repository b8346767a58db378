// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/error.hpp>
#include <sonda/pacing/token_bucket.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

using namespace std::chrono_literals;
using sonda::pacing::token_bucket;
using time_point = token_bucket::time_point;
using duration = token_bucket::duration;

namespace {

static_assert(
    sonda::pacing_policy<sonda::pacing::basic_token_bucket<sonda::timer::manual_clock>, sonda::timer::manual_clock>);

// Sends whatever may go until `end`; every wake-up is late by what `late` says. Gives when each was sent.
std::vector<time_point> play(token_bucket pacing, time_point now, time_point end, std::function<duration()> late)
{
    std::vector<time_point> sent;
    while (now < end) {
        if (auto const ready = pacing.ready_at(now); ready > now) {
            now = ready + late();
            continue;
        }
        pacing.sent(now, 0);
        sent.push_back(now);
    }
    return sent;
}

std::size_t most_in_a_window(std::vector<time_point> const& sent, duration length)
{
    std::size_t most = 0;
    std::size_t first = 0;
    for (std::size_t last = 0; last != sent.size(); ++last) {
        while (sent[last] - sent[first] >= length)
            ++first;
        most = (std::max)(most, last - first + 1);
    }
    return most;
}

bool refused(std::uint32_t count, duration period, std::uint32_t burst)
{
    try {
        token_bucket const pacing(count, period, burst);
    } catch (boost::system::system_error const& failed) {
        return failed.code() == sonda::error::bad_option;
    }
    return false;
}

duration punctual()
{
    return {};
}

} // namespace

BOOST_AUTO_TEST_SUITE(token_bucket_pacing)

BOOST_AUTO_TEST_CASE(lets_a_burst_go_at_once_and_then_one_at_a_time)
{
    auto const sent = play(token_bucket(100, 1s, 5), time_point(1s), time_point(1s + 100ms), punctual);
    BOOST_TEST_REQUIRE(sent.size() == 14U);
    for (std::size_t i = 0; i != 5; ++i)
        BOOST_TEST((sent[i] == time_point(1s)));
    for (std::size_t i = 5; i != sent.size(); ++i)
        BOOST_TEST((sent[i] == time_point(1s) + static_cast<int>(i - 4) * 10ms));
}

BOOST_AUTO_TEST_CASE(sends_no_more_in_any_second_than_the_rate_and_one_burst)
{
    std::mt19937 random(7);
    for (std::uint32_t const rate : {1U, 20U, 333U, 20'000U, 170'001U}) {
        auto const burst = (std::max)(1U, rate / 100);
        auto late = [&] { return duration(random() % 3'000'000); };
        auto const sent = play(token_bucket(rate, 1s, burst), time_point(1s), time_point(4s), late);
        BOOST_TEST(most_in_a_window(sent, 1s) <= rate + burst);
    }
}

BOOST_AUTO_TEST_CASE(reaches_the_rate_though_every_wake_up_is_late)
{
    std::mt19937 random(7);
    for (std::uint32_t const rate : {333U, 20'000U, 170'001U}) {
        auto late = [&] { return duration(random() % 3'000'000); };
        auto const sent =
            play(token_bucket(rate, 1s, (std::max)(1U, rate / 50)), time_point(1s), time_point(11s), late);
        BOOST_TEST(sent.size() >= 10 * std::size_t{rate} - rate / 100);
    }
}

BOOST_AUTO_TEST_CASE(carries_fractions_of_a_tick_on)
{
    auto const sent = play(token_bucket(300'007, 1s, 1), time_point(1s), time_point(11s), punctual);
    BOOST_TEST(sent.size() == 3'000'070U);
}

BOOST_AUTO_TEST_CASE(makes_nothing_up_with_a_burst_of_one)
{
    token_bucket pacing(100, 1s, 1);
    pacing.sent(time_point(1s), 0);
    pacing.sent(time_point(1s + 13ms), 0);
    BOOST_TEST((pacing.ready_at(time_point(1s + 13ms)) == time_point(1s + 23ms)));
}

BOOST_AUTO_TEST_CASE(gains_nothing_while_it_is_full)
{
    token_bucket pacing(1000, 1s, 3);
    pacing.sent(time_point(1s), 0);
    std::size_t n = 0;
    for (; n != 100 && pacing.ready_at(time_point(1h)) <= time_point(1h); ++n)
        pacing.sent(time_point(1h), 0);
    BOOST_TEST(n == 3U);
    BOOST_TEST((pacing.ready_at(time_point(1h)) == time_point(1h) + 1ms));
}

BOOST_AUTO_TEST_CASE(knows_its_burst)
{
    BOOST_TEST(token_bucket(10, 1s, 7).burst() == 7U);
}

BOOST_AUTO_TEST_CASE(refuses_what_is_no_rate)
{
    BOOST_TEST(refused(0, 1s, 1));
    BOOST_TEST(refused(1, 0s, 1));
    BOOST_TEST(refused(1, -1s, 1));
    BOOST_TEST(refused(1, 1s, 0));
    BOOST_TEST(refused(1, 24h * 365, 2));
    BOOST_TEST(!refused(1, 1h, 1));
}

BOOST_AUTO_TEST_SUITE_END()
