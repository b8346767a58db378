// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/pacing/shared.hpp>
#include <sonda/pacing/unlimited.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>

using namespace std::chrono_literals;
using sonda::pacing::interval;
using sonda::pacing::shared;
using time_point = std::chrono::steady_clock::time_point;

namespace {

struct listening : interval
{
    std::uint64_t answers = 0;
    std::uint64_t losses = 0;
    int shortages = 0;

    listening()
        : interval(0ns)
    {}

    void answered(std::uint64_t host, std::chrono::nanoseconds rtt) { answers += host + (rtt == 3ms); }
    void lost(std::uint64_t host) { losses += host; }
    void shortage() { ++shortages; }
};

template<class T>
concept hears_of_losses = requires(T& pacing) { pacing.lost(std::uint64_t{}); };

static_assert(hears_of_losses<shared<listening>>);
static_assert(!hears_of_losses<shared<interval>>);
static_assert(sonda::pacing_policy<shared<sonda::pacing::unlimited>, sonda::timer::manual_clock>);
static_assert(!sonda::pacing_policy<shared<interval>, sonda::timer::manual_clock>);

} // namespace

BOOST_AUTO_TEST_SUITE(shared_pacing)

BOOST_AUTO_TEST_CASE(puts_two_scans_under_one_schedule)
{
    interval owned(5ms);
    shared tcp(owned);
    shared udp(owned);
    time_point now(1s);
    tcp.sent(now, 0);
    BOOST_TEST((udp.ready_at(now) == now + 5ms));
    udp.sent(now + 5ms, 0);
    BOOST_TEST((tcp.ready_at(now) == now + 10ms));
}

BOOST_AUTO_TEST_CASE(passes_on_what_the_pacing_wants_to_know)
{
    listening owned;
    shared pacing(owned);
    pacing.answered(6, std::chrono::nanoseconds(3ms));
    pacing.lost(4);
    pacing.shortage();
    BOOST_TEST(owned.answers == 7U);
    BOOST_TEST(owned.losses == 4U);
    BOOST_TEST(owned.shortages == 1);
}

BOOST_AUTO_TEST_SUITE_END()
