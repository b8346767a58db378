// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scan on several threads says the same as on one.

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <deque>
#include <sstream>
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
using test::process;
using test::run;

namespace {

// The lines of ports, without the times of their answers.
std::vector<std::string> sorted_ports(std::string const& text)
{
    std::vector<std::string> lines;
    std::istringstream from(text);
    for (std::string line; std::getline(from, line);)
        if (line.starts_with("127.0.0.2:"))
            lines.push_back(line.ends_with("ms") ? line.substr(0, line.rfind("  ")) : line);
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace

BOOST_AUTO_TEST_SUITE(threads)

BOOST_AUTO_TEST_CASE(find_the_same_as_one)
{
    if (net_namespace::skip("find_the_same_as_one"))
        return;
    net_namespace network;
    network.nft("table inet t {\nchain c {\ntype filter hook input priority 0;\ntcp dport 9000-9099 drop\n}\n}\n");
    std::deque<held_port> open;
    for (std::uint16_t port = 8000; port != 8040; ++port)
        open.emplace_back(behind::listener, "127.0.0.2", port);
    std::vector<std::string> const words{"127.0.0.2", "-p",    "7000-12000,U:7000-7009", "-t", "100", "--all", "-g",
                                         "--order",   "serial"};
    auto const with = [&](std::string const& threads, std::vector<std::string> more) {
        auto all = words;
        all.insert(all.end(), {"--threads", threads});
        all.insert(all.end(), more.begin(), more.end());
        return run(all);
    };
    test::scratch_file one, three;
    auto const alone = with("1", {"-oT", one.path()});
    BOOST_TEST(alone.status == 0, alone.err);
    BOOST_TEST(sorted_ports(one.content()).size() == 5011u);
    for (auto const* const threads : {"2", "3", "16"}) {
        auto const together = with(threads, {"-oT", three.path()});
        BOOST_TEST(together.status == 0, together.err);
        BOOST_TEST(sorted_ports(three.content()) == sorted_ports(one.content()));
        BOOST_TEST(together.out == alone.out); // a line per host, its ports in order
    }
}

BOOST_AUTO_TEST_CASE(write_every_output_whole)
{
    if (net_namespace::skip("write_every_output_whole"))
        return;
    net_namespace network;
    test::scratch_file json, ndjson;
    auto const result = run({"127.0.0.2", "-p", "1-20000", "--all", "--threads", "2", "-oJ", json.path(), "-oN",
                             ndjson.path(), "-oT", "/dev/null", "-g"});
    BOOST_TEST(result.status == 0, result.err);
    auto const document = boost::json::parse(json.content());
    BOOST_TEST(document.is_object());
    auto const lines = ndjson.content();
    std::istringstream from(lines);
    for (std::string line; std::getline(from, line);)
        BOOST_TEST_REQUIRE(boost::json::parse(line).is_object());
    BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') >= 20'000);
}

BOOST_AUTO_TEST_CASE(are_as_many_as_is_told_and_said)
{
    if (net_namespace::skip("are_as_many_as_is_told_and_said"))
        return;
    net_namespace network;
    auto const said = [](std::vector<std::string> words) {
        words.insert(words.begin(), {"127.0.0.2", "-v", "-g"});
        return run(words).err;
    };
    BOOST_TEST(holds(said({"-p", "1-10", "--threads", "3"}), "threads 3"));
    BOOST_TEST(holds(said({"-p", "1-10"}), "threads 1"));
    BOOST_TEST(holds(run({"127.0.0.1", "-v", "-g", "-p", "1-60000", "--threads", "2"}).err, "threads 1"));
    BOOST_TEST(holds(said({"-p", "1-10", "--threads", "auto"}), "threads 1"));
    BOOST_TEST(holds(said({"-p", "1-10", "--threads", "9", "-b", "2"}), "threads 2"));
    BOOST_TEST(holds(said({"-p", "1-60000", "--threads", "2"}), "threads 2"));
    for (auto const* const wrong : {"0", "-1", "many", "257", ""})
        BOOST_TEST(run({"127.0.0.2", "-p", "1", "--threads", wrong}).status == 2);
}

BOOST_AUTO_TEST_CASE(all_end_when_the_command_is_interrupted)
{
    if (net_namespace::skip("all_end_when_the_command_is_interrupted"))
        return;
    net_namespace network;
    network.nft("table inet t {\nchain c {\ntype filter hook input priority 0;\ntcp dport 9000-30000 drop\n}\n}\n");
    held_port const open(behind::listener, "127.0.0.2", 8001);
    test::scratch_file file;
    process scan({test::command_path(), "127.0.0.2", "-p", "8001,9000-30000", "-b", "300", "-t", "5000", "--threads",
                  "2", "--order", "serial", "-oJ", file.path(), "-oT", "-"});
    BOOST_TEST(scan.read_until("8001"));
    scan.signal(SIGINT);
    BOOST_TEST(scan.read_errors_until("interrupt again"));
    scan.signal(SIGINT);
    auto const result = scan.wait();
    BOOST_TEST(result.status == 130, result.err);
    auto const document = boost::json::parse(file.content());
    BOOST_TEST(holds(file.content(), "8001"));
    BOOST_TEST(document.is_object());
}

// Verdicts wait for a reader that does not read, and come to an end all the same.
BOOST_AUTO_TEST_CASE(do_not_outrun_a_reader)
{
    if (net_namespace::skip("do_not_outrun_a_reader"))
        return;
    net_namespace network;
    process scan({test::command_path(), "127.0.0.2", "-p", "1-60000", "--all", "--threads", "2", "-oN", "-"});
    auto const result = scan.wait();
    BOOST_TEST(result.status == 0, result.err);
    BOOST_TEST(std::count(result.out.begin(), result.out.end(), '\n') >= 60'000);
    process given_up({test::command_path(), "127.0.0.2", "-p", "1-60000", "--all", "--threads", "2", "-oN", "-"});
    BOOST_TEST(given_up.read_until("\"port\":"));
    given_up.close_output();
    BOOST_TEST(given_up.wait().status != 0);
}

BOOST_AUTO_TEST_SUITE_END()
