// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/splitmix.hpp>
#include <sonda/runtime/local_domain.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;
using sonda::runtime::local_domain;
using sonda::runtime::task;
namespace this_task = sonda::runtime::this_task;

struct frames;
using clock = sonda::timer::basic_manual_clock<frames>;

// Work in the background that comes in steps of different length, as a scan does.
task<> background(sonda::detail::splitmix& chance, int steps)
{
    for (; steps != 0; --steps) {
        clock::advance(std::chrono::microseconds(1 + chance() % 100));
        co_await this_task::yield;
    }
}

// What a game would see: its frames, and how much of them the domain has taken.
struct seen
{
    int frames = 0;
    int missed = 0;
    std::chrono::nanoseconds longest{0};
    std::chrono::nanoseconds total{0};
};

seen run_a_game(std::uint64_t seed)
{
    constexpr auto frame = 16'667us;
    constexpr auto own_work = 16ms;
    constexpr auto budget = 500us;
    local_domain domain;
    sonda::detail::splitmix chance(seed);
    for (int i = 0; i != 20; ++i)
        domain.spawn_local(background(chance, 200)).value().detach();
    seen all;
    for (; !domain.is_empty(); ++all.frames) {
        auto const begin = clock::now();
        auto const stats = domain.run_for<clock>(budget);
        BOOST_CHECK(stats.elapsed == clock::now() - begin);
        all.longest = (std::max)(all.longest, stats.elapsed);
        all.total += stats.elapsed;
        clock::advance(own_work);
        all.missed += clock::now() - begin > frame;
    }
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(frame_loop_test)

BOOST_AUTO_TEST_CASE(no_frame_at_60_hertz_is_missed_while_work_goes_on)
{
    for (std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
        auto const game = run_a_game(seed);
        BOOST_TEST(game.missed == 0);
        BOOST_TEST(game.frames > 100);
        // A step of 100 microseconds that is begun with next to nothing left is the worst.
        BOOST_CHECK(game.longest < 600us);
        // The budget is used: on the average no more than half a step is left, or overrun.
        BOOST_CHECK(game.total > game.frames * 450us);
    }
}

BOOST_AUTO_TEST_CASE(a_game_replays)
{
    auto const once = run_a_game(7);
    auto const again = run_a_game(7);
    BOOST_TEST(once.frames == again.frames);
    BOOST_CHECK(once.total == again.total);
}

BOOST_AUTO_TEST_SUITE_END()
