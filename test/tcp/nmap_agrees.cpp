// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <support/net_namespace.hpp>

#include "accepting_listener.hpp"
#include "probe_by_hand.hpp"

// `nmap -sT` asks the same kernel in its own way: both must have the same word for every port.

namespace {

using sonda::probe_status;
using tcp = boost::asio::ip::tcp;
using words = std::map<int, std::string>;

constexpr int first = 100;
constexpr int last = 139;
constexpr int open_ports[] = {100, 107, 139};
constexpr int silent_ports[] = {108, 120};

bool skip(char const* name)
{
    if (test::net_namespace::skip(name))
        return true;
    if (std::system("nmap --version > /dev/null 2>&1") == 0)
        return false;
    std::cout << "SKIPPED: " << name << ": no nmap" << std::endl;
    return true;
}

std::string rules(std::vector<std::string> const& rejections)
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
words ask_nmap(test::net_namespace& ns, std::string const& address)
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
    test::probe_by_hand<Transport> probe;
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

void check(std::string const& address, std::vector<std::string> const& rejections)
{
    test::net_namespace ns;
    ns.nft(rules(rejections));
    std::vector<tcp::endpoint> listening;
    for (auto const port : open_ports)
        listening.emplace_back(boost::asio::ip::make_address(address), static_cast<std::uint16_t>(port));
    test::accepting_listener const listener(listening);
    auto const theirs = ask_nmap(ns, address);
    BOOST_TEST_REQUIRE(theirs.size() == std::size_t(last - first + 1));
    for (auto const& [port, word] : ask_ours<sonda::transport::tcp_connect>(address))
        BOOST_TEST_CONTEXT("tcp_connect, port " << port)
    BOOST_TEST(word == theirs.at(port));
    for (auto const& [port, word] : ask_ours<sonda::transport::asio_connect>(address))
        BOOST_TEST_CONTEXT("asio_connect, port " << port)
    BOOST_TEST(word == theirs.at(port));
}

} // namespace

BOOST_AUTO_TEST_SUITE(nmap_agrees)

BOOST_AUTO_TEST_CASE(on_every_port_over_ipv4)
{
    if (!skip("on_every_port_over_ipv4"))
        check("127.0.0.1", {"icmp type net-unreachable", "icmp type host-unreachable", "icmp type prot-unreachable",
                            "icmp type port-unreachable", "icmp type net-prohibited", "icmp type host-prohibited",
                            "icmp type admin-prohibited", "tcp reset"});
}

BOOST_AUTO_TEST_CASE(on_every_port_over_ipv6)
{
    if (!skip("on_every_port_over_ipv6"))
        check("::1",
              {"icmpv6 type no-route", "icmpv6 type admin-prohibited", "icmpv6 type addr-unreachable",
               "icmpv6 type port-unreachable", "icmpv6 type policy-fail", "icmpv6 type reject-route", "tcp reset"});
}

BOOST_AUTO_TEST_SUITE_END()
