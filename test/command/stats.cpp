// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Progress for programs, and hosts that take too long.

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>
#include <vector>

#include "cli/scratch_file.hpp"
#include "command/resumed_scan.hpp"

using test::filtered_host;
using test::holds;
using test::net_namespace;
using test::run;
using test::run_shell;
using test::scratch_folder;

namespace {

std::vector<boost::json::object> lines_of_json(std::string const& text)
{
    std::vector<boost::json::object> all;
    for (auto const& line : test::lines_of(text))
        all.push_back(boost::json::parse(line).as_object());
    return all;
}

std::uint64_t number(boost::json::object const& from, char const* name)
{
    return from.at(name).to_number<std::uint64_t>();
}

} // namespace

BOOST_AUTO_TEST_SUITE(stats)

BOOST_AUTO_TEST_CASE(a_line_a_second_and_a_last_one)
{
    auto const result = run_shell("exec \"$SONDA_COMMAND\" 127.0.0.1 -p 1-500 --rate 200 --tries 1 "
                                  "--no-progress -g --stats-json 3 3>&1 > /dev/null");
    BOOST_TEST(result.status == 0, result.err);
    auto const lines = lines_of_json(result.out);
    BOOST_TEST_REQUIRE(lines.size() >= 3u);
    BOOST_TEST(lines.size() <= 5u);
    std::uint64_t done = 0;
    for (auto const& line : lines) {
        BOOST_TEST(line.at("type").as_string() == "progress");
        BOOST_TEST(number(line, "total") == 500u);
        BOOST_TEST(number(line, "sent") >= number(line, "done"));
        BOOST_TEST(number(line, "done") >= done);
        done = number(line, "done");
        BOOST_TEST(line.at("last").as_bool() == (&line == &lines.back()));
        BOOST_TEST(line.at("complete").as_bool() == (&line == &lines.back()));
        for (auto const* const name : {"elapsed", "rate", "open", "remaining"})
            BOOST_TEST(line.contains(name));
    }
    BOOST_TEST(lines[1].at("rate").to_number<double>() > 100);
    BOOST_TEST(lines[1].at("rate").to_number<double>() < 300);
    BOOST_TEST(lines[1].at("remaining").to_number<double>() < 3);
    BOOST_TEST(done == 500u);
    BOOST_TEST(number(lines.back(), "sent") == 500u);
}

BOOST_AUTO_TEST_CASE(a_descriptor_that_is_none_is_a_mistake_that_names_it)
{
    auto const refused = [](std::string const& line) {
        auto const result = run_shell("exec \"$SONDA_COMMAND\" 127.0.0.1 -p 1 " + line);
        BOOST_TEST(result.status == 2, line);
        BOOST_TEST(result.out == "");
        return result.err;
    };
    BOOST_TEST(refused("--stats-json 77") == "sonda: bad value '77' for --stats-json: not an open descriptor\n");
    BOOST_TEST(refused("--stats-json 3 3< /dev/null") ==
               "sonda: bad value '3' for --stats-json: not a descriptor that can be written to\n");
    BOOST_TEST(refused("--stats-json x") ==
               "sonda: bad value 'x' for --stats-json: not a number from 0 to 2147483647\n");
    BOOST_TEST(refused("--stats-json 1").starts_with("sonda: --stats-json 1: standard output has an output already"));
}

BOOST_AUTO_TEST_CASE(a_reader_that_goes_away_or_does_not_read_ends_no_scan)
{
    auto const closed = run_shell("{ \"$SONDA_COMMAND\" 127.0.0.1 -p 1-60 --rate 20 --no-progress --stats-json 3 3>&1 "
                                  ">&4; echo $? >&4; } 4>&2 | head -n 1 > /dev/null");
    BOOST_TEST(holds(closed.err, "complete: 60 of 60 targets"), closed.err);
    BOOST_TEST(holds(closed.err, "\n0\n"), closed.err);
    auto const full =
        run_shell("\"$SONDA_COMMAND\" 127.0.0.1 -p 1-60 --rate 20 --no-progress --stats-json 3 3> /dev/full");
    BOOST_TEST(full.status == 0);
    BOOST_TEST(full.err == "");
}

BOOST_AUTO_TEST_CASE(of_a_scan_that_was_interrupted_the_last_line_is_not_complete)
{
    test::scratch_file const file;
    test::process scan(
        {"bash", "-c",
         "exec \"$SONDA_COMMAND\" 127.0.0.1 -p 1-100 --all --rate 20 --stats-json 3 3> '" + file.path() + '\''});
    BOOST_TEST(scan.read_until("127.0.0.1:"));
    scan.signal(SIGINT);
    BOOST_TEST(scan.wait().status == 130);
    auto const lines = lines_of_json(file.content());
    BOOST_TEST_REQUIRE(!lines.empty());
    BOOST_TEST(lines.back().at("last").as_bool());
    BOOST_TEST(!lines.back().at("complete").as_bool());
}

// A host of which nothing is heard must not keep the scan; it is said that it was left, and of how much.
BOOST_AUTO_TEST_CASE(a_host_that_takes_too_long_is_left_and_its_ports_are_skipped)
{
    if (net_namespace::skip("a_host_that_takes_too_long_is_left_and_its_ports_are_skipped"))
        return;
    filtered_host host;
    host.network.nft("table inet s {\nchain c {\ntype filter hook input priority 0;\nip daddr 127.0.0.3 drop\n}\n}\n");
    scratch_folder const folder;
    for (auto const* const layout : {"host", "port"}) {
        auto const result = run({"127.0.0.2-3", "-p", "8000-8999", "-t", "200", "-b", "50", "--host-timeout", "500",
                                 "--layout", layout, "--all", "-oA", folder / "scan", "-oT", folder / "scan.txt"});
        BOOST_TEST(result.status == 3, result.err);
        BOOST_TEST(holds(result.err, "left after --host-timeout, with "), result.err);
        BOOST_TEST(holds(result.err, " ports skipped: 1 host: 127.0.0.3 ("), result.err);
        BOOST_TEST(holds(result.out, " skipped (host-timeout)\n"), result.out);
        auto const found = test::ports_of_all(folder);
        BOOST_TEST(found.size() == 2000u);
        BOOST_TEST(found.count("127.0.0.2 8001 tcp open") == 1u);
        auto const summary = boost::json::parse(folder.content("scan.json")).at("summary").as_object();
        auto const skipped = number(summary, "skipped");
        BOOST_TEST(skipped >= 700u);
        BOOST_TEST(skipped < 1000u);
        BOOST_TEST(summary.at("counts").at("error").to_number<std::uint64_t>() == skipped);
        BOOST_TEST(summary.at("complete").as_bool());
        BOOST_TEST(holds(folder.content("scan.csv"), ",error,host-timeout,"));
        auto const report = run({"report", folder / "scan.json", "-oH", folder / "page"});
        BOOST_TEST(report.status == 0, report.err);
        BOOST_TEST(holds(folder.content("page"), "Skipped, as their hosts took too long"));
    }
    BOOST_TEST(run({"127.0.0.2", "-p", "8000-8999", "--host-timeout", "60000"}).err == "");
    BOOST_TEST(run({"127.0.0.2", "-p", "8000", "--host-timeout", "soon"}).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
