// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/parse_arguments.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

#include "cli/refusal.hpp"

using namespace sonda::cli;

namespace {

using words = std::vector<std::string>;

std::string refused(words const& line)
{
    return test::refusal([&] { parse_arguments(line); });
}

std::string targets_of(options const& chosen)
{
    std::string all;
    for (auto const& target : chosen.targets)
        all += target.text + ' ';
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(parse_arguments_)

BOOST_AUTO_TEST_CASE(takes_everything_from_its_defaults)
{
    auto const chosen = parse_arguments({"127.0.0.1"});
    BOOST_TEST((chosen.what == action::scan));
    BOOST_TEST(targets_of(chosen) == "127.0.0.1 ");
    BOOST_TEST((chosen.timeout == std::chrono::milliseconds(1500)));
    BOOST_TEST(!chosen.batch);
    BOOST_TEST(!chosen.tries);
    BOOST_TEST(!chosen.shown);
    BOOST_TEST(chosen.outputs.empty());
    BOOST_TEST(chosen.progress);
    BOOST_TEST((chosen.layout == sonda::target::layout::port_major));
}

BOOST_AUTO_TEST_CASE(knows_actions_by_the_first_word_only)
{
    BOOST_TEST((parse_arguments({"list", "127.0.0.1"}).what == action::list));
    BOOST_TEST((parse_arguments({"demo"}).what == action::demo));
    auto const chosen = parse_arguments({"127.0.0.1", "list"});
    BOOST_TEST((chosen.what == action::scan));
    BOOST_TEST(targets_of(chosen) == "127.0.0.1 list ");
}

BOOST_AUTO_TEST_CASE(help_is_a_word_too)
{
    BOOST_TEST(parse_arguments({"help"}).help);
    BOOST_TEST(parse_arguments({"help", "list"}).help);
    BOOST_TEST(!parse_arguments({"-a", "help"}).help);
    BOOST_TEST(!parse_arguments({"127.0.0.1", "help"}).help);
}

BOOST_AUTO_TEST_CASE(a_value_may_follow_a_short_name_at_once)
{
    auto const chosen = parse_arguments({"h", "-p80", "-t100", "-oJ-", "-oNfile", "-iLtargets", "-v"});
    BOOST_TEST(chosen.ports.at(0).text == "80");
    BOOST_TEST((chosen.timeout == std::chrono::milliseconds(100)));
    BOOST_TEST(chosen.outputs.at(0).path == "-");
    BOOST_TEST(chosen.outputs.at(1).path == "file");
    BOOST_TEST(chosen.target_files.at(0) == "targets");
    BOOST_TEST(chosen.verbose);
    BOOST_TEST(refused({"h", "-oJ-", "-oN-"}) == "two outputs on standard output");
}

BOOST_AUTO_TEST_CASE(an_equals_sign_goes_with_a_long_name)
{
    BOOST_TEST(refused({"h", "-p=80"}) == "bad value '=80' for -p: write -p 80");
    BOOST_TEST(refused({"h", "-t=100"}) == "bad value '=100' for -t: write -t 100");
    BOOST_TEST(refused({"h", "-vp=80"}) == "bad value '=80' for -p: write -p 80");
    BOOST_TEST(refused({"h", "-oJ=file"}) == "bad value '=file' for -oJ: write -oJ file");
    BOOST_TEST(parse_arguments({"h", "--ports=80"}).ports.at(0).text == "80");
    BOOST_TEST(parse_arguments({"h", "-oJ", "=file"}).outputs.at(0).path == "=file");
}

BOOST_AUTO_TEST_CASE(refuses_names_that_look_like_placeholders_of_a_message)
{
    for (auto const* word : {"--h%canonical_option%=1", "--%option%", "--%prefix%%option%", "-%", "--x%"})
        BOOST_TEST(refused({word, "127.0.0.1"}).find(word) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(reads_short_options_with_and_without_space)
{
    for (words const& line : {words{"-p", "80", "-b", "7", "-t", "20", "h"}, words{"h", "-p80", "-b7", "-t20"},
                              words{"--ports=80", "h", "--batch", "7", "--timeout=20"}}) {
        auto const chosen = parse_arguments(line);
        BOOST_TEST(chosen.ports.at(0).text == "80");
        BOOST_TEST(chosen.batch.value() == 7u);
        BOOST_TEST((chosen.timeout == std::chrono::milliseconds(20)));
        BOOST_TEST(targets_of(chosen) == "h ");
    }
}

BOOST_AUTO_TEST_CASE(takes_a_hyphen_for_all_ports)
{
    BOOST_TEST(parse_arguments({"-p-", "h"}).ports.at(0).text == "-");
    BOOST_TEST(parse_arguments({"-p", "-", "h"}).ports.at(0).text == "-");
    BOOST_TEST(parse_arguments({"-p", "-100", "h"}).ports.at(0).text == "-100");
}

BOOST_AUTO_TEST_CASE(gives_options_of_two_letters_their_word)
{
    auto const chosen = parse_arguments({"-iL", "-", "-oJ", "f", "-oN", "-", "h", "-oT", "t"});
    BOOST_TEST(chosen.target_files == words{"-"}, boost::test_tools::per_element());
    BOOST_TEST(targets_of(chosen) == "h ");
    BOOST_REQUIRE(chosen.outputs.size() == 3u);
    BOOST_TEST((chosen.outputs[0].format == output_format::json));
    BOOST_TEST(chosen.outputs[0].path == "f");
    BOOST_TEST((chosen.outputs[1].format == output_format::ndjson));
    BOOST_TEST(chosen.outputs[1].path == "-");
    BOOST_TEST((chosen.outputs[2].format == output_format::text));
    BOOST_TEST(refused({"h", "-oJ"}) != "");
    BOOST_TEST(refused({"h", "-oJ", "-p", "80"}) != "");
    BOOST_TEST(refused({"h", "-oQ", "f"}) != "");
}

BOOST_AUTO_TEST_CASE(remembers_how_an_option_was_spelled)
{
    auto const chosen = parse_arguments({"-p", "1", "--ports", "2", "--ports=3", "-p4", "h"});
    BOOST_REQUIRE(chosen.ports.size() == 4u);
    BOOST_TEST(chosen.ports[0].option == "-p");
    BOOST_TEST(chosen.ports[1].option == "--ports");
    BOOST_TEST(chosen.ports[2].option == "--ports");
    BOOST_TEST(chosen.ports[3].option == "-p");
}

BOOST_AUTO_TEST_CASE(sets_what_each_option_says)
{
    auto const chosen = parse_arguments({"h",
                                         "-x",
                                         "a,b",
                                         "--exclude-file",
                                         "e",
                                         "--resolve",
                                         "first",
                                         "--special",
                                         "-e",
                                         "9",
                                         "--udp",
                                         "--tries",
                                         "3",
                                         "--interval",
                                         "0.25",
                                         "--order",
                                         "random",
                                         "--seed",
                                         "18446744073709551615",
                                         "--layout",
                                         "host",
                                         "--shard",
                                         "2/5",
                                         "--source-ip",
                                         "127.0.0.9",
                                         "--close",
                                         "fin",
                                         "-u",
                                         "100",
                                         "--all",
                                         "--accessible",
                                         "--color",
                                         "always",
                                         "--no-progress",
                                         "-v",
                                         "-a",
                                         "c"});
    BOOST_TEST(chosen.excluded.at(0).text == "a,b");
    BOOST_TEST(chosen.excluded_files.at(0) == "e");
    BOOST_TEST((chosen.resolve == resolve_mode::first));
    BOOST_TEST(chosen.special);
    BOOST_TEST(chosen.excluded_ports.at(0).text == "9");
    BOOST_TEST((chosen.fallback == sonda::protocol::udp));
    BOOST_TEST(chosen.tries.value() == 3u);
    BOOST_TEST((chosen.interval == std::chrono::microseconds(250)));
    BOOST_TEST((chosen.order == visit_order::random));
    BOOST_TEST(chosen.seed.value() == 18446744073709551615u);
    BOOST_TEST((chosen.layout == sonda::target::layout::host_major));
    BOOST_TEST(chosen.shard_index == 1u);
    BOOST_TEST(chosen.shard_count == 5u);
    BOOST_TEST(chosen.source.to_string() == "127.0.0.9");
    BOOST_TEST((chosen.close == sonda::transport::close_mode::fin));
    BOOST_TEST(chosen.descriptors.value() == 100u);
    BOOST_TEST((chosen.shown == sonda::sink::all_states));
    BOOST_TEST(chosen.accessible);
    BOOST_TEST((chosen.colour == colour_mode::always));
    BOOST_TEST(!chosen.progress);
    BOOST_TEST(chosen.verbose);
    BOOST_TEST(targets_of(chosen) == "h c ");
}

BOOST_AUTO_TEST_CASE(refuses_what_it_does_not_know_by_name)
{
    BOOST_TEST(refused({"h", "--nonsense"}).find("--nonsense") != std::string::npos);
    BOOST_TEST(refused({"h", "--time", "5"}) != ""); // no abbreviations
    BOOST_TEST(refused({"h", "-z"}) != "");
    BOOST_TEST(refused({"h", "-p"}) != "");
    BOOST_TEST(refused({"h", "--all=yes"}) != "");
    BOOST_TEST(refused({"h", "\x1b[2Jx", "--\x1b[2J"}).find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(says_what_an_option_of_another_scanner_is_here)
{
    BOOST_TEST(refused({"h", "--batch-size", "9"}) == "unrecognised option '--batch-size'; here it is --batch");
    BOOST_TEST(refused({"h", "--max-rate=9"}) == "unrecognised option '--max-rate=9'; here it is --rate");
    BOOST_TEST(refused({"h", "-Pn"}) ==
               "unrecognised option '-Pn'; there is no host discovery: all that is named is scanned");
    BOOST_TEST(refused({"h", "-PS22,80"}).ends_with("all that is named is scanned"));
    BOOST_TEST(refused({"-T4", "h"}).find("'-T4'; --batch, ") != std::string::npos);
    BOOST_TEST(refused({"-sU", "h"}) == "unrecognised option '-sU'; here it is --udp");
    for (auto const* const word : {"--scan-order", "--excludefile", "--exclude-hosts", "-sT", "-n", "-F", "-c", "-json",
                                   "-host", "--host", "-max-rate", "-sS", "-iR", "-oL", "--retries"})
        BOOST_TEST(refused({"h", word, "5"}).find("see sonda --help") == std::string::npos, word);
}

BOOST_AUTO_TEST_CASE(a_long_name_behind_one_hyphen_is_no_short_one_with_a_value)
{
    BOOST_TEST(refused({"h", "-top-ports", "100"}) == "unrecognised option '-top-ports'; here it is --top-ports");
    BOOST_TEST(refused({"h", "-timeout=5"}) == "unrecognised option '-timeout=5'; here it is --timeout");
    BOOST_TEST(refused({"h", "-tp", "100"}) == "unrecognised option '-tp'; here it is --top");
    BOOST_TEST(refused({"h", "-exclude-hosts", "b"}) == "unrecognised option '-exclude-hosts'; here it is --exclude");
    BOOST_TEST(parse_arguments({"-help"}).help);
}

BOOST_AUTO_TEST_CASE(guesses_what_a_typing_error_was_meant_to_be)
{
    BOOST_TEST(refused({"h", "--timout", "5"}) == "unrecognised option '--timout'; did you mean --timeout?");
    BOOST_TEST(refused({"h", "--exlcude=b"}) == "unrecognised option '--exlcude=b'; did you mean --exclude?");
    BOOST_TEST(refused({"h", "--time", "5"}) == "unrecognised option '--time'; did you mean --timeout?");
    BOOST_TEST(refused({"h", "--nonsense"}) == "unrecognised option '--nonsense'; see sonda --help");
    BOOST_TEST(refused({"h", "-z"}) == "unrecognised option '-z'; see sonda --help");
}

BOOST_AUTO_TEST_CASE(a_value_and_a_command_may_look_like_an_option_of_another_scanner)
{
    BOOST_TEST(parse_arguments({"h", "-p", "-6"}).ports.at(0).text == "-6");
    BOOST_TEST(parse_arguments({"h", "-p-6"}).ports.at(0).text == "-6");
    BOOST_TEST(parse_arguments({"h", "--ports", "-4"}).ports.at(0).text == "-4");
    BOOST_TEST(parse_arguments({"h", "-vt5", "-vg", "-oX", "f"}).outputs.size() == 2u);
    BOOST_TEST(parse_arguments({"h", "--", "cmd", "-Pn", "--batch-size"}).afterwards.size() == 3u);
    BOOST_TEST(*parse_arguments({"--nmap=-sV -T4", "h"}).nmap == (words{"-sV", "-T4"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(refuses_values_and_quotes_them)
{
    BOOST_TEST(refused({"h", "-b", "0"}) == "bad value '0' for -b: not a number from 1 to 1000000");
    BOOST_TEST(refused({"h", "--tries", "x"}) == "bad value 'x' for --tries: not a number from 1 to 100");
    BOOST_TEST(refused({"h", "--order", "up"}) == "bad value 'up' for --order: not random or serial");
    BOOST_TEST(refused({"h", "-r", "80"}) == "bad value '80' for -r: not a range of ports like 1-1000");
    for (auto const* const shard : {"0/2", "3/2", "1", "/", "1/", "/1", "1/0", "a/b", "-1/2", "1/4294967296"})
        BOOST_TEST(refused({"h", "--shard", shard}).ends_with("a part like 1/4, counted from 1, of at most 4294967295"),
                   shard);
    for (auto const* const address : {"127.0.0.0/30", "name", "127.1", ""})
        BOOST_TEST(refused({"h", "--source-ip", address}) != "", address);
    BOOST_TEST(refused({"h", "-oJ", ""}) != "");
}

BOOST_AUTO_TEST_CASE(refuses_a_file_that_is_called_like_an_option)
{
    BOOST_TEST(refused({"h", "-oJ", "-oN", "x"}) ==
               "bad value '-oN' for -oJ: it is an option; a file of that name is './-oN'");
    BOOST_TEST(refused({"-iL", "dup", "-oX", "--no-progress"}) ==
               "bad value '--no-progress' for -oX: it is an option; a file of that name is './--no-progress'");
    for (auto const* const option : {"--rate", "--rate=5", "-oN", "-p80", "-gv", "-vp80", "-oNfile", "--nmap=-A"})
        for (auto const* const name :
             {"-iL", "--exclude-file", "-oA", "--checkpoint", "--payloads", "--config", "--scripts-folder"})
            BOOST_TEST(refused({"h", name, option}).find("it is an option") != std::string::npos, option);
    for (auto const* const option : {"-p", "-v"})
        BOOST_TEST(refused({"h", "-oJ", option}) != "", option);
    for (auto const* const file : {"-", "./-oN", "-1", "--rates", "-vz", "-oZ", "x-oN"})
        BOOST_TEST(refused({"h", "-oJ", file}) == "", file);
    BOOST_TEST(refused({"h", "--timeout", "0"}) ==
               "bad value '0' for --timeout: not a number of milliseconds above 0, up to a day");
    BOOST_TEST((parse_arguments({"h", "-t", "0.5"}).timeout == std::chrono::microseconds(500)));
    BOOST_TEST(parse_arguments({"h", "--host-timeout", "0"}).host_timeout.count() == 0); // never
}

BOOST_AUTO_TEST_CASE(refuses_an_option_twice_where_one_must_win)
{
    BOOST_TEST(refused({"h", "-b", "1", "--batch", "1"}) == "--batch is given twice");
    BOOST_TEST(refused({"h", "--seed=1", "--seed=2"}) != "");
    BOOST_TEST(refused({"h", "-v", "-v", "--udp", "--udp", "--all", "--all"}) == "");
    BOOST_TEST(refused({"h", "--udp", "--scan", "connect"}) ==
               "--scan: --udp and --scan connect contradict each other");
    BOOST_TEST(refused({"h", "--scan", "connect", "--udp"}) == "--udp: --udp and --scan connect contradict each other");
    BOOST_TEST(refused({"h", "--scan", "udp", "--udp"}) == "");
}

BOOST_AUTO_TEST_CASE(refuses_what_contradicts_itself)
{
    BOOST_TEST(refused({"h", "--open", "--closed"}) == "--closed: only one of --open, --closed and --all");
    BOOST_TEST(refused({"h", "-g", "-oJ", "-"}) == "two outputs on standard output");
    BOOST_TEST(refused({"h", "-g", "-oJ", "f"}) == "");
    BOOST_TEST(refused({"h", "-g", "--closed"}) != "");
    BOOST_TEST(refused({"h", "--order", "serial", "--seed", "5"}) ==
               "--seed is of a random order, and --order serial has none");
    BOOST_TEST(refused({"h", "--order", "random", "--seed", "5"}) == "");
    BOOST_TEST(refused({"-iL", "-", "--exclude-file", "-"}) != "");
    BOOST_TEST(refused({"demo", "h"}) != "");
}

BOOST_AUTO_TEST_CASE(refuses_options_of_another_action)
{
    BOOST_TEST(refused({"h", "--count"}) == "--count does not go with what is asked for; see sonda --help");
    BOOST_TEST(refused({"h", "--json"}) ==
               "--json does not go with what is asked for; here it is -oN, or --json of sonda diff");
    BOOST_TEST(refused({"list", "h", "-g"}) != "");
    BOOST_TEST(refused({"demo", "-p", "80"}) != "");
    BOOST_TEST(refused({"list", "h", "--count", "--limit", "3"}) == "");
}

BOOST_AUTO_TEST_CASE(cuts_the_line_at_the_first_double_hyphen)
{
    auto const chosen = parse_arguments({"h", "--", "cmd", "-p", "--", "x"});
    BOOST_TEST(targets_of(chosen) == "h ");
    BOOST_TEST(chosen.afterwards == (words{"cmd", "-p", "--", "x"}), boost::test_tools::per_element());
    BOOST_TEST(parse_arguments({"h"}).afterwards.empty());
}

BOOST_AUTO_TEST_CASE(refuses_a_command_where_there_can_be_none)
{
    BOOST_TEST(refused({"h", "--"}) == "'--' without a command behind it");
    BOOST_TEST(refused({"h", "--", "-A"}) ==
               "a command follows --, and '-A' is an option; options of nmap are given as --nmap='-A'");
    BOOST_TEST(refused({"list", "h", "--", "cmd"}) == "a command after -- goes with a scan only");
    BOOST_TEST(refused({"demo", "--", "cmd"}) == "a command after -- goes with a scan only");
    BOOST_TEST(refused({"h", "--nmap", "--", "cmd"}) == "--nmap and a command after -- contradict each other");
}

BOOST_AUTO_TEST_CASE(takes_a_value_that_may_be_left_out_only_after_an_equals_sign)
{
    BOOST_TEST(!parse_arguments({"h"}).nmap);
    auto const plain = parse_arguments({"--nmap", "h"});
    BOOST_TEST(targets_of(plain) == "h ");
    BOOST_TEST_REQUIRE(plain.nmap.has_value());
    BOOST_TEST(plain.nmap->empty());
    auto const told = parse_arguments({"--nmap=-sV --script 'a b'", "h"});
    BOOST_TEST(*told.nmap == (words{"-sV", "--script", "a b"}), boost::test_tools::per_element());
    BOOST_TEST(refused({"h", "--nmap", "--nmap"}) == "--nmap is given twice");
    BOOST_TEST(
        refused({"h", R"(--nmap=a\l)"}) ==
        R"(bad value 'a\\l' for --nmap: not words, with a backslash only before a blank, a quote, a backslash or an n)");
    BOOST_TEST(refused({"h", R"(--nmap=a\)"}).find("bad value") == 0u);
    BOOST_TEST(*parse_arguments({R"(--nmap=a\ b \"c\" 'd')", "h"}).nmap == (words{"a b", "\"c\"", "d"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(shows_help_whatever_else_is_wrong_in_sum)
{
    BOOST_TEST(parse_arguments({"-h"}).help);
    BOOST_TEST(parse_arguments({"list", "--help"}).help);
    BOOST_TEST(parse_arguments({"--help", "-g", "-oJ", "-"}).help);
    BOOST_TEST(parse_arguments({"--version"}).version);
}

BOOST_AUTO_TEST_CASE(every_option_of_the_table_is_known_once)
{
    std::vector<std::string_view> names;
    for (auto const& row : option_table)
        for (auto const name : {row.name, row.letters})
            if (!name.empty()) {
                BOOST_TEST((std::find(names.begin(), names.end(), name) == names.end()), name);
                names.push_back(name);
            }
}

BOOST_AUTO_TEST_SUITE_END()
