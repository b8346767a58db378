// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdlib>

#include <support/net_namespace.hpp>

#include "accepting_listener.hpp"
#include "probe_by_hand.hpp"

// Every way in which this program can get memory is counted on the thread that asks: operator new, which calls malloc,
// and malloc and aligned_alloc themselves, which Asio uses for its handlers.

namespace {

thread_local std::size_t allocations = 0;

} // namespace

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SONDA_TEST_COUNTS_ALLOCATIONS

extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t size);

extern "C" void* malloc(std::size_t size)
{
    ++allocations;
    return __libc_malloc(size);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    ++allocations;
    return __libc_memalign(alignment, size);
}

#endif

namespace {

using sonda::endpoint;
using sonda::probe_status;
using tcp = boost::asio::ip::tcp;

constexpr std::uint32_t loopback = 0x7f000001;

bool skip(char const* name)
{
#if defined(SONDA_TEST_COUNTS_ALLOCATIONS)
    return test::net_namespace::skip(name);
#else
    std::cout << "SKIPPED: " << name << ": the allocator of this build cannot be counted" << std::endl;
    return true;
#endif
}

// How many allocations 1000 probes cost, of each kind in turn, after a few that may allocate.
template<class Transport>
std::size_t allocations_of_probes(test::net_namespace& ns)
{
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n"
           " tcp dport 10 reject with icmp type host-unreachable\n }\n }");
    test::accepting_listener const listener({tcp::endpoint(tcp::v4(), 0)});
    auto const open = endpoint::v4(loopback, listener.endpoint().port());
    test::probe_by_hand<Transport> probe(4);
    std::size_t before = 0;
    for (int i = 0; i != 1010; ++i) {
        if (i == 10)
            before = allocations;
        probe(open);
        probe(endpoint::v4(loopback, 7));
        probe(endpoint::v4(loopback, 10));
        probe.start(1, endpoint::v4(loopback, 9));
        probe.cancel(1);
    }
    return allocations - before;
}

} // namespace

BOOST_AUTO_TEST_SUITE(allocations_per_probe)

BOOST_AUTO_TEST_CASE(counter_counts)
{
    if (skip("counter_counts"))
        return;
    auto const before = allocations;
    // volatile, since a compiler may leave out what it sees to be unused
    void* volatile plain = std::malloc(100);
    int* volatile object = new int(1);
    void* volatile aligned = std::aligned_alloc(64, 128);
    std::free(plain);
    delete object;
    std::free(aligned);
    BOOST_TEST(allocations - before == 3u);
}

BOOST_AUTO_TEST_CASE(tcp_connect_allocates_nothing_per_probe)
{
    if (skip("tcp_connect_allocates_nothing_per_probe"))
        return;
    test::net_namespace ns;
    BOOST_TEST(allocations_of_probes<sonda::transport::tcp_connect>(ns) == 0u);
}

// With any_io_executor Asio itself allocates for each handler, from a store of its own that lasts as long as a run() of
// the context; here each wait is a run.
BOOST_AUTO_TEST_CASE(asio_connect_allocates_nothing_per_probe)
{
    if (skip("asio_connect_allocates_nothing_per_probe"))
        return;
    using plain = sonda::transport::basic_asio_connect<boost::asio::io_context::executor_type>;
    test::net_namespace ns;
    BOOST_TEST(allocations_of_probes<plain>(ns) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
