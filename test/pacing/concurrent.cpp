// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/pacing.hpp>
#include <sonda/pacing/concurrent.hpp>
#include <sonda/pacing/unlimited.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using sonda::pacing::concurrent;
using sonda::pacing::interval;
using time_point = std::chrono::steady_clock::time_point;

namespace {

struct heard
{
    std::uint64_t answers = 0;
    std::uint64_t losses = 0;
    int shortages = 0;
};

struct listening : interval
{
    explicit listening(heard& to)
        : interval(0ns)
        , into(&to)
    {}

    void answered(std::uint64_t host, std::chrono::nanoseconds rtt) { into->answers += host + (rtt == 3ms); }
    void lost(std::uint64_t host) { into->losses += host; }
    void shortage() { ++into->shortages; }

    heard* into;
};

template<class T>
concept hears_of_losses = requires(T& pacing) { pacing.lost(std::uint64_t{}); };

static_assert(hears_of_losses<concurrent<listening>>);
static_assert(!hears_of_losses<concurrent<interval>>);
static_assert(sonda::pacing_policy<concurrent<sonda::pacing::unlimited>, sonda::timer::manual_clock>);
static_assert(!sonda::pacing_policy<concurrent<interval>, sonda::timer::manual_clock>);

} // namespace

BOOST_AUTO_TEST_SUITE(concurrent_pacing)

BOOST_AUTO_TEST_CASE(is_a_pacing)
{
    for (auto const& gap : {0ns, 7ns, 5'000'000ns}) {
        auto const found = sonda::conformance::check_pacing(concurrent(interval(gap)));
        BOOST_TEST(found.passed(), found);
    }
}

BOOST_AUTO_TEST_CASE(copies_are_one_pacing)
{
    concurrent one(interval(5ms));
    auto other = one;
    time_point const now(1s);
    BOOST_TEST(one.admit(now, 0));
    BOOST_TEST(!other.admit(now, 0));
    BOOST_TEST((other.ready_at(now) == now + 5ms));
    other.sent(now + 5ms, 0);
    BOOST_TEST((one.ready_at(now) == now + 10ms));
    BOOST_TEST(one.admit(now + 10ms, 0));
}

BOOST_AUTO_TEST_CASE(passes_on_what_the_pacing_wants_to_know)
{
    heard seen;
    concurrent one{listening(seen)};
    auto other = one;
    one.answered(7, 3ms);
    other.lost(5);
    one.shortage();
    other.shortage();
    BOOST_TEST(seen.answers == 8u);
    BOOST_TEST(seen.losses == 5u);
    BOOST_TEST(seen.shortages == 2);
}

BOOST_AUTO_TEST_CASE(admits_one_of_many_threads_to_each_turn)
{
    constexpr int turns = 2000;
    concurrent const common(interval(1ms));
    std::vector<std::atomic<int>> admitted(turns);
    std::vector<std::thread> threads;
    std::atomic<int> turn = 0;
    for (int i = 0; i != 3; ++i)
        threads.emplace_back([&, mine = common]() mutable {
            for (int at = turn; at < turns; at = turn)
                if (mine.admit(time_point(1s) + at * 1ms, 0)) {
                    ++admitted[static_cast<std::size_t>(at)];
                    ++turn;
                }
        });
    for (auto& thread : threads)
        thread.join();
    for (auto const& times : admitted)
        BOOST_TEST(times == 1);
}

BOOST_AUTO_TEST_SUITE_END()
