// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_RUNTIME_FUTEX_WORD_HPP
#define SONDA_DETAIL_RUNTIME_FUTEX_WORD_HPP

#include <atomic>
#include <climits>
#include <cstdint>
#include <type_traits>

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace sonda::detail {

// An atomic word on which threads sleep. The standard library's own wait gives its processor away a few times before it
// sleeps, which beside a thread that computes lasts until that one's slice of time is over: milliseconds.
template<class T>
class futex_word : public std::atomic<T>
{
    static_assert(std::is_same_v<T, std::uint32_t>, "the kernel compares 32 bits");

public:
    using std::atomic<T>::atomic;
    using std::atomic<T>::operator=;

#if defined(__linux__) && defined(SYS_futex)
    // Sleeps unless the value is another already; may come back without cause.
    void wait(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept
    {
        if (this->load(order) == value)
            call(FUTEX_WAIT_PRIVATE, value);
    }

    void notify_one() noexcept { call(FUTEX_WAKE_PRIVATE, 1); }
    void notify_all() noexcept { call(FUTEX_WAKE_PRIVATE, INT_MAX); }

private:
    void call(int operation, std::uint32_t value) const noexcept
    {
        ::syscall(SYS_futex, this, operation, value, nullptr, nullptr, 0);
    }
#endif
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_RUNTIME_FUTEX_WORD_HPP
