// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/timer/deadline_queue.hpp>
#include <sonda/timer/manual_clock.hpp>

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
    fixture() { queue.open(8, boost::asio::any_io_executor()); }

    std::vector<slot_id> expire(time_point now)
    {
        std::vector<slot_id> slots;
        queue.expire(now, [&](slot_id slot) { slots.push_back(slot); });
        return slots;
    }

    sonda::timer::deadline_queue<clock_type> queue;
};

using slots = std::vector<slot_id>;

} // namespace

BOOST_FIXTURE_TEST_SUITE(deadline_queue, fixture)

BOOST_AUTO_TEST_CASE(has_no_deadline_before_it_is_opened)
{
    sonda::timer::deadline_queue<> const closed;
    BOOST_TEST((closed.next_deadline() == closed.next_deadline().max()));
}

BOOST_AUTO_TEST_CASE(expires_equal_deadlines_in_the_order_of_arming)
{
    for (slot_id const slot : {3U, 1U, 2U, 0U})
        queue.arm(slot, time_point(1s));
    BOOST_TEST(expire(time_point(1s)) == (slots{3, 1, 2, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(puts_an_earlier_deadline_in_its_place)
{
    queue.arm(0, time_point(3s));
    queue.arm(1, time_point(1s));
    queue.arm(2, time_point(2s));
    queue.arm(3, time_point(1s));
    queue.arm(4, time_point::min());
    BOOST_TEST((queue.next_deadline() == time_point::min()));
    BOOST_TEST(expire(time_point(3s)) == (slots{4, 1, 3, 2, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(never_expires_the_last_time_of_all_early)
{
    queue.arm(0, time_point::max());
    BOOST_TEST(expire(time_point(1h)).empty());
    BOOST_TEST(expire(time_point::max()) == slots{0}, boost::test_tools::per_element());
    BOOST_TEST(expire(time_point::max()).empty());
}

BOOST_AUTO_TEST_CASE(knows_its_earliest_deadline_exactly)
{
    queue.arm(0, time_point(1s));
    queue.arm(1, time_point(2s));
    BOOST_TEST((queue.next_deadline() == time_point(1s)));
    queue.disarm(0);
    BOOST_TEST((queue.next_deadline() == time_point(2s)));
    queue.disarm(1);
    BOOST_TEST((queue.next_deadline() == time_point::max()));
}

BOOST_AUTO_TEST_CASE(expires_what_the_callback_arms_in_the_past)
{
    queue.arm(0, time_point(1s));
    slots expired;
    auto const count = queue.expire(time_point(2s), [&](slot_id slot) {
        expired.push_back(slot);
        if (expired.size() < 3)
            queue.arm(slot, time_point(2s));
    });
    BOOST_TEST(count == 3U);
    BOOST_TEST(expired == (slots{0, 0, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(stays_whole_when_the_callback_throws)
{
    queue.arm(0, time_point(1s));
    queue.arm(1, time_point(1s));
    BOOST_CHECK_THROW(queue.expire(time_point(1s), [](slot_id slot) { throw slot; }), slot_id);
    BOOST_TEST(expire(time_point(1s)) == slots{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(is_empty_again_when_it_is_opened_again)
{
    queue.arm(0, time_point(1s));
    queue.open(2, boost::asio::any_io_executor());
    BOOST_TEST(expire(time_point(1h)).empty());
}

BOOST_AUTO_TEST_SUITE_END()
