// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What a person sees on a terminal, while a scan runs and behind it.

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <list>
#include <regex>
#include <string>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "command/terminal_multiplexer.hpp"
#include "support/net_namespace.hpp"

using test::behind;
using test::held_port;
using test::terminal_multiplexer;

namespace {

// Two open ports and a closed one, of which the last keeps silent until it is let through: so the scan is under way for
// as long as a test wants, and goes on as soon as the system asks again.
struct lab
{
    lab() { net.nft("table inet lab { chain in { type filter hook input priority 0; tcp dport 45003 drop; }; }"); }

    void let_through() { net.nft("flush ruleset"); }

    std::string line(std::string const& more = "") const
    {
        return "\"$SONDA_COMMAND\" localhost --resolve first -p 45001-45003 --order serial -t 60000 " + more;
    }

    test::net_namespace net;
    held_port first{behind::listener, "127.0.0.1", 45001};
    held_port last{behind::listener, "127.0.0.1", 45003};
};

bool skip(char const* name)
{
    return test::net_namespace::skip(name) || terminal_multiplexer::skip(name);
}

std::string last_line(std::string const& screen)
{
    auto const lines = test::lines_of(screen);
    return lines.empty() ? "" : lines.back();
}

auto ends_with_line(std::string const& line)
{
    return [line](std::string const& screen) { return last_line(screen) == line; };
}

// The times of a screen as they are nowhere else.
std::string timeless(std::string text)
{
    text = std::regex_replace(text, std::regex("[0-9.]+ms"), "RTT");
    return std::regex_replace(text, std::regex(" in [0-9.]+s:"), " in TIME:");
}

std::string without_colours(std::string const& text)
{
    return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
}

std::string const whole_screen = "127.0.0.1:45001        open           tcp  syn-ack      RTT  localhost\n"
                                 "127.0.0.1:45003        open           tcp  syn-ack      RTT  localhost\n"
                                 "\n"
                                 "127.0.0.1 (localhost)\n"
                                 "  PORT   PROTO  STATE  SERVICE  REASON   RTT\n"
                                 "  45001  tcp    open   -        syn-ack  RTT\n"
                                 "  45003  tcp    open   -        syn-ack  RTT\n"
                                 "\n"
                                 "complete: 3 of 3 targets in TIME: 2 open, 1 closed\n"
                                 "END:0\n";

} // namespace

BOOST_AUTO_TEST_SUITE(screens)

BOOST_AUTO_TEST_CASE(the_status_line_follows_the_width_and_leaves_nothing_behind)
{
    if (skip("the_status_line_follows_the_width_and_leaves_nothing_behind"))
        return;
    for (unsigned const columns : {80u, 200u}) {
        lab here;
        terminal_multiplexer terminal(columns, here.line());
        std::string const result = "127.0.0.1:45001        open           tcp  syn-ack      RTT  localhost\n";
        std::string const wide = "66.6% done, 1 open, 2 of 3";
        BOOST_TEST(timeless(terminal.wait_until(ends_with_line(wide))) == result + wide + '\n');
        for (unsigned const narrow : {20u, 200u, 40u, columns}) {
            auto const expected = narrow < 30 ? "66.6% done, 1 open" : wide;
            terminal.resize(narrow);
            auto const screen = terminal.wait_until(ends_with_line(expected));
            BOOST_TEST(last_line(screen) == expected, screen);
            BOOST_TEST(std::count(screen.begin(), screen.end(), '%') == 1, screen);
        }
        here.let_through();
        BOOST_TEST(timeless(terminal.wait()) == whole_screen);
    }
}

BOOST_AUTO_TEST_CASE(states_have_colours_unless_nobody_wants_them)
{
    if (skip("states_have_colours_unless_nobody_wants_them"))
        return;
    for (std::string const more : {"", "--color never"}) {
        lab here;
        here.let_through();
        terminal_multiplexer terminal(80, here.line(more));
        BOOST_TEST(timeless(terminal.wait()) == whole_screen);
        auto const coloured = terminal.coloured_screen();
        BOOST_TEST((coloured.find("\x1b[32mopen") != std::string::npos) == more.empty(), coloured);
        BOOST_TEST((coloured.find('\x1b') != std::string::npos) == more.empty(), coloured);
        BOOST_TEST(timeless(without_colours(coloured)) == whole_screen);
    }
}

BOOST_AUTO_TEST_CASE(an_interrupted_scan_shows_what_was_found)
{
    if (skip("an_interrupted_scan_shows_what_was_found"))
        return;
    lab here;
    terminal_multiplexer terminal(80, here.line());
    terminal.wait_until(ends_with_line("66.6% done, 1 open, 2 of 3"));
    terminal.press("C-c");
    std::string const ending = "66.6% done, ending, 1 open, 2 of 3";
    BOOST_TEST(last_line(terminal.wait_until(ends_with_line(ending))) == ending);
    terminal.press("C-c");
    auto const screen = timeless(terminal.wait());
    BOOST_TEST(screen == "127.0.0.1:45001        open           tcp  syn-ack      RTT  localhost\n"
                         "sonda: finishing what is in flight; interrupt again to stop at once\n"
                         "\n"
                         "127.0.0.1 (localhost)\n"
                         "  PORT   PROTO  STATE  SERVICE  REASON   RTT\n"
                         "  45001  tcp    open   -        syn-ack  RTT\n"
                         "\n"
                         "interrupted: 2 of 3 targets in TIME: 1 open, 1 closed\n"
                         "END:130\n");
}

BOOST_AUTO_TEST_CASE(results_and_the_status_line_are_never_mixed)
{
    if (skip("results_and_the_status_line_are_never_mixed"))
        return;
    lab const here;
    std::list<held_port> open;
    constexpr int count = 300;
    for (int i = 0; i != count; ++i)
        open.emplace_back(behind::listener, "127.0.0.1", static_cast<std::uint16_t>(46001 + i));
    terminal_multiplexer terminal(80, "\"$SONDA_COMMAND\" 127.0.0.1 -p 46001-46300 --interval 6");
    auto const screen = terminal.wait();
    std::regex const result("127\\.0\\.0\\.1:46\\d\\d\\d        open           tcp  syn-ack      [0-9.]+ms");
    std::regex const row("  46\\d\\d\\d  tcp    open   -        syn-ack  [0-9.]+ms");
    int results = 0, rows = 0;
    for (auto const& line : test::lines_of(screen)) {
        results += std::regex_match(line, result) ? 1 : 0;
        rows += std::regex_match(line, row) ? 1 : 0;
    }
    BOOST_TEST(results == count);
    BOOST_TEST(rows == count);
    BOOST_TEST(test::lines_of(screen).size() == 2u * count + 6u, screen);
    BOOST_TEST(screen.find('%') == std::string::npos, screen);
}

BOOST_AUTO_TEST_CASE(who_listens_hears_sentences_and_nothing_is_redrawn)
{
    if (skip("who_listens_hears_sentences_and_nothing_is_redrawn"))
        return;
    lab here;
    here.let_through();
    terminal_multiplexer terminal(80, here.line("--accessible"));
    auto const screen = std::regex_replace(terminal.wait(), std::regex("in [0-9.]+ seconds"), "in TIME");
    BOOST_TEST(screen == "Port 45001 TCP on 127.0.0.1, named localhost, is open. Reason: it accepted a con\n"
                         "nection.\n"
                         "Port 45003 TCP on 127.0.0.1, named localhost, is open. Reason: it accepted a con\n"
                         "nection.\n"
                         "The open TCP ports of 127.0.0.1, named localhost: 45001, 45003.\n"
                         "The scan is complete.\n"
                         "3 of 3 ports were examined in TIME.\n"
                         "Ports that are open: 2.\n"
                         "Ports that are closed: 1.\n"
                         "END:0\n");
    BOOST_TEST(terminal.coloured_screen().find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
