// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_POOL_ROWS_HPP
#define SONDA_BENCH_RUNTIME_POOL_ROWS_HPP

#include "cpu_rows.hpp"
#include "latency_rows.hpp"
#include "program.hpp"
#include "spawning_rows.hpp"
#include "waking_rows.hpp"

namespace bench {

/// The workloads of a pool of threads. `Side` offers
///
/// - `Side(workers)`, and `classes`, those that it tells apart;
/// - `coro<T>`, a coroutine that it runs, and in it `co_await side.yield()`;
/// - `submit(level, f)` and `submit(level, coro)` for the host, whose results `get` waits for;
/// - `spawn(level, f)` and `spawn(level, coro)` for a coroutine, which awaits `join` of the results;
/// - `launch(level, f)`, a task whose result nobody wants, and `post(level, f)`, a function that is no task;
/// - `flag(side)`, for which one coroutine does `co_await flag.wait(f)`, f being called when it is registered, until
///   any thread calls `wake()`;
/// - `sleeping_workers()`, if it can tell.
template<class Side>
std::vector<workload_row> pool_rows()
{
    return {{1, spawn_and_complete<Side>}, {2, nested<Side>},           {3, each_class<Side>},
            {4, mixed_classes<Side>},      {12, nested_locality<Side>}, {13, external_producers<Side>},
            {14, steal_imbalance<Side>},   {15, probes<Side>},          {16, starvation<Side>},
            {17, yield_storm<Side>},       {18, external_wakes<Side>},  {19, idle_wake<Side>},
            {20, sampled_probes<Side>},    {21, spawn_calls<Side>},     {22, completion_contention<Side>},
            {23, cpu_batches<Side>},       {25, cpu_crossover<Side>}};
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_POOL_ROWS_HPP
