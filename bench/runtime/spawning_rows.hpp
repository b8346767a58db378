// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_SPAWNING_ROWS_HPP
#define SONDA_BENCH_RUNTIME_SPAWNING_ROWS_HPP

#include <span>

#include "level.hpp"
#include "meter.hpp"

// Rows 1-4, 12, 14 and 17: tasks that are spawned, and awaited by the host or by their parent.

namespace bench {

/// `repetitions` times a task of each of these classes, all spawned, then each awaited by the host in this order.
template<class Side>
std::uint64_t spawn_and_await(Side& side, std::span<level const> classes, std::size_t repetitions)
{
    auto const one = [] { return std::size_t(1); };
    auto const begin = clock::now();
    std::vector<decltype(side.submit(level::normal, one))> tasks;
    tasks.reserve(classes.size() * repetitions);
    for (std::size_t i = 0; i != repetitions; ++i)
        for (auto const each : classes)
            tasks.push_back(side.submit(each, one));
    std::size_t sum = 0;
    for (auto& each : tasks)
        sum += side.get(each);
    auto const elapsed = since(begin);
    must(sum == classes.size() * repetitions, "not every task gave 1");
    return elapsed;
}

template<class Side>
void spawn_batches(meter const& measure, std::string const& name, std::span<level const> classes)
{
    Side side(1);
    for (auto const n : measure.sizes({1, 64, 1024}))
        measure.run(name, n, [&] { return spawn_and_await(side, classes, n); });
    if (classes.size() == 1)
        measure.run(name + ", worker asleep", 1, [&] {
            let_them_sleep();
            return spawn_and_await(side, classes, 1);
        });
}

template<class Side>
void spawn_and_complete(meter const& measure)
{
    constexpr level classes[] = {level::normal};
    spawn_batches<Side>(measure, "spawn and complete", classes);
}

template<class Side>
void each_class(meter const& measure)
{
    for (auto const each : Side::classes)
        spawn_batches<Side>(measure, "class " + std::string(to_string(each)), std::span(&each, 1));
}

template<class Side>
void mixed_classes(meter const& measure)
{
    constexpr auto h = level::high, n = level::normal, b = level::background;
    constexpr level classes[] = {h, h, h, h, h, h, h, h, n, n, n, n, b};
    spawn_batches<Side>(measure, "8 high, 4 normal, 1 background", classes);
}

template<class Side>
typename Side::template coro<std::size_t> yielding(Side& side, std::size_t yields)
{
    for (std::size_t i = 0; i != yields; ++i)
        co_await side.yield();
    co_return 1;
}

template<class Side>
typename Side::template coro<std::size_t> parent_of_functions(Side& side, std::size_t children)
{
    auto const one = [] { return std::size_t(1); };
    std::vector<decltype(side.spawn(level::normal, one))> tasks;
    tasks.reserve(children);
    for (std::size_t i = 0; i != children; ++i)
        tasks.push_back(side.spawn(level::normal, one));
    std::size_t sum = 0;
    for (auto& each : tasks)
        sum += co_await side.join(each);
    co_return sum;
}

template<class Side>
typename Side::template coro<std::size_t> parent_of_yielding(Side& side, std::size_t children)
{
    std::vector<decltype(side.spawn(level::normal, yielding(side, 8)))> tasks;
    tasks.reserve(children);
    for (std::size_t i = 0; i != children; ++i)
        tasks.push_back(side.spawn(level::normal, yielding(side, 8)));
    std::size_t sum = 0;
    for (auto& each : tasks)
        sum += co_await side.join(each);
    co_return sum;
}

/// Submits one parent, which `make` makes, and waits for the sum of its children.
template<class Side, class Make>
std::uint64_t await_parent(Side& side, std::size_t children, Make make)
{
    auto const begin = clock::now();
    auto task = side.submit(level::normal, make(side, children));
    auto const sum = side.get(task);
    auto const elapsed = since(begin);
    must(sum == children, "not every child gave 1");
    return elapsed;
}

template<class Side>
void nested(meter const& measure)
{
    Side side(1);
    for (auto const n : measure.sizes({1, 10, 100}))
        measure.run("nested", n, [&] { return await_parent(side, n, parent_of_functions<Side>); });
}

template<class Side>
void nested_locality(meter const& measure)
{
    for (unsigned const workers : {1u, 2u, 4u, 8u}) {
        Side side(workers);
        auto const name = "nested, W=" + std::to_string(workers);
        for (auto const n : measure.sizes({1, 10, 100, 1000}))
            measure.run(name, n, [&] { return await_parent(side, n, parent_of_functions<Side>); });
    }
}

template<class Side>
void steal_imbalance(meter const& measure)
{
    for (unsigned const workers : {1u, 2u, 4u, 8u}) {
        Side side(workers);
        auto const name = "steal imbalance, W=" + std::to_string(workers);
        for (auto const n : measure.sizes({256, 1024, 4096}))
            measure.run(name, n, [&] { return await_parent(side, n, parent_of_yielding<Side>); });
    }
}

template<class Side>
std::uint64_t storm_of_yields(Side& side, std::size_t n)
{
    auto const begin = clock::now();
    std::vector<decltype(side.submit(level::normal, yielding(side, 8)))> tasks;
    tasks.reserve(n);
    for (std::size_t i = 0; i != n; ++i)
        tasks.push_back(side.submit(level::normal, yielding(side, 8)));
    std::size_t sum = 0;
    for (auto& each : tasks)
        sum += side.get(each);
    auto const elapsed = since(begin);
    must(sum == n, "not every task gave 1");
    return elapsed;
}

template<class Side>
void yield_storm(meter const& measure)
{
    for (unsigned const workers : {2u, 4u}) {
        Side side(workers);
        auto const name = "yield storm, W=" + std::to_string(workers);
        for (auto const n : measure.sizes({200, 1000, 10000}))
            measure.run(name, n, [&] { return storm_of_yields(side, n); });
    }
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_SPAWNING_ROWS_HPP
