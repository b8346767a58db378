// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the command prints, where, and how it ends.

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <regex>
#include <string>
#include <vector>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"

using test::behind;
using test::held_port;
using test::run;
using words = std::vector<std::string>;
namespace json = boost::json;

namespace {

// The times of a text as they are nowhere else.
std::string timeless(std::string text)
{
    text = std::regex_replace(text, std::regex(" +[0-9.]+ms"), " RTT");
    return std::regex_replace(text, std::regex(" in [0-9.]+s:"), " in TIME:");
}

// A port as wide as the text has it.
std::string padded(std::string endpoint)
{
    endpoint.resize(21, ' ');
    return endpoint;
}

// The table of a host with one port.
std::string table_of(std::string const& port, std::string const& state, std::string const& reason)
{
    auto const filled = [](std::string text, std::size_t width) {
        text.resize((std::max)(text.size(), width), ' ');
        return text;
    };
    return "\n127.0.0.1\n  " + filled("PORT", port.size()) + "  PROTO  " + filled("STATE", state.size()) +
           "  SERVICE  REASON   RTT\n  " + filled(port, 4) + "  tcp    " + state + "  -        " + reason + " RTT\n\n";
}

json::value document(std::string const& text)
{
    boost::system::error_code failed;
    auto value = json::parse(text, failed);
    BOOST_TEST(!failed, text);
    return value;
}

bool complete(json::value const& scan)
{
    return scan.at("summary").at("complete").as_bool();
}

// A scan that takes long: hardly a probe is sent.
words slow_scan(words line)
{
    for (auto const* const word : {"127.0.0.1", "-p", "1-1000", "--interval", "600000", "--order", "serial"})
        line.emplace_back(word);
    return test::command(line);
}

} // namespace

BOOST_AUTO_TEST_SUITE(outputs)

BOOST_AUTO_TEST_CASE(shows_what_is_open_and_a_summary)
{
    held_port const open;
    held_port const closed(behind::nothing);
    auto const ports = open.text() + ',' + closed.text();
    for (auto const& line : {words{"127.0.0.1", "-p", ports}, words{"127.0.0.1", "-p", ports, "--open"}}) {
        auto const result = run(line);
        BOOST_TEST(result.status == 0);
        BOOST_TEST(result.err == "");
        BOOST_TEST(timeless(result.out) == padded("127.0.0.1:" + open.text()) + "  open           tcp  syn-ack RTT\n" +
                                               table_of(open.text(), "open ", "syn-ack") +
                                               "complete: 2 of 2 targets in TIME: 1 open, 1 closed\n");
    }
}

BOOST_AUTO_TEST_CASE(shows_what_is_closed_where_that_is_asked_for)
{
    held_port const open;
    held_port const closed(behind::nothing);
    auto const ports = open.text() + ',' + closed.text();
    auto const only = run({"127.0.0.1", "-p", ports, "--closed"});
    BOOST_TEST(timeless(only.out) == padded("127.0.0.1:" + closed.text()) + "  closed         tcp  refused RTT\n" +
                                         table_of(closed.text(), "closed", "refused") +
                                         "complete: 2 of 2 targets in TIME: 1 open, 1 closed\n");
    auto const all = run({"127.0.0.1", "-p", ports, "--all"});
    BOOST_TEST(all.out.find("  open           tcp  syn-ack") != std::string::npos);
    BOOST_TEST(all.out.find("  closed         tcp  refused") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(endpoints_of_ipv6_are_accepted_back)
{
    held_port const open(behind::listener, "::1");
    auto const first = run({"::1", "-p", open.text()});
    auto const endpoint = "[::1]:" + open.text();
    BOOST_TEST(first.out.starts_with(endpoint + ' '), first.out);
    auto const second = run({endpoint});
    BOOST_TEST(second.out.starts_with(endpoint + ' '), second.out);
    BOOST_TEST(run({"::1", "-p", open.text(), "-g"}).out == "::1 -> [" + open.text() + "]\n");
}

BOOST_AUTO_TEST_CASE(greppable_is_a_line_per_host)
{
    held_port const one(behind::listener, "127.0.0.1");
    held_port const two(behind::listener, "127.0.0.2");
    held_port const both(behind::listener, "127.0.0.1");
    held_port const again(behind::listener, "127.0.0.2", both.port());
    auto const ports = [&](held_port const& single) {
        auto const first = (std::min)(single.port(), both.port());
        auto const second = (std::max)(single.port(), both.port());
        return std::to_string(first) + ',' + std::to_string(second);
    };
    auto const result = run({"127.0.0.1-3", "-g", "-p", one.text() + ',' + two.text() + ',' + both.text()});
    BOOST_TEST(result.status == 0);
    BOOST_TEST(result.out == "127.0.0.1 -> [" + ports(one) + "]\n127.0.0.2 -> [" + ports(two) + "]\n");
}

BOOST_AUTO_TEST_CASE(every_line_of_text_has_host_port_protocol_and_state)
{
    held_port const one(behind::listener, "127.0.0.1");
    held_port const two(behind::listener, "127.0.0.2", one.port());
    auto const result = run({"127.0.0.1-2", "-p", one.text(), "--order", "serial"});
    auto const lines = test::lines_of(result.out);
    BOOST_REQUIRE(lines.size() >= 2u);
    std::regex const form(R"(127\.0\.0\.[12]:\d+ +open +tcp +syn-ack +[0-9.]+ms)");
    BOOST_TEST(std::regex_match(lines[0], form), lines[0]);
    BOOST_TEST(std::regex_match(lines[1], form), lines[1]);
}

BOOST_AUTO_TEST_CASE(many_hosts_without_anything_are_one_line)
{
    held_port const closed(behind::nothing);
    auto const result = run({"127.0.0.0/26", "-p", closed.text()});
    BOOST_TEST(result.status == 0);
    BOOST_TEST(result.err == "");
    BOOST_TEST(test::lines_of(result.out).size() == 1u, result.out);
}

BOOST_AUTO_TEST_CASE(words_for_who_listens_are_whole_and_one_fact_a_line)
{
    held_port const open;
    for (auto const* const option : {"--plain", "--accessible"}) {
        auto const result = run({"127.0.0.1", "-p", open.text(), option});
        BOOST_TEST(result.out.starts_with("Port " + open.text() +
                                          " TCP on 127.0.0.1 is open. Reason: it accepted a connection.\n"),
                   result.out);
        BOOST_TEST(result.out.find("\nThe scan is complete.\n") != std::string::npos, result.out);
        BOOST_TEST(result.out.find('\x1b') == std::string::npos);
        BOOST_TEST(result.out.find("  ") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(json_is_one_document_for_any_number_of_results)
{
    held_port const one, two;
    held_port const closed(behind::nothing);
    auto const results = [&](std::string const& ports) {
        auto const result = run({"127.0.0.1", "-p", ports, "-oJ", "-"});
        auto const scan = document(result.out);
        BOOST_TEST(complete(scan));
        return scan.at("results").as_array().size();
    };
    BOOST_TEST(results(closed.text()) == 0u);
    BOOST_TEST(results(closed.text() + ',' + one.text()) == 1u);
    BOOST_TEST(results(one.text() + ',' + two.text()) == 2u);
}

BOOST_AUTO_TEST_CASE(several_outputs_say_the_same)
{
    held_port const open;
    test::scratch_file const doc(std::string(100'000, 'x')), lines, text;
    auto const result = run({"127.0.0.1", "-p", open.text(), "-g", "-oJ", doc.path(), "-oN", lines.path(), "-oT",
                             text.path(), "--seed", "5"});
    BOOST_TEST(result.status == 0, result.err);
    BOOST_TEST(result.out == "127.0.0.1 -> [" + open.text() + "]\n");
    auto const scan = document(doc.content());
    BOOST_TEST(scan.at("seed").as_string() == "5");
    BOOST_TEST(scan.at("options").at("order").as_string() == "random");
    BOOST_TEST(scan.at("results").at(0).at("port").to_number<unsigned>() == open.port());
    auto const records = test::lines_of(lines.content());
    BOOST_REQUIRE(records.size() == 2u);
    BOOST_TEST(document(records[0]).at("address").as_string() == "127.0.0.1");
    BOOST_TEST(document(records[0]).at("state").as_string() == "open");
    BOOST_TEST(document(records[1]).at("type").as_string() == "summary");
    BOOST_TEST(document(records[1]).at("complete").as_bool());
    BOOST_TEST(text.content().find("127.0.0.1:" + open.text() + ' ') != std::string::npos);
}

BOOST_AUTO_TEST_CASE(outputs_are_tried_before_the_first_probe)
{
    held_port const open;
    for (auto const* const path : {"/nonexistent/file", "/"}) {
        auto const result = run({"127.0.0.1", "-p", open.text(), "-oJ", path});
        BOOST_TEST(result.status == 5);
        BOOST_TEST(result.out == "");
        BOOST_TEST(result.err.find(path) != std::string::npos, result.err);
    }
    test::scratch_file const file;
    BOOST_TEST(run({"127.0.0.1", "-p", "1", "-oJ", file.path(), "-oN", file.path()}).status == 2);
    BOOST_TEST(run({"127.0.0.1", "-p", "1", "-oJ", "-", "-oN", "-"}).status == 2);
    BOOST_TEST(run({"127.0.0.1", "-p", "1", "-g", "-oT", "-"}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_mistake_leaves_earlier_outputs_alone)
{
    test::scratch_file const file("kept");
    BOOST_TEST(run({"127.0.0.1", "-p", "0", "-oJ", file.path()}).status == 2);
    BOOST_TEST(file.content() == "kept");
}

BOOST_AUTO_TEST_CASE(results_are_there_as_they_are_found)
{
    held_port const open;
    auto const ports = open.text() + ",1-3";
    for (auto const& form : {words{}, words{"-oN", "-"}, words{"-oJ", "-"}, words{"--accessible"}}) {
        words line{
            "127.0.0.1:" + open.text(), "127.0.0.1", "-p", ports, "--interval", "600000", "--order", "serial", "--all"};
        line.insert(line.end(), form.begin(), form.end());
        line[3] = open.text() + "-65535"; // the first probe is the open port, the second comes in ten minutes
        test::process scan(test::command(line));
        BOOST_TEST(scan.read_until(open.text()));
        BOOST_TEST(scan.read_until("\n"));
        scan.signal(SIGTERM);
        BOOST_TEST(scan.wait().status == 143);
    }
}

BOOST_AUTO_TEST_CASE(an_interrupted_scan_closes_every_output)
{
    for (int const signals : {1, 2})
        for (int const number : {SIGINT, SIGTERM}) {
            test::scratch_file const doc, lines;
            test::process scan(slow_scan({"--all", "-oJ", doc.path(), "-oN", lines.path(), "-oT", "-"}));
            BOOST_TEST(scan.read_until("127.0.0.1:1 "));
            for (int i = 0; i != signals; ++i)
                scan.signal(number);
            auto const end = scan.wait();
            BOOST_TEST(end.status == 128 + number);
            BOOST_TEST(end.out.find("interrupted: 1 of 1000 targets") != std::string::npos, end.out);
            auto const scanned = document(doc.content());
            BOOST_TEST(!complete(scanned));
            BOOST_TEST(scanned.at("results").as_array().size() == 1u);
            auto const records = test::lines_of(lines.content());
            BOOST_REQUIRE(records.size() == 2u);
            BOOST_TEST(!document(records[1]).at("complete").as_bool());
        }
}

BOOST_AUTO_TEST_CASE(a_reader_that_does_not_read_is_not_waited_for)
{
    for (auto const& signals : std::vector<std::vector<int>>{{SIGINT, SIGINT}, {SIGTERM}, {SIGHUP}}) {
        test::scratch_file const doc;
        test::process scan(test::command({"127.0.0.1", "-p", "1-20000", "--all", "-oN", "-", "-oJ", doc.path()}));
        while (scan.unread() < 60'000) // of a pipe of 65536
            ;
        for (auto const number : signals)
            scan.signal_taken(number);
        BOOST_REQUIRE(scan.ends_unread());
        auto const end = scan.wait();
        BOOST_TEST(end.status == 128 + signals.front());
        BOOST_TEST(end.err.ends_with("sonda: cannot write standard output: it was not read in time\n"), end.err);
        BOOST_TEST(!complete(document(doc.content())));
    }
}

BOOST_AUTO_TEST_CASE(the_status_line_is_no_wider_than_the_terminal)
{
    auto const result = test::run_shell("TERM=xterm script -qec 'stty cols 30; \"$SONDA_COMMAND\" 127.0.0.1 -p 1-70 "
                                        "--interval 20 --order serial >/dev/null' /dev/null");
    std::regex const line("\x1b\\[\\?7l([^\r\x1b]+)\x1b");
    std::sregex_iterator const first(result.out.begin(), result.out.end(), line);
    BOOST_TEST_REQUIRE((first != std::sregex_iterator()), result.out);
    for (auto at = first; at != std::sregex_iterator(); ++at)
        BOOST_TEST((*at)[1].length() <= 29);
}

BOOST_AUTO_TEST_CASE(what_is_written_into_files_has_no_escape_sequences)
{
    held_port const open;
    auto const line = "\"$SONDA_COMMAND\" 127.0.0.1 -p " + open.text();
    for (auto const& shell :
         {line, "NO_COLOR=1 script -qec '" + line + "' /dev/null", "TERM=dumb script -qec '" + line + "' /dev/null",
          "TERM=xterm script -qec '" + line + " --color never' /dev/null"}) {
        auto const result = test::run_shell(shell);
        BOOST_TEST(result.out.find(open.text()) != std::string::npos, shell + result.out + result.err);
        BOOST_TEST(result.out.find('\x1b') == std::string::npos, shell);
    }
    BOOST_TEST(test::run_shell(line + " --color always").out.find('\x1b') != std::string::npos);
    BOOST_TEST(test::run_shell("unset NO_COLOR; TERM=xterm script -qec '" + line + "' /dev/null").out.find('\x1b') !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(progress_is_a_status_line_on_a_terminal_only)
{
    std::string const line = "\"$SONDA_COMMAND\" 127.0.0.1 -p 1-70 --interval 20 --order serial";
    auto const on_terminal = [&](std::string const& more) {
        return test::run_shell("TERM=xterm script -qec '" + line + more + " >/dev/null' /dev/null").out;
    };
    auto const redrawn = on_terminal("");
    BOOST_TEST(redrawn.find("% done, ") != std::string::npos, redrawn);
    BOOST_TEST(redrawn.find('\r') != std::string::npos);
    BOOST_TEST(redrawn.ends_with("\r \x1b[J\r\x1b[K"), redrawn);
    BOOST_TEST(on_terminal(" --no-progress") == "");
    BOOST_TEST(on_terminal(" --accessible") == "");
    auto const piped = test::run_shell(line);
    BOOST_TEST(piped.err == "");
    BOOST_TEST(piped.out.find('\r') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_scan_that_is_over_at_once_has_no_status_line)
{
    held_port const open;
    auto const result = test::run_shell("TERM=xterm script -qec '\"$SONDA_COMMAND\" 127.0.0.1 --color never -p " +
                                        open.text() + "' /dev/null");
    BOOST_TEST(result.out.find('\x1b') == std::string::npos, result.out);
    BOOST_TEST(result.out.find("complete: 1 of 1") != std::string::npos, result.out);
}

BOOST_AUTO_TEST_CASE(records_are_alone_on_standard_output_wherever_progress_goes)
{
    held_port const open;
    test::scratch_file const out;
    auto const line = "\"$SONDA_COMMAND\" 127.0.0.1 -oN - --order serial -p " + open.text() + ",1-60 ";
    for (std::string const words : {"--interval 20", "--no-progress"}) {
        for (std::string const where : {"", " 2>/dev/null", " >/dev/null 2>&1"}) {
            auto const piped = test::run_shell(line + words + where);
            BOOST_TEST(piped.status == 0);
            BOOST_TEST(piped.err == "");
            BOOST_TEST(test::lines_of(piped.out).size() == (where.starts_with(" >") ? 0u : 2u), piped.out);
            BOOST_TEST(piped.out.find_first_of("\r\x1b") == std::string::npos);
        }
        auto const shown =
            test::run_shell("TERM=xterm script -qec '" + line + words + " >" + out.path() + "' /dev/null");
        BOOST_TEST(shown.status == 0);
        BOOST_TEST((shown.out.find("% done") != std::string::npos) == words.starts_with("--interval"), shown.out);
        BOOST_TEST(test::lines_of(out.content()).size() == 2u);
        BOOST_TEST(out.content().find_first_of("\r\x1b") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(lines_of_results_are_told_from_the_table_by_awk)
{
    held_port const one, two;
    held_port const closed(behind::nothing);
    auto const line =
        "\"$SONDA_COMMAND\" localhost --resolve first --all -p " + one.text() + ',' + two.text() + ',' + closed.text();
    for (std::string const script : {R"($3 ~ /^(tcp|udp)$/ && $1 ~ /:/ { print $1, $2, $3 })",
                                     R"($2 ~ /^(open|closed|filtered|error)/ { print $1, $2, $3 })"}) {
        auto lines = test::lines_of(test::run_shell(line + " | awk '" + script + "'").out);
        std::sort(lines.begin(), lines.end());
        std::vector<std::string> expected{"127.0.0.1:" + one.text() + " open tcp",
                                          "127.0.0.1:" + two.text() + " open tcp",
                                          "127.0.0.1:" + closed.text() + " closed tcp"};
        std::sort(expected.begin(), expected.end());
        BOOST_TEST(lines == expected, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(nobody_reads_any_more)
{
    auto const list = test::run_shell("\"$SONDA_COMMAND\" list 127.0.0.0/8 | head -n 1; echo ${PIPESTATUS[0]}");
    BOOST_TEST(list.out == "127.0.0.0:1\n0\n");
    BOOST_TEST(list.err == "");
    auto const scan = test::run_shell("\"$SONDA_COMMAND\" 127.0.0.1 -p 1-20000 --all | head -n 1 >/dev/null; "
                                      "echo ${PIPESTATUS[0]}");
    BOOST_TEST(scan.out == "5\n");
    BOOST_TEST(scan.err == "");
    auto const help = test::run_shell("\"$SONDA_COMMAND\" --help | true; echo ${PIPESTATUS[0]}");
    BOOST_TEST(help.out == "0\n");
    BOOST_TEST(help.err == "");
}

BOOST_AUTO_TEST_CASE(an_output_that_nobody_reads_does_not_end_the_others)
{
    held_port const open;
    test::scratch_file const doc;
    auto const result = test::run_shell("\"$SONDA_COMMAND\" 127.0.0.1 -p 1-3000," + open.text() + " --all -oJ " +
                                        doc.path() + " | true; echo ${PIPESTATUS[0]}");
    BOOST_TEST(result.out == "5\n");
    auto const scan = document(doc.content());
    BOOST_TEST(complete(scan));
    BOOST_TEST(scan.at("results").as_array().size() >= 3000u);
}

BOOST_AUTO_TEST_CASE(a_scan_that_has_nothing_to_write_ends_when_nobody_reads_any_more)
{
    for (auto const& form : {words{}, words{"-g"}, words{"-oN", "-"}, words{"-oX", "-", "--threads", "2"}}) {
        auto line = slow_scan(form);
        line.emplace_back("--no-progress");
        test::process scan(line);
        if (form.size() > 2) // a document, which has a beginning
            BOOST_TEST_REQUIRE(scan.read_until("\n"));
        scan.close_output();
        BOOST_TEST_REQUIRE(scan.ends_unread());
        auto const ended = scan.wait();
        BOOST_TEST(ended.status == 5);
        BOOST_TEST(ended.err == "");
    }
}

BOOST_AUTO_TEST_CASE(a_scan_that_has_nothing_to_write_goes_on_where_an_output_is_left)
{
    test::scratch_file const doc;
    auto const result = test::run_shell("\"$SONDA_COMMAND\" 127.0.0.1 -p 1-600 --rate 250 --no-progress -oJ " +
                                        doc.path() + " | true; echo ${PIPESTATUS[0]}");
    BOOST_TEST(result.out == "5\n");
    BOOST_TEST(result.err == "");
    BOOST_TEST(complete(document(doc.content())));
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_told)
{
    auto const result = run({"127.0.0.1", "-p", "1", "--all", "-oJ", "/dev/full"});
    BOOST_TEST(result.status == 5);
    BOOST_TEST(result.err == "sonda: cannot write '/dev/full': No space left on device\n");
    BOOST_TEST(result.out.find("complete: 1 of 1") != std::string::npos, result.out);
}

BOOST_AUTO_TEST_CASE(a_closed_descriptor_does_not_become_another_that_is_written_to)
{
    held_port const open;
    auto const result = test::run_shell("\"$SONDA_COMMAND\" 127.0.0.1 -p " + open.text() + " >&-; echo $? >&2");
    BOOST_TEST(result.err == "sonda: cannot write standard output: Bad file descriptor\n5\n");
}

BOOST_AUTO_TEST_CASE(each_end_has_its_status)
{
    held_port const open;
    held_port const closed(behind::nothing);
    BOOST_TEST(run({"127.0.0.1", "-p", open.text()}).status == 0);
    BOOST_TEST(run({"127.0.0.1", "-p", closed.text()}).status == 0);
    BOOST_TEST(run({"no-such-host.invalid"}).status == 4);
    BOOST_TEST(run({"no-such-host.invalid", "127.0.0.1", "-p", closed.text()}).status == 3);
    BOOST_TEST(run({"127.0.0.1", "--nonsense"}).status == 2);
    BOOST_TEST(run({}).status == 2);
    BOOST_TEST(run({"--help"}).status == 0);
    BOOST_TEST(run({"help"}).status == 0);
    BOOST_TEST(run({"help"}).out == run({"--help"}).out);
    BOOST_TEST(run({"--version"}).status == 0);
}

BOOST_AUTO_TEST_CASE(the_version_names_the_transports_that_are_compiled_in)
{
    held_port const closed(behind::nothing);
    auto const told = run({"--version"}).out;
    auto const refused = run({"127.0.0.1", "-p", closed.text(), "--transport", "uring"}).err;
    BOOST_TEST(told.find("tcp_connect, udp;") != std::string::npos, told);
    bool const without = refused.find("built without io_uring") != std::string::npos;
    BOOST_TEST((told.find("uring_connect") == std::string::npos) == without, told + refused);
}

BOOST_AUTO_TEST_CASE(help_fits_a_screen_a_group)
{
    auto const result = run({"--help"});
    std::size_t height = 0;
    for (auto const& line : test::lines_of(result.out)) {
        BOOST_TEST(line.size() <= 80u, line);
        height = line.empty() ? 0 : height + 1;
        BOOST_TEST(height <= 24u, line);
    }
}

BOOST_AUTO_TEST_CASE(the_demo_shows_each_state_that_it_can)
{
    auto const result = run({"demo"});
    BOOST_TEST(result.status == 0, result.err);
    BOOST_TEST(result.err == "");
    for (auto const* const words : {" open           tcp  syn-ack", " closed         tcp  refused",
                                    " open           udp  udp-response", " closed         udp  icmp 3/3 from 127.0.0.1",
                                    " open|filtered  udp  no-response", "complete: ", "filtered, a firewall"})
        BOOST_TEST(result.out.find(words) != std::string::npos, words + result.out);
    auto const data = run({"demo", "-oJ", "-"});
    BOOST_TEST(complete(document(data.out)));
}

BOOST_AUTO_TEST_SUITE_END()
