// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_NMAP_CHECKS_HPP
#define SONDA_TEST_TCP_NMAP_CHECKS_HPP

#include <sonda/probe_result.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <support/net_namespace.hpp>

#include "accepting_listener.hpp"
#include "probe_by_hand.hpp"

// `nmap -sT` asks the same kernel in its own way: both must have the same word for every port.

namespace test {

using sonda::probe_status;
using tcp = boost::asio::ip::tcp;
using words = std::map<int, std::string>;

inline constexpr int first = 100;
inline constexpr int last = 139;
inline constexpr int open_ports[] = {100, 107, 139};
inline constexpr int silent_ports[] = {108, 120};

inline bool skip_without_nmap(char const* name)
{
    if (net_namespace::skip(name))
        return true;
    if (std::system("nmap --version > /dev/null 2>&1") == 0)
        return false;
    std::cout << "SKIPPED: " << name << ": no nmap" << std::endl;
    return true;
}

inline std::string rules_of(std::vector<std::string> const& rejections)
{
    std::ostringstream out;
    out << "table inet t {\n chain i {\n type filter hook input priority 0;\n";
    for (std::size_t i = 0; i != rejections.size(); ++i)
        out << " tcp dport " << 110 + i << " reject with " << rejections[i] << '\n';
    for (auto const port : silent_ports)
        out << " tcp dport " << port << " drop\n";
    out << " }\n }\n";
    return out.str();
}

// The ports of its greppable line: `100/open/tcp//newacct///, `. Without IPV6_RECVERR it hears of some rejections only
// when the kernel sends the SYN again, after a second: it must be patient.
inline words ask_nmap(net_namespace& ns, std::string const& address)
{
    auto const six = address.find(':') != std::string::npos ? "-6 " : "";
    std::istringstream printed(ns.run("nmap -sT -Pn -n --max-retries 0 --min-rtt-timeout 1500ms -v " +
                                      std::string(six) + "-p " + std::to_string(first) + "-" + std::to_string(last) +
                                      " " + address + " -oG -"));
    words found;
    for (std::string word; printed >> word;) {
        int port = 0;
        char state[16] = {};
        if (std::sscanf(word.c_str(), "%d/%15[a-z|]/tcp", &port, state) == 2)
            found[port] = state;
    }
    return found;
}

template<class Transport>
words ask_ours(std::string const& address)
{
    auto const ip = boost::asio::ip::make_address(address);
    probe_by_hand<Transport> probe;
    words found;
    for (int port = first; port <= last; ++port) {
        auto const silent = std::find(std::begin(silent_ports), std::end(silent_ports), port);
        sonda::endpoint const target(ip, static_cast<std::uint16_t>(port));
        auto const result =
            silent == std::end(silent_ports) ? probe(target) : (probe.start(0, target), probe.cancel(0));
        auto const state = result.status == probe_status::answered ? result.answer.state : sonda::port_state::filtered;
        found[port] = to_string(state);
    }
    return found;
}

template<class Transport>
void agrees_with_nmap(std::string const& address, std::vector<std::string> const& rejections)
{
    net_namespace ns;
    ns.nft(rules_of(rejections));
    std::vector<tcp::endpoint> listening;
    for (auto const port : open_ports)
        listening.emplace_back(boost::asio::ip::make_address(address), static_cast<std::uint16_t>(port));
    accepting_listener const listener(listening);
    auto const theirs = ask_nmap(ns, address);
    BOOST_TEST_REQUIRE(theirs.size() == std::size_t(last - first + 1));
    for (auto const& [port, word] : ask_ours<Transport>(address))
        BOOST_TEST_CONTEXT("port " << port)
    BOOST_TEST(word == theirs.at(port));
}

template<class Transport>
void agrees_with_nmap_over_ipv4()
{
    agrees_with_nmap<Transport>("127.0.0.1",
                                {"icmp type net-unreachable", "icmp type host-unreachable",
                                 "icmp type prot-unreachable", "icmp type port-unreachable", "icmp type net-prohibited",
                                 "icmp type host-prohibited", "icmp type admin-prohibited", "tcp reset"});
}

template<class Transport>
void agrees_with_nmap_over_ipv6()
{
    agrees_with_nmap<Transport>("::1", {"icmpv6 type no-route", "icmpv6 type admin-prohibited",
                                        "icmpv6 type addr-unreachable", "icmpv6 type port-unreachable",
                                        "icmpv6 type policy-fail", "icmpv6 type reject-route", "tcp reset"});
}

} // namespace test

#endif // SONDA_TEST_TCP_NMAP_CHECKS_HPP
