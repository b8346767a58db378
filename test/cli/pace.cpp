// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/pace.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>

using sonda::cli::pace;
using namespace std::chrono_literals;

namespace {

// Looks five times a second, as the command does, at a scan of which `done` says how far it is.
template<class Done>
void watch(pace& measured, std::chrono::milliseconds from, std::chrono::milliseconds to, Done done)
{
    for (auto now = from; now <= to; now += 200ms)
        measured.learn(now, done(now));
}

double seconds_left(pace const& measured)
{
    return measured.left().value_or(0s).count();
}

} // namespace

BOOST_AUTO_TEST_SUITE(pace_)

BOOST_AUTO_TEST_CASE(knows_nothing_within_the_first_second)
{
    pace measured(100'000, 100ms);
    watch(measured, 200ms, 800ms, [](auto now) { return static_cast<std::uint64_t>(now.count()); });
    BOOST_TEST(!measured.left());
    BOOST_TEST(measured.rate() == 0);
    watch(measured, 1s, 1s, [](auto now) { return static_cast<std::uint64_t>(now.count()); });
    BOOST_TEST(measured.rate() == 1000, boost::test_tools::tolerance(0.01));
    BOOST_TEST(seconds_left(measured) == 99, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(knows_nothing_before_the_first_target_may_have_been_silent)
{
    pace measured(1000, 10s);
    watch(measured, 200ms, 9800ms, [](auto) { return 500u; });
    BOOST_TEST(!measured.left());
    measured.learn(10s, 500);
    BOOST_TEST(seconds_left(measured) == 10, boost::test_tools::tolerance(0.01));
}

// A batch of 1000, of which half keep silent for 1500 ms: the others make room for more at once, and so 2000 have their
// verdict every 1500 ms.
BOOST_AUTO_TEST_CASE(is_not_misled_by_verdicts_that_come_in_bursts)
{
    pace measured(100'000, 1500ms);
    auto const bursts = [](auto now) { return 1000u + 2000u * static_cast<std::uint64_t>(now / 1500ms); };
    for (auto now = 200ms; now <= 60s; now += 200ms) {
        measured.learn(now, bursts(now));
        if (!measured.left())
            continue;
        auto const real = std::chrono::duration<double>(99'000. / 2000 * 1500ms - now).count();
        BOOST_TEST(seconds_left(measured) == real, boost::test_tools::tolerance(now < 6s ? 0.35 : 0.15));
    }
}

BOOST_AUTO_TEST_CASE(follows_a_scan_that_becomes_slower)
{
    pace measured(20'000, 1s);
    auto const slower = [](auto now) {
        return static_cast<std::uint64_t>(now < 10s ? now.count() : 10'000 + (now - 10s).count() / 10);
    };
    watch(measured, 200ms, 10s, slower);
    BOOST_TEST(seconds_left(measured) == 10, boost::test_tools::tolerance(0.05));
    watch(measured, 10200ms, 20s, slower);
    BOOST_TEST(measured.rate() == 100, boost::test_tools::tolerance(0.05));
    BOOST_TEST(seconds_left(measured) == 90, boost::test_tools::tolerance(0.05));
}

BOOST_AUTO_TEST_CASE(needs_more_than_chance)
{
    pace measured(100, 100ms);
    measured.learn(5s, 2);
    BOOST_TEST(!measured.left());
    measured.learn(6s, 3);
    BOOST_TEST(seconds_left(measured) == 194, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(a_scan_that_stands_still_has_no_end_in_sight)
{
    pace measured(1000, 100ms);
    watch(measured, 200ms, 2s, [](auto) { return 0u; });
    BOOST_TEST(!measured.left());
}

BOOST_AUTO_TEST_CASE(counts_from_what_was_done_before)
{
    pace measured(10'000, 100ms, 5000);
    measured.learn(2s, 5200);
    BOOST_TEST(measured.rate() == 100);
    BOOST_TEST(seconds_left(measured) == 48);
    BOOST_TEST(measured.thousandths() == 520u);
}

BOOST_AUTO_TEST_CASE(the_part_never_falls_and_is_whole_at_the_end_only)
{
    constexpr auto most = UINT64_MAX;
    for (auto const targets : {std::uint64_t{3}, std::uint64_t{100'000}, most}) {
        unsigned last = 0;
        pace measured(targets, 1s);
        for (unsigned i = 0; i != 1000; ++i) {
            auto const done = targets < 1000 ? std::uint64_t{i * targets / 1000} : targets / 1000 * i;
            measured.learn(1s * i, done);
            BOOST_TEST(measured.thousandths() >= last);
            last = measured.thousandths();
        }
        measured.learn(1001s, targets - 1);
        BOOST_TEST(measured.thousandths() < 1000u);
        measured.learn(1002s, targets);
        BOOST_TEST(measured.thousandths() == 1000u);
        BOOST_TEST(!measured.left());
    }
    BOOST_TEST(pace(0, 1s).thousandths() == 1000u);
}

BOOST_AUTO_TEST_CASE(a_long_scan_is_as_exact_with_the_marks_that_are_kept)
{
    pace measured(100'000'000, 1500ms);
    watch(measured, 200ms, 1h, [](auto now) { return static_cast<std::uint64_t>(now.count()); });
    BOOST_TEST(measured.rate() == 1000, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_SUITE_END()
