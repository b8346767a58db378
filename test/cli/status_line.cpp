// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/status_line.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "cli/pseudo_terminal.hpp"

using namespace sonda::cli;

namespace {

// What a status line writes: at the beginning of the line, without folding, and back to the beginning.
std::string drawn(std::string const& text)
{
    return "\r\x1b[?7l" + text + "\x1b[J\x1b[?7h\r";
}

} // namespace

BOOST_AUTO_TEST_SUITE(status_line_)

BOOST_AUTO_TEST_CASE(is_drawn_in_its_place_and_taken_away_once)
{
    test::pseudo_terminal terminal;
    messages const say(false, terminal.descriptor());
    {
        status_line line(say);
        BOOST_TEST(!line.drawn());
        line.show({"one", "two"});
        BOOST_TEST(terminal.read() == drawn("one, two"));
        line.show({"three"});
        BOOST_TEST(terminal.read() == drawn("three"));
        BOOST_TEST(line.drawn());
        line.hide();
        line.hide();
        BOOST_TEST(terminal.read() == "\r \x1b[J\r\x1b[K");
        line.draw();
        BOOST_TEST(terminal.read() == drawn("three"));
    }
    BOOST_TEST(terminal.read() == "\r \x1b[J\r\x1b[K");
}

BOOST_AUTO_TEST_CASE(is_as_wide_as_the_terminal_is_now_but_for_a_column)
{
    test::pseudo_terminal terminal(20);
    messages const say(false, terminal.descriptor());
    status_line line(say);
    std::vector<std::string> const facts{"0123456789", "abcdefg", "xyz"};
    line.show(facts);
    BOOST_TEST(terminal.read() == drawn("0123456789, abcdefg"));
    terminal.resize(19);
    line.draw();
    BOOST_TEST(terminal.read() == drawn("0123456789, xyz"));
    terminal.resize(200);
    line.draw();
    BOOST_TEST(terminal.read() == drawn("0123456789, abcdefg, xyz"));
    terminal.resize(1);
    line.draw();
    BOOST_TEST(terminal.read() == drawn(""));
}

BOOST_AUTO_TEST_CASE(nothing_is_drawn_before_there_is_something_to_say)
{
    test::pseudo_terminal terminal;
    messages const say(false, terminal.descriptor());
    status_line line(say);
    line.draw();
    line.hide();
    BOOST_TEST(terminal.read() == "");
}

BOOST_AUTO_TEST_SUITE_END()
