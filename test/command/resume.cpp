// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scan that was ended goes on, and nothing that it found is lost.

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "command/resumed_scan.hpp"

using test::filtered_host;
using test::held_port;
using test::holds;
using test::net_namespace;
using test::process;
using test::run;
using test::scratch_folder;
using words = std::vector<std::string>;
using namespace std::chrono_literals;

namespace {

words joined(words first, words const& more)
{
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

// Kills a scan on the way, resumes it, and compares it with one that nobody killed.
void goes_on_after_a_kill(words const& scan, int kills = 1)
{
    scratch_folder const folder, other;
    auto const whole = run(joined(scan, test::to_all_outputs(other)));
    BOOST_TEST(whole.status == 0, whole.err);
    auto const begun = joined(joined(scan, test::to_all_outputs(folder)), {"--checkpoint", folder / "checkpoint"});
    test::kill_when_recorded(joined(begun, {"--rate", "2000"}), folder, 100ms);
    BOOST_TEST(holds(folder.content("checkpoint"), "\"finished\":false"));
    for (; kills != 1; --kills)
        test::kill_when_recorded({"--resume", folder / "checkpoint"}, folder);
    auto const rest = run({"--resume", folder / "checkpoint"});
    BOOST_TEST(rest.status == 0, rest.err);
    auto const expected = test::ports_of_all(other), found = test::ports_of_all(folder);
    BOOST_TEST(found.size() == expected.size());
    BOOST_TEST((found == expected));
    auto const document = boost::json::parse(folder.content("scan.json"));
    BOOST_TEST(document.at("summary").at("complete").as_bool());
    BOOST_TEST(document.at("summary").at("verdicts").to_number<std::size_t>() == expected.size());
    BOOST_TEST(document.at("arguments").as_array().size() == begun.size() + 2);
    BOOST_TEST(holds(folder.content("scan.txt"), "\n\n"));
    BOOST_TEST(holds(folder.content("scan.txt"), "\ncomplete: " + std::to_string(expected.size())));
}

} // namespace

BOOST_AUTO_TEST_SUITE(resume)

BOOST_AUTO_TEST_CASE(a_scan_that_was_killed_is_in_the_end_as_if_it_had_not_been)
{
    if (net_namespace::skip("a_scan_that_was_killed_is_in_the_end_as_if_it_had_not_been"))
        return;
    filtered_host const host;
    goes_on_after_a_kill({"127.0.0.2", "-p", "6001-11000", "--all", "-t", "200"}, 2);
}

BOOST_AUTO_TEST_CASE(threads_shards_tries_and_both_protocols_go_on_too)
{
    if (net_namespace::skip("threads_shards_tries_and_both_protocols_go_on_too"))
        return;
    filtered_host const host;
    goes_on_after_a_kill({"127.0.0.2", "-p", "1001-10000,U:8990-9030", "--all", "-t", "150", "--tries", "2",
                          "--threads", "2", "--shard", "2/2", "--layout", "host"});
    goes_on_after_a_kill({"127.0.0.2-3", "-p", "8001-10500", "--all", "-t", "150", "--order", "serial"});
}

BOOST_AUTO_TEST_CASE(one_that_was_interrupted_closes_its_outputs_and_goes_on_behind_them)
{
    if (net_namespace::skip("one_that_was_interrupted_closes_its_outputs_and_goes_on_behind_them"))
        return;
    filtered_host const host;
    scratch_folder const folder, other;
    words const scan{"127.0.0.2", "-p", "7001-10000", "--all", "-t", "200"};
    run(joined(scan, test::to_all_outputs(other)));
    process first(test::command(
        joined(joined(scan, test::to_all_outputs(folder)), {"--checkpoint", folder / "checkpoint", "--rate", "1500"})));
    BOOST_TEST(first.read_until("127.0.0.2:80"));
    first.signal(SIGINT);
    auto const interrupted = first.wait();
    BOOST_TEST(interrupted.status == 130);
    BOOST_TEST(holds(interrupted.err, "sonda --resume '" + (folder / "checkpoint") + "' goes on from here"),
               interrupted.err);
    auto const early = test::ports_of_all(folder);
    BOOST_TEST(early.size() > 0u);
    BOOST_TEST(early.size() < 3000u);
    BOOST_TEST(!boost::json::parse(folder.content("scan.json")).at("summary").at("complete").as_bool());
    auto const rest = run({"--resume", folder / "checkpoint"});
    BOOST_TEST(rest.status == 0, rest.err);
    BOOST_TEST((test::ports_of_all(folder) == test::ports_of_all(other)));
    BOOST_TEST(boost::json::parse(folder.content("scan.json")).at("summary").at("complete").as_bool());
}

// One host, many ports: it is not begun again, and what was sent twice is the work of a second.
BOOST_AUTO_TEST_CASE(a_host_of_which_half_is_done_is_not_begun_again)
{
    if (net_namespace::skip("a_host_of_which_half_is_done_is_not_begun_again"))
        return;
    filtered_host host;
    scratch_folder const folder;
    test::kill_when_recorded({"127.0.0.2", "-p", "1-20000", "-t", "200", "--rate", "8000", "--all", "-oN",
                              folder / "ndjson", "--checkpoint", folder / "checkpoint"},
                             folder, 300ms);
    auto const sent = host.probes();
    auto const done = test::records_in(folder);
    BOOST_TEST(sent - done <= 8080u + 20u);
    BOOST_TEST(run({"--resume", folder / "checkpoint"}).status == 0);
    BOOST_TEST(host.probes() == 20'000u + (sent - done));
    BOOST_TEST(test::ports_of_ndjson(folder.content("ndjson")).size() == 20'000u);
}

// From then on nothing was recorded, so that what the output has lost is found again.
BOOST_AUTO_TEST_CASE(what_an_output_lost_on_a_full_disk_is_found_again)
{
    if (net_namespace::skip("what_an_output_lost_on_a_full_disk_is_found_again"))
        return;
    filtered_host const host;
    scratch_folder const folder;
    auto const full = test::run_shell(
        "ulimit -f 100; exec \"$SONDA_COMMAND\" 127.0.0.2 -p 7001-9100 -t 200 --rate 2000 "
        "--all -oN '" +
        (folder / "ndjson") + "' -oC '" + (folder / "csv") + "' --checkpoint '" + (folder / "checkpoint") + '\'');
    BOOST_TEST(full.status == 5);
    BOOST_TEST(holds(full.err, "cannot write '" + (folder / "ndjson") + "': File too large"), full.err);
    BOOST_TEST(holds(full.err, "goes on from here"), full.err);
    auto const rest = run({"--resume", folder / "checkpoint"});
    BOOST_TEST(rest.status == 0, rest.err);
    auto const found = test::ports_of_ndjson(folder.content("ndjson"));
    BOOST_TEST(found.size() == 2100u);
    BOOST_TEST((found == test::ports_of_csv(folder.content("csv"))));
    for (auto const& [port, times] : found)
        BOOST_TEST_REQUIRE(times == 1, port);
}

BOOST_AUTO_TEST_CASE(one_that_is_finished_says_so_and_sends_nothing)
{
    scratch_folder const folder;
    held_port const open;
    auto const scan =
        run({"127.0.0.1", "-p", open.text(), "-oJ", folder / "json", "--checkpoint", folder / "checkpoint"});
    BOOST_TEST(scan.status == 0, scan.err);
    auto const before = folder.content("json");
    auto const again = run({"--resume", folder / "checkpoint"});
    BOOST_TEST(again.status == 0);
    BOOST_TEST(again.out == "");
    BOOST_TEST(again.err ==
               "sonda: the scan of '" + (folder / "checkpoint") + "' is finished, with 1 targets; nothing was sent\n");
    BOOST_TEST(folder.content("json") == before);
    BOOST_TEST(std::filesystem::exists(folder / "checkpoint"));
    BOOST_TEST(!std::filesystem::exists(folder / "checkpoint.new"));
}

// A checkpoint of a scan that has yet to begin: nothing of it is done.
struct waiting_scan
{
    explicit waiting_scan(words const& more = {})
    {
        process scan(test::command(joined({"127.0.0.1", "-p", "1-9", "--interval", "3000", "--exclude", "127.0.0.9",
                                           "-oN", folder / "ndjson", "--checkpoint", folder / "checkpoint"},
                                          more)));
        for (int turn = 0; !holds(folder.content("checkpoint"), "\"begun\":true") && turn != 20'000; ++turn)
            ::usleep(1000);
        scan.signal(SIGKILL);
        scan.wait();
    }

    test::finished_run resumed(words const& more) const
    {
        return run(joined({"--resume", folder / "checkpoint"}, more));
    }

    scratch_folder folder;
};

BOOST_AUTO_TEST_CASE(naming_something_that_differs_is_refused_with_both_values)
{
    waiting_scan const scan;
    auto const file = scan.folder / "checkpoint";
    std::string const begin = "sonda: --resume '" + file + "': ", end = " in the scan that is to go on\n";
    constexpr std::pair<char const*, char const*> named[] = {
        {"-p 1-40", "--ports is '1-40' here and '1-9'"},
        {"--interval 20", "--interval is '20' here and '3000'"},
        {"--rate 5", "--rate is '5' here and 'no limit'"},
        {"--timeout 100", "--timeout is '100' here and '1500'"},
        {"--order serial", "--order is 'serial' here and 'random'"},
        {"--shard 1/2", "--shard is '1/2' here and '1/1'"},
        {"--udp", "--udp is 'given' here and 'not given'"},
        {"127.0.0.2", "the list of targets is '127.0.0.2' here and '127.0.0.1'"},
        {"-x 127.0.0.8", "--exclude is '127.0.0.8' here and '127.0.0.9'"},
        {"-oJ other", "--output-json is 'other' here and 'not given'"},
        {"--checkpoint other", "--checkpoint is 'other' here and '"},
        {"-- echo {ip}", "the command after -- is 'echo {ip}' here and ''"}};
    for (auto const& [line, said] : named) {
        auto const result = test::run_shell("exec \"$SONDA_COMMAND\" --resume '" + file + "' " + line);
        BOOST_TEST(result.status == 2, line);
        BOOST_TEST(result.err.starts_with(begin + said), result.err);
        BOOST_TEST(result.err.ends_with(end), result.err);
        BOOST_TEST(result.out == "");
    }
    BOOST_TEST(scan.folder.content("ndjson") == "");
    BOOST_TEST(scan.resumed({"--config", "/dev/null"}).status == 2);
}

BOOST_AUTO_TEST_CASE(naming_the_same_again_is_as_good_as_naming_nothing)
{
    waiting_scan const scan({"--seed", "7", "-t", "50"});
    auto const file = scan.folder / "checkpoint";
    process rest(test::command({"--resume",
                                file,
                                "127.0.0.1",
                                "-p",
                                "1-9",
                                "--interval",
                                "3000",
                                "-x",
                                "127.0.0.9",
                                "-oN",
                                scan.folder / "ndjson",
                                "--checkpoint",
                                file,
                                "--seed",
                                "7",
                                "-t",
                                "50",
                                "--threads",
                                "auto",
                                "-v"}));
    BOOST_TEST(rest.read_errors_until("9 targets over"));
    BOOST_TEST(rest.read_errors_until("seed 7"));
    BOOST_TEST(run({"--resume", file}).err == "sonda: '" + file + "' belongs to a scan that is under way\n");
    BOOST_TEST(run({"127.0.0.1", "-p", "1", "--checkpoint", file}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_checkpoint_that_is_none_is_refused_and_outputs_stay_as_they_are)
{
    waiting_scan const scan;
    auto const file = scan.folder / "checkpoint";
    std::ofstream(scan.folder / "ndjson") << "kept\n";
    auto const whole = scan.folder.content("checkpoint");
    std::pair<std::string, std::string> const contents[] = {
        {whole.substr(0, 300), "it is cut off after 300 bytes"},
        {"", "it is empty"},
        {"{\"type\":\"port\"}", "it is no checkpoint of sonda"},
        {std::regex_replace(whole, std::regex("\"version\":1"), "\"version\":9"),
         "it is of version 9, and this sonda knows version 1"}};
    for (auto const& [content, said] : contents) {
        std::ofstream(file) << content;
        auto const result = scan.resumed({});
        BOOST_TEST(result.status == 2);
        BOOST_TEST(result.err == "sonda: cannot go on from '" + file + "': " + said + '\n');
    }
    BOOST_TEST(scan.folder.content("ndjson") == "kept\n");
    std::filesystem::remove(file);
    BOOST_TEST(scan.resumed({}).err == "sonda: cannot read '" + file + "': No such file or directory\n");
    BOOST_TEST(run({"--resume", "/dev/null"}).status == 2);
    BOOST_TEST(run({"--resume", scan.folder / ""}).status == 2);
}

BOOST_AUTO_TEST_CASE(an_output_that_lost_something_is_not_gone_on_with)
{
    if (net_namespace::skip("an_output_that_lost_something_is_not_gone_on_with"))
        return;
    filtered_host const host;
    scratch_folder const folder;
    test::kill_when_recorded({"127.0.0.2", "-p", "8000-9000", "--rate", "300", "--all", "-oN", folder / "ndjson",
                              "--checkpoint", folder / "checkpoint"},
                             folder);
    auto const size = std::filesystem::file_size(folder / "ndjson");
    std::filesystem::resize_file(folder / "ndjson", 10);
    auto const result = run({"--resume", folder / "checkpoint"});
    BOOST_TEST(result.status == 5);
    BOOST_TEST(
        result.err.starts_with("sonda: cannot go on with '" + (folder / "ndjson") + "': it has 10 bytes, and had "),
        result.err);
    BOOST_TEST(size > 10u);
    BOOST_TEST(folder.content("ndjson").size() == 10u);
    std::filesystem::remove(folder / "ndjson");
    auto const gone = run({"--resume", folder / "checkpoint"});
    BOOST_TEST(gone.status == 5);
    BOOST_TEST(gone.err == "sonda: cannot go on with '" + (folder / "ndjson") + "': it is not there\n");
    BOOST_TEST(!std::filesystem::exists(folder / "ndjson"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_kept_is_said_before_anything_is_sent)
{
    scratch_folder const folder;
    std::ofstream(folder / "list") << "127.0.0.1\n";
    auto const refused = [](words more, int status, std::string const& said) {
        auto const result = run(joined({"127.0.0.1", "-p", "1"}, more));
        BOOST_TEST(result.status == status, said);
        BOOST_TEST(result.err == "sonda: " + said + '\n');
        BOOST_TEST(result.out == "");
    };
    auto const list = '\'' + (folder / "list") + '\'';
    refused({"--checkpoint", folder / "list"}, 2, list + " is no checkpoint, and is not replaced by one");
    refused({"-iL", folder / "list", "--checkpoint", folder / "list"}, 2, list + " cannot be the checkpoint as well");
    refused({"-oJ", folder / "out", "--checkpoint", folder / "out"}, 2,
            '\'' + (folder / "out") + "' cannot be the checkpoint as well");
    refused({"--checkpoint", "/nonexistent/file"}, 5, "cannot write '/nonexistent/file': No such file or directory");
    refused({"--checkpoint", "/dev/null"}, 2, "'/dev/null' is no regular file, as a checkpoint has to be");
    BOOST_TEST(run({"127.0.0.1", "-p", "1", "-oJ", "-", "--checkpoint", folder / "c"}).status == 2);
    BOOST_TEST(folder.content("list") == "127.0.0.1\n");
}

// Whoever is asked where the names lead says something else by then.
BOOST_AUTO_TEST_CASE(names_files_and_standard_input_are_not_read_again)
{
    scratch_folder const folder;
    std::ofstream(folder / "list") << "localhost\n";
    held_port const open;
    words const scan{"-iL",
                     folder / "list",
                     "-iL",
                     "-",
                     "-p",
                     open.text() + ",1-9",
                     "--interval",
                     "60",
                     "--all",
                     "-oN",
                     folder / "ndjson",
                     "--checkpoint",
                     folder / "checkpoint"};
    process first(test::command(scan));
    first.give("127.0.0.2\n300.1.1.1\n");
    for (int turn = 0; !holds(folder.content("checkpoint"), "\"records\":1") && turn != 20'000; ++turn)
        ::usleep(1000);
    first.signal(SIGKILL);
    first.wait();
    std::filesystem::remove(folder / "list");
    auto const rest = run({"--resume", folder / "checkpoint"});
    BOOST_TEST(rest.status == 3, rest.err);
    BOOST_TEST(holds(rest.err, "input could not be used: 1"), rest.err);
    auto const found = test::ports_of_ndjson(folder.content("ndjson"));
    BOOST_TEST(found.count("127.0.0.2 7 tcp closed") == 1u);
    BOOST_TEST(found.count("127.0.0.1 " + open.text() + " tcp open") == 1u);
    BOOST_TEST(holds(folder.content("ndjson"), "\"names\":[\"localhost\"]"));
}

BOOST_AUTO_TEST_CASE(from_another_directory_it_goes_on_in_its_own)
{
    scratch_folder const folder;
    auto const result =
        test::run_shell("cd '" + (folder / "") +
                        "' && timeout -s KILL 0.8 \"$SONDA_COMMAND\" 127.0.0.1 -p 1-12 --interval 100 --all "
                        "-oN out --checkpoint checkpoint > /dev/null; cd / && \"$SONDA_COMMAND\" --resume '" +
                        (folder / "checkpoint") + '\'');
    BOOST_TEST(result.status == 0, result.err);
    BOOST_TEST(test::ports_of_ndjson(folder.content("out")).size() == 12u);
}

BOOST_AUTO_TEST_SUITE_END()
