// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/pacing.hpp>
#include <sonda/pacing/concurrent.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/pacing/shared.hpp>
#include <sonda/pacing/token_bucket.hpp>
#include <sonda/pacing/unlimited.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>

using namespace std::chrono_literals;
using sonda::conformance::check_pacing;
using clock_type = std::chrono::steady_clock;

namespace pacing = sonda::pacing;

namespace {

// An interval but for one fault.
struct counts_from_the_last_send
{
    clock_type::time_point next{};

    clock_type::time_point ready_at(clock_type::time_point) const { return next; }
    void sent(clock_type::time_point now, std::uint64_t) { next = now + 5ms; }
};

struct makes_up_for_pauses
{
    clock_type::time_point next{};

    clock_type::time_point ready_at(clock_type::time_point) const { return next; }
    void sent(clock_type::time_point, std::uint64_t) { next += 5ms; }
};

struct is_never_ready
{
    clock_type::time_point ready_at(clock_type::time_point now) const { return now + 1ms; }
    void sent(clock_type::time_point, std::uint64_t) {}
};

struct counts_questions
{
    clock_type::time_point next{};

    clock_type::time_point ready_at(clock_type::time_point) { return next += 5ms; }
    void sent(clock_type::time_point, std::uint64_t) {}
};

} // namespace

BOOST_AUTO_TEST_SUITE(pacing_conformance)

BOOST_AUTO_TEST_CASE(holds_for_every_model)
{
    using manual = sonda::timer::manual_clock;
    auto const passes = [](auto const& result) { BOOST_TEST(result.passed(), result); };
    passes(check_pacing(pacing::unlimited()));
    passes(check_pacing<manual>(pacing::unlimited()));
    passes(check_pacing(pacing::interval(0ns)));
    passes(check_pacing(pacing::interval(5ms)));
    passes(check_pacing(pacing::interval(7ns)));
    passes(check_pacing(pacing::interval(1h)));
    passes(check_pacing<manual>(pacing::basic_interval<manual>(5ms)));
    passes(check_pacing(pacing::token_bucket(1, 1h, 2), 2));
    passes(check_pacing(pacing::token_bucket(7, 1s, 5), 5));
    passes(check_pacing(pacing::token_bucket(300'007, 1s, 300), 300));
    passes(check_pacing<manual>(pacing::basic_token_bucket<manual>(1000, 1s, 10), 10));
    pacing::interval owned(5ms);
    passes(check_pacing(pacing::shared(owned)));
    passes(check_pacing(pacing::concurrent(pacing::interval(5ms))));
}

BOOST_AUTO_TEST_CASE(finds_each_fault)
{
    BOOST_TEST(!check_pacing(counts_from_the_last_send()).passed());
    BOOST_TEST(!check_pacing(makes_up_for_pauses()).passed());
    BOOST_TEST(!check_pacing(is_never_ready()).passed());
    BOOST_TEST(!check_pacing(counts_questions()).passed());
}

BOOST_AUTO_TEST_SUITE_END()
