// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the machine allows a runtime: a coroutine that is switched to, an intrusive queue of many producers, two threads that
// wake each other, a loop that computes. They stand under the names of the workloads that they are the floor of.

#include <coroutine>
#include <exception>
#include <vector>

#include "runtime/bare_queues.hpp"
#include "runtime/domain_rows.hpp"
#include "runtime/echo_thread.hpp"

namespace {

using bench::clock;
using bench::meter;
using bench::must;
using bench::since;

// A coroutine whose promise is its node in the queue.
struct bare_task
{
    struct promise_type : bench::node
    {
        bare_task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };

    std::coroutine_handle<promise_type> handle;
};

struct bare_yield
{
    bench::fifo& queue;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<bare_task::promise_type> h) const noexcept { queue.push(h.promise()); }
    void await_resume() const noexcept {}
};

bare_task yielding(bench::fifo& queue, std::size_t& count)
{
    for (int i = 0; i != 8; ++i)
        co_await bare_yield{queue};
    ++count;
}

void coroutine_switches(meter const& measure)
{
    for (auto const n : measure.sizes({200, 1000, 10000}))
        measure.run("local yields, 8 a task", n, [&] {
            bench::fifo queue;
            std::size_t count = 0;
            for (std::size_t i = 0; i != n; ++i)
                queue.push(yielding(queue, count).handle.promise());
            auto const begin = clock::now();
            while (auto* const next = queue.pop())
                std::coroutine_handle<bare_task::promise_type>::from_promise(
                    static_cast<bare_task::promise_type&>(*next))
                    .resume();
            auto const elapsed = since(begin);
            must(count == n, "not every coroutine ended");
            return elapsed;
        });
}

// The same handing over as dispatch has: the queue is taken from when the producer has said that it is ready.
void queue_handed_over(meter const& measure)
{
    bench::mpsc queue;
    std::vector<bench::node> nodes(1024);
    std::size_t next = 0;
    bench::producer thread([&] { queue.push(nodes[next++]); });
    for (auto const n : measure.sizes({1, 64, 1024}))
        measure.run("dispatch closure", n, [&] {
            next = 0;
            std::size_t count = 0;
            auto const begin = clock::now();
            thread.request(n);
            thread.wait_for_acknowledgement();
            while (queue.pop())
                ++count;
            auto const elapsed = since(begin);
            must(count == n, "not every node came");
            return elapsed;
        });
}

void queue_streaming(meter const& measure)
{
    constexpr std::size_t n = 65536;
    bench::mpsc queue;
    std::vector<bench::node> nodes(n);
    std::size_t next = 0;
    bench::producer thread([&] { queue.push(nodes[next++]); });
    measure.run("bare queue, streaming", n, [&] {
        next = 0;
        auto const begin = clock::now();
        thread.request(n);
        for (std::size_t count = 0; count != n;)
            count += queue.pop() != nullptr;
        auto const elapsed = since(begin);
        thread.wait_for_acknowledgement();
        return elapsed;
    });
}

void queues(meter const& measure)
{
    queue_handed_over(measure);
    queue_streaming(measure);
}

void thread_hop(meter const& measure)
{
    bench::echo_thread other;
    for (auto const* name : {"spawn and complete", "class high", "class normal", "class background"})
        if ((measure.row == 1) == (name[0] == 's'))
            measure.run(name, 1, [&] { return other.round_trip(); });
    auto const parked = [&] {
        bench::let_them_sleep();
        return other.round_trip();
    };
    if (measure.row == 1)
        measure.run("spawn and complete, worker asleep", 1, parked);
}

void thread_wakes(meter const& measure)
{
    bench::echo_thread other;
    auto const parked = [&] {
        bench::let_them_sleep();
        return other.round_trip();
    };
    if (measure.row == 18) {
        measure.run("single wake, W=1", 1, [&] { return other.round_trip(); });
        measure.run("single wake, W=1, worker asleep", 1, parked);
    } else {
        measure.run("idle wake and park, W=1", 1, [&] { return other.round_trip(); });
        measure.run("idle wake, W=1, worker asleep", 1, parked);
    }
}

void inline_kernels(meter const& measure)
{
    for (auto const rounds : measure.sizes({0, 1023, 2559, 5117, 10234, 25586, 51172, 102344})) {
        auto const wanted = bench::sum_of_kernels(1, 64, rounds);
        measure.run("64 cpu tasks, inline", rounds, [&] {
            auto const begin = clock::now();
            auto const sum = bench::sum_of_kernels(1, 64, bench::opaque(rounds));
            auto const elapsed = since(begin);
            must(sum == wanted, "a wrong checksum");
            return elapsed;
        });
    }
}

} // namespace

int main(int argc, char** argv)
{
    return bench::run_program("bare",
                              {{1, thread_hop},
                               {3, thread_hop},
                               {7, queues},
                               {11, coroutine_switches},
                               {18, thread_wakes},
                               {19, thread_wakes},
                               {25, inline_kernels}},
                              argc, argv);
}
