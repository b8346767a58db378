// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "support/net_namespace.hpp"

// What a probe met must not show in the next one of its socket.

namespace {

struct meeting
{
    char const* rule; // of nft, in place of an answer
    char const* state;
    char const* reason; // how it begins
};

constexpr meeting meetings[] = {{"", "open", "syn-ack"},
                                {"", "closed", "refused"},
                                {"drop", "filtered", "no-response"},
                                {"reject with icmpx type admin-prohibited", "filtered", "icmp "},
                                {"reject with icmpx type port-unreachable", "closed", "refused"},
                                {"reject with tcp reset", "closed", "refused"}};
constexpr std::size_t kinds = std::size(meetings);
constexpr std::uint16_t first_port = 8000;

// Kinds in a row such that each comes after each, itself too: the Lyndon words of one and two letters, in order.
std::vector<std::size_t> each_after_each()
{
    std::vector<std::size_t> row;
    for (std::size_t i = 0; i != kinds; ++i) {
        row.push_back(i);
        for (auto j = i + 1; j != kinds; ++j)
            row.insert(row.end(), {i, j});
    }
    row.push_back(row.front());
    return row;
}

void check(char const* address, std::vector<std::size_t> const& row, std::vector<std::string> words)
{
    words.insert(words.end(), {address, "-p", "8000-" + std::to_string(first_port + row.size() - 1), "-t", "20",
                               "--all", "-oN", "-"});
    auto const result = test::run(words);
    BOOST_TEST(result.status == 0, result.err);
    std::size_t count = 0;
    for (auto const& line : test::lines_of(result.out)) {
        auto const record = boost::json::parse(line);
        if (record.at("type") != "port")
            continue;
        ++count;
        auto const& expected = meetings[row.at(record.at("port").to_number<std::size_t>() - first_port)];
        BOOST_TEST(record.at("state").as_string() == expected.state, line);
        BOOST_TEST(std::string_view(record.at("reason").as_string()).starts_with(expected.reason), line);
    }
    BOOST_TEST(count == row.size());
}

} // namespace

BOOST_AUTO_TEST_SUITE(socket_reuse)

BOOST_AUTO_TEST_CASE(every_answer_may_come_after_every_other)
{
    if (test::net_namespace::skip("every_answer_may_come_after_every_other"))
        return;
    test::net_namespace network;
    auto const row = each_after_each();
    std::deque<test::held_port> listeners;
    std::string rules;
    for (std::size_t i = 0; i != row.size(); ++i) {
        auto const port = static_cast<std::uint16_t>(first_port + i);
        if (row[i] == 0)
            for (auto const* const address : {"127.0.0.1", "::1"})
                listeners.emplace_back(test::behind::listener, address, port);
        else if (*meetings[row[i]].rule != '\0')
            rules += "tcp dport " + std::to_string(port) + ' ' + meetings[row[i]].rule + '\n';
    }
    network.nft("table inet t {\nchain c {\ntype filter hook input priority 0;\n" + rules + "}\n}\n");
    for (auto const* const address : {"127.0.0.1", "::1"})
        for (std::string const batch : {"1", "2", "5"})
            for (std::string const order : {"serial", "random"})
                BOOST_TEST_CONTEXT(address << ", batch " << batch << ", " << order)
    check(address, row, {"-b", batch, "--order", order});
}

BOOST_AUTO_TEST_SUITE_END()
