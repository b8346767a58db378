// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Signals that whoever starts the command has chosen to ignore.

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <string>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"

BOOST_AUTO_TEST_SUITE(signals)

BOOST_AUTO_TEST_CASE(a_signal_that_was_ignored_is_ignored)
{
    for (auto const& [ignored, other] : {std::pair(SIGINT, SIGTERM), std::pair(SIGTERM, SIGINT)}) {
        test::process scan({"bash", "-c",
                            "trap '' " + std::to_string(ignored) +
                                "; exec \"$SONDA_COMMAND\" 127.0.0.1 -p 1-30 --interval 20 --no-progress"});
        while (!scan.handles(other))
            ;
        scan.signal(ignored);
        auto const result = scan.wait();
        BOOST_TEST(result.status == 0);
        BOOST_TEST(result.err == "");
        BOOST_TEST(result.out.find("complete: 30 of 30 targets") != std::string::npos, result.out);
    }
}

BOOST_AUTO_TEST_CASE(what_is_run_afterwards_ignores_what_was_ignored_and_nothing_else)
{
    test::held_port const open;
    auto const result = test::run_shell("trap '' INT HUP; exec \"$SONDA_COMMAND\" 127.0.0.1 -p " + open.text() +
                                        " -- grep SigIgn /proc/self/status");
    BOOST_TEST(result.status == 0, result.err);
    auto const at = result.out.find("SigIgn:\t");
    BOOST_REQUIRE(at != std::string::npos);
    constexpr auto with_a_name = 0x7fffffffu; // the C library has two more, which are its own
    BOOST_TEST((std::stoull(result.out.substr(at + 8, 16), nullptr, 16) & with_a_name) == 3u, result.out);
}

BOOST_AUTO_TEST_SUITE_END()
