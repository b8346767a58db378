// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_FUTEX_HPP
#define SONDA_BENCH_RUNTIME_FUTEX_HPP

#include <atomic>
#include <cstdint>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace bench {

/// The system call by which threads sleep and wake each other.
inline void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) noexcept
{
    ::syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_FUTEX_HPP
