// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/timer/asio_timer.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <future>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

using namespace std::chrono_literals;
using sonda::slot_id;
using clock_type = sonda::timer::basic_manual_clock<struct asio_timer_tag>;
using time_point = clock_type::time_point;
using boost::system::error_code;

namespace {

using timer_type = sonda::timer::asio_timer<clock_type>;
static_assert(std::is_same_v<timer_type::rebind_executor<boost::asio::io_context::executor_type>::other::executor_type,
                             boost::asio::io_context::executor_type>);

struct fixture
{
    fixture()
    {
        clock_type::reset();
        timer.open(4, context.get_executor());
    }

    ~fixture()
    {
        context.restart();
        BOOST_TEST(context.poll() == 0U);
    }

    void wait()
    {
        timer.async_wait([this](error_code error) { woken.push_back(error); });
    }

    void advance(std::chrono::nanoseconds step)
    {
        clock_type::advance(step, context);
        context.restart();
        context.poll();
    }

    std::vector<slot_id> expire()
    {
        std::vector<slot_id> slots;
        timer.expire(clock_type::now(), [&](slot_id slot) { slots.push_back(slot); });
        return slots;
    }

    // Ends the waits that are left, so that the context runs dry.
    void finish()
    {
        timer = timer_type();
        context.restart();
        context.poll();
    }

    boost::asio::io_context context{1};
    timer_type timer;
    std::vector<error_code> woken;
};

using slots = std::vector<slot_id>;

} // namespace

BOOST_FIXTURE_TEST_SUITE(asio_timer, fixture)

BOOST_AUTO_TEST_CASE(wakes_at_a_deadline_and_not_before)
{
    timer.arm(0, time_point(1s));
    timer.arm(1, time_point(2s));
    wait();
    advance(1s - 1ns);
    BOOST_TEST(woken.empty());
    advance(1ns);
    BOOST_TEST(woken == std::vector<error_code>(1), boost::test_tools::per_element());
    BOOST_TEST(expire() == slots{0}, boost::test_tools::per_element());
    wait();
    advance(1s);
    BOOST_TEST(woken == std::vector<error_code>(2), boost::test_tools::per_element());
    BOOST_TEST(expire() == slots{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(does_not_lose_a_deadline_that_passes_while_nobody_waits)
{
    timer.arm(0, time_point(1s));
    advance(1s);
    wait();
    BOOST_TEST(woken.empty());
    advance(0s);
    BOOST_TEST(woken == std::vector<error_code>(1), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(does_not_wake_for_a_deadline_that_was_disarmed)
{
    timer.arm(0, time_point(1s));
    wait();
    timer.disarm(0);
    advance(1h);
    BOOST_TEST(woken.empty());
    timer.arm(0, time_point(2h));
    advance(1h);
    BOOST_TEST(woken == std::vector<error_code>(1), boost::test_tools::per_element());
    BOOST_TEST(expire() == slots{0}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ends_a_wait_by_terminal_cancellation)
{
    boost::asio::cancellation_signal signal;
    std::vector<error_code> ended;
    timer.arm(0, time_point(1s));
    timer.async_wait(boost::asio::bind_cancellation_slot(signal.slot(), [&](error_code e) { ended.push_back(e); }));
    signal.emit(boost::asio::cancellation_type::total);
    advance(0s);
    BOOST_TEST(ended.empty());
    signal.emit(boost::asio::cancellation_type::terminal);
    BOOST_TEST(ended.empty());
    advance(0s);
    BOOST_TEST(ended.size() == 1U);
    BOOST_TEST((ended.at(0) == boost::asio::error::operation_aborted));
    wait();
    advance(1s);
    BOOST_TEST(woken == std::vector<error_code>(1), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ends_a_wait_when_it_is_destroyed)
{
    timer.arm(0, time_point(1s));
    wait();
    finish();
    BOOST_TEST(woken.size() == 1U);
    BOOST_TEST((woken.at(0) == boost::asio::error::operation_aborted));
}

BOOST_AUTO_TEST_CASE(keeps_its_wait_when_it_is_moved)
{
    timer.arm(0, time_point(1s));
    wait();
    auto moved = std::move(timer);
    advance(1s);
    BOOST_TEST(woken == std::vector<error_code>(1), boost::test_tools::per_element());
    BOOST_TEST(moved.expire(clock_type::now(), [](slot_id) {}) == 1U);
}

BOOST_AUTO_TEST_CASE(takes_any_completion_token)
{
    timer.arm(0, time_point(1s));
    std::future<void> done = timer.async_wait(boost::asio::use_future);
    advance(1s);
    BOOST_TEST((done.wait_for(0s) == std::future_status::ready));
    done.get();
}

BOOST_AUTO_TEST_CASE(completes_on_the_executor_of_the_handler)
{
    auto const strand = boost::asio::make_strand(context);
    bool inside = false;
    timer.arm(0, time_point(1s));
    timer.async_wait(boost::asio::bind_executor(strand, [&](error_code) { inside = strand.running_in_this_thread(); }));
    advance(1s);
    BOOST_TEST(inside);
}

BOOST_AUTO_TEST_CASE(has_no_deadline_before_it_is_opened)
{
    BOOST_TEST((timer_type().next_deadline() == time_point::max()));
}

BOOST_AUTO_TEST_SUITE_END()
