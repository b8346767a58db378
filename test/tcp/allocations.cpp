// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdlib>

#include <support/allocation_counter.hpp>
#include <support/net_namespace.hpp>

#include "accepting_listener.hpp"
#include "probe_by_hand.hpp"

namespace {

using sonda::endpoint;
using sonda::probe_status;
using tcp = boost::asio::ip::tcp;

constexpr std::uint32_t loopback = 0x7f000001;

bool skip(char const* name)
{
    if (test::count_allocations())
        return test::net_namespace::skip(name);
    std::cout << "SKIPPED: " << name << ": the allocations of this build cannot be counted" << std::endl;
    return true;
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
            before = test::allocations;
        probe(open);
        probe(endpoint::v4(loopback, 7));
        probe(endpoint::v4(loopback, 10));
        probe.start(1, endpoint::v4(loopback, 9));
        probe.cancel(1);
    }
    return test::allocations - before;
}

} // namespace

BOOST_AUTO_TEST_SUITE(allocations_per_probe)

BOOST_AUTO_TEST_CASE(counter_counts)
{
    if (skip("counter_counts"))
        return;
    auto const before = test::allocations;
    // volatile, since a compiler may leave out what it sees to be unused
    void* volatile plain = std::malloc(100);
    int* volatile object = new int(1);
    void* volatile aligned = std::aligned_alloc(64, 128);
    std::free(plain);
    delete object;
    std::free(aligned);
    BOOST_TEST(test::allocations - before == 3u);
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
