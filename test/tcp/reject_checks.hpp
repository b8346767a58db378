// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_REJECT_CHECKS_HPP
#define SONDA_TEST_TCP_REJECT_CHECKS_HPP

#include <sonda/probe_result.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include <support/net_namespace.hpp>

#include "probe_by_hand.hpp"

// What a firewall says with each ICMP and ICMPv6 code, and with a reset, to any transport that connects.

namespace test {

using sonda::port_state;
using sonda::probe_status;
using sonda::reason_kind;

struct rejection
{
    char const* with; // in the words of nft
    port_state state;
    reason_kind reason;
    std::uint8_t type;
    std::uint8_t code;
    int error;
};

// RFC 792, RFC 1122, RFC 1812
inline rejection const icmp[] = {
    {"icmp type net-unreachable", port_state::filtered, reason_kind::icmp, 3, 0, ENETUNREACH},
    {"icmp type host-unreachable", port_state::filtered, reason_kind::icmp, 3, 1, EHOSTUNREACH},
    {"icmp type prot-unreachable", port_state::filtered, reason_kind::icmp, 3, 2, ENOPROTOOPT},
    {"icmp type port-unreachable", port_state::closed, reason_kind::refused, 0, 0, ECONNREFUSED},
    {"icmp type net-prohibited", port_state::filtered, reason_kind::icmp, 3, 9, ENETUNREACH},
    {"icmp type host-prohibited", port_state::filtered, reason_kind::icmp, 3, 10, EHOSTUNREACH},
    {"icmp type admin-prohibited", port_state::filtered, reason_kind::icmp, 3, 13, EHOSTUNREACH},
    {"tcp reset", port_state::closed, reason_kind::refused, 0, 0, ECONNREFUSED},
};

// RFC 4443
inline rejection const icmpv6[] = {
    {"icmpv6 type no-route", port_state::filtered, reason_kind::icmp, 1, 0, ENETUNREACH},
    {"icmpv6 type admin-prohibited", port_state::filtered, reason_kind::icmp, 1, 1, EACCES},
    {"icmpv6 type addr-unreachable", port_state::filtered, reason_kind::icmp, 1, 3, EHOSTUNREACH},
    {"icmpv6 type port-unreachable", port_state::closed, reason_kind::refused, 0, 0, ECONNREFUSED},
    {"icmpv6 type policy-fail", port_state::filtered, reason_kind::icmp, 1, 5, EACCES},
    {"icmpv6 type reject-route", port_state::filtered, reason_kind::icmp, 1, 6, EACCES},
    {"tcp reset", port_state::closed, reason_kind::refused, 0, 0, ECONNREFUSED},
};

inline constexpr std::uint16_t first_port = 50;

template<std::size_t N>
std::string rules(rejection const (&table)[N])
{
    std::ostringstream out;
    out << "table inet t {\n chain i {\n type filter hook input priority 0;\n";
    for (std::size_t i = 0; i != N; ++i)
        out << " tcp dport " << first_port + i << " reject with " << table[i].with << '\n';
    out << " tcp dport 9 drop\n }\n }\n";
    return out.str();
}

inline void check(rejection const& expected, sonda::probe_result const& found, boost::asio::ip::address const& from)
{
    BOOST_TEST((found.status == probe_status::answered));
    BOOST_TEST(to_string(found.answer.state) == to_string(expected.state));
    BOOST_TEST((found.answer.reason == expected.reason));
    BOOST_TEST(int(found.answer.icmp_type) == int(expected.type));
    BOOST_TEST(int(found.answer.icmp_code) == int(expected.code));
    BOOST_TEST(found.answer.error == expected.error);
    BOOST_TEST(found.answer.from == (expected.reason == reason_kind::icmp ? from : boost::asio::ip::address()));
}

// Each in turn, three times, so that every socket has had every kind of answer before.
template<class Transport, std::size_t N>
void check_each(rejection const (&table)[N], char const* address)
{
    net_namespace ns;
    ns.nft(rules(table));
    auto const ip = boost::asio::ip::make_address(address);
    probe_by_hand<Transport> probe;
    for (int round = 0; round != 3; ++round)
        for (std::size_t i = 0; i != N; ++i)
            BOOST_TEST_CONTEXT(table[i].with << ", round " << round)
    check(table[i], probe({ip, static_cast<std::uint16_t>(first_port + i)}), ip);
}

// The first SYN is dropped and the one sent again is rejected: the kernel then ends the connection by itself.
template<class Transport>
void check_late_error()
{
    net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n"
           " tcp dport 50 limit rate over 1/hour burst 1 packets reject with icmpx type host-unreachable\n"
           " tcp dport 51 limit rate over 1/hour burst 1 packets reject with icmpx type port-unreachable\n"
           " tcp dport 52 limit rate over 1/hour burst 1 packets reject with tcp reset\n"
           " tcp dport 50-52 drop\n }\n }");
    probe_by_hand<Transport> probe(3);
    for (std::uint16_t i = 0; i != 3; ++i)
        BOOST_TEST((probe.start(i, sonda::endpoint::v4(0x7f000001, static_cast<std::uint16_t>(50 + i))).status ==
                    probe_status::pending));
    BOOST_TEST(probe.reap() == 0u);
    auto const loopback = boost::asio::ip::make_address("127.0.0.1");
    check(icmp[1], probe.finish(0), loopback);
    check(icmp[3], probe.finish(1), loopback);
    check(icmp[7], probe.finish(2), loopback);
}

template<class Transport>
void check_error_of_another()
{
    net_namespace ns;
    ns.nft(rules(icmp));
    probe_by_hand<Transport> probe(1);
    for (std::uint16_t i = 0; i != 8; ++i) {
        // Rejected, and cancelled before anybody looked: the error is there, and it is the answer.
        probe.start(0, sonda::endpoint::v4(0x7f000001, static_cast<std::uint16_t>(first_port + i)));
        auto const rejected = probe.cancel(0);
        BOOST_TEST((rejected.status == probe_status::answered));
        // The same socket then probes a target that is silent.
        probe.start(0, sonda::endpoint::v4(0x7f000001, 9));
        probe.reap();
        auto const silent = probe.cancel(0);
        BOOST_TEST((silent.status == probe_status::cancelled));
    }
}

} // namespace test

#endif // SONDA_TEST_TCP_REJECT_CHECKS_HPP
