// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/configure.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <vector>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

using namespace sonda::cli;
using namespace std::chrono_literals;

namespace {

using words = std::vector<std::string>;

// What a command line and a configuration come to.
options combined(std::string const& config, words line)
{
    test::scratch_file const file(config);
    line.insert(line.end(), {"--config", file.path()});
    auto chosen = parse_arguments(line);
    messages say(false, -1);
    configure(chosen, say);
    return chosen;
}

std::string refused(std::string const& config, words const& line = {"127.0.0.1"})
{
    return test::refusal([&] { combined(config, line); });
}

std::string texts(std::vector<worded> const& all)
{
    std::string text;
    for (auto const& one : all)
        (text += text.empty() ? "" : " ") += one.text;
    return text;
}

bool holds(std::string const& text, std::string const& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(configure_)

BOOST_AUTO_TEST_CASE(a_configuration_says_what_the_command_line_leaves_open)
{
    auto const chosen = combined(
        "timeout = 250.5\nports = [80, 'T:90-99']\nudp = true\norder = 'serial'\nopen = true\n", {"127.0.0.1"});
    BOOST_TEST((chosen.timeout == 250ms + 500us));
    BOOST_TEST(texts(chosen.ports) == "80 T:90-99");
    BOOST_TEST((chosen.fallback == sonda::protocol::udp));
    BOOST_TEST((chosen.order == visit_order::serial));
}

BOOST_AUTO_TEST_CASE(the_command_line_wins_even_with_a_default)
{
    BOOST_TEST((combined("timeout = 9000", {"h", "-t", "1500"}).timeout == 1500ms));
    BOOST_TEST(texts(combined("ports = [1]", {"h", "-p", "2"}).ports) == "2");
    BOOST_TEST(texts(combined("ports = [1]", {"h", "-r", "3-4"}).ports) == "3-4");
    BOOST_TEST((combined("closed = true", {"h", "--open"}).shown == sonda::sink::only_open));
    BOOST_TEST((combined("udp = true", {"h", "--scan", "connect"}).fallback == sonda::protocol::tcp));
    BOOST_TEST(combined("greppable = true", {"h", "-oJ", "-"}).outputs.size() == 1U);
    BOOST_TEST(texts(combined("addresses = 'x'", {"h"}).targets) == "h");
    BOOST_TEST(texts(combined("addresses = 'x'", {}).targets) == "x");
    BOOST_TEST(!combined("nmap = '-A'", {"h", "--", "cmd"}).nmap);
    BOOST_TEST(!combined("scripts = 'custom'", {"h", "--", "cmd"}).scripts);
    BOOST_TEST(!combined("scripts = 'custom'", {"h", "--nmap"}).scripts);
    BOOST_TEST((combined("scripts = 'custom'", {"h", "--scripts", "none"}).scripts == script_use::none));
    BOOST_TEST(!combined("nmap = '-A'", {"h", "--scripts", "none"}).nmap);
}

BOOST_AUTO_TEST_CASE(an_order_and_a_seed_of_two_places_do_not_contradict_each_other)
{
    auto const seeded = combined("order = 'serial'", {"h", "--seed", "5"});
    BOOST_TEST(!seeded.order.has_value());
    BOOST_TEST((seeded.seed == 5U));
    auto const serial = combined("seed = 5", {"h", "--order", "serial"});
    BOOST_TEST(!serial.seed.has_value());
    BOOST_TEST((serial.order == visit_order::serial));
    BOOST_TEST((combined("seed = 5", {"h", "--order", "random"}).seed == 5U));
    BOOST_TEST(refused("order = 'serial'\nseed = 5") != "");
}

BOOST_AUTO_TEST_CASE(what_is_excluded_adds_up)
{
    auto const chosen = combined("exclude = ['a', 'b']\nexclude-ports = 1", {"h", "-x", "c", "-e", "2"});
    BOOST_TEST(texts(chosen.excluded) == "c a b");
    BOOST_TEST(texts(chosen.excluded_ports) == "2 1");
}

BOOST_AUTO_TEST_CASE(a_key_that_is_not_known_is_told_with_its_line)
{
    BOOST_TEST(holds(refused("ports = [8001]\nprots = [1]\n"), ":2: there is no option 'prots'"));
    BOOST_TEST(holds(refused("a.b = true"), ":1: there is no option 'a.b'"));
}

BOOST_AUTO_TEST_CASE(an_option_of_a_single_run_cannot_stand_in_a_configuration)
{
    for (auto const* const name : {"help", "version", "config", "no-config", "show-config", "count", "limit", "json",
                                   "checkpoint", "resume", "stats-json"})
        BOOST_TEST(holds(refused(std::string(name) + " = true"),
                         ":1: '" + std::string(name) + "' cannot stand in a configuration"));
}

BOOST_AUTO_TEST_CASE(a_key_without_a_value_is_told_with_its_line)
{
    BOOST_TEST(holds(refused("timeout = 5\nports = []\n"), ":2: 'ports' has no value"));
    BOOST_TEST(holds(refused("ports = []", {"h", "-p", "80"}), ":1: 'ports' has no value"));
    BOOST_TEST(holds(refused("timeout = []"), ":1: 'timeout' has no value"));
    BOOST_TEST(holds(refused("udp = []"), ":1: 'udp' has no value"));
    BOOST_TEST(combined("exclude = []\nexclude-ports = [\n]", {"h"}).excluded.empty());
}

BOOST_AUTO_TEST_CASE(a_value_that_an_option_cannot_have_is_told_with_its_line)
{
    BOOST_TEST(holds(refused("\ntimeout = 'soon'"), ":2: timeout: not a number of milliseconds"));
    BOOST_TEST(holds(refused("timeout = true"), ":1: 'timeout' takes a value"));
    BOOST_TEST(holds(refused("udp = 1"), ":1: 'udp' is true or false"));
    BOOST_TEST(holds(refused("timeout = [1, 2]"), ":1: 'timeout' has one value"));
    BOOST_TEST(holds(refused("open = true\nclosed = true"), "only one of --open, --closed and --all"));
}

BOOST_AUTO_TEST_CASE(false_is_as_if_nothing_was_said)
{
    BOOST_TEST(!combined("closed = false", {"h"}).shown);
}

BOOST_AUTO_TEST_CASE(what_goes_with_another_action_is_passed_over)
{
    auto const chosen = combined("timeout = 5\nseed = 3", {"list", "h"});
    BOOST_TEST((chosen.timeout == 1500ms));
    BOOST_TEST((chosen.seed == 3U));
    BOOST_TEST(combined("open = true\nbatch = 5\nnmap = '-A'", {"list", "h"}).settings.size() == 1U); // --config
}

BOOST_AUTO_TEST_CASE(what_has_no_use_is_checked_nevertheless)
{
    BOOST_TEST(holds(refused("timeout = 'x'", {"list", "h"}), ":1: timeout: not a number of milliseconds"));
    BOOST_TEST(holds(refused("nmap = \"'open\"", {"list", "h"}), ":1: nmap"));
    BOOST_TEST(holds(refused("timeout = 'x'", {"h", "-t", "5"}), ":1: timeout: not a number of milliseconds"));
    BOOST_TEST(refused("closed = true\nopen = false\nscan = 'connect'", {"h", "--all", "--udp"}) == "");
}

BOOST_AUTO_TEST_CASE(a_configuration_of_rustscan_is_understood)
{
    auto const chosen = combined("addresses = ['127.0.0.1']\ncommand = ['-A', '-T4 x']\nports = []\nbatch_size = 300\n"
                                 "scan_order = 'Serial'\ntries = 2\nquiet = true\n[range]\nstart = 10\nend = 20\n",
                                 {});
    BOOST_TEST(chosen.batch.value_or(0) == 300U);
    BOOST_TEST((chosen.order == visit_order::serial));
    BOOST_TEST(texts(chosen.ports) == "10-20");
    BOOST_TEST(*chosen.nmap == (words{"-A", "-T4 x"}), boost::test_tools::per_element());
    BOOST_TEST(holds(refused("batch_size = 3\nbatsch = 1"), "'batsch' is no key of RustScan's configuration"));
    auto const scripted =
        combined("batch_size = 3\ncommand = ['-A']\nscripts = 'Custom'\nresolver = '192.0.2.1'\n", {"h"});
    BOOST_TEST((scripted.scripts == script_use::custom));
    BOOST_TEST(!scripted.nmap); // the command was for the scripts
    BOOST_TEST(scripted.resolver->text == "192.0.2.1");
}

BOOST_AUTO_TEST_CASE(what_is_in_force_is_a_configuration_again)
{
    auto const chosen =
        combined("timeout = 250\nexclude = ['b\"', '5']\nudp = true", {"h", "-p", "80", "-p", "T:http", "-x", "c"});
    auto const text = show_config(chosen);
    BOOST_TEST(holds(text, "timeout = 250 # "));
    BOOST_TEST(holds(text, "ports = [80, \"T:http\"] # command line\n"));
    BOOST_TEST(holds(text, "# batch = 4500, fewer if need be # default\n"));
    BOOST_TEST(holds(text, "# greppable = false # default\n")); // what is in brackets there is no default
    auto const again = combined(text, {"h"});
    BOOST_TEST((again.timeout == 250ms));
    BOOST_TEST(texts(again.ports) == "80 T:http");
    BOOST_TEST(texts(again.excluded) == "c b\" 5");
    BOOST_TEST((again.fallback == sonda::protocol::udp));
}

BOOST_AUTO_TEST_SUITE_END()
