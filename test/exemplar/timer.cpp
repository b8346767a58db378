// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// The smallest timer that does something, for doc/concepts/timer_policy.adoc.

#include <sonda/conformance/timer.hpp>
#include <sonda/timer/two_phase.hpp>
#include <sonda/timer_policy.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace {

// tag::exemplar[]
// Looks at every slot each time: enough for a window of a few.
class small_timer
{
public:
    using clock_type = std::chrono::steady_clock;
    using time_point = clock_type::time_point;

    template<class Executor>
    void open(std::size_t slots, Executor const&)
    {
        deadlines_.assign(slots, time_point::max());
    }

    void arm(sonda::slot_id slot, time_point deadline) { deadlines_[slot] = deadline; }
    void disarm(sonda::slot_id slot) { deadlines_[slot] = time_point::max(); }

    time_point next_deadline() const
    {
        auto const first = std::min_element(deadlines_.begin(), deadlines_.end());
        return first == deadlines_.end() ? time_point::max() : *first;
    }

    template<class F>
    std::size_t expire(time_point now, F f)
    {
        std::size_t count = 0;
        for (; next_deadline() <= now; ++count) {
            auto const first = std::min_element(deadlines_.begin(), deadlines_.end());
            *first = time_point::max();
            f(static_cast<sonda::slot_id>(first - deadlines_.begin()));
        }
        return count;
    }

private:
    std::vector<time_point> deadlines_;
};

static_assert(sonda::timer_policy<small_timer>);
// end::exemplar[]

} // namespace

BOOST_AUTO_TEST_SUITE(timer_exemplar)

BOOST_AUTO_TEST_CASE(is_a_timer)
{
    boost::asio::io_context context;
    // tag::check[]
    auto const result = sonda::conformance::check_timer(small_timer(), context.get_executor());
    BOOST_TEST(result.passed(), result);
    // end::check[]
}

BOOST_AUTO_TEST_CASE(can_wait_in_two_phases)
{
    boost::asio::io_context context;
    // tag::two_phase[]
    sonda::timer::two_phase<small_timer> timer;
    // end::two_phase[]
    auto const result = sonda::conformance::check_timer(timer, context.get_executor());
    BOOST_TEST(result.passed(), result);
}

BOOST_AUTO_TEST_SUITE_END()
