// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_CPU_ROWS_HPP
#define SONDA_BENCH_RUNTIME_CPU_ROWS_HPP

#include <map>

#include "kernel.hpp"
#include "level.hpp"
#include "meter.hpp"

// Rows 23 and 25: tasks that compute.

namespace bench {

template<class Side>
typename Side::template coro<std::uint64_t> computing_parent(Side& side, std::size_t number, std::size_t children,
                                                             std::size_t rounds)
{
    auto const compute = [&](std::size_t child) {
        return side.spawn(level::normal, [=] { return kernel(seed_of(number, child), rounds); });
    };
    std::vector<decltype(compute(0))> tasks;
    tasks.reserve(children);
    for (std::size_t i = 0; i != children; ++i)
        tasks.push_back(compute(i));
    std::uint64_t sum = 0;
    for (auto& each : tasks)
        sum += co_await side.join(each);
    co_return sum;
}

template<class Side>
std::uint64_t computing_parents(Side& side, std::size_t parents, std::size_t children, std::size_t rounds,
                                std::uint64_t wanted)
{
    auto const begin = clock::now();
    std::vector<decltype(side.submit(level::normal, computing_parent(side, 0, 1, 1)))> tasks;
    for (std::size_t i = 0; i != parents; ++i)
        tasks.push_back(side.submit(level::normal, computing_parent(side, i, children, rounds)));
    std::uint64_t sum = 0;
    for (auto& each : tasks)
        sum += side.get(each);
    auto const elapsed = since(begin);
    must(sum == wanted, "a wrong checksum");
    return elapsed;
}

/// From the submission to the end of each task, one batch of 13 at a time on one worker.
template<class Side>
void class_latency(meter const& measure, std::size_t rounds)
{
    constexpr auto h = level::high, n = level::normal, b = level::background;
    constexpr level classes[] = {h, h, h, h, h, h, h, h, n, n, n, n, b};
    Side side(1);
    std::map<level, std::vector<std::uint64_t>> seen;
    for (std::uint64_t batch = 0; batch != (measure.quick ? 2u : 100u); ++batch) {
        auto const submit = [&](level l) {
            return side.submit(l, [begin = clock::now(), batch, rounds] {
                must(kernel(batch, rounds) != 0, "a kernel that gave 0");
                return since(begin);
            });
        };
        std::vector<decltype(submit(h))> tasks;
        for (auto const each : classes)
            tasks.push_back(submit(each));
        for (std::size_t i = 0; i != tasks.size(); ++i)
            seen[classes[i]].push_back(side.get(tasks[i]));
    }
    for (auto const each : Side::classes)
        measure.report("cpu latency, " + std::string(to_string(each)), 13, seen[each]);
}

template<class Side>
void cpu_batches(meter const& measure)
{
    std::size_t const rounds = measure.quick ? 100 : 100000;
    std::size_t const tasks = 1024;
    for (unsigned const workers : {1u, 2u, 4u, 8u}) {
        Side side(workers);
        auto const children = tasks / workers;
        auto const wanted = sum_of_kernels(workers, children, rounds);
        measure.run_long("cpu batch, W=" + std::to_string(workers), tasks,
                         [&] { return computing_parents(side, workers, children, rounds, wanted); });
    }
    class_latency<Side>(measure, rounds);
}

template<class Side>
std::uint64_t cpu_tasks(Side& side, std::size_t rounds, std::uint64_t wanted)
{
    auto const compute = [&](std::size_t i) { return side.submit(level::normal, [=] { return kernel(i, rounds); }); };
    auto const begin = clock::now();
    std::vector<decltype(compute(0))> tasks;
    tasks.reserve(64);
    for (std::size_t i = 0; i != 64; ++i)
        tasks.push_back(compute(i));
    std::uint64_t sum = 0;
    for (auto& each : tasks)
        sum += side.get(each);
    auto const elapsed = since(begin);
    must(sum == wanted, "a wrong checksum");
    return elapsed;
}

template<class Side>
void cpu_crossover(meter const& measure)
{
    for (unsigned const workers : {1u, 2u, 4u, 8u}) {
        Side side(workers);
        for (auto const rounds : measure.sizes({0, 1023, 2559, 5117, 10234, 25586, 51172, 102344})) {
            auto const wanted = sum_of_kernels(1, 64, rounds);
            measure.run("64 cpu tasks, W=" + std::to_string(workers), rounds,
                        [&] { return cpu_tasks(side, rounds, wanted); });
        }
    }
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_CPU_ROWS_HPP
