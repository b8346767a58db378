// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/timer.hpp>
#include <sonda/timer/asio_timer.hpp>
#include <sonda/timer/deadline_queue.hpp>
#include <sonda/timer/manual_clock.hpp>
#include <sonda/timer/timing_wheel.hpp>
#include <sonda/timer/two_phase.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace timer = sonda::timer;
using namespace std::chrono_literals;
using sonda::slot_id;
using sonda::conformance::arming;
using sonda::conformance::check_timer;
using clock_type = timer::basic_manual_clock<struct timer_conformance_tag>;
using time_point = clock_type::time_point;

namespace {

boost::asio::io_context context;

void passes(sonda::conformance::report const& result)
{
    BOOST_TEST(result.passed(), result);
    BOOST_TEST(result.checks() > 20'000U);
}

template<class Timer>
void fails(Timer tested)
{
    BOOST_TEST(!check_timer(std::move(tested), context.get_executor()).passed());
}

// A queue but for one fault.
using queue = timer::deadline_queue<clock_type>;

struct expires_early : queue
{
    template<class F>
    std::size_t expire(time_point now, F f)
    {
        return queue::expire(now + 1ns, f);
    }
};

struct expires_late : queue
{
    template<class F>
    std::size_t expire(time_point now, F f)
    {
        return queue::expire(now - 1ns, f);
    }
};

struct ignores_disarm : queue
{
    void disarm(slot_id) {}
};

struct names_a_later_deadline : queue
{
    time_point next_deadline() const
    {
        auto const next = queue::next_deadline();
        return next == time_point::max() ? next : next + 1ns;
    }
};

struct makes_no_progress : queue
{
    time_point next_deadline() const
    {
        return queue::next_deadline() == time_point::max() ? time_point::max() : time_point();
    }
};

struct counts_wrong : queue
{
    template<class F>
    std::size_t expire(time_point now, F f)
    {
        return queue::expire(now, f) + 1;
    }
};

struct expires_one_at_a_time : queue
{
    template<class F>
    std::size_t expire(time_point now, F f)
    {
        return queue::expire((std::min)(now, queue::next_deadline()), f);
    }
};

struct wakes_late : queue
{
    time_point wake_at(time_point) const
    {
        auto const next = next_deadline();
        return next == time_point::max() ? next : next + 1ms;
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(timer_conformance)

BOOST_AUTO_TEST_CASE(holds_for_every_model)
{
    auto const executor = context.get_executor();
    using wheel = timer::timing_wheel<clock_type>;
    passes(check_timer(queue(), executor));
    passes(check_timer(queue(), executor, arming::in_order));
    passes(check_timer(timer::deadline_queue<>(), executor));
    passes(check_timer(wheel(), executor));
    passes(check_timer(wheel(), executor, arming::in_order));
    passes(check_timer(timer::timing_wheel<>(), executor));
    passes(check_timer(timer::two_phase<queue>(), executor));
    passes(check_timer(timer::two_phase<wheel>(wheel(), 300us), executor));
    passes(check_timer(timer::asio_timer<clock_type>(), executor));
    passes(check_timer(timer::asio_timer<clock_type, boost::asio::io_context::executor_type>(), executor));
}

BOOST_AUTO_TEST_CASE(holds_for_a_wheel_of_any_tick)
{
    for (auto const tick : {-1ns, 0ns, 1ns, 64ns, std::chrono::nanoseconds(1ms), std::chrono::nanoseconds(1h)})
        passes(check_timer(timer::timing_wheel<clock_type>(tick), context.get_executor()));
}

BOOST_AUTO_TEST_CASE(finds_each_fault)
{
    fails(expires_early());
    fails(expires_late());
    fails(ignores_disarm());
    fails(names_a_later_deadline());
    fails(makes_no_progress());
    fails(counts_wrong());
    fails(expires_one_at_a_time());
    fails(wakes_late());
}

BOOST_AUTO_TEST_SUITE_END()
