// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/udp.hpp>

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <iostream>

#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define SONDA_TEST_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SONDA_TEST_COUNTS_ALLOCATIONS 0
#endif
#endif
#if !defined(SONDA_TEST_COUNTS_ALLOCATIONS) && defined(__GLIBC__)
#define SONDA_TEST_COUNTS_ALLOCATIONS 1
#endif

static std::atomic<std::size_t> allocations{0};

#if SONDA_TEST_COUNTS_ALLOCATIONS

// The names of glibc's own; Asio takes its memory by aligned_alloc.
extern "C" void* __libc_malloc(std::size_t size); // NOLINT
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t size); // NOLINT

extern "C" void* malloc(std::size_t size) noexcept
{
    ++allocations;
    return __libc_malloc(size);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    ++allocations;
    return __libc_memalign(alignment, size);
}

#endif

BOOST_AUTO_TEST_SUITE(udp_allocation)

/// Probes 100 ports, most of them closed, one silent, again and again; counts what a round allocates.
struct rounds
{
    static constexpr std::uint16_t slots = 100;

    boost::asio::io_context context;
    test::service silent{context, "127.0.0.1", 1000};
    sonda::transport::udp transport{context, test::with_slots(slots)};
    std::size_t finished = 0;
    std::size_t round = 0;
    std::size_t before = 0;
    std::size_t last = 1;

    void begin()
    {
        before = allocations;
        finished = 0;
        for (std::uint16_t i = 0; i != slots; ++i)
            transport.start(i, test::at_loopback(static_cast<std::uint16_t>(1000 + i)));
        go_on();
    }

    void go_on()
    {
        finished += transport.reap([](sonda::slot_id, sonda::probe_result const&) {});
        if (finished == slots - 1u)
            transport.cancel(0);
        if (finished != slots)
            return transport.async_ready([this](boost::system::error_code) { go_on(); });
        last = allocations - before;
        if (++round != 10)
            begin();
    }
};

BOOST_AUTO_TEST_CASE(a_probe_allocates_nothing)
{
    if (test::net_namespace::skip("a_probe_allocates_nothing"))
        return;
    if (!SONDA_TEST_COUNTS_ALLOCATIONS) {
        std::cout << "SKIPPED: a_probe_allocates_nothing: the allocations of this build cannot be counted" << std::endl;
        return;
    }
    test::net_namespace ns;
    rounds all;
    boost::asio::post(all.context, [&all] { all.begin(); });
    std::size_t const at_start = allocations;
    all.context.run();
    BOOST_TEST(allocations > at_start); // the first wait: the counter counts
    BOOST_TEST(all.round == 10u);
    BOOST_TEST(all.last == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
