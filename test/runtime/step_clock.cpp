// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/runtime/step_clock.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>

using namespace std::chrono_literals;
using sonda::detail::step_clock;

namespace {

// The real clock, which knows how often it was read.
struct counting_clock
{
    using duration = std::chrono::steady_clock::duration;
    using time_point = std::chrono::steady_clock::time_point;

    static time_point now() noexcept
    {
        ++readings;
        return std::chrono::steady_clock::now();
    }

    static inline long readings = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(step_clock_test)

BOOST_AUTO_TEST_CASE(a_budget_is_used_up_when_its_time_has_passed)
{
    using clock = sonda::timer::basic_manual_clock<counting_clock>;
    step_clock<clock> steps(3ms);
    for (int i = 0; i != 3; ++i) {
        BOOST_TEST(steps.goes_on());
        clock::advance(1ms);
    }
    BOOST_TEST(!steps.goes_on());
    BOOST_CHECK(steps.elapsed() == 3ms);
}

BOOST_AUTO_TEST_CASE(a_step_is_begun_if_it_brings_the_total_nearer_to_the_budget)
{
    using clock = sonda::timer::basic_manual_clock<counting_clock>;
    auto const steps_in = [](std::chrono::microseconds budget, std::chrono::microseconds step) {
        step_clock<clock> steps(budget);
        int count = 0;
        for (; steps.goes_on(); ++count)
            clock::advance(step);
        return count;
    };
    BOOST_TEST(steps_in(105us, 20us) == 5);
    BOOST_TEST(steps_in(115us, 20us) == 6);
    BOOST_TEST(steps_in(1us, 500us) == 1); // the first is begun in any case
}

BOOST_AUTO_TEST_CASE(no_budget_no_step)
{
    BOOST_TEST(!step_clock<>(0ns).goes_on());
    BOOST_TEST(!step_clock<>(-1ns).goes_on());
}

BOOST_AUTO_TEST_CASE(short_steps_share_a_reading)
{
    constexpr long many = 100'000;
    step_clock<counting_clock> steps(1h);
    long went = 0;
    while (went != many && steps.goes_on())
        ++went;
    BOOST_TEST(went == many);
#if defined(__x86_64__) || defined(__aarch64__)
    BOOST_TEST(counting_clock::readings < many / 2);
#endif
}

BOOST_AUTO_TEST_SUITE_END()
