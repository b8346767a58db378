// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SUPPORT_ALLOCATION_COUNTER_HPP
#define SONDA_TEST_SUPPORT_ALLOCATION_COUNTER_HPP

// Counts every allocation of a thread, those by aligned_alloc too, which is what Boost.Asio uses. It takes the place of
// functions of the C library, or hooks those of the address sanitizer, so it is included by one file of a program.

#include <cstddef>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define SONDA_TEST_ALLOCATIONS_ARE_HOOKED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SONDA_TEST_ALLOCATIONS_ARE_HOOKED 1
#elif __has_feature(thread_sanitizer)
#define SONDA_TEST_ALLOCATIONS_ARE_NOT_COUNTED 1
#endif
#endif

namespace test {

inline thread_local std::size_t allocations = 0;

} // namespace test

#if defined(SONDA_TEST_ALLOCATIONS_ARE_HOOKED)

extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(void const volatile*, std::size_t),
                                                         void (*)(void const volatile*)); // NOLINT

namespace test {

// From here on every allocation counts.
inline bool count_allocations()
{
    static int const installed = __sanitizer_install_malloc_and_free_hooks(
        [](void const volatile*, std::size_t) { ++allocations; }, [](void const volatile*) {});
    return installed != 0;
}

} // namespace test

#elif defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !defined(SONDA_TEST_ALLOCATIONS_ARE_NOT_COUNTED)

extern "C" void* __libc_malloc(std::size_t size); // NOLINT
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t size); // NOLINT

extern "C" void* malloc(std::size_t size) noexcept
{
    ++test::allocations;
    return __libc_malloc(size);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    ++test::allocations;
    return __libc_memalign(alignment, size);
}

namespace test {

inline bool count_allocations()
{
    return true;
}

} // namespace test

#else

namespace test {

inline bool count_allocations()
{
    return false;
}

} // namespace test

#endif

#endif // SONDA_TEST_SUPPORT_ALLOCATION_COUNTER_HPP
