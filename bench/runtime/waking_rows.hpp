// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_WAKING_ROWS_HPP
#define SONDA_BENCH_RUNTIME_WAKING_ROWS_HPP

#include <deque>
#include <mutex>
#include <thread>

#include "level.hpp"
#include "meter.hpp"
#include "signal.hpp"

// Rows 13, 18, 19 and 22: what comes from other threads.

namespace bench {

/// Threads that submit 256 counting items each, by calling `Submit`, whenever they are told to.
template<class Submit>
class producers
{
public:
    producers(Submit submit, std::size_t threads)
    {
        for (std::size_t i = 0; i != threads; ++i)
            threads_.emplace_back([this, submit] { produce(submit); });
    }

    ~producers()
    {
        stop_ = true;
        start_.hit();
        for (auto& each : threads_)
            each.join();
    }

    std::uint64_t one_burst()
    {
        count_ = 0;
        acknowledged_.reset();
        auto const begin = clock::now();
        start_.hit();
        acknowledged_.wait_for(threads_.size());
        while (count_.load(std::memory_order_acquire) != threads_.size() * burst)
            std::this_thread::yield();
        return since(begin);
    }

private:
    static constexpr std::size_t burst = 256;

    void produce(Submit const& submit)
    {
        for (std::size_t round = 1;; ++round) {
            start_.wait_for(round);
            if (stop_)
                return;
            for (std::size_t i = 0; i != burst; ++i)
                submit([this] { count_.fetch_add(1, std::memory_order_release); });
            acknowledged_.hit();
        }
    }

    counter start_;
    counter acknowledged_;
    std::atomic<bool> stop_ = false;
    std::atomic<std::size_t> count_ = 0;
    std::vector<std::thread> threads_;
};

template<class Submit>
void burst_of(meter const& measure, std::string const& name, std::size_t threads, Submit submit)
{
    producers<Submit> running(submit, threads);
    measure.run(name, threads, [&] { return running.one_burst(); });
}

template<class Side>
void external_producers(meter const& measure)
{
    for (unsigned const workers : {2u, 4u})
        for (auto const n : measure.sizes({1, 2, 4, 8, 16})) {
            Side side(workers);
            auto const number = std::to_string(workers);
            burst_of(measure, "producers of 256, W=" + number, n, [&](auto f) { side.launch(level::normal, f); });
            burst_of(measure, "producers of 256 functions, W=" + number, n,
                     [&](auto f) { side.post(level::normal, f); });
        }
}

template<class Side>
typename Side::template coro<std::size_t> waiting(typename Side::flag& flag, counter& registered)
{
    co_await flag.wait([&] { registered.hit(); });
    co_return 1;
}

template<class Side>
using submitted = decltype(std::declval<Side&>().submit(
    level::normal, waiting<Side>(std::declval<typename Side::flag&>(), std::declval<counter&>())));

template<class Side>
std::size_t sum_of(Side& side, std::vector<submitted<Side>>& tasks)
{
    std::size_t sum = 0;
    for (auto& each : tasks)
        sum += side.get(each);
    return sum;
}

template<class Side>
std::uint64_t wake_all(Side& side, std::size_t n, bool asleep)
{
    counter registered;
    std::deque<typename Side::flag> flags;
    std::vector<submitted<Side>> tasks;
    for (std::size_t i = 0; i != n; ++i)
        tasks.push_back(side.submit(level::normal, waiting<Side>(flags.emplace_back(side), registered)));
    registered.wait_for(n);
    if (asleep)
        let_them_sleep();
    auto const begin = clock::now();
    for (auto& each : flags)
        each.wake();
    auto const sum = sum_of(side, tasks);
    auto const elapsed = since(begin);
    must(sum == n, "not every task was woken");
    return elapsed;
}

template<class Side>
void external_wakes(meter const& measure)
{
    for (unsigned const workers : {1u, 2u, 4u}) {
        Side side(workers);
        auto const number = std::to_string(workers);
        auto const single = "single wake, W=" + number;
        measure.run(single, 1, [&] { return wake_all(side, 1, false); });
        measure.run(single + ", worker asleep", 1, [&] { return wake_all(side, 1, true); });
        if (workers > 1)
            for (auto const n : measure.sizes({200, 1000, 10000}))
                measure.run("external wake, W=" + number, n, [&] { return wake_all(side, n, false); });
    }
}

template<class Side>
void one_high(Side& side)
{
    auto task = side.submit(level::high, [] { return 7; });
    must(side.get(task) == 7, "not 7");
}

/// Waits until every worker is registered as sleeping, if the side can tell.
template<class Side>
void wait_until_idle(Side& side, std::size_t workers)
{
    if constexpr (requires { side.sleeping_workers(); })
        while (side.sleeping_workers() != workers)
            std::this_thread::yield();
}

template<class Side>
void idle_wake(meter const& measure)
{
    for (unsigned const workers : {1u, 2u, 4u, 8u}) {
        Side side(workers);
        auto const number = std::to_string(workers);
        if constexpr (requires { side.sleeping_workers(); })
            measure.run("idle wake and park, W=" + number, 1, [&] {
                auto const begin = clock::now();
                wait_until_idle(side, workers);
                one_high(side);
                return since(begin);
            });
        measure.run("idle wake, W=" + number + ", worker asleep", 1, [&] {
            let_them_sleep();
            wait_until_idle(side, workers);
            auto const begin = clock::now();
            one_high(side);
            return since(begin);
        });
    }
}

/// A gate that any number of tasks wait for.
template<class Side>
class gate
{
public:
    /// Whoever comes later waits no more.
    bool add(typename Side::flag& waiting)
    {
        std::lock_guard lock(mutex_);
        if (!open_)
            waiting_.push_back(&waiting);
        return !open_;
    }

    void open()
    {
        std::vector<typename Side::flag*> waiting;
        {
            std::lock_guard lock(mutex_);
            open_ = true;
            waiting.swap(waiting_);
        }
        for (auto* const each : waiting)
            each->wake();
    }

private:
    std::mutex mutex_;
    std::vector<typename Side::flag*> waiting_;
    bool open_ = false;
};

template<class Side>
typename Side::template coro<std::size_t> through(gate<Side>& gate, Side& side, counter& registered)
{
    typename Side::flag mine(side);
    if (gate.add(mine))
        co_await mine.wait([&] { registered.hit(); });
    co_return 1;
}

template<class Side>
std::uint64_t through_gate(Side& side, std::size_t n)
{
    auto const begin = clock::now();
    counter registered;
    gate<Side> gate;
    std::vector<submitted<Side>> tasks;
    for (std::size_t i = 0; i != n; ++i)
        tasks.push_back(side.submit(level::normal, through(gate, side, registered)));
    registered.wait_for(n);
    gate.open();
    auto const sum = sum_of(side, tasks);
    auto const elapsed = since(begin);
    must(sum == n, "not every task came through");
    return elapsed;
}

template<class Side>
void completion_contention(meter const& measure)
{
    for (unsigned const workers : {1u, 2u, 4u, 8u}) {
        Side side(workers);
        for (auto const n : measure.sizes({1024}))
            measure.run("completion contention, W=" + std::to_string(workers), n,
                        [&] { return through_gate(side, n); });
    }
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_WAKING_ROWS_HPP
