// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What the command runs on what it found.

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <string>
#include <vector>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"

using test::behind;
using test::held_port;
using test::holds;
using test::run;
using words = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(hand_off)

BOOST_AUTO_TEST_CASE(runs_a_command_on_each_host_with_open_ports)
{
    held_port const open;
    auto const result = run(
        {"127.0.0.1-3", "-p", open.text(), "--", "printf", "<%s>", "{ip}", "{ports}", "{ipversion}", "$HOME;`x` 'y'"});
    BOOST_TEST(result.status == 0);
    BOOST_TEST(holds(result.out, "<127.0.0.1><" + open.text() + "><4><$HOME;`x` 'y'>"));
    BOOST_TEST(!holds(result.out, "<127.0.0.2>"));
    BOOST_TEST(holds(result.err, "sonda: running printf '<%s>' 127.0.0.1 "));
    BOOST_TEST(holds(result.err, "sonda: printf ended with status 0\n"));
}

BOOST_AUTO_TEST_CASE(runs_nothing_where_nothing_is_open)
{
    held_port const closed(behind::nothing);
    auto const result = run({"127.0.0.1", "-p", closed.text(), "--", "printf", "called"});
    BOOST_TEST(result.status == 0);
    BOOST_TEST(!holds(result.out, "called"));
    BOOST_TEST(result.err == "");
}

BOOST_AUTO_TEST_CASE(tells_how_the_command_ended_and_what_it_said)
{
    held_port const open;
    auto const result = run({"127.0.0.1", "-p", open.text(), "--", "sh", "-c", "echo careful >&2; exit 3"});
    BOOST_TEST(result.status == 0);
    BOOST_TEST(holds(result.err, "\ncareful\nsonda: sh ended with status 3\n"));
    auto const killed = run({"127.0.0.1", "-p", open.text(), "--", "sh", "-c", "kill -KILL $$"});
    BOOST_TEST(holds(killed.err, "sonda: sh ended with status 137\n"));
}

BOOST_AUTO_TEST_CASE(sees_what_is_open_whatever_is_shown)
{
    held_port const open;
    auto const result =
        run({"127.0.0.1", "-p", open.text(), "--closed", "--", "printf", "[{port_list}]%s", "{port_list}"});
    BOOST_TEST(holds(result.out, "]" + open.text()));
}

BOOST_AUTO_TEST_CASE(keeps_a_document_on_standard_output_whole)
{
    held_port const open;
    auto const result = run({"127.0.0.1", "-p", open.text(), "-g", "--", "printf", "called"});
    BOOST_TEST(result.out == "127.0.0.1 -> [" + open.text() + "]\n");
    BOOST_TEST(holds(result.err, "called"));
}

BOOST_AUTO_TEST_CASE(sends_nothing_if_there_is_no_such_program)
{
    held_port const open;
    for (auto const* const name : {"no-such-program-of-anybody", "/dev/null", "./no-such-program"}) {
        auto const result = run({"127.0.0.1", "-p", open.text(), "--", name});
        BOOST_TEST(result.status == 2);
        BOOST_TEST(result.out == "");
        BOOST_TEST(result.err == "sonda: there is no program '" + std::string(name) + "' to run afterwards\n");
    }
}

BOOST_AUTO_TEST_CASE(gives_signals_to_the_command_that_runs_and_runs_no_other)
{
    held_port const open(behind::listener, "0.0.0.0");
    test::process running(
        test::command({"127.0.0.1-2", "-p", open.text(), "--", "sh", "-c",
                       "trap 'kill $!; echo told; exit 7' TERM; sleep 100 > /dev/null 2>&1 & echo begun; wait"}));
    BOOST_TEST_REQUIRE(running.read_until("begun"));
    running.signal(SIGTERM);
    auto const result = running.wait();
    BOOST_TEST(holds(result.out, "told"));
    BOOST_TEST(holds(result.err, "sonda: sh ended with status 7\n"));
    BOOST_TEST(holds(result.err, "sonda: interrupted; not run: sh -c"));
    BOOST_TEST(result.status == 143);
}

BOOST_AUTO_TEST_CASE(calls_nmap_with_what_it_found)
{
    held_port const open;
    auto const result = test::run_shell(
        "folder=$(mktemp -d); printf '#!/bin/sh\\nprintf \"<%%s>\" \"$@\"\\n' > $folder/nmap; chmod +x $folder/nmap; "
        "PATH=$folder:$PATH $SONDA_COMMAND 127.0.0.1 -p " +
        open.text() + " --nmap='-sV --script \"a b\"'; rm -r $folder");
    BOOST_TEST(holds(result.out, "<-sV><--script><a b><-Pn><-sT><-p><" + open.text() + "><127.0.0.1>"));
}

BOOST_AUTO_TEST_CASE(refuses_before_the_scan_what_contradicts_that_nmap_is_handed_what_is_open)
{
    for (auto const* const arguments : {"-sV -p 80", "-p80", "-iL file", "-iR 5", "-F", "-sn", "'open", "\"open"}) {
        auto const result = run({"127.0.0.1", "-p", "1", std::string("--nmap=") + arguments});
        BOOST_TEST(result.status == 2, arguments);
        BOOST_TEST(result.out == "");
        BOOST_TEST(result.err.starts_with("sonda: bad value '"), result.err);
        BOOST_TEST(holds(result.err, " for --nmap: "), result.err);
    }
}

BOOST_AUTO_TEST_CASE(says_what_nmap_leaves_out)
{
    held_port const open;
    auto const result = test::run_shell(
        "folder=$(mktemp -d); printf '#!/bin/sh\\n' > $folder/nmap; chmod +x $folder/nmap; PATH=$folder:$PATH "
        "$SONDA_COMMAND 127.0.0.1 -p " +
        open.text() + " --nmap=-sU; rm -r $folder");
    BOOST_TEST(
        result.err.starts_with("sonda: nmap is told a type of scan that leaves out the open TCP ports; -sT takes "
                               "them in\nsonda: running nmap -sU "),
        result.err);
}

BOOST_AUTO_TEST_SUITE_END()
