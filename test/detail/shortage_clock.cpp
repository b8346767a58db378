// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/shortage_clock.hpp>

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(shortage_clock)

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

clock::time_point const start = clock::time_point(1h);

BOOST_AUTO_TEST_CASE(does_not_pause_before_the_first_shortage)
{
    sonda::detail::shortage_clock<clock> subject(10s);
    BOOST_TEST(!subject.lasting(start));
    BOOST_TEST((subject.resume_at(start) <= start));
}

BOOST_AUTO_TEST_CASE(pauses_twice_as_long_each_time_up_to_a_limit)
{
    sonda::detail::shortage_clock<clock> subject(10s);
    auto now = start;
    for (auto pause : {1ms, 2ms, 4ms, 8ms, 16ms, 32ms, 64ms, 128ms, 128ms, 128ms}) {
        subject.back_off(now);
        BOOST_TEST((subject.resume_at(now) == now + pause));
        now += pause;
    }
}

BOOST_AUTO_TEST_CASE(starts_anew_when_something_goes_well)
{
    sonda::detail::shortage_clock<clock> subject(10s);
    subject.back_off(start);
    subject.back_off(start + 1ms);
    subject.over();
    BOOST_TEST((subject.resume_at(start) <= start));
    subject.back_off(start);
    BOOST_TEST((subject.resume_at(start) == start + 1ms));
}

BOOST_AUTO_TEST_CASE(lasts_once_the_patience_is_over_and_pauses_no_more)
{
    sonda::detail::shortage_clock<clock> subject(10s);
    subject.back_off(start);
    BOOST_TEST(!subject.lasting(start + 10s - 1ns));
    BOOST_TEST(subject.lasting(start + 10s));
    subject.back_off(start + 10s);
    BOOST_TEST((subject.resume_at(start + 10s) == start + 10s));
}

BOOST_AUTO_TEST_SUITE_END()
