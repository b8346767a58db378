// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/timer/manual_clock.hpp>
#include <sonda/timer/timing_wheel.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <vector>

using namespace std::chrono_literals;
using sonda::slot_id;
using clock_type = sonda::timer::manual_clock;
using time_point = clock_type::time_point;

namespace {

struct fixture
{
    fixture() { wheel.open(8, boost::asio::any_io_executor()); }

    std::vector<slot_id> expire(time_point now)
    {
        std::vector<slot_id> slots;
        wheel.expire(now, [&](slot_id slot) { slots.push_back(slot); });
        return slots;
    }

    sonda::timer::timing_wheel<clock_type> wheel{1ms};
};

using slots = std::vector<slot_id>;

// A clock as coarse as some systems have.
struct second_clock
{
    using duration = std::chrono::duration<int>;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<second_clock>;
    [[maybe_unused]] static constexpr bool is_steady = true;
    static time_point now() { return {}; }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(timing_wheel, fixture)

BOOST_AUTO_TEST_CASE(expires_by_the_deadline_and_not_by_the_tick)
{
    wheel.arm(0, time_point(1s + 3ns));
    wheel.arm(1, time_point(1s + 2ns));
    wheel.arm(2, time_point(1s + 1ns));
    BOOST_TEST(expire(time_point(1s)).empty());
    BOOST_TEST(expire(time_point(1s + 1ns)) == slots{2}, boost::test_tools::per_element());
    BOOST_TEST((wheel.next_deadline() == time_point(1s + 2ns)));
    BOOST_TEST(expire(time_point(1s + 3ns)) == (slots{1, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(expires_equal_deadlines_in_the_order_of_arming)
{
    wheel.arm(3, time_point(1h));
    BOOST_TEST(expire(time_point(59min)).empty());
    wheel.arm(1, time_point(1h));
    BOOST_TEST(expire(time_point(1h - 5ms)).empty());
    wheel.arm(2, time_point(1h));
    BOOST_TEST(expire(time_point(1h - 1ns)).empty());
    wheel.arm(0, time_point(1h));
    BOOST_TEST(expire(time_point(1h)) == (slots{3, 1, 2, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(takes_any_deadline_there_is)
{
    wheel.arm(0, time_point::max());
    wheel.arm(1, time_point::min());
    wheel.arm(2, time_point(-1ns));
    wheel.arm(3, time_point(0ns));
    BOOST_TEST((wheel.next_deadline() == time_point::min()));
    BOOST_TEST(expire(time_point(-1ns)) == (slots{1, 2}), boost::test_tools::per_element());
    BOOST_TEST(expire(time_point::max() - 1ns) == slots{3}, boost::test_tools::per_element());
    BOOST_TEST(expire(time_point::max()) == slots{0}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(knows_its_earliest_deadline_exactly_while_nothing_is_disarmed)
{
    for (slot_id slot = 0; slot != 8; ++slot)
        wheel.arm(slot, time_point(10s - slot * 1s));
    BOOST_TEST((wheel.next_deadline() == time_point(3s)));
}

BOOST_AUTO_TEST_CASE(moves_on_from_a_deadline_that_was_disarmed)
{
    wheel.arm(0, time_point(1000s));
    wheel.arm(1, time_point(1001s));
    wheel.disarm(0);
    auto const next = wheel.next_deadline();
    BOOST_TEST((next <= time_point(1001s)));
    BOOST_TEST(expire(next).empty());
    BOOST_TEST((wheel.next_deadline() == time_point(1001s)));
    wheel.disarm(1);
    BOOST_TEST((wheel.next_deadline() == time_point::max()));
}

BOOST_AUTO_TEST_CASE(takes_deadlines_before_a_time_it_has_seen)
{
    wheel.arm(0, time_point(2s));
    BOOST_TEST(expire(time_point(5s)) == slots{0}, boost::test_tools::per_element());
    wheel.arm(0, time_point(3s));
    wheel.arm(1, time_point(1s));
    BOOST_TEST(expire(time_point(1s)) == slots{1}, boost::test_tools::per_element());
    BOOST_TEST(expire(time_point(5s)) == slots{0}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(stays_whole_when_the_callback_throws)
{
    wheel.arm(0, time_point(1s));
    wheel.arm(1, time_point(1s));
    BOOST_CHECK_THROW(wheel.expire(time_point(1s), [](slot_id slot) { throw slot; }), slot_id);
    BOOST_TEST(expire(time_point(1s)) == slots{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(is_empty_again_when_it_is_opened_again)
{
    wheel.arm(0, time_point(1s));
    wheel.open(2, boost::asio::any_io_executor());
    BOOST_TEST((wheel.next_deadline() == time_point::max()));
    BOOST_TEST(expire(time_point(1h)).empty());
}

BOOST_AUTO_TEST_CASE(works_on_a_coarse_clock)
{
    sonda::timer::timing_wheel<second_clock> coarse;
    coarse.open(1, boost::asio::any_io_executor());
    coarse.arm(0, second_clock::time_point(90s));
    BOOST_TEST(coarse.expire(second_clock::time_point(89s), [](slot_id) {}) == 0U);
    BOOST_TEST(coarse.expire(second_clock::time_point(90s), [](slot_id) {}) == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
