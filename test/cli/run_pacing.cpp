// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/run_pacing.hpp>
#include <sonda/conformance/pacing.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

using namespace std::chrono_literals;
using sonda::protocol;
using sonda::cli::run_pacing;
using time_point = run_pacing::time_point;

namespace {

// Two scans that always have something to send, looked at whenever one of them is ready; `T` and `U` as they are sent.
std::string sends(run_pacing tcp, run_pacing udp, time_point until, int udp_probes)
{
    std::string all;
    time_point now(1s);
    while (now < until) {
        time_point next = until;
        while (tcp.admit(now, 0))
            all += 'T';
        next = (std::min)(next, tcp.ready_at(now));
        while (udp_probes != 0 && udp.admit(now, 0)) {
            --udp_probes;
            all += 'U';
        }
        if (udp_probes != 0)
            next = (std::min)(next, udp.ready_at(now));
        now = (std::max)(next, now + 1us);
    }
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(run_pacing_)

BOOST_AUTO_TEST_CASE(none_lets_everything_go)
{
    run_pacing pacing(0ns);
    for (int i = 0; i != 1000; ++i)
        BOOST_TEST_REQUIRE(pacing.admit(time_point(1s), 0));
    BOOST_TEST((pacing.ready_at(time_point(1s)) <= time_point(1s)));
}

BOOST_AUTO_TEST_CASE(protocols_take_turns_under_a_gap)
{
    run_pacing const pacing(10ms);
    auto const all = sends(pacing.of(protocol::tcp), pacing.of(protocol::udp), time_point(1s + 205ms), 1000);
    BOOST_TEST(all.size() >= 19U);
    BOOST_TEST(all.size() <= 21U);
    BOOST_TEST(all.find("TT") == std::string::npos);
    BOOST_TEST(all.find("UU") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(who_is_left_has_every_turn)
{
    run_pacing const pacing(10ms);
    auto const all = sends(pacing.of(protocol::tcp), pacing.of(protocol::udp), time_point(2s + 5ms), 2);
    BOOST_TEST(all.substr(0, 4).find("UU") == std::string::npos);
    BOOST_TEST(all.substr(0, 4).find('U') != std::string::npos);
    BOOST_TEST(all.size() >= 95U);
    BOOST_TEST(all.size() <= 101U);
}

BOOST_AUTO_TEST_CASE(a_rate_is_of_both_together)
{
    run_pacing const pacing(0ns, 1000);
    auto const all = sends(pacing.of(protocol::tcp), pacing.of(protocol::udp), time_point(2s), 100'000);
    BOOST_TEST(all.size() >= 980U);
    BOOST_TEST(all.size() <= 1010U);
    auto const udp = static_cast<std::size_t>(std::count(all.begin(), all.end(), 'U'));
    BOOST_TEST(udp >= all.size() / 3);
    BOOST_TEST(udp <= all.size() * 2 / 3);
}

BOOST_AUTO_TEST_CASE(a_rate_and_a_gap_hold_both)
{
    run_pacing const gap(10ms, 1000);
    BOOST_TEST(sends(gap.of(protocol::tcp), gap.of(protocol::udp), time_point(2s), 0).size() <= 101U);
    run_pacing const rate(1us, 100);
    BOOST_TEST(sends(rate.of(protocol::tcp), rate.of(protocol::udp), time_point(2s), 0).size() <= 103U);
}

BOOST_AUTO_TEST_CASE(is_a_pacing)
{
    for (auto const& pacing : {run_pacing(0ns), run_pacing(5ms)}) {
        auto const result = sonda::conformance::check_pacing(pacing);
        BOOST_TEST(result.passed(), result);
    }
    auto const result = sonda::conformance::check_pacing(run_pacing(0ns, 1000), 10);
    BOOST_TEST(result.passed(), result);
}

BOOST_AUTO_TEST_CASE(counts_what_starts_on_all_threads)
{
    std::atomic<std::uint64_t> sent = 0;
    time_point const now(1s);
    run_pacing const free(0ns, 0, &sent);
    auto tcp = free.of(protocol::tcp), udp = free.of(protocol::udp);
    BOOST_TEST((tcp.admit(now, 0) && tcp.admit(now, 0) && udp.admit(now, 0)));
    BOOST_TEST(sent == 3u);
    run_pacing paced(1s, 0, &sent);
    BOOST_TEST(paced.admit(now, 0));
    BOOST_TEST(!paced.admit(now, 0));
    BOOST_TEST(sent == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
