// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_COMMAND_RESUMED_SCAN_HPP
#define SONDA_TEST_COMMAND_RESUMED_SCAN_HPP

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "command/scratch_folder.hpp"
#include "support/net_namespace.hpp"

namespace test {

using port_counts = std::map<std::string, int>; ///< How often `ADDRESS PORT PROTOCOL STATE` is there.

inline std::string text_of(boost::json::object const& record)
{
    return std::string(record.at("address").as_string()) + ' ' + std::to_string(record.at("port").to_number<int>()) +
           ' ' + std::string(record.at("protocol").as_string()) + ' ' + std::string(record.at("state").as_string());
}

inline port_counts ports_of_json(std::string const& text)
{
    port_counts ports;
    auto const document = boost::json::parse(text);
    for (auto const& record : document.at("results").as_array())
        ++ports[text_of(record.as_object())];
    return ports;
}

inline port_counts ports_of_ndjson(std::string const& text)
{
    port_counts ports;
    for (auto const& line : lines_of(text))
        if (auto const record = boost::json::parse(line); record.at("type").as_string() == "port")
            ++ports[text_of(record.as_object())];
    return ports;
}

/// The fields that an expression finds, in the order address, port, protocol, state.
inline port_counts ports_by(std::string const& text, char const* expression)
{
    port_counts ports;
    std::regex const pattern(expression);
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
        ++ports[at->str(1) + ' ' + at->str(2) + ' ' + at->str(3) + ' ' + at->str(4)];
    return ports;
}

inline port_counts ports_of_csv(std::string const& text)
{
    return ports_by(text, "port,[^,\n]*,([^,\n]*),(\\d+),(tcp|udp),([^,\n]*),[^\n]*\n");
}

inline port_counts ports_of_text(std::string const& text)
{
    return ports_by(text, "(?:^|\n)([0-9.]+):(\\d+) +([a-z|]+) +(tcp|udp) [^\n]*(?=\n)");
}

/// The ports of the elements of hosts, which have one line each.
inline port_counts ports_of_xml(std::string const& text)
{
    port_counts ports;
    std::string address;
    std::regex const host("<address addr=\"([^\"]*)\""),
        port("^<port protocol=\"(...)\" portid=\"(\\d+)\"><state state=\"([^\"]*)\".*</port>$");
    std::smatch found;
    for (auto const& line : lines_of(text))
        if (std::regex_search(line, found, host))
            address = found[1];
        else if (std::regex_match(line, found, port))
            ++ports[address + ' ' + found.str(2) + ' ' + found.str(1) + ' ' + found.str(3)];
    return ports;
}

inline port_counts ports_of_gnmap(std::string const& text)
{
    return ports_by(text, "Host: ([0-9.]+) [^\n]*Ports: (\\d+)/([a-z|]+)/(tcp|udp)/[^\n]*\n");
}

/// `address port state protocol` of forms that name the state first.
inline port_counts swapped(port_counts const& from)
{
    port_counts ports;
    for (auto const& [text, count] : from) {
        auto const second = text.rfind(' ');
        auto const first = text.rfind(' ', second - 1);
        ports[text.substr(0, first) + text.substr(second) + text.substr(first, second - first)] += count;
    }
    return ports;
}

/// Of every format the ports that the files of `-oA` and a text have; all the same.
inline port_counts ports_of_all(scratch_folder const& folder)
{
    auto const ports = ports_of_ndjson(folder.content("scan.ndjson"));
    auto const same = [&](port_counts const& other, char const* name) {
        BOOST_TEST(other.size() == ports.size(), name);
        BOOST_TEST((other == ports), name);
    };
    same(ports_of_json(folder.content("scan.json")), "json");
    same(ports_of_csv(folder.content("scan.csv")), "csv");
    same(ports_of_xml(folder.content("scan.xml")), "xml");
    same(swapped(ports_of_gnmap(folder.content("scan.gnmap"))), "gnmap");
    same(swapped(ports_of_text(folder.content("scan.txt"))), "text");
    auto const page = folder.content("scan.html");
    std::regex const row("<tr><th scope=\"row\" data-key");
    BOOST_TEST(std::distance(std::sregex_iterator(page.begin(), page.end(), row), {}) == std::ssize(ports));
    BOOST_TEST(page.ends_with("</html>\n"));
    return ports;
}

/// The words for these files.
inline std::vector<std::string> to_all_outputs(scratch_folder const& folder)
{
    return {"-oA", folder / "scan", "-oT", folder / "scan.txt"};
}

/// Starts the command, and kills it after a time.
inline void run_and_kill(std::vector<std::string> words, std::chrono::milliseconds life)
{
    process scan(command(std::move(words)));
    ::usleep(static_cast<useconds_t>(std::chrono::microseconds(life).count()));
    scan.signal(SIGKILL);
    auto const result = scan.wait();
    BOOST_TEST((result.status == 0 || result.status == 128 + SIGKILL), result.err);
}

/// How many records a checkpoint says that outputs have; 0 if there is none.
inline std::uint64_t records_in(scratch_folder const& folder)
{
    boost::system::error_code failed;
    auto const document = boost::json::parse(folder.content("checkpoint"), failed);
    return failed ? 0 : document.at("state").at("records").to_number<std::uint64_t>();
}

/// Starts the command, and kills it a while after more is recorded than there was.
inline void kill_when_recorded(std::vector<std::string> words, scratch_folder const& folder,
                               std::chrono::milliseconds later = {})
{
    auto const before = records_in(folder);
    process scan(command(std::move(words)));
    for (int turn = 0; records_in(folder) <= before && turn != 20'000; ++turn) {
        scan.read_what_is_there();
        ::usleep(1000);
    }
    ::usleep(static_cast<useconds_t>(std::chrono::microseconds(later).count()));
    scan.signal(SIGKILL);
    BOOST_TEST(scan.wait().status == 128 + SIGKILL);
}

/// Ports of one address in a namespace: many that listen, some of which nothing is heard, the rest closed.
struct filtered_host
{
    filtered_host()
    {
        network.nft("table inet t {\nchain c {\ntype filter hook input priority 0;\ntcp dport 9000-9019 drop\n"
                    "udp dport 9000-9019 drop\n}\n"
                    "chain n {\ntype filter hook input priority -10;\n"
                    "ip daddr 127.0.0.2 tcp flags syn / syn,ack counter\n}\n}\n");
        for (std::uint16_t port = 8000; port != 8040; ++port)
            open.emplace_back(behind::listener, "127.0.0.2", port);
    }

    /// How many TCP probes came in at the address.
    std::uint64_t probes()
    {
        std::smatch found;
        auto const rules = network.run("nft list table inet t");
        BOOST_TEST_REQUIRE(std::regex_search(rules, found, std::regex("packets (\\d+)")));
        return std::stoull(found.str(1));
    }

    net_namespace network;
    std::deque<held_port> open;
};

} // namespace test

#endif // SONDA_TEST_COMMAND_RESUMED_SCAN_HPP
