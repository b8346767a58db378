// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scan in parts: which part a process is, and that the parts agree; with the lines of doc/beyond_one_machine.adoc.

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "command/scratch_folder.hpp"
#include "sink/other_readers.hpp"

using test::holds;
using test::run;
using words = std::vector<std::string>;

namespace {

/// Runs the command with these variables, `NAME=value`, and of its own only what it cannot do without.
test::finished_run run_with(words line, words const& more)
{
    line.insert(line.begin(), {"env", "-i"});
    for (auto const* const kept : {"PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"})
        if (auto const* const value = std::getenv(kept))
            line.push_back(std::string(kept) + '=' + value);
    line.push_back(test::command_path());
    line.insert(line.end(), more.begin(), more.end());
    return test::process(line).wait();
}

std::string document(std::string const& name)
{
    auto const* const top = std::getenv("SONDA_SOURCE_DIR");
    BOOST_TEST_REQUIRE(top != nullptr);
    std::ifstream in(top + ("/doc/" + name), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    BOOST_TEST_REQUIRE(text != "");
    return text;
}

// A line of the page that holds `mark`.
std::string line_of_page(std::string const& mark)
{
    for (auto const& line : test::lines_of(document("beyond_one_machine.adoc")))
        if (line.starts_with("seq ") && holds(line, mark))
            return line;
    return {};
}

// All lines are there once.
void check_all_once(words all, std::size_t size)
{
    BOOST_TEST(all.size() == size);
    std::sort(all.begin(), all.end());
    BOOST_TEST((std::unique(all.begin(), all.end()) == all.end()));
}

// Runs a line of the page, in a folder, with the command in the path; the parts are the undivided scan.
void check_line_of_page(std::string const& mark)
{
    auto const line = line_of_page(mark);
    BOOST_TEST_REQUIRE(line != "", mark);
    test::scratch_folder const folder;
    std::filesystem::create_symlink(std::filesystem::canonical(test::command_path()), folder / "sonda");
    auto const in_folder = "cd " + (folder / "") + " && PATH=.:$PATH && ";
    auto const ran = test::run_shell("set -o pipefail; " + in_folder + "export HOME=. && " + line);
    BOOST_TEST(ran.status == 0, ran.err);
    auto const merged = test::run_shell(in_folder + "sonda merge part-*.ndjson -oN whole");
    BOOST_TEST(merged.status == 0, merged.err);
    BOOST_TEST(merged.err == "");
    BOOST_TEST(holds(merged.out, "complete: 1000 of 1000 targets"), merged.out);
}

} // namespace

BOOST_AUTO_TEST_SUITE(shards)

BOOST_AUTO_TEST_CASE(every_process_of_a_launcher_has_a_part_of_its_own)
{
    struct launcher
    {
        words fixed; ///< What all processes have.
        std::string index; ///< What each has another value of.
        unsigned first, step;
        std::string shard;
    };
    launcher const launchers[] = {{{"SLURM_ARRAY_TASK_MIN=5", "SLURM_ARRAY_TASK_MAX=20", "SLURM_ARRAY_TASK_COUNT=4"},
                                   "SLURM_ARRAY_TASK_ID",
                                   5,
                                   5,
                                   "auto"},
                                  {{"OMPI_COMM_WORLD_SIZE=4"}, "OMPI_COMM_WORLD_RANK", 0, 1, "auto"},
                                  {{"MV2_COMM_WORLD_SIZE=4"}, "MV2_COMM_WORLD_RANK", 0, 1, "auto"},
                                  {{"PMI_SIZE=4"}, "PMI_RANK", 0, 1, "auto"},
                                  {{"SLURM_STEP_NUM_TASKS=4"}, "SLURM_PROCID", 0, 1, "auto"},
                                  {{}, "PMIX_RANK", 0, 1, "auto/4"},
                                  {{}, "JOB_COMPLETION_INDEX", 0, 1, "auto/4"},
                                  {{}, "PARALLEL_SEQ", 1, 1, "auto/4"}};
    for (auto const& [fixed, index, first, step, shard] : launchers) {
        words all;
        for (unsigned process = 0; process != 4; ++process) {
            auto environment = fixed;
            environment.push_back(index + '=' + std::to_string(first + process * step));
            auto const ran = run_with(environment, {"list", "127.0.0.1", "-p", "1-40", "--shard", shard});
            auto const part = std::to_string(process + 1) + "/4";
            BOOST_TEST(ran.status == 0, index + ran.err);
            BOOST_TEST(ran.out == run({"list", "127.0.0.1", "-p", "1-40", "--shard", part}).out, index);
            auto const lines = test::lines_of(ran.out);
            all.insert(all.end(), lines.begin(), lines.end());
        }
        check_all_once(all, 40);
    }
}

BOOST_AUTO_TEST_CASE(what_the_environment_does_not_say_or_says_twice_ends_the_command)
{
    auto const nothing = run_with({}, {"127.0.0.1", "-p", "1", "--shard", "auto"});
    BOOST_TEST(nothing.status == 2);
    BOOST_TEST(
        holds(nothing.err, "sonda: --shard auto: nothing says which part this is; looked for SLURM_ARRAY_TASK_ID, "),
        nothing.err);
    auto const alone = run_with({"JOB_COMPLETION_INDEX=1"}, {"127.0.0.1", "-p", "1", "--shard", "auto"});
    BOOST_TEST(alone.status == 2);
    BOOST_TEST(holds(alone.err, "--shard auto/4"), alone.err);
    auto const both =
        run_with({"JOB_COMPLETION_INDEX=1", "PARALLEL_SEQ=1"}, {"127.0.0.1", "-p", "1", "--shard", "auto/4"});
    BOOST_TEST(both.status == 2);
    BOOST_TEST((holds(both.err, "JOB_COMPLETION_INDEX=1") && holds(both.err, "PARALLEL_SEQ=1")), both.err);
    BOOST_TEST(both.out == "");
    auto const named = run_with({"PARALLEL_SEQ=x"}, {"list", "127.0.0.1", "-p", "1", "--shard", "1/1"});
    BOOST_TEST(named.out == "127.0.0.1:1\n"); // nobody asked the environment
}

BOOST_AUTO_TEST_CASE(a_scan_says_whom_it_believed_and_its_records_say_which_part_they_are)
{
    auto const ran =
        run_with({"PMI_RANK=1", "PMI_SIZE=4"}, {"127.0.0.1", "-p", "1-8", "--shard", "auto", "-v", "-oN", "-"});
    BOOST_TEST(ran.status == 0);
    BOOST_TEST(holds(ran.err, "sonda: part 2 of 4, as PMI_RANK says\n"), ran.err);
    BOOST_TEST(holds(ran.out, "\"shard\":\"2/4\""), ran.out);
}

BOOST_AUTO_TEST_CASE(parts_agree_on_the_order_in_whatever_order_and_form_the_same_is_named)
{
    std::vector<words> const same{
        {"127.0.0.1-4", "-p", "1-30,U:9-19", "-e", "7"},
        {"127.0.0.4", "127.0.0.1,127.0.0.2-3", "-p", "U:9-19", "-p", "20-30,1-20", "-e", "7"},
        {"-a", "127.0.0.4/30,127.0.0.4", "-x", "127.0.0.5-7,127.0.0.0/32", "-p", "1-30,U:9-19", "-e", "7"}};
    words all;
    for (std::size_t part = 0; part != 2; ++part) {
        words line{"list", "--shard", std::to_string(part + 1) + "/2"};
        line.insert(line.end(), same[part].begin(), same[part].end());
        auto const lines = test::lines_of(run(line).out);
        all.insert(all.end(), lines.begin(), lines.end());
    }
    check_all_once(all, 4 * (29 + 11));
    auto const drawn = [&](words const& more) {
        words line{"list", "127.0.0.1", "--shard", "1/2"};
        line.insert(line.end(), more.begin(), more.end());
        return run(line).out;
    };
    BOOST_TEST(drawn({"-p", "1-40"}) == drawn({"-p", "21-40,1-20"}));
    BOOST_TEST(drawn({"-p", "1-40"}) != drawn({"-p", "1-40", "--seed", "1"}));
}

BOOST_AUTO_TEST_CASE(shards_of_more_than_fits_32_bits_add_up)
{
    std::uint64_t sum = 0;
    for (auto const* const part : {"1/3", "2/3", "3/3"})
        sum += std::stoull(run({"list", "--count", "0.0.0.0/0", "-p", "80-84", "--shard", part}).out);
    BOOST_TEST(sum == 21474836480u);
}

BOOST_AUTO_TEST_CASE(the_line_for_gnu_parallel_scans_everything_once)
{
    if (!test::lacks("parallel", "the_line_for_gnu_parallel_scans_everything_once"))
        check_line_of_page("| parallel ");
}

BOOST_AUTO_TEST_CASE(the_line_for_xargs_scans_everything_once)
{
    check_line_of_page("| xargs ");
}

BOOST_AUTO_TEST_CASE(the_manifest_for_kubernetes_agrees_with_what_is_read)
{
    if (test::lacks("ruby", "the_manifest_for_kubernetes_agrees_with_what_is_read"))
        return;
    auto const read = test::read_with("ruby -ryaml -rjson -e 'puts JSON.generate(YAML.safe_load(STDIN.read))'",
                                      document("kubernetes.yaml"));
    BOOST_TEST_REQUIRE(read.status == 0, read.out);
    auto const job = boost::json::parse(read.out);
    BOOST_TEST(job.at("apiVersion").as_string() == "batch/v1");
    BOOST_TEST(job.at("kind").as_string() == "Job");
    auto const& spec = job.at("spec");
    BOOST_TEST(spec.at("completionMode").as_string() == "Indexed");
    auto const& container = spec.at("template").at("spec").at("containers").as_array().at(0);
    auto const& variable = container.at("env").as_array().at(0);
    BOOST_TEST(variable.at("name").as_string() == "JOB_COMPLETION_INDEX");
    BOOST_TEST(variable.at("valueFrom").at("fieldRef").at("fieldPath").as_string() ==
               "metadata.annotations['batch.kubernetes.io/job-completion-index']");
    BOOST_TEST(container.at("command").as_array().at(0).as_string() == "sonda");

    words all;
    auto const completions = spec.at("completions").to_number<unsigned>();
    for (unsigned index = 0; index != completions; ++index) {
        words line{"list"};
        std::string output;
        for (auto const& argument : container.at("args").as_array()) {
            std::string word(argument.as_string());
            if (auto const at = word.find("$(JOB_COMPLETION_INDEX)"); at != std::string::npos)
                output = word.replace(at, 23, std::to_string(index));
            else if (word != "--output-ndjson" && word != "--no-progress") // list has none
                line.push_back(word);
        }
        BOOST_TEST(output == "/results/part-" + std::to_string(index) + ".ndjson");
        auto const ran = run_with({"JOB_COMPLETION_INDEX=" + std::to_string(index)}, line);
        BOOST_TEST(ran.status == 0, ran.err);
        auto const lines = test::lines_of(ran.out);
        all.insert(all.end(), lines.begin(), lines.end());
    }
    check_all_once(all, 256 * 1025);
    auto const beyond = run_with({"JOB_COMPLETION_INDEX=" + std::to_string(completions)},
                                 {"list", "127.0.0.1", "--shard", "auto/" + std::to_string(completions)});
    BOOST_TEST(beyond.status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
