// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "services/datagram_server.hpp"
#include "services/strict_answers.hpp"
#include "support/net_namespace.hpp"

using test::datagram_server;
using test::net_namespace;

namespace {

// What the command says of UDP ports of 127.0.0.1: its records by port.
std::map<int, boost::json::value> scan(std::string const& ports, std::vector<std::string> words)
{
    words.insert(words.end(), {"127.0.0.1", "--udp", "-p", ports, "--all", "-oN", "-"});
    auto const result = test::run(words);
    BOOST_TEST(result.status == 0);
    BOOST_TEST(result.err == "");
    std::map<int, boost::json::value> found;
    for (auto const& line : test::lines_of(result.out))
        if (auto const record = boost::json::parse(line); record.at("type") == "port")
            found.emplace(record.at("port").to_number<int>(), record);
    return found;
}

} // namespace

BOOST_AUTO_TEST_SUITE(datagrams)

// With ten minutes for a try, whoever waits for one instead of hearing the rejection does not end.
BOOST_AUTO_TEST_CASE(ports_that_reject_are_closed_at_once_and_disturb_no_other)
{
    if (net_namespace::skip("ports_that_reject_are_closed_at_once_and_disturb_no_other"))
        return;
    net_namespace network;
    datagram_server const echo("127.0.0.1", 9005, [](std::string_view request) { return std::string(request); });
    auto const found = scan("9000-9010", {"--tries", "3", "-t", "600000"});
    BOOST_TEST(found.size() == 11u);
    for (auto const& [port, record] : found)
        BOOST_TEST_CONTEXT(record)
        {
            BOOST_TEST(record.at("state").as_string() == (port == 9005 ? "open" : "closed"));
            BOOST_TEST(record.at("reason").as_string() == (port == 9005 ? "udp-response" : "icmp 3/3 from 127.0.0.1"));
            BOOST_TEST(record.at("tries").to_number<int>() == 1);
        }
    BOOST_TEST(echo.requests() == 1);
}

// Each of them keeps silent to the payloads of the other ports: they are strict.
BOOST_AUTO_TEST_CASE(services_that_answer_nothing_but_their_protocol_are_open)
{
    if (net_namespace::skip("services_that_answer_nothing_but_their_protocol_are_open"))
        return;
    net_namespace network;
    datagram_server const dns("127.0.0.1", 53, test::answer_dns);
    datagram_server const snmp("127.0.0.1", 161, test::answer_snmp1);
    datagram_server const dns_elsewhere("127.0.0.1", 9053, test::answer_dns);
    datagram_server const snmp_elsewhere("127.0.0.1", 9161, test::answer_snmp1);
    auto const found = scan("53,161,9053,9161", {"--tries", "2", "-t", "500"});
    BOOST_TEST(found.at(53).at("state").as_string() == "open");
    BOOST_TEST(found.at(161).at("state").as_string() == "open");
    BOOST_TEST(found.at(9053).at("state").as_string() == "open|filtered");
    BOOST_TEST(found.at(9161).at("state").as_string() == "open|filtered");
    BOOST_TEST(dns_elsewhere.requests() >= 2);
    BOOST_TEST(snmp_elsewhere.requests() >= 2);
}

BOOST_AUTO_TEST_CASE(each_payload_of_a_port_is_tried)
{
    if (net_namespace::skip("each_payload_of_a_port_is_tried"))
        return;
    net_namespace network;
    datagram_server const snmp("127.0.0.1", 161, test::answer_snmp3);
    for (auto const* const tries : {"1", "2"})
        BOOST_TEST(scan("161", {"--tries", tries, "-t", "3000"}).at(161).at("state").as_string() == "open", tries);
}

// A port of the file has the payloads of the file alone, all of them; the other ports keep the standard ones.
BOOST_AUTO_TEST_CASE(payloads_of_a_file_are_sent_to_their_ports)
{
    if (net_namespace::skip("payloads_of_a_file_are_sent_to_their_ports"))
        return;
    net_namespace network;
    auto const greets = [](std::string_view request) {
        return request == std::string_view("hello\0", 6) ? std::optional<std::string>("you") : std::nullopt;
    };
    datagram_server const device("127.0.0.1", 9000, greets);
    datagram_server const second("127.0.0.1", 9109, greets);
    datagram_server const outside("127.0.0.1", 9110, greets);
    datagram_server const dns("127.0.0.1", 53, test::answer_dns);
    datagram_server const snmp("127.0.0.1", 161, test::answer_snmp1);
    test::scratch_file const file("# ours\n9000,9100-9109: \"other\"\n9000,9100-9109: \"hel\" x\"6c6f 00\"\n"
                                  "udp 161\n  \"\\x30\\x00\" # nothing that an agent understands\n");
    auto const found = scan("53,161,9000,9109,9110", {"--payloads", file.path(), "--tries", "1", "-t", "1000"});
    BOOST_TEST(found.at(53).at("state").as_string() == "open");
    BOOST_TEST(found.at(161).at("state").as_string() == "open|filtered");
    BOOST_TEST(found.at(9000).at("state").as_string() == "open");
    BOOST_TEST(found.at(9109).at("state").as_string() == "open");
    BOOST_TEST(found.at(9110).at("state").as_string() == "open|filtered");
}

BOOST_AUTO_TEST_CASE(a_file_of_payloads_that_is_no_such_sends_nothing)
{
    test::scratch_file const broken("9000: \"hello\"\n\n9001: hello\n");
    auto const refused = test::run({"127.0.0.1", "--udp", "-p", "9000", "--payloads", broken.path()});
    BOOST_TEST(refused.status == 2);
    BOOST_TEST(refused.out == "");
    BOOST_TEST(refused.err == "sonda: " + broken.path() +
                                  ":3: bad payload 'hello': neither text in quotation marks nor " +
                                  "x and hexadecimal digits in them\n");
    auto const missing = test::run({"127.0.0.1", "--udp", "-p", "9000", "--payloads", "/nowhere/at/all"});
    BOOST_TEST(missing.status == 2);
    BOOST_TEST(missing.out == "");
    BOOST_TEST(missing.err == "sonda: cannot read '/nowhere/at/all': No such file or directory\n");
}

BOOST_AUTO_TEST_SUITE_END()
