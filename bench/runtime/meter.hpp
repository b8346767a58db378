// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_METER_HPP
#define SONDA_BENCH_RUNTIME_METER_HPP

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

using clock = std::chrono::steady_clock;

/// Nanoseconds since `begin`.
inline std::uint64_t since(clock::time_point begin)
{
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(clock::now() - begin).count());
}

/// What a workload must have done.
inline void must(bool condition, char const* what)
{
    if (!condition)
        throw std::runtime_error(std::string("a wrong result: ") + what);
}

/// Keeps the compiler from knowing a value.
template<class T>
T opaque(T value)
{
    asm volatile("" : "+r"(value));
    return value;
}

/// Lets idle workers fall asleep for certain: long, in terms of a scheduler, and without sleeping oneself.
inline void let_them_sleep()
{
    for (auto const end = clock::now() + std::chrono::microseconds(100); clock::now() < end;)
        asm volatile("" ::: "memory");
}

/// How often a case runs, and how it is reported: one line of JSON each.
struct meter
{
    std::string contestant; ///< The name of who is measured.
    bool quick = false; ///< Once each, and only the smallest size: to see that it works.
    std::chrono::milliseconds budget{40}; ///< How long a case is sampled.
    unsigned row = 0; ///< The number of the workload.

    /// The sizes of a workload; a quick run takes the smallest.
    std::vector<std::size_t> sizes(std::initializer_list<std::size_t> all) const
    {
        return quick ? std::vector<std::size_t>{*all.begin()} : std::vector<std::size_t>(all);
    }

    /// Runs `sample`, which gives nanoseconds, until the budget is used, and reports them.
    template<class Sample>
    void run(std::string_view name, std::size_t n, Sample sample) const
    {
        run(name, n, 3, 5, sample);
    }

    /// The same for samples that take long.
    template<class Sample>
    void run_long(std::string_view name, std::size_t n, Sample sample) const
    {
        run(name, n, 1, 2, sample);
    }

    /// Reports samples that were taken elsewhere.
    void report(std::string_view name, std::size_t n, std::vector<std::uint64_t> seen) const
    {
        std::sort(seen.begin(), seen.end());
        auto const rank = [&](double share) {
            auto const nearest = std::ceil(share * static_cast<double>(seen.size()));
            return static_cast<unsigned long long>(seen[static_cast<std::size_t>((std::max)(nearest, 1.0)) - 1]);
        };
        std::printf("{\"row\": %u, \"name\": \"%.*s\", \"n\": %zu, \"contestant\": \"%s\", \"ns_min\": %llu, "
                    "\"ns_median\": %llu, \"ns_p95\": %llu, \"ns_p99\": %llu, \"samples\": %zu}\n",
                    row, static_cast<int>(name.size()), name.data(), n, contestant.c_str(), rank(0), rank(0.5),
                    rank(0.95), rank(0.99), seen.size());
        std::fflush(stdout);
    }

private:
    template<class Sample>
    void run(std::string_view name, std::size_t n, int warm_ups, std::size_t least, Sample& sample) const
    {
        std::vector<std::uint64_t> seen;
        for (int i = 0; i != warm_ups && !quick; ++i)
            sample();
        auto const end = clock::now() + budget;
        do
            seen.push_back(sample());
        while (!quick && (seen.size() < least || (clock::now() < end && seen.size() < 20000)));
        report(name, n, std::move(seen));
    }
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_METER_HPP
