// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// How fast the command may be.

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>

#include "command/command_run.hpp"
#include "support/net_namespace.hpp"

using test::net_namespace;
using test::run;

namespace {

std::chrono::steady_clock::duration time_of(std::vector<std::string> const& line, std::string const& ending)
{
    auto const began = std::chrono::steady_clock::now();
    auto const result = run(line);
    BOOST_TEST(result.status == 0);
    BOOST_TEST(result.out.find(ending) != std::string::npos, result.out);
    return std::chrono::steady_clock::now() - began;
}

} // namespace

BOOST_AUTO_TEST_SUITE(rate)

// 60 attempts, of which 2 may come at once, at 100 a second: one try of each of 20 ports, three of each that is silent.
BOOST_AUTO_TEST_CASE(is_obeyed_by_tries_of_every_kind)
{
    if (net_namespace::skip("is_obeyed_by_tries_of_every_kind"))
        return;
    net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 40001-40010 drop\n"
           " udp dport 40001-40005 drop\n }\n }");
    auto const taken = time_of({"127.0.0.2", "-p", "T:40001-40020,U:40001-40005", "--rate", "100", "--tries", "3", "-t",
                                "50", "--all", "--threads", "2"},
                               "10 closed, 10 filtered, 5 open|filtered");
    BOOST_TEST((taken >= std::chrono::milliseconds(10 * (10 + 30 + 15 - 2))));
}

BOOST_AUTO_TEST_CASE(is_shared_by_protocols_in_turns)
{
    if (net_namespace::skip("is_shared_by_protocols_in_turns"))
        return;
    net_namespace ns;
    auto const result = run({"127.0.0.1", "-p", "T:40001-40040,U:40001-40002", "--interval", "5", "--all", "-oN", "-"});
    auto const udp = result.out.rfind("\"udp\"");
    BOOST_TEST_REQUIRE(udp != std::string::npos);
    auto const after = result.out.substr(udp);
    std::size_t later = 0;
    for (auto at = after.find("\"tcp\""); at != std::string::npos; at = after.find("\"tcp\"", at + 1))
        ++later;
    BOOST_TEST(later >= 30U);
}

BOOST_AUTO_TEST_SUITE_END()
