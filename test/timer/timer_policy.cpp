// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/timer_policy.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>

namespace {

using boost::asio::any_io_executor;
using sonda::slot_id;

// The smallest type that conforms.
struct archetype
{
    using clock_type = std::chrono::steady_clock;
    using time_point = clock_type::time_point;

    void open(std::size_t, any_io_executor const&) {}
    void arm(slot_id, time_point) {}
    void disarm(slot_id) {}
    time_point next_deadline() const { return time_point::max(); }

    template<class F>
    std::size_t expire(time_point, F)
    {
        return 0;
    }
};

struct not_movable : archetype
{
    not_movable(not_movable&&) = delete;
};

struct without_clock : archetype
{
private:
    using clock_type = archetype::clock_type;
};

struct open_without_executor : archetype
{
    void open(std::size_t);
};

struct arms_durations : archetype
{
    void arm(slot_id, std::chrono::nanoseconds);
};

struct disarms_all : archetype
{
    void disarm();
};

struct next_deadline_changes_it : archetype
{
    time_point next_deadline();
};

struct next_deadline_is_a_duration : archetype
{
    std::chrono::nanoseconds next_deadline() const;
};

struct expire_counts_nothing : archetype
{
    template<class F>
    void expire(time_point, F);
};

struct expire_without_callback : archetype
{
    std::size_t expire(time_point);
};

static_assert(sonda::timer_policy<archetype>);
static_assert(!sonda::timer_policy<not_movable>);
static_assert(!sonda::timer_policy<without_clock>);
static_assert(!sonda::timer_policy<open_without_executor>);
static_assert(!sonda::timer_policy<arms_durations>);
static_assert(!sonda::timer_policy<disarms_all>);
static_assert(!sonda::timer_policy<next_deadline_changes_it>);
static_assert(!sonda::timer_policy<next_deadline_is_a_duration>);
static_assert(!sonda::timer_policy<expire_counts_nothing>);
static_assert(!sonda::timer_policy<expire_without_callback>);

} // namespace

BOOST_AUTO_TEST_SUITE(timer_policy)

BOOST_AUTO_TEST_CASE(needs_no_more_than_the_archetype_has)
{
    archetype timer;
    timer.open(1, any_io_executor());
    timer.arm(0, timer.next_deadline());
    timer.disarm(0);
    BOOST_TEST(timer.expire(archetype::time_point(), [](slot_id) {}) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
