// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/pacing/unlimited.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <type_traits>

using sonda::pacing::unlimited;

namespace {

struct holder
{
    [[no_unique_address]] unlimited pacing;
    int other;
};

static_assert(std::is_empty_v<unlimited>);
static_assert(sizeof(holder) == sizeof(int));
static_assert(sonda::pacing_policy<unlimited, sonda::timer::manual_clock>);
static_assert(sonda::pacing_policy<unlimited, std::chrono::system_clock>);

} // namespace

BOOST_AUTO_TEST_SUITE(unlimited_pacing)

BOOST_AUTO_TEST_CASE(is_ready_at_any_time)
{
    using time_point = std::chrono::steady_clock::time_point;
    unlimited const pacing;
    for (auto const now : {time_point(), time_point::min(), time_point::max()}) {
        pacing.sent(now, 0);
        BOOST_TEST((pacing.ready_at(now) <= now));
    }
    static_assert(unlimited().ready_at(time_point()) == time_point::min());
}

BOOST_AUTO_TEST_SUITE_END()
