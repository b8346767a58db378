// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/error.hpp>
#include <sonda/timer/asio_timer.hpp>
#include <sonda/timer/manual_clock.hpp>
#include <sonda/timer/timing_wheel.hpp>
#include <sonda/timer/two_phase.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <vector>

using namespace std::chrono_literals;
using sonda::slot_id;
using clock_type = sonda::timer::manual_clock;
using time_point = clock_type::time_point;
using queue = sonda::timer::deadline_queue<clock_type>;

namespace {

template<class Timer>
concept can_be_wrapped = requires { typename sonda::timer::two_phase<Timer>; };

static_assert(can_be_wrapped<sonda::timer::timing_wheel<>>);
static_assert(!can_be_wrapped<sonda::timer::asio_timer<>>);

struct fixture
{
    explicit fixture(std::chrono::nanoseconds spin = 0ns)
        : timer(queue(), spin)
    {
        timer.open(4, boost::asio::any_io_executor());
    }

    std::vector<slot_id> expire(time_point now)
    {
        std::vector<slot_id> slots;
        timer.expire(now, [&](slot_id slot) { slots.push_back(slot); });
        return slots;
    }

    sonda::timer::two_phase<queue> timer;
};

struct spinning : fixture
{
    spinning()
        : fixture(200us)
    {}
};

using slots = std::vector<slot_id>;

} // namespace

BOOST_FIXTURE_TEST_SUITE(two_phase, fixture)

BOOST_AUTO_TEST_CASE(looks_once_coarsely_and_then_at_the_deadline)
{
    timer.arm(0, time_point(1500ms));
    BOOST_TEST((timer.wake_at(time_point(0s)) == time_point(1468ms)));
    BOOST_TEST((timer.wake_at(time_point(1468ms - 1ns)) == time_point(1468ms)));
    BOOST_TEST((timer.wake_at(time_point(1468ms)) == time_point(1500ms)));
    BOOST_TEST((timer.wake_at(time_point(1499ms)) == time_point(1500ms)));
    BOOST_TEST((timer.wake_at(time_point(1501ms)) <= time_point(1501ms)));
}

BOOST_AUTO_TEST_CASE(has_but_the_precise_phase_for_a_short_timeout)
{
    timer.arm(0, time_point(20ms));
    BOOST_TEST((timer.wake_at(time_point(0s)) == time_point(20ms)));
}

BOOST_AUTO_TEST_CASE(never_looks_when_nothing_is_armed)
{
    BOOST_TEST((timer.wake_at(time_point(1s)) == time_point::max()));
    timer.arm(0, time_point::max());
    BOOST_TEST((timer.wake_at(time_point(1s)) == time_point::max()));
}

BOOST_AUTO_TEST_CASE(lets_an_answer_before_the_precise_phase_win)
{
    timer.arm(0, time_point(1500ms));
    timer.arm(1, time_point(1500ms));
    BOOST_TEST(expire(timer.wake_at(time_point(0s))).empty());
    timer.disarm(0);
    BOOST_TEST(expire(time_point(1500ms)) == slots{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(expires_neither_early_nor_late)
{
    timer.arm(0, time_point(1500ms));
    time_point now{};
    int looks = 0;
    while (expire(now).empty()) {
        BOOST_TEST((now < time_point(1500ms)));
        now = timer.wake_at(now);
        ++looks;
    }
    BOOST_TEST((now == time_point(1500ms)));
    BOOST_TEST(looks == 2);
}

BOOST_AUTO_TEST_CASE(refuses_a_spin_that_is_out_of_range)
{
    auto const refused = [](auto const& e) { return e.code() == sonda::error::bad_option; };
    BOOST_CHECK_EXCEPTION(fixture(-1ns), boost::system::system_error, refused);
    BOOST_CHECK_EXCEPTION(fixture(300us + 1ns), boost::system::system_error, refused);
    BOOST_CHECK_NO_THROW(fixture(300us));
}

BOOST_FIXTURE_TEST_CASE(spins_just_before_a_deadline_if_asked_to, spinning)
{
    timer.arm(0, time_point(1500ms));
    BOOST_TEST((timer.wake_at(time_point(0s)) == time_point(1468ms)));
    BOOST_TEST((timer.wake_at(time_point(1468ms)) == time_point(1500ms - 200us)));
    for (auto const now : {time_point(1500ms - 200us), time_point(1500ms - 1ns)}) {
        BOOST_TEST((timer.wake_at(now) <= now));
        BOOST_TEST(expire(now).empty());
    }
    BOOST_TEST(expire(time_point(1500ms)) == slots{0}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
