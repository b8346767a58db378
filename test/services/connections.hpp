// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SERVICES_CONNECTIONS_HPP
#define SONDA_TEST_SERVICES_CONNECTIONS_HPP

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "services/scan_words.hpp"
#include "services/service_network.hpp"

namespace test {

// What the network itself counts of a scan: each connection that was tried, by its two ports, before the filter sees it.
class connections
{
public:
    explicit connections(std::string const& name)
        : network_(name)
    {
        network_.nft(filters::text());
        network_.nft("table inet tries {\n"
                     " set tried4 { type inet_service . inet_service; flags dynamic; size 300000; }\n"
                     " set tried6 { type inet_service . inet_service; flags dynamic; size 300000; }\n"
                     " chain o {\n type filter hook output priority 0;\n"
                     " meta nfproto ipv4 tcp flags & (syn | ack) == syn add @tried4 { tcp dport . tcp sport }\n"
                     " meta nfproto ipv6 tcp flags & (syn | ack) == syn add @tried6 { tcp dport . tcp sport }\n"
                     " }\n}\n");
    }

    /// Two tries of `ports`: one is enough where there is an answer, and afterwards there is no trace of any.
    void check(int runs, std::string const& ports)
    {
        for (int run = 0; run != runs; ++run)
            BOOST_TEST_CONTEXT("run " << run)
            {
                auto const found =
                    ask_sonda(network_.folder(), {"127.0.0.1", "::1", "-p", ports, "--tries", "2", "-t", "300"});
                for (auto const* const table : {"tcp", "tcp6"})
                    BOOST_TEST(not_listening(table) == "", table);
                check_counts(found.at("127.0.0.1 tcp"), take("tried4"));
                check_counts(found.at("::1 tcp"), take("tried6"));
            }
    }

private:
    // By port, how often it was tried, and forgets them. A connection that is sent again keeps its ports and counts once;
    // one with the same port at both ends was one with itself, which counts for nothing.
    std::vector<int> take(std::string const& set)
    {
        std::istringstream words(network_.run("nft list set inet tries " + set));
        std::vector<int> tries(65536);
        unsigned there = 0;
        unsigned here = 0;
        for (std::string line; std::getline(words, line);)
            for (std::size_t at = 0; (at = line.find_first_of("0123456789", at)) != line.npos;
                 at = (std::min)(line.find(',', at), line.size()))
                if (std::sscanf(line.c_str() + at, "%u . %u", &there, &here) == 2 && there != here)
                    ++tries.at(there);
        network_.run("nft flush set inet tries " + set);
        return tries;
    }

    static void check_counts(port_words const& found, std::vector<int> const& tries)
    {
        for (std::size_t port = 1; port != 65536; ++port) {
            bool const silent = std::count(std::begin(filters::silent_tcp), std::end(filters::silent_tcp), port) != 0;
            int const expected = found[port].empty() ? 0 : silent ? 2 : 1;
            if (tries[port] != expected || (found[port] == "filtered" && !silent && !is_rejected(port)))
                BOOST_ERROR("port " << port << " is " << found[port] << " and was tried " << tries[port] << " times");
        }
    }

    static bool is_rejected(std::size_t port)
    {
        return port >= filters::rejected_tcp && port < filters::rejected_tcp + std::size(filters::icmp);
    }

    /// The sockets of a table of /proc/net in any state but LISTEN (10).
    static std::string not_listening(std::string const& table)
    {
        std::ifstream lines("/proc/thread-self/net/" + table);
        std::string left;
        std::string number, local, remote, state;
        for (std::string line; std::getline(lines, line);)
            if (std::istringstream(line) >> number >> local >> remote >> state && number != "sl" && state != "0A")
                left += line + '\n';
        return left;
    }

    service_network network_;
};

} // namespace test

#endif // SONDA_TEST_SERVICES_CONNECTIONS_HPP
