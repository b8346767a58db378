// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/queue_stamp.hpp>
#include <sonda/runtime/latency_histogram.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <initializer_list>

using namespace std::chrono_literals;
using sonda::detail::latency_step;
using sonda::runtime::latency_histogram;

namespace {

// Of waits of so many units of 64 nanoseconds, each from its stamp on.
latency_histogram of_waits(std::uint32_t stamp, std::initializer_list<std::uint32_t> units)
{
    latency_histogram all;
    for (auto const wait : units)
        ++all.counts[latency_step(stamp, stamp + wait)];
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(latency_histogram_test)

BOOST_AUTO_TEST_CASE(nothing_was_sampled)
{
    latency_histogram const none;
    BOOST_TEST(none.samples() == 0u);
    BOOST_CHECK(none.percentile(0.5) == 0ns);
}

BOOST_AUTO_TEST_CASE(a_wait_is_told_to_a_factor_of_two)
{
    BOOST_CHECK(of_waits(1, {0}).percentile(1) == 64ns);
    for (std::uint32_t const units : {1u, 2u, 3u, 1000u, 31'250u, 1u << 30}) {
        auto const told = of_waits(1, {units}).percentile(0);
        BOOST_CHECK(told > 64ns * std::int64_t(units));
        BOOST_CHECK(told <= 2 * 64ns * std::int64_t(units));
    }
}

BOOST_AUTO_TEST_CASE(a_share_of_the_samples_is_below_its_percentile)
{
    auto const waits = of_waits(1, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1'000'000});
    BOOST_TEST(waits.samples() == 10u);
    BOOST_CHECK(waits.percentile(0.9) == 128ns);
    BOOST_CHECK(waits.percentile(0.91) > 60ms);
}

BOOST_AUTO_TEST_CASE(stamps_wrap_around)
{
    BOOST_TEST(latency_step(0xffff'ffffu, 9) == latency_step(1, 11));
}

BOOST_AUTO_TEST_CASE(a_stamp_of_another_core_may_be_ahead)
{
    BOOST_TEST(latency_step(10, 9) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
