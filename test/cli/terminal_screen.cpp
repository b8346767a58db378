// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/terminal_screen.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

#include "cli/pseudo_terminal.hpp"
#include "cli/scratch_file.hpp"

using namespace sonda::cli;

namespace {

void put(terminal_screen& screen, std::string const& line)
{
    screen_writer writer(screen);
    writer.write(line);
    writer.write("\n");
    writer.flush();
}

std::string const gone = "\r \x1b[J\r\x1b[K";
std::string const there = "\r\x1b[?7lstatus\x1b[J\x1b[?7h\r";

} // namespace

BOOST_AUTO_TEST_SUITE(terminal_screen_)

BOOST_AUTO_TEST_CASE(writes_each_line_at_once_where_there_is_no_status_line)
{
    test::pseudo_terminal terminal;
    terminal_screen screen(terminal.descriptor());
    put(screen, "one");
    BOOST_TEST(terminal.read() == "one\n");
    put(screen, "two");
    BOOST_TEST(terminal.read() == "two\n");
}

BOOST_AUTO_TEST_CASE(the_first_line_is_written_at_once_and_the_others_together)
{
    test::pseudo_terminal terminal;
    messages const say(false, terminal.descriptor());
    status_line status(say);
    terminal_screen screen(terminal.descriptor());
    screen.attach(status);
    status.show({"status"});
    terminal.read();
    put(screen, "one");
    BOOST_TEST(terminal.read() == gone + "one\n" + there);
    put(screen, "two");
    put(screen, "three");
    BOOST_TEST(terminal.read() == "");
    screen.release();
    BOOST_TEST(terminal.read() == gone + "two\nthree\n" + there);
    screen.release();
    BOOST_TEST(terminal.read() == "");
    put(screen, "four");
    BOOST_TEST(terminal.read() == gone + "four\n" + there);
}

BOOST_AUTO_TEST_CASE(a_flood_does_not_wait)
{
    test::scratch_file const file; // a terminal that nobody reads would wait
    messages const say(false, file.descriptor());
    status_line status(say);
    terminal_screen screen(file.descriptor());
    screen.attach(status);
    for (int i = 0; i != 10'000; ++i)
        put(screen, "0123456789");
    BOOST_TEST(file.content().size() > 70'000u);
    BOOST_TEST(file.content().size() < 110'000u);
    screen.release();
    BOOST_TEST(file.content().size() == 110'000u);
}

BOOST_AUTO_TEST_CASE(without_its_status_line_everything_is_written)
{
    test::pseudo_terminal terminal;
    messages const say(false, terminal.descriptor());
    status_line status(say);
    terminal_screen screen(terminal.descriptor());
    screen.attach(status);
    status.show({"status"});
    put(screen, "one");
    put(screen, "two");
    terminal.read();
    screen.detach();
    BOOST_TEST(terminal.read() == gone);
    put(screen, "three");
    BOOST_TEST(terminal.read() == "two\nthree\n");
}

BOOST_AUTO_TEST_CASE(a_terminal_that_is_gone_is_told_by_the_next_line)
{
    test::pseudo_terminal terminal;
    messages const say(false, terminal.descriptor());
    status_line status(say);
    terminal_screen screen(-1);
    screen.attach(status);
    BOOST_CHECK_THROW(put(screen, "one"), std::system_error);
    put(screen, "two");
    screen.release();
    BOOST_CHECK_THROW(put(screen, "three"), std::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
