// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the command says of ports that answer, refuse, reject and keep silent, in networks of its own.

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "support/net_namespace.hpp"

using test::behind;
using test::held_port;
using test::holds;
using test::net_namespace;
using test::run;

namespace {

// A ruleset for what comes in.
std::string input_rules(std::string const& rules)
{
    return "table inet t {\nchain c {\ntype filter hook input priority 0;\n" + rules + "}\n}\n";
}

} // namespace

BOOST_AUTO_TEST_SUITE(probes)

BOOST_AUTO_TEST_CASE(all_states_have_their_reason)
{
    if (net_namespace::skip("all_states_have_their_reason"))
        return;
    net_namespace network;
    network.nft(input_rules("tcp dport 8003 drop\nudp dport 9001 drop\n"
                            "tcp dport 8004 reject with icmp type admin-prohibited\n"));
    held_port const open(behind::listener, "127.0.0.1", 8001);
    auto const result = run({"127.0.0.1", "-p", "8001-8004,U:9001-9002", "-t", "300", "--all"});
    BOOST_TEST(result.status == 0, result.err);
    BOOST_TEST(holds(result.out, "127.0.0.1:8001         open           tcp  syn-ack"), result.out);
    BOOST_TEST(holds(result.out, "127.0.0.1:8002         closed         tcp  refused"), result.out);
    BOOST_TEST(holds(result.out, "127.0.0.1:8003         filtered       tcp  no-response"), result.out);
    BOOST_TEST(holds(result.out, "127.0.0.1:8004         filtered       tcp  icmp 3/13"), result.out);
    BOOST_TEST(holds(result.out, "127.0.0.1:9001         open|filtered  udp  no-response"), result.out);
    BOOST_TEST(holds(result.out, "127.0.0.1:9002         closed         udp  icmp 3/3"), result.out);
    auto const shown = run({"127.0.0.1", "-p", "8001-8004,U:9001-9002", "-t", "300"});
    BOOST_TEST(holds(shown.out, "8001 "), shown.out);
    for (auto const* const port : {":8002", ":8003", ":8004", ":9001", ":9002"})
        BOOST_TEST(!holds(shown.out, port), shown.out);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_sent_is_an_error_and_not_a_closed_port)
{
    if (net_namespace::skip("what_cannot_be_sent_is_an_error_and_not_a_closed_port"))
        return;
    net_namespace network;
    auto const result = run({"192.0.2.1", "-p", "80,81,U:82", "--all"});
    BOOST_TEST(result.status == 3);
    for (auto const* const line : {"192.0.2.1:80           error          tcp  ENETUNREACH",
                                   "192.0.2.1:81           error          tcp  ENETUNREACH",
                                   "192.0.2.1:82           error          udp  ENETUNREACH"})
        BOOST_TEST(holds(result.out, line), result.out);
}

BOOST_AUTO_TEST_CASE(what_is_excluded_gets_no_packet)
{
    if (net_namespace::skip("what_is_excluded_gets_no_packet"))
        return;
    net_namespace network;
    network.nft("add table inet t\nadd counter inet t spared\n"
                "add chain inet t c { type filter hook output priority 0; }\n"
                "add rule inet t c ip daddr 127.0.0.2 counter name spared\n"
                "add rule inet t c th dport 82 counter name spared\n");
    test::scratch_file const targets("127.0.0.1-3\n");
    test::scratch_file const spared("127.0.0.2\n");
    auto const ports = "80-84,U:80-84";
    for (auto const& line : std::vector<std::vector<std::string>>{
             {"-x", "127.0.0.2", "-e", "82", "127.0.0.1/30", "-p", ports},
             {"127.0.0.1", "127.0.0.2", "127.0.0.2:83", "-p", ports, "--exclude-ports=82", "--exclude", "127.0.0.2/32"},
             {"-iL", targets.path(), "--exclude-file", spared.path(), "-p", ports, "-e", "T:82,U:82"},
             {"-a", targets.path(), "-p", ports, "-e", "82", "-x", "127.0.0.2", "--udp", "--shard", "1/2"}})
        BOOST_TEST(run(line).status == 0);
    BOOST_TEST(holds(network.run("nft list counter inet t spared"), "packets 0 "));
}

BOOST_AUTO_TEST_CASE(descriptors_stay_within_the_batch)
{
    if (net_namespace::skip("descriptors_stay_within_the_batch"))
        return;
    net_namespace network;
    network.nft(input_rules("tcp dport 8000-8010 drop\n"));
    held_port const open(behind::listener, "127.0.0.1", 7999);
    test::process scan(test::command(
        {"127.0.0.1", "-p", "7990-8010,7999", "-b", "1", "-t", "60", "--all", "--order", "serial", "-oN", "-"}));
    std::size_t most = 0;
    for (int port = 7990; port <= 8009; ++port) {
        BOOST_TEST(scan.read_until("\"port\":" + std::to_string(port) + ','));
        std::size_t count = 0;
        for ([[maybe_unused]] auto const& entry :
             std::filesystem::directory_iterator("/proc/" + std::to_string(scan.pid()) + "/fd"))
            ++count;
        most = (std::max)(most, count);
    }
    BOOST_TEST(most <= 3u + 1u + 14u);
    auto const end = scan.wait();
    BOOST_TEST(end.status == 0, end.err);
    for (auto const& line : test::lines_of(end.out)) {
        auto const record = boost::json::parse(line);
        if (record.at("type").as_string() != "port")
            continue;
        auto const port = record.at("port").to_number<int>();
        auto const state = record.at("state").as_string();
        BOOST_TEST(state == (port == 7999 ? "open" : port < 8000 ? "closed" : "filtered"), line);
    }
}

BOOST_AUTO_TEST_CASE(a_scan_of_anything_however_great_stays_small_and_can_be_ended)
{
    if (net_namespace::skip("a_scan_of_anything_however_great_stays_small_and_can_be_ended"))
        return;
    net_namespace network;
    test::scratch_file const doc;
    test::process scan(test::command({"10.0.0.0/8", "-p", "1-65535", "--all", "-oT", "-", "-oJ", doc.path()}));
    BOOST_TEST(scan.read_until("ENETUNREACH"));
    auto const memory = scan.status_field("VmHWM");
    scan.signal(SIGINT);
    auto const end = scan.wait();
    BOOST_TEST(end.status == 130);
    BOOST_TEST(!boost::json::parse(doc.content()).at("summary").at("complete").as_bool());
    if (!test::skip_sanitized("memory of a great scan", "memory"))
        BOOST_TEST(memory < 16u * 1024);
}

BOOST_AUTO_TEST_CASE(tries_are_counted)
{
    if (net_namespace::skip("tries_are_counted"))
        return;
    net_namespace network;
    network.nft("add table inet t\nadd counter inet t c_tcp\nadd counter inet t c_udp\n"
                "add chain inet t c { type filter hook input priority 0; }\n"
                "add rule inet t c tcp dport 8003 counter name c_tcp drop\n"
                "add rule inet t c udp dport 9001 counter name c_udp drop\n");
    BOOST_TEST(run({"127.0.0.1", "-p", "8003,U:9001", "-t", "50", "--tries", "3"}).status == 0);
    BOOST_TEST(holds(network.run("nft list counter inet t c_tcp"), "packets 3 "));
    BOOST_TEST(holds(network.run("nft list counter inet t c_udp"), "packets 3 "));
    network.run("nft reset counters");
    BOOST_TEST(run({"127.0.0.1", "-p", "8003,U:9001", "-t", "50"}).status == 0);
    BOOST_TEST(holds(network.run("nft list counter inet t c_tcp"), "packets 1 "));
    BOOST_TEST(holds(network.run("nft list counter inet t c_udp"), "packets 2 "));
}

BOOST_AUTO_TEST_CASE(what_a_name_leads_to_is_scanned_all_of_it)
{
    if (net_namespace::skip("what_a_name_leads_to_is_scanned_all_of_it"))
        return;
    net_namespace network;
    held_port const open(behind::listener, "127.0.0.3", 8001);
    test::scratch_file const hosts("127.0.0.1 localhost\n127.0.0.2 multi\n127.0.0.3 multi\n::1 multi\n"
                                   "127.0.0.3 other\n");
    auto const in_hosts = [&](std::string const& words) {
        return test::run_shell("unshare -m sh -c 'mount --bind " + hosts.path() + " /etc/hosts && exec " +
                               test::command_path() + ' ' + words + "'");
    };
    if (in_hosts("--version").status != 0) {
        std::cout << "SKIPPED: what_a_name_leads_to_is_scanned_all_of_it: private mounts not available\n";
        return;
    }
    auto const all = in_hosts("multi -p 8001");
    BOOST_TEST(all.status == 0, all.err);
    BOOST_TEST(holds(all.out, "127.0.0.3:8001"), all.out);
    BOOST_TEST(holds(all.out, "of 3 targets"), all.out);
    BOOST_TEST(holds(in_hosts("multi other 127.0.0.3 -p 8001").out, "multi,other\n"));
    auto const first = in_hosts("multi -p 8001 --resolve first -v");
    BOOST_TEST(holds(first.out, "of 1 targets"), first.out);
    BOOST_TEST(holds(first.err, "not scanned: "), first.err);
    auto const spared = in_hosts("127.0.0.2-3 -p 8001 -x multi");
    BOOST_TEST(spared.status == 4, spared.out);
}

BOOST_AUTO_TEST_CASE(the_first_interrupt_waits_for_what_is_in_flight_and_the_second_does_not)
{
    if (net_namespace::skip("the_first_interrupt_waits_for_what_is_in_flight_and_the_second_does_not"))
        return;
    net_namespace network;
    network.nft(input_rules("tcp dport 8000-8099 drop\n"));
    held_port const open(behind::listener, "127.0.0.1", 7999);
    std::vector<std::string> const line{"127.0.0.1", "-p", "7999-8099", "-b", "10", "--order", "serial", "--all", "-t"};
    for (bool const twice : {false, true}) {
        auto words = line;
        words.emplace_back(twice ? "600000" : "500");
        test::process scan(test::command(words));
        BOOST_TEST(scan.read_until("open"));
        scan.signal(SIGINT);
        if (twice)
            scan.signal(SIGTERM);
        auto const end = scan.wait();
        BOOST_TEST(end.status == 130);
        auto const expected = twice ? "interrupted: 1 of 101 targets" : "interrupted: 1";
        BOOST_TEST(holds(end.out, expected), end.out);
        BOOST_TEST(holds(end.err, "sonda: finishing what is in flight"), end.err);
        if (!twice)
            BOOST_TEST(holds(end.out, "filtered       tcp  no-response"), end.out);
    }
}

BOOST_AUTO_TEST_CASE(a_name_server_that_does_not_answer_can_be_interrupted)
{
    if (net_namespace::skip("a_name_server_that_does_not_answer_can_be_interrupted"))
        return;
    net_namespace network;
    held_port const dead(behind::nothing, "127.0.0.1", 53, SOCK_DGRAM);
    test::scratch_file const servers("nameserver 127.0.0.1\n");
    test::scratch_file const doc("of the last scan\n"), lines("of the last scan\n");
    test::process scan({"unshare", "-m", "sh", "-c",
                        "mount --bind " + servers.path() + " /etc/resolv.conf && exec " + test::command_path() +
                            " -v -iL - slow.test -p 1 -oJ " + doc.path() + " -oN " + lines.path()});
    scan.give("127.0.0.1\n");
    pollfd asked{dead.descriptor(), POLLIN, 0};
    if (::poll(&asked, 1, 10'000) != 1) {
        std::cout << "SKIPPED: a_name_server_that_does_not_answer_can_be_interrupted: nobody asks it here\n";
        return;
    }
    scan.signal(SIGINT);
    auto const end = scan.wait();
    BOOST_TEST(end.status == 130);
    BOOST_TEST(holds(end.err, "sonda: interrupted while names were looked up; nothing was sent\n"), end.err);
    BOOST_TEST(holds(end.out, "interrupted: 0 of 0 targets"), end.out);
    BOOST_TEST(!boost::json::parse(doc.content()).at("summary").at("complete").as_bool());
    BOOST_TEST(!boost::json::parse(lines.content()).at("complete").as_bool());
}

BOOST_AUTO_TEST_SUITE_END()
