// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "distant_network.hpp"

// What a bad network takes from a fast scan: nothing. nmap, which takes its time, is the judge.

namespace {

using test::conditions;
using test::distant_network;

constexpr int runs = 20;
constexpr int at_a_time = 4;
constexpr std::uint16_t first = 20000;
constexpr std::uint16_t last = 24095;
constexpr std::uint16_t last_for_nmap = 20039; // 0.4 s a port

struct scan
{
    std::set<int> open;
    double seconds = 0;
};

struct run_record
{
    conditions what;
    scan nmap;
    scan ring;
    scan portable;
};

// Every second of those that nmap looks at, and some that it does not.
std::vector<std::uint16_t> open_ports()
{
    std::vector<std::uint16_t> all;
    for (auto port = first; port <= last; port = static_cast<std::uint16_t>(port + (port < last_for_nmap ? 2 : 50)))
        all.push_back(port);
    return all;
}

// Both print `20000/open/tcp//...` in their greppable output.
scan timed(distant_network& network, std::string const& command)
{
    auto const begin = std::chrono::steady_clock::now();
    std::istringstream printed(network.run(command));
    scan result;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    for (std::string word; printed >> word;) {
        int port = 0;
        char state[16] = {};
        if (std::sscanf(word.c_str(), "%d/%15[a-z|]/tcp", &port, state) == 2 && std::string_view(state) == "open")
            result.open.insert(port);
    }
    return result;
}

std::string range(std::uint16_t to)
{
    return " -p " + std::to_string(first) + "-" + std::to_string(to) + " " + distant_network::host + " -oG -";
}

run_record run(int number)
{
    conditions const what{number % 6, static_cast<unsigned>(number)};
    distant_network network(what, open_ports());
    auto const ours = std::string(std::getenv("SONDA_COMMAND")) + " --tries 3 --plain" + range(last) + " --transport ";
    run_record result{what, {}, {}, {}};
    result.ring = timed(network, ours + "auto");
    result.portable = timed(network, ours + "portable");
    result.nmap = timed(network, "nmap -sT -T2 -Pn -n" + range(last_for_nmap));
    return result;
}

// Why nothing can be asked here, or nothing.
std::string obstacle()
{
    if (!test::net_namespace::available())
        return "network namespaces or nft not available";
    if (std::getenv("SONDA_COMMAND") == nullptr)
        return "no command";
    if (std::system("nmap --version > /dev/null 2>&1") != 0)
        return "no nmap";
    try {
        std::async(std::launch::async, [] { distant_network const trial({0, 0}, {}); }).get();
    } catch (std::exception const& error) {
        return error.what();
    }
    return {};
}

void judge(run_record const& found)
{
    auto const truth = open_ports();
    std::set<int> const all(truth.begin(), truth.end());
    std::cout << "loss " << found.what.loss_percent << " %: nmap " << found.nmap.open.size() << " of 40 ports in "
              << found.nmap.seconds << " s; of 4,096 ports with io_uring " << found.ring.open.size() << " in "
              << found.ring.seconds << " s, portable " << found.portable.open.size() << " in " << found.portable.seconds
              << " s" << std::endl;
    BOOST_TEST(!found.nmap.open.empty());
    for (auto const* const ours : {&found.ring, &found.portable}) {
        BOOST_TEST(std::includes(ours->open.begin(), ours->open.end(), found.nmap.open.begin(), found.nmap.open.end()));
        BOOST_TEST(ours->open == all, boost::test_tools::per_element());
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(recall)

BOOST_AUTO_TEST_CASE(fast_scan_of_a_bad_network_finds_what_a_slow_one_finds)
{
    if (auto const why = obstacle(); !why.empty()) {
        std::cout << "SKIPPED: fast_scan_of_a_bad_network_finds_what_a_slow_one_finds: " << why << std::endl;
        return;
    }
    for (int begun = 0; begun < runs; begun += at_a_time) {
        std::vector<std::future<run_record>> under_way;
        for (int i = begun; i != (std::min)(begun + at_a_time, runs); ++i)
            under_way.push_back(std::async(std::launch::async, run, i));
        for (auto& each : under_way)
            judge(each.get());
    }
}

BOOST_AUTO_TEST_SUITE_END()
