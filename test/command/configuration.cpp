// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Where the command takes its options from.

#include <boost/test/unit_test.hpp>

#include <string>

#include "cli/scratch_file.hpp"
#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"

using test::behind;
using test::held_port;
using test::holds;
using test::run;

BOOST_AUTO_TEST_SUITE(configuration)

BOOST_AUTO_TEST_CASE(scans_the_ports_of_the_configuration_and_no_others)
{
    held_port const open;
    held_port const other;
    test::scratch_file const config("ports = [" + open.text() + "]\n");
    auto const result = run({"127.0.0.1", "--config", config.path()});
    BOOST_TEST(result.status == 0);
    BOOST_TEST(holds(result.out, "127.0.0.1:" + open.text()));
    BOOST_TEST(!holds(result.out, other.text()));
    BOOST_TEST(holds(result.out, "complete: 1 of 1 targets"));
}

BOOST_AUTO_TEST_CASE(shows_what_is_in_force_and_sends_nothing)
{
    test::scratch_file const config("timeout = 9000\n");
    auto const result = run({"--config", config.path(), "--timeout", "100", "--show-config"});
    BOOST_TEST(result.status == 0);
    BOOST_TEST(holds(result.out, "\ntimeout = 100 # command line\n"));
    auto const kept = run({"--config", config.path(), "--show-config"});
    BOOST_TEST(holds(kept.out, "\ntimeout = 9000 # " + config.path() + ":1\n"));
}

BOOST_AUTO_TEST_CASE(ends_for_a_key_that_does_not_exist)
{
    test::scratch_file const config("ports = [8001]\nprots = [1]\n");
    auto const result = run({"127.0.0.1", "--config", config.path()});
    BOOST_TEST(result.status == 2);
    BOOST_TEST(result.out == "");
    BOOST_TEST(result.err == "sonda: " + config.path() + ":2: there is no option 'prots'\n");
}

BOOST_AUTO_TEST_CASE(finds_the_configuration_of_the_user_unless_it_is_told_not_to)
{
    auto const script = [](std::string const& options) {
        return test::run_shell(
            "export XDG_CONFIG_HOME=$(mktemp -d); mkdir $XDG_CONFIG_HOME/sonda; "
            "echo 'timeout = 77' > $XDG_CONFIG_HOME/sonda/sonda.toml; $SONDA_COMMAND --show-config " +
            options + "; rm -r $XDG_CONFIG_HOME");
    };
    BOOST_TEST(holds(script("").out, "\ntimeout = 77 # "));
    BOOST_TEST(!holds(script("--no-config").out, "timeout = 77"));
}

BOOST_AUTO_TEST_CASE(says_which_keys_of_rustscan_are_not_used)
{
    held_port const open;
    test::scratch_file const config("addresses = ['127.0.0.1']\nports = [" + open.text() +
                                    "]\nbatch_size = 10\nquiet = true\nscan_order = 'Serial'\n");
    auto const result = run({"--config", config.path()});
    BOOST_TEST(result.status == 0);
    BOOST_TEST(holds(result.out, "127.0.0.1:" + open.text()));
    BOOST_TEST(result.err == "sonda: " + config.path() + ":4: 'quiet' of RustScan is not used\n");
}

BOOST_AUTO_TEST_SUITE_END()
