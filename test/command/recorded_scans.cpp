// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the command writes into files, and what it makes of them afterwards: report, diff, merge.

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "command/scratch_folder.hpp"
#include "sink/other_readers.hpp"

using test::behind;
using test::held_port;
using test::run;
using test::scratch_folder;
using words = std::vector<std::string>;
namespace json = boost::json;

namespace {

// Reads with a program and gives what it says, sorted, of each port: `ADDRESS PORT PROTOCOL STATE`.
std::string ports_of(std::string const& name, std::string const& content)
{
    static std::map<std::string, std::string> const readers{
        {"json", "jq -r '.results[] | [.address, .port, .protocol, .state] | join(\" \")' \"$1\""},
        {"ndjson", test::python(R"(
import json, sys
for line in map(json.loads, open(sys.argv[1])):
    if line['type'] == 'port': print(line['address'], line['port'], line['protocol'], line['state'])
)")},
        {"csv", test::python(R"(
import csv, sys
for row in csv.DictReader(open(sys.argv[1], newline='')):
    if row['type'] == 'port': print(row['address'], row['port'], row['protocol'], row['state'])
)")},
        {"xml", test::python(R"(
import sys, xml.etree.ElementTree as tree
for host in tree.parse(sys.argv[1]).getroot().iter('host'):
    for port in host.iter('port'):
        print(host.find('address').get('addr'), port.get('portid'), port.get('protocol'), port.find('state').get('state'))
)")},
        {"gnmap", "awk -F'[ \\t/]+' '/^Host:/ { print $2, $5, $7, $6 }' \"$1\""}};
    auto const result = test::read_with("set -o pipefail; { " + readers.at(name) + "\n} | LC_ALL=C sort", content);
    BOOST_TEST(result.status == 0, name + ": " + result.out);
    return result.out;
}

json::value document(std::string const& text)
{
    boost::system::error_code failed;
    auto value = json::parse(text, failed);
    BOOST_TEST(!failed, text);
    return value;
}

// The rows of a page's table of ports, without their times, which each output reads by itself.
std::string rows_of(std::string const& page)
{
    auto const table = page.find("<table id=\"ports\">");
    auto const begin = page.find("<tbody>", table);
    BOOST_TEST_REQUIRE((table != std::string::npos && begin != std::string::npos));
    return std::regex_replace(page.substr(begin, page.find("</tbody>", begin) - begin),
                              std::regex("<td class=\"time\">[^<]*"), "");
}

// Ports that are open and one that is closed, on two addresses.
struct two_hosts
{
    held_port one{behind::listener, "127.0.0.1"};
    held_port two{behind::listener, "127.0.0.2", one.port()};
    held_port other{behind::listener, "127.0.0.2"};
    held_port closed{behind::nothing};

    std::string ports() const { return one.text() + ',' + other.text() + ',' + closed.text(); }
};

} // namespace

BOOST_AUTO_TEST_SUITE(recorded_scans)

BOOST_AUTO_TEST_CASE(every_format_says_the_same_to_its_usual_reader)
{
    if (test::lacks("python3", "every_format_says_the_same_to_its_usual_reader") ||
        test::lacks("jq", "every_format_says_the_same_to_its_usual_reader"))
        return;
    two_hosts const hosts;
    scratch_folder const folder;
    auto const result = run({"127.0.0.1-2", "-p", hosts.ports(), "--all", "-oA", folder / "scan", "-g"});
    BOOST_TEST(result.status == 0, result.err);
    auto const expected = ports_of("json", folder.content("scan.json"));
    BOOST_TEST(test::lines_of(expected).size() == 6u, expected);
    for (auto const* const name : {"ndjson", "csv", "xml", "gnmap"})
        BOOST_TEST(ports_of(name, folder.content(std::string("scan.") + name)) == expected, name);
    BOOST_TEST(folder.content("scan.html").ends_with("</html>\n"));
    BOOST_TEST(result.out.starts_with("127.0.0.1 -> ["), result.out);
    BOOST_TEST(run({"127.0.0.1", "-oA", "-"}).status == 2);
    BOOST_TEST(run({"127.0.0.1", "-p", "1", "-oX", "-", "-oC", "-"}).status == 2);
}

BOOST_AUTO_TEST_CASE(xml_is_valid_and_ndiff_compares_two_scans_of_another_order)
{
    if (test::lacks("xmllint", "xml_is_valid_and_ndiff_compares_two_scans_of_another_order") ||
        test::lacks("ndiff", "xml_is_valid_and_ndiff_compares_two_scans_of_another_order"))
        return;
    two_hosts const hosts;
    scratch_folder const folder;
    for (auto const* const seed : {"1", "2"})
        BOOST_TEST(run({"127.0.0.1-2", "-p", hosts.ports(), "--all", "--seed", seed, "-oX", folder / seed}).status ==
                   0);
    auto const valid =
        test::read_with("xmllint --nonet --noout --dtdvalid /usr/share/nmap/nmap.dtd \"$1\"", folder.content("1"));
    BOOST_TEST(valid.status == 0, valid.out);
    auto const same = test::read_with("ndiff " + (folder / "2") + " \"$1\"", folder.content("1"));
    BOOST_TEST(same.status == 0, same.out);
    auto const fewer = hosts.one.text() + ',' + hosts.closed.text();
    BOOST_TEST(run({"127.0.0.1-2", "-p", fewer, "--all", "-oX", folder / "3"}).status == 0);
    auto const other = test::read_with("ndiff " + (folder / "3") + " \"$1\"", folder.content("1"));
    BOOST_TEST(other.status == 1);
    BOOST_TEST(other.out.find('+' + hosts.other.text() + "/tcp open") != std::string::npos, other.out);
}

BOOST_AUTO_TEST_CASE(records_are_there_as_they_are_found)
{
    std::map<std::string, std::string> const marks{{"-oX", "<port protocol=\"tcp\" portid=\"1\">"},
                                                   {"-oC", "\r\nport,127.0.0.1,127.0.0.1,1,"},
                                                   {"-oG", "\nHost: 127.0.0.1 ()\tPorts: 1/"},
                                                   {"-oH", "<td class=\"number\">1</td>"}};
    for (auto const& [option, mark] : marks) {
        test::process scan(test::command(
            {"127.0.0.1", "-p", "1-1000", "--interval", "600000", "--order", "serial", "--all", option, "-"}));
        BOOST_TEST(scan.read_until(mark), option);
        scan.signal(SIGTERM);
        BOOST_TEST(scan.wait().status == 143);
    }
}

BOOST_AUTO_TEST_CASE(what_is_interrupted_is_closed_and_what_is_killed_is_read_up_to_its_end)
{
    for (int const number : {SIGINT, SIGKILL}) {
        scratch_folder const folder;
        test::process scan(test::command({"127.0.0.1", "-p", "1-1000", "--interval", "600000", "--order", "serial",
                                          "--all", "-oA", folder / "scan", "-oT", "-"}));
        BOOST_TEST(scan.read_until("127.0.0.1:1 "));
        while (folder.content("scan.html").find("<tr><th scope=\"row\"") == std::string::npos)
            ;
        scan.signal(number);
        scan.wait();
        for (auto const* const name : {"json", "ndjson", "csv", "xml"}) {
            auto const report = run({"report", folder / (std::string("scan.") + name)});
            BOOST_TEST(report.status == 3, name);
            BOOST_TEST(report.out.find("The scan was interrupted") != std::string::npos, name);
            BOOST_TEST(report.out.find("<td class=\"number\">1</td>") != std::string::npos, name);
            auto const* const why = number == SIGINT ? "was interrupted" : "has no end";
            BOOST_TEST(report.err.find(why) != std::string::npos, name + report.err);
        }
        BOOST_TEST(folder.content("scan.gnmap").find("Ports: 1/") != std::string::npos);
        bool const closed = number == SIGINT;
        BOOST_TEST((folder.content("scan.gnmap").find("# sonda done ") != std::string::npos) == closed);
        BOOST_TEST(folder.content("scan.xml").ends_with("</nmaprun>\n") == closed);
        BOOST_TEST(folder.content("scan.html").ends_with("</html>\n") == closed);
    }
}

BOOST_AUTO_TEST_CASE(a_report_is_the_page_that_the_scan_writes)
{
    two_hosts const hosts;
    scratch_folder const folder;
    BOOST_TEST(run({"127.0.0.1-2", "-p", hosts.ports(), "--all", "-oA", folder / "scan"}).status == 0);
    auto const page = folder.content("scan.html");
    for (auto const* const name : {"scan.json", "scan.ndjson"}) {
        auto const report = run({"report", folder / name});
        BOOST_TEST(report.status == 0, report.err);
        BOOST_TEST(rows_of(report.out) == rows_of(page));
    }
    auto const to_file = run({"report", folder / "scan.csv", "-oH", folder / "page.html"});
    BOOST_TEST(to_file.status == 0, to_file.err);
    BOOST_TEST(to_file.out == "");
    BOOST_TEST(folder.content("page.html").ends_with("</html>\n"));
    BOOST_TEST(rows_of(run({"report", "-"}, folder.content("scan.json")).out) == rows_of(page));
}

BOOST_AUTO_TEST_CASE(reports_of_what_is_no_scan_are_a_mistake)
{
    scratch_folder const folder;
    std::ofstream(folder / "text") << "hello\n";
    BOOST_TEST(run({"report"}).status == 2);
    BOOST_TEST(run({"report", folder / "text", folder / "text"}).status == 2);
    BOOST_TEST(run({"report", folder / "text"}).err ==
               "sonda: '" + (folder / "text") + "' is no scan: neither JSON, NDJSON, CSV nor XML\n");
    BOOST_TEST(run({"report", folder / "none"}).status == 2);
    BOOST_TEST(run({"report", folder / "text", "-oH", folder / "text"}).status == 2);
    BOOST_TEST(folder.content("text") == "hello\n");
    BOOST_TEST(run({"report", folder / "text", "-p", "80"}).status == 2);
}

BOOST_AUTO_TEST_CASE(diff_says_what_opened_and_closed)
{
    scratch_folder const folder;
    held_port const stays;
    std::string gone;
    std::string come;
    {
        held_port const first;
        gone = first.text();
        held_port const second(behind::nothing);
        come = second.text();
        BOOST_TEST(run({"127.0.0.1", "-p", stays.text() + ',' + gone + ',' + come, "-oJ", folder / "old"}).status == 0);
    }
    held_port const opened(behind::listener, "127.0.0.1", static_cast<std::uint16_t>(std::stoul(come)));
    held_port const closed(behind::nothing, "127.0.0.1", static_cast<std::uint16_t>(std::stoul(gone)));
    for (auto const* const format : {"-oN", "-oC", "-oX"}) {
        BOOST_TEST(run({"127.0.0.1", "-p", stays.text() + ',' + gone + ',' + come, format, folder / "new"}).status ==
                   0);
        auto const text = run({"diff", folder / "old", folder / "new"});
        BOOST_TEST(text.status == 1);
        BOOST_TEST(text.err == "");
        BOOST_TEST(text.out.find("opened   127.0.0.1:" + come) != std::string::npos, text.out);
        BOOST_TEST(text.out.find("closed   127.0.0.1:" + gone) != std::string::npos, text.out);
        BOOST_TEST(text.out.ends_with("\n1 opened, 1 closed, 0 changed, 0 unseen\n"), text.out);
        auto const data = document(run({"diff", folder / "old", folder / "new", "--json"}).out);
        BOOST_TEST(data.at("changes").as_array().size() == 2u);
        BOOST_TEST(data.at("summary").at("opened").to_number<int>() == 1);
        BOOST_TEST(data.at("summary").at("unseen").to_number<int>() == 0);
        auto const& same_job = data.at("same_job"); // which only some formats say
        BOOST_TEST((format == std::string("-oN") ? same_job.as_bool() : same_job.is_null()));
    }
    auto const same = run({"diff", folder / "new", folder / "new"});
    BOOST_TEST(same.status == 0);
    BOOST_TEST(same.out == "no difference\n");
    BOOST_TEST(document(run({"diff", folder / "new", folder / "new", "--json"}).out).at("changes").as_array().empty());
    BOOST_TEST(run({"diff", folder / "new"}).status == 2);
}

BOOST_AUTO_TEST_CASE(diff_takes_what_was_not_scanned_for_no_closed_port)
{
    scratch_folder const folder;
    held_port const open, spared;
    auto const ports = open.text() + ',' + spared.text();
    BOOST_TEST(run({"127.0.0.1", "-p", ports, "--all", "-oJ", folder / "old"}).status == 0);
    BOOST_TEST(
        run({"127.0.0.1", "-p", ports, "--all", "-x", "127.0.0.1:" + spared.text(), "-oJ", folder / "new"}).status ==
        0);
    auto const text = run({"diff", folder / "old", folder / "new"});
    BOOST_TEST(text.status == 1);
    BOOST_TEST(text.out.starts_with("unseen   127.0.0.1:" + spared.text()), text.out);
    BOOST_TEST(text.out.find("open -> not scanned\n") != std::string::npos, text.out);
    BOOST_TEST(text.out.ends_with("\n0 opened, 0 closed, 0 changed, 1 unseen\n"), text.out);
    BOOST_TEST(text.err.find("not of the same targets and ports") != std::string::npos, text.err);
    auto const data = document(run({"diff", folder / "old", folder / "new", "--json"}).out);
    BOOST_TEST(data.at("same_job").as_bool() == false);
    BOOST_TEST(data.at("changes").at(0).at("change").as_string() == "unseen");
    BOOST_TEST(data.at("summary").at("unseen").to_number<int>() == 1);
}

BOOST_AUTO_TEST_CASE(merged_parts_are_the_undivided_scan)
{
    if (test::lacks("jq", "merged_parts_are_the_undivided_scan"))
        return;
    two_hosts const hosts;
    scratch_folder const folder;
    words all{"merge"};
    auto const ports = "1-50," + hosts.ports();
    for (int part = 1; part != 5; ++part) {
        auto const format = part % 2 == 0 ? "-oJ" : "-oN";
        all.push_back(folder / ("part" + std::to_string(part)));
        BOOST_TEST(
            run({"127.0.0.1-2", "-p", ports, "--shard", std::to_string(part) + "/4", "--all", format, all.back()})
                .status == 0);
    }
    BOOST_TEST(run({"127.0.0.1-2", "-p", ports, "--all", "-oJ", folder / "whole.json"}).status == 0);
    auto line = all;
    line.insert(line.end(), {"-oA", folder / "merged"});
    auto const merged = run(line);
    BOOST_TEST(merged.status == 0, merged.err);
    BOOST_TEST(merged.out.find("complete: 106 of 106 targets") != std::string::npos, merged.out);
    auto const expected = ports_of("json", folder.content("whole.json"));
    for (auto const* const name : {"json", "ndjson", "csv", "xml", "gnmap"})
        BOOST_TEST(ports_of(name, folder.content(std::string("merged.") + name)) == expected, name);
    BOOST_TEST(document(folder.content("merged.json")).at("options").at("shard").as_string() == "1/1");
    BOOST_TEST(run({"diff", folder / "whole.json", folder / "merged.ndjson"}).status == 0);
}

BOOST_AUTO_TEST_CASE(a_part_that_is_missing_or_incomplete_is_named_and_nothing_is_written)
{
    held_port const open;
    scratch_folder const folder;
    auto const ports = "1-20," + open.text();
    auto const scan = [&](std::string const& part, std::string const& file, words more = {}) {
        words line{"127.0.0.1", "-p", ports, "--shard", part, "-oN", folder / file};
        line.insert(line.end(), more.begin(), more.end());
        return run(line).status;
    };
    BOOST_TEST(scan("1/3", "1") == 0);
    BOOST_TEST(scan("3/3", "3") == 0);
    auto const missing = run({"merge", folder / "1", folder / "3", "-oJ", folder / "whole"});
    BOOST_TEST(missing.status == 1);
    BOOST_TEST(missing.err == "sonda: missing of 3 parts: 2\n");
    BOOST_TEST(missing.out == "");
    BOOST_TEST(!std::filesystem::exists(folder / "whole"));

    test::process slow(test::command({"127.0.0.1", "-p", ports, "--shard", "2/3", "-oN", folder / "2", "-oT", "-",
                                      "--all", "--interval", "600000"}));
    BOOST_TEST(slow.read_until("127.0.0.1:"));
    slow.signal(SIGTERM);
    BOOST_TEST(slow.wait().status == 143);
    auto const other = run({"merge", folder / "1", folder / "2", folder / "3"});
    BOOST_TEST(other.status == 2); // it shows all, they show what is open
    BOOST_TEST(other.err.find("choice of what is shown") != std::string::npos, other.err);

    BOOST_TEST(scan("2/3", "again") == 0);
    auto const whole = run({"merge", folder / "1", folder / "again", folder / "3", "-g"});
    BOOST_TEST(whole.status == 0, whole.err);
    BOOST_TEST(whole.out == "127.0.0.1 -> [" + open.text() + "]\n");

    BOOST_TEST(scan("2/3", "seed", {"--seed", "5"}) == 0);
    auto const refused = run({"merge", folder / "1", folder / "seed", folder / "3"});
    BOOST_TEST(refused.status == 2);
    BOOST_TEST(refused.err.find("its seed is another") != std::string::npos, refused.err);
    BOOST_TEST(run({"merge"}).status == 2);
    BOOST_TEST(run({"merge", folder / "1", "-oN", folder / "1"}).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
