// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_LATENCY_ROWS_HPP
#define SONDA_BENCH_RUNTIME_LATENCY_ROWS_HPP

#include <atomic>
#include <barrier>
#include <thread>

#include "level.hpp"
#include "meter.hpp"

// Rows 15, 16, 20 and 21: what one call takes, beside tasks that yield without end or beside other threads that spawn.

namespace bench {

template<class Side>
typename Side::template coro<std::size_t> busy(Side& side, std::atomic<bool> const& stop, std::size_t yields)
{
    while (!stop.load(std::memory_order_relaxed))
        for (std::size_t i = 0; i != yields; ++i)
            co_await side.yield();
    co_return 1;
}

/// High tasks that yield until they are stopped.
template<class Side>
class population
{
public:
    population(Side& side, std::size_t n, std::size_t yields)
        : side_(side)
    {
        for (std::size_t i = 0; i != n; ++i)
            tasks_.push_back(side.submit(level::high, busy(side, stop_, yields)));
    }

    void end()
    {
        stop_ = true;
        std::size_t sum = 0;
        for (auto& each : tasks_)
            sum += side_.get(each);
        must(sum == tasks_.size(), "not every busy task ended");
    }

private:
    Side& side_;
    std::atomic<bool> stop_ = false;
    std::vector<decltype(std::declval<Side&>().submit(
        level::high, busy(std::declval<Side&>(), std::declval<std::atomic<bool>&>(), 1)))>
        tasks_;
};

template<class Side>
std::uint64_t probe(Side& side, level l)
{
    auto const begin = clock::now();
    auto task = side.submit(l, [] { return 7; });
    auto const result = side.get(task);
    auto const elapsed = since(begin);
    must(result == 7, "not 7");
    return elapsed;
}

template<class Side>
void probes(meter const& measure)
{
    Side side(1);
    for (auto const n : measure.sizes({128, 1024, 8192}))
        for (auto const each : Side::classes) {
            population<Side> others(side, n, 1);
            measure.run(std::string(to_string(each)) + " probe beside busy high", n, [&] { return probe(side, each); });
            others.end();
        }
}

template<class Side>
void starvation(meter const& measure)
{
    Side side(1);
    for (auto const n : measure.sizes({256, 2048, 16384})) {
        population<Side> others(side, n, 4);
        measure.run("background probe beside 4 yields", n, [&] { return probe(side, level::background); });
        others.end();
    }
}

/// As many as the time allows, where a probe waits for everybody.
template<class Side>
std::vector<std::uint64_t> sample_probes(meter const& measure, Side& side, level l)
{
    std::size_t const warm_ups = measure.quick ? 1 : 300;
    std::size_t const samples = measure.quick ? 10 : 3000;
    std::vector<std::uint64_t> seen;
    auto const end = clock::now() + 4 * measure.budget;
    for (std::size_t i = 0; i != warm_ups && clock::now() < end; ++i)
        probe(side, l);
    while (seen.size() != samples && (seen.size() < 10 || clock::now() < end))
        seen.push_back(probe(side, l));
    return seen;
}

template<class Side>
void sampled_probes(meter const& measure)
{
    Side side(1);
    for (auto const n : measure.sizes({128, 1024, 8192}))
        for (auto const each : Side::classes) {
            population<Side> others(side, n, 1);
            measure.report(std::string(to_string(each)) + " probe, sampled", n, sample_probes(measure, side, each));
            others.end();
        }
}

/// `each` calls of `submit` on every one of so many threads, which begin together; every call is timed.
template<class Submit>
std::vector<std::uint64_t> timed_calls(Submit const& submit, std::size_t threads, std::size_t each)
{
    std::atomic<std::size_t> count = 0;
    std::barrier start(static_cast<std::ptrdiff_t>(threads));
    std::vector<std::vector<std::uint64_t>> calls(threads);
    std::vector<std::thread> running;
    for (auto& mine : calls)
        running.emplace_back([&] {
            mine.reserve(each);
            start.arrive_and_wait();
            while (mine.size() != each) {
                auto const begin = clock::now();
                submit([&count] { count.fetch_add(1, std::memory_order_release); });
                mine.push_back(since(begin));
            }
        });
    for (auto& each_thread : running)
        each_thread.join();
    while (count.load(std::memory_order_acquire) != threads * each)
        std::this_thread::yield();
    std::vector<std::uint64_t> all;
    for (auto const& mine : calls)
        all.insert(all.end(), mine.begin(), mine.end());
    return all;
}

template<class Submit>
void report_calls(meter const& measure, std::string const& name, std::size_t threads, Submit submit)
{
    std::vector<std::uint64_t> calls;
    for (int i = 0; i != (measure.quick ? 1 : 3); ++i) {
        auto const more = timed_calls(submit, threads, 2000);
        calls.insert(calls.end(), more.begin(), more.end());
    }
    measure.report(name, threads, std::move(calls));
}

template<class Side>
void spawn_calls(meter const& measure)
{
    for (unsigned const workers : {2u, 4u}) {
        Side side(workers);
        auto const number = std::to_string(workers);
        for (auto const n : measure.sizes({1, 2, 4, 8, 16})) {
            report_calls(measure, "spawn call, W=" + number, n, [&](auto f) { side.launch(level::normal, f); });
            report_calls(measure, "call for a function, W=" + number, n, [&](auto f) { side.post(level::normal, f); });
        }
    }
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_LATENCY_ROWS_HPP
