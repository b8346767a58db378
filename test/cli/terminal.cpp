// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/terminal.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <unistd.h>

using namespace sonda::cli;

namespace {

// A terminal of its own, and an environment that comes back as it was.
struct terminal
{
    terminal()
        : descriptor(::posix_openpt(O_RDWR | O_NOCTTY))
    {
        ::setenv("TERM", "xterm", 1);
        ::unsetenv("NO_COLOR");
    }

    ~terminal()
    {
        ::close(descriptor);
        ::unsetenv("NO_COLOR");
        before.empty() ? ::unsetenv("TERM") : ::setenv("TERM", before.c_str(), 1);
    }

    std::string before = std::getenv("TERM") ? std::getenv("TERM") : "";
    int descriptor;
};

} // namespace

BOOST_AUTO_TEST_SUITE(terminal_)

BOOST_AUTO_TEST_CASE(a_terminal_that_can_has_colours)
{
    terminal const here;
    BOOST_TEST(is_capable_terminal(here.descriptor));
    BOOST_TEST(wants_colour({}, here.descriptor));
    ::setenv("TERM", "dumb", 1);
    BOOST_TEST(!is_capable_terminal(here.descriptor));
    BOOST_TEST(!wants_colour({}, here.descriptor));
    ::unsetenv("TERM");
    BOOST_TEST(!is_capable_terminal(here.descriptor));
}

BOOST_AUTO_TEST_CASE(who_wants_none_gets_none_unless_they_ask)
{
    terminal const here;
    ::setenv("NO_COLOR", "1", 1);
    BOOST_TEST(!wants_colour({}, here.descriptor));
    BOOST_TEST(is_capable_terminal(here.descriptor));
    ::setenv("NO_COLOR", "", 1);
    BOOST_TEST(wants_colour({}, here.descriptor));
    options chosen;
    chosen.colour = colour_mode::never;
    BOOST_TEST(!wants_colour(chosen, here.descriptor));
    chosen.colour = colour_mode::always;
    ::setenv("NO_COLOR", "1", 1);
    BOOST_TEST(wants_colour(chosen, here.descriptor));
}

BOOST_AUTO_TEST_CASE(a_terminal_has_its_width_and_what_is_none_has_80)
{
    terminal const here;
    winsize size{};
    size.ws_col = 33;
    ::ioctl(here.descriptor, TIOCSWINSZ, &size);
    BOOST_TEST(terminal_width(here.descriptor) == 33u);
    size.ws_col = 0;
    ::ioctl(here.descriptor, TIOCSWINSZ, &size);
    BOOST_TEST(terminal_width(here.descriptor) == 80u);
    BOOST_TEST(terminal_width(-1) == 80u);
}

BOOST_AUTO_TEST_CASE(a_file_has_none)
{
    int const file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    terminal const here;
    BOOST_TEST(!is_capable_terminal(file));
    BOOST_TEST(!wants_colour({}, file));
    ::close(file);
}

BOOST_AUTO_TEST_SUITE_END()
