// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What do the policies on the hot path cost: an index of an ordering, and arming and disarming a timer?

#include <sonda/ordering/random.hpp>
#include <sonda/ordering/serial.hpp>
#include <sonda/ordering/shard.hpp>
#include <sonda/timer/asio_timer.hpp>
#include <sonda/timer/deadline_queue.hpp>
#include <sonda/timer/timing_wheel.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;
using time_point = clock_type::time_point;
using sonda::slot_id;

constexpr slot_id window = 256;
constexpr std::int64_t sizes[]{65535, 65537, (1LL << 24) + 1, (1LL << 40) + 1, 5LL << 32, -1};

template<class Ordering>
void at(benchmark::State& state, Ordering const& rule)
{
    auto const order = rule.over(static_cast<std::uint64_t>(state.range(0)));
    std::uint64_t position = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(order.at(position));
        position = position + 1 == order.size() ? 0 : position + 1;
    }
}

// The plain way: a map from deadlines to slots, and for each slot its place in it.
class map_timer
{
public:
    using clock_type = std::chrono::steady_clock;

    template<class Executor>
    void open(std::size_t slots, Executor const&)
    {
        places_.resize(slots);
    }

    void arm(slot_id slot, time_point deadline) { places_[slot] = deadlines_.emplace(deadline, slot); }
    void disarm(slot_id slot) { deadlines_.erase(places_[slot]); }

    template<class F>
    std::size_t expire(time_point now, F f)
    {
        std::size_t count = 0;
        for (; !deadlines_.empty() && deadlines_.begin()->first <= now; ++count) {
            auto const slot = deadlines_.begin()->second;
            deadlines_.erase(deadlines_.begin());
            f(slot);
        }
        return count;
    }

private:
    std::multimap<time_point, slot_id> deadlines_;
    std::vector<std::multimap<time_point, slot_id>::iterator> places_;
};

// Timeouts that are all equal, or differ from slot to slot by up to a second.
std::chrono::nanoseconds timeout(slot_id slot, bool equal)
{
    return equal ? 1500ms : 500ms + slot * 7919 % window * 4ms;
}

// Every probe is answered: of a full window, slot after slot is disarmed and armed again.
template<class Timer>
void arm_and_disarm(benchmark::State& state)
{
    boost::asio::io_context context(1);
    Timer timer;
    timer.open(window, context.get_executor());
    auto const equal = state.range(0) == 1;
    auto now = clock_type::now() + 1h;
    for (slot_id slot = 0; slot != window; ++slot)
        timer.arm(slot, now + timeout(slot, equal));
    slot_id slot = 0;
    for (auto _ : state) {
        timer.disarm(slot);
        timer.arm(slot, now + timeout(slot, equal));
        now += 4us;
        slot = (slot + 1) % window;
    }
}

// Nothing is answered: a full window expires and is armed again. Counted in slots.
template<class Timer>
void arm_and_expire(benchmark::State& state)
{
    boost::asio::io_context context(1);
    Timer timer;
    timer.open(window, context.get_executor());
    auto const equal = state.range(0) == 1;
    auto now = clock_type::now() + 1h;
    while (state.KeepRunningBatch(window)) {
        for (slot_id slot = 0; slot != window; ++slot)
            timer.arm(slot, now + timeout(slot, equal));
        now += 2s;
        std::uint64_t sum = 0;
        timer.expire(now, [&](slot_id slot) { sum += slot; });
        benchmark::DoNotOptimize(sum);
    }
}

void name_sizes(benchmark::internal::Benchmark* bench)
{
    for (auto const n : sizes)
        bench->Arg(n);
}

void name_timeouts(benchmark::internal::Benchmark* bench)
{
    bench->ArgName("equal")->Arg(1)->Arg(0);
}

using queue = sonda::timer::deadline_queue<>;
using wheel = sonda::timer::timing_wheel<>;
using asio = sonda::timer::asio_timer<clock_type, boost::asio::io_context::executor_type>;

BENCHMARK_CAPTURE(at, serial, sonda::ordering::serial())->Arg(65535);
BENCHMARK_CAPTURE(at, random, sonda::ordering::random(42))->Apply(name_sizes);
BENCHMARK_CAPTURE(at, shard_of_random, sonda::ordering::shard(1, 3, sonda::ordering::random(42)))->Apply(name_sizes);
BENCHMARK(arm_and_disarm<queue>)->Apply(name_timeouts);
BENCHMARK(arm_and_disarm<wheel>)->Apply(name_timeouts);
BENCHMARK(arm_and_disarm<map_timer>)->Apply(name_timeouts);
BENCHMARK(arm_and_disarm<asio>)->Apply(name_timeouts);
BENCHMARK(arm_and_expire<queue>)->Apply(name_timeouts);
BENCHMARK(arm_and_expire<wheel>)->Apply(name_timeouts);
BENCHMARK(arm_and_expire<map_timer>)->Apply(name_timeouts);

} // namespace

BENCHMARK_MAIN();
