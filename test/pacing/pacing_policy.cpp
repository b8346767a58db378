// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/pacing_policy.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>

namespace {

using time_point = std::chrono::steady_clock::time_point;
using manual = sonda::timer::manual_clock;

// The smallest type that conforms.
struct archetype
{
    time_point ready_at(time_point now) { return now; }
    void sent(time_point, std::uint64_t) {}
};

struct not_movable : archetype
{
    not_movable(not_movable&&) = delete;
};

struct without_ready_at
{
    void sent(time_point, std::uint64_t);
};

struct without_sent
{
    time_point ready_at(time_point);
};

struct ready_in : archetype
{
    time_point::duration ready_at(time_point);
};

struct sent_without_host : archetype
{
    void sent(time_point);
};

static_assert(sonda::pacing_policy<archetype>);
static_assert(!sonda::pacing_policy<archetype, manual>);
static_assert(!sonda::pacing_policy<not_movable>);
static_assert(!sonda::pacing_policy<without_ready_at>);
static_assert(!sonda::pacing_policy<without_sent>);
static_assert(!sonda::pacing_policy<ready_in>);
static_assert(!sonda::pacing_policy<sent_without_host>);

} // namespace

BOOST_AUTO_TEST_SUITE(pacing_policy)

BOOST_AUTO_TEST_CASE(needs_no_more_than_the_archetype_has)
{
    archetype pacing;
    pacing.sent(time_point(), 0);
    BOOST_TEST((pacing.ready_at(time_point()) == time_point()));
}

BOOST_AUTO_TEST_SUITE_END()
