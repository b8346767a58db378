// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_KERNEL_HPP
#define SONDA_BENCH_RUNTIME_KERNEL_HPP

#include <cstddef>
#include <cstdint>

namespace bench {

/// Rounds of three xorshifts and a multiplication, which the compiler cannot shorten.
inline std::uint64_t kernel(std::uint64_t seed, std::size_t rounds)
{
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    auto x = seed ^ golden;
    for (std::size_t i = 0; i != rounds; ++i) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x *= golden;
    }
    return x;
}

/// The seed of a child.
inline std::uint64_t seed_of(std::size_t parent, std::size_t child)
{
    return std::uint64_t(parent) << 32 | child;
}

/// What all children of all parents add up to.
inline std::uint64_t sum_of_kernels(std::size_t parents, std::size_t children, std::size_t rounds)
{
    std::uint64_t sum = 0;
    for (std::size_t p = 0; p != parents; ++p)
        for (std::size_t c = 0; c != children; ++c)
            sum += kernel(seed_of(p, c), rounds);
    return sum;
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_KERNEL_HPP
