// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the engine itself costs, without sockets: 4,096 simulated probes through a window of 256, each answered at once, or
// each expiring after 10 ms. The bare loop beside it starts the same probes in the same slots of the same transport and makes
// their verdicts. The loop by hand also notes in each slot what a scan must know of a probe in flight. Both know that every
// answer is there at once: they keep no deadline, retry nothing and yield to nobody.

#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/timer/two_phase.hpp>
#include <sonda/transport/simulated.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

constexpr std::uint64_t probes = 4096;
constexpr std::size_t window = 256;

struct answers_at_once
{
    sonda::transport::simulated_reply operator()(sonda::endpoint const&) const noexcept
    {
        return sonda::transport::simulated_reply::open();
    }
};

struct never_answers
{
    sonda::transport::simulated_reply operator()(sonda::endpoint const&) const noexcept
    {
        return sonda::transport::simulated_reply::silence();
    }
};

template<class Script>
using network = sonda::transport::simulated<Script, std::chrono::steady_clock, boost::asio::io_context::executor_type>;

sonda::target::target_space targets()
{
    sonda::target::address_set hosts;
    hosts.insert(sonda::target::ip_range::v4(0x7f000001, 0x7f000001));
    sonda::target::port_set ports(sonda::target::port_range{1, probes});
    return sonda::target::target_space::make(std::move(hosts), std::move(ports)).value();
}

void count_probes(benchmark::State& state)
{
    using benchmark::Counter;
    state.counters["per_probe"] =
        Counter(static_cast<double>(probes), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

// A whole scan, from async_scan to its completion.
template<class Script, class Timer = sonda::timer::deadline_queue<>>
void scan(benchmark::State& state, std::chrono::milliseconds timeout, std::uint64_t open, Timer timer = Timer())
{
    boost::asio::io_context context(1);
    sonda::scan_options options;
    options.batch = window;
    options.timeout = timeout;
    sonda::basic_scanner scanner(network<Script>(context.get_executor(), window, Script()), options,
                                 sonda::ordering::serial(), sonda::pacing::unlimited(), std::move(timer));
    auto const space = targets();
    for (auto _ : state) {
        sonda::scan_summary done;
        std::uint64_t verdicts = 0;
        scanner.async_scan(
            space,
            [&](sonda::verdict const& found) {
                benchmark::DoNotOptimize(&found);
                ++verdicts;
            },
            [&](boost::system::error_code, sonda::scan_summary const& summary) { done = summary; });
        context.run();
        context.restart();
        if (verdicts != probes || done.count(sonda::port_state::open) != open)
            state.SkipWithError("a wrong number of verdicts");
    }
    count_probes(state);
}

void ready_scanner(benchmark::State& state)
{
    scan<answers_at_once>(state, std::chrono::seconds(1), probes);
}

void expired_scanner(benchmark::State& state)
{
    scan<never_answers>(state, std::chrono::milliseconds(10), 0);
}

// For those who would pay the processor time to be punctual.
void expired_scanner_that_spins(benchmark::State& state)
{
    using timer = sonda::timer::two_phase<>;
    scan<never_answers>(state, std::chrono::milliseconds(10), 0, timer({}, std::chrono::microseconds(200)));
}

struct slot
{
    sonda::endpoint target;
    std::uint64_t index;
    std::chrono::steady_clock::time_point sent;
    unsigned tries;
};

// The clock is read once for as many probes as the engine starts at a time.
std::uint64_t scan_by_hand(network<answers_at_once>& transport, sonda::target::target_space const& space,
                           std::vector<slot>& slots, std::vector<sonda::slot_id>& free)
{
    constexpr std::uint64_t chunk = 64;
    std::uint64_t open = 0;
    for (std::uint64_t begin = 0; begin != probes; begin += chunk) {
        auto const now = std::chrono::steady_clock::now();
        for (auto i = begin; i != begin + chunk; ++i) {
            auto const taken = free.back();
            free.pop_back();
            auto const target = space.at(i);
            slots[taken] = {target, i, now, 1};
            sonda::verdict found;
            found.endpoint = target;
            found.index = i;
            found.outcome = transport.start(taken, target).answer;
            found.rtt = now - slots[taken].sent;
            benchmark::DoNotOptimize(&found);
            open += found.state() == sonda::port_state::open;
            free.push_back(taken);
        }
    }
    return open;
}

std::uint64_t scan_bare(network<answers_at_once>& transport, sonda::target::target_space const& space,
                        std::vector<sonda::slot_id>& free)
{
    std::uint64_t open = 0;
    for (std::uint64_t i = 0; i != probes; ++i) {
        auto const taken = free.back();
        free.pop_back();
        sonda::verdict found;
        found.endpoint = space.at(i);
        found.index = i;
        found.outcome = transport.start(taken, found.endpoint).answer;
        benchmark::DoNotOptimize(&found);
        open += found.state() == sonda::port_state::open;
        free.push_back(taken);
    }
    return open;
}

template<bool ByHand>
void ready_loop(benchmark::State& state)
{
    boost::asio::io_context context(1);
    network<answers_at_once> transport(context.get_executor(), window, answers_at_once());
    auto const space = targets();
    std::vector<slot> slots(window);
    std::vector<sonda::slot_id> free(window);
    std::iota(free.begin(), free.end(), 0);
    for (auto _ : state)
        if ((ByHand ? scan_by_hand(transport, space, slots, free) : scan_bare(transport, space, free)) != probes)
            state.SkipWithError("a wrong number of verdicts");
    count_probes(state);
}

BENCHMARK(ready_scanner)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ready_loop<false>)->Name("ready_bare_loop")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ready_loop<true>)->Name("ready_by_hand")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(expired_scanner)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(expired_scanner_that_spins)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
