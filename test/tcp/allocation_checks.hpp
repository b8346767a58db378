// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_ALLOCATION_CHECKS_HPP
#define SONDA_TEST_TCP_ALLOCATION_CHECKS_HPP

#include <sonda/endpoint.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <iostream>

#include <support/allocation_counter.hpp>
#include <support/net_namespace.hpp>

#include "accepting_listener.hpp"
#include "probe_by_hand.hpp"

namespace test {

inline bool skip_uncounted(char const* name)
{
    if (count_allocations())
        return net_namespace::skip(name);
    std::cout << "SKIPPED: " << name << ": the allocations of this build cannot be counted" << std::endl;
    return true;
}

// How many allocations 1000 probes cost, of each kind in turn, after a few that may allocate.
template<class Transport>
std::size_t allocations_of_probes(net_namespace& ns)
{
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n"
           " tcp dport 10 reject with icmp type host-unreachable\n }\n }");
    using boost::asio::ip::tcp;
    accepting_listener const listener({tcp::endpoint(tcp::v4(), 0)});
    auto const at = [](std::uint16_t port) { return sonda::endpoint::v4(0x7f000001, port); };
    auto const open = at(listener.endpoint().port());
    probe_by_hand<Transport> probe(4);
    std::size_t before = 0;
    for (int i = 0; i != 1010; ++i) {
        if (i == 10)
            before = allocations;
        probe(open);
        probe(at(7));
        probe(at(10));
        probe.start(1, at(9));
        probe.cancel(1);
    }
    return allocations - before;
}

} // namespace test

#endif // SONDA_TEST_TCP_ALLOCATION_CHECKS_HPP
