// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_DOMAIN_ROWS_HPP
#define SONDA_BENCH_RUNTIME_DOMAIN_ROWS_HPP

#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "kernel.hpp"
#include "program.hpp"
#include "signal.hpp"

// Rows 5-11 and 24: a domain that the host drives.

namespace bench {

/// Fills a domain with `n` ready tasks that count.
template<class Domain>
void fill(Domain& domain, std::size_t n, std::size_t& count)
{
    for (std::size_t i = 0; i != n; ++i)
        domain.add([&count] { ++count; });
}

/// Runs a domain that `fill_it` has filled with `n` ready items.
template<class Domain, class Fill>
std::uint64_t run_filled(std::size_t n, Fill fill_it)
{
    Domain domain;
    std::size_t count = 0;
    fill_it(domain, n, count);
    auto const begin = clock::now();
    domain.run_n(n);
    auto const elapsed = since(begin);
    must(count == n, "not every item ran");
    return elapsed;
}

template<class Domain>
void run_n(meter const& measure)
{
    for (auto const n : measure.sizes({1, 64, 1024})) {
        measure.run("run_n", n, [&] { return run_filled<Domain>(n, fill<Domain>); });
        measure.run("run_n of functions", n, [&] {
            return run_filled<Domain>(n, [](Domain& domain, std::size_t items, std::size_t& count) {
                for (std::size_t i = 0; i != items; ++i)
                    domain.post([&count] { ++count; });
            });
        });
    }
}

/// Everything is done within the budget, unless the machine held the thread up: then a runtime may take it that the next
/// step would last as long.
template<class Domain, class Count>
std::uint64_t timed_frame(Domain& domain, std::size_t microseconds, Count const& count)
{
    auto const begin = clock::now();
    domain.run_for(std::chrono::microseconds(microseconds));
    auto const elapsed = since(begin);
    must(count == 64 || elapsed >= microseconds * 500, "not every task ran");
    return elapsed;
}

template<class Domain>
void run_for(meter const& measure)
{
    for (auto const budget : measure.sizes({100, 500, 1000}))
        measure.run("run_for " + std::to_string(budget) + " us", 64, [&] {
            Domain domain;
            std::size_t count = 0;
            fill(domain, 64, count);
            return timed_frame(domain, budget, count);
        });
}

template<class Domain>
void frame_like(meter const& measure)
{
    for (auto const budget : measure.sizes({100, 500, 1000}))
        measure.run("frame, run_for " + std::to_string(budget) + " us", 64, [&] {
            Domain domain;
            std::atomic<std::size_t> count = 0;
            auto remote = domain.remote();
            for (int i = 0; i != 64; ++i)
                remote.dispatch_coroutine([&count] { count.fetch_add(1, std::memory_order_relaxed); });
            return timed_frame(domain, budget, count);
        });
}

template<class Domain>
void graceful_shutdown(meter const& measure)
{
    for (auto const n : measure.sizes({1, 64, 1024}))
        measure.run("graceful shutdown", n, [&] {
            Domain domain;
            std::size_t count = 0;
            fill(domain, n, count);
            auto const begin = clock::now();
            domain.shutdown_graceful();
            auto const elapsed = since(begin);
            must(count == n, "not every task ran");
            return elapsed;
        });
}

/// Counts those that live.
struct alive
{
    std::size_t* count;

    explicit alive(std::size_t& c) noexcept
        : count(&c)
    {
        ++*count;
    }

    alive(alive&& other) noexcept
        : count(std::exchange(other.count, nullptr))
    {}

    alive(alive const&) = delete;
    alive& operator=(alive const&) = delete;

    ~alive()
    {
        if (count)
            --*count;
    }
};

template<class Domain>
void shutdown_now(meter const& measure)
{
    for (auto const n : measure.sizes({1, 64, 1024}))
        measure.run("shutdown now", n, [&] {
            std::size_t count = 0;
            std::optional<Domain> domain(std::in_place);
            for (std::size_t i = 0; i != n; ++i)
                domain->add_endless(alive(count));
            must(count == n, "a task is gone too early");
            auto const begin = clock::now();
            domain->shutdown_now();
            if constexpr (Domain::ends_when_destroyed)
                domain.reset();
            auto const elapsed = since(begin);
            must(count == 0, "a task is still there");
            return elapsed;
        });
}

template<class Domain>
typename Domain::coro yielding_8_times(Domain& domain, std::size_t& count)
{
    for (int i = 0; i != 8; ++i)
        co_await domain.yield();
    ++count;
}

template<class Domain>
void local_yields(meter const& measure)
{
    for (auto const n : measure.sizes({200, 1000, 10000}))
        measure.run("local yields, 8 a task", n, [&] {
            Domain domain;
            std::size_t count = 0;
            for (std::size_t i = 0; i != n; ++i)
                domain.add_coroutine(yielding_8_times(domain, count));
            auto const begin = clock::now();
            domain.drain(n, count);
            auto const elapsed = since(begin);
            must(count == n, "not every task ended");
            return elapsed;
        });
}

/// A thread that submits as many items as it is asked for.
template<class Submit>
class producer
{
public:
    explicit producer(Submit submit)
        : thread_([this, submit] { produce(submit); })
    {}

    ~producer()
    {
        request(0);
        thread_.join();
    }

    void request(std::size_t items)
    {
        items_ = items;
        requests_.hit();
    }

    void wait_for_acknowledgement() { acknowledged_.wait_for(++awaited_); }

private:
    void produce(Submit submit)
    {
        for (std::size_t round = 1;; ++round) {
            requests_.wait_for(round);
            if (items_ == 0)
                return;
            for (std::size_t i = 0; i != items_; ++i)
                submit();
            acknowledged_.hit();
        }
    }

    std::size_t items_ = 0;
    std::size_t awaited_ = 0;
    counter requests_;
    counter acknowledged_;
    std::thread thread_;
};

/// One way of submitting from another thread; `Way` takes the remote handle of the domain and a counting function.
template<class Domain, class Way>
void dispatch_by(meter const& measure, char const* name, Way way)
{
    Domain domain;
    std::atomic<std::size_t> count = 0;
    auto remote = domain.remote();
    producer thread([&, way]() mutable { way(remote, [&count] { count.fetch_add(1, std::memory_order_relaxed); }); });
    for (auto const n : measure.sizes({1, 64, 1024}))
        measure.run(name, n, [&] {
            count = 0;
            auto const begin = clock::now();
            thread.request(n);
            thread.wait_for_acknowledgement();
            domain.drain(n, count);
            auto const elapsed = since(begin);
            must(count == n, "not every item ran");
            return elapsed;
        });
}

template<class Domain>
void dispatch(meter const& measure)
{
    dispatch_by<Domain>(measure, "dispatch bridge", [](auto& remote, auto f) { remote.spawn_and_forget(f); });
    dispatch_by<Domain>(measure, "dispatch closure", [](auto& remote, auto f) { remote.dispatch(f); });
    dispatch_by<Domain>(measure, "dispatch future", [](auto& remote, auto f) { remote.dispatch_coroutine(f); });
}

/// The rounds of the kernel that take a microsecond here.
inline double rounds_per_microsecond()
{
    constexpr std::size_t rounds = 1000000;
    auto best = std::uint64_t(-1);
    for (int i = 0; i != 5; ++i) {
        auto const begin = clock::now();
        opaque(kernel(opaque(std::uint64_t(1)), rounds));
        best = (std::min)(best, since(begin));
    }
    return rounds * 1000.0 / static_cast<double>(best);
}

template<class Domain>
std::uint64_t one_frame(std::chrono::microseconds budget, std::size_t items, std::size_t rounds, bool remote)
{
    Domain domain;
    std::size_t count = 0;
    auto handle = domain.remote();
    for (std::uint64_t seed = 0; seed != items; ++seed) {
        auto const body = [&count, seed, rounds] {
            opaque(kernel(seed, rounds));
            ++count;
        };
        if (remote)
            handle.dispatch_coroutine(body);
        else
            domain.add(body);
    }
    auto const begin = clock::now();
    domain.run_for(budget);
    auto const elapsed = since(begin);
    must(count != 0, "no task ran");
    return elapsed;
}

template<class Domain>
void overshoot_of(meter const& measure, bool remote, std::size_t budget, std::size_t poll, double per_microsecond)
{
    int const warm_ups = measure.quick ? 1 : 20;
    int const samples = measure.quick ? 2 : 300;
    auto const rounds = static_cast<std::size_t>(per_microsecond * static_cast<double>(poll));
    auto const items = (budget + poll - 1) / poll + 2;
    std::chrono::microseconds const limit(budget);
    std::vector<std::uint64_t> seen;
    for (int i = 0; i != warm_ups + samples; ++i) {
        auto const elapsed = one_frame<Domain>(limit, items, rounds, remote);
        if (i >= warm_ups)
            seen.push_back(elapsed - (std::min)(elapsed, std::uint64_t(budget * 1000)));
    }
    measure.report(std::string("overshoot, ") + (remote ? "remote, " : "ready, ") + std::to_string(budget) + " us of " +
                       std::to_string(poll) + " us",
                   items, std::move(seen));
}

template<class Domain>
void overshoot(meter const& measure)
{
    auto const per_microsecond = rounds_per_microsecond();
    for (bool const remote : {false, true})
        for (std::size_t const budget : {100u, 500u, 1000u})
            for (std::size_t const poll : {20u, 100u, 500u})
                overshoot_of<Domain>(measure, remote, budget, poll, per_microsecond);
}

/// The workloads of a domain. `Domain` offers
///
/// - `coro`, a coroutine that it runs, and in it `co_await domain.yield()`;
/// - `post(f)`, a function that is no task, for the owner, and so are
/// - `add(f)`, `add_coroutine(coro)` and `add_endless(x)`, a task that never ends and owns x;
/// - `remote()`, a handle with `dispatch(f)`, `dispatch_coroutine(f)` and `spawn_and_forget(f)`; for any thread;
/// - `run_n(n)`, `run_for(budget)` and `drain(n, count)`, which drives until `count` is n;
/// - `shutdown_graceful()`, `shutdown_now()`, and whether it is only the destructor that ends everything.
template<class Domain>
std::vector<workload_row> domain_rows()
{
    return {{5, run_n<Domain>},         {6, run_for<Domain>},           {7, dispatch<Domain>},
            {8, frame_like<Domain>},    {9, graceful_shutdown<Domain>}, {10, shutdown_now<Domain>},
            {11, local_yields<Domain>}, {24, overshoot<Domain>}};
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_DOMAIN_ROWS_HPP
