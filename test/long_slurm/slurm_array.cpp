// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scan as an array of jobs of a real Slurm, which cluster.sh starts in namespaces of its own.

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "command/command_run.hpp"
#include "command/loopback_ports.hpp"
#include "command/scratch_folder.hpp"
#include "sink/other_readers.hpp"
#include "support/net_namespace.hpp"

using test::held_port;
using test::run;
using words = std::vector<std::string>;

namespace {

bool skip(char const* name)
{
    if (test::net_namespace::skip(name))
        return true;
    for (auto const* const program : {"munged", "slurmctld", "slurmd", "sbatch"})
        if (test::run_shell("PATH=$PATH:/usr/sbin command -v " + std::string(program)).status != 0) {
            std::cout << "SKIPPED: " << name << ": there is no " << program << std::endl;
            return true;
        }
    return false;
}

/// A Slurm in the network of this thread, in a folder; it ends with this.
class cluster
{
public:
    explicit cluster(std::string const& folder)
        : process_({"unshare", "-m", "-p", "-u", "-i", "--fork", "--mount-proc", "--kill-child", script(), folder})
    {
        ::setenv("SLURM_CONF", (folder + "/slurm.conf").c_str(), 1);
        bool const ready = process_.read_until("ready\n");
        BOOST_TEST_REQUIRE(ready, (ready ? "" : process_.wait().err));
    }

    cluster(cluster const&) = delete;

    ~cluster() { process_.wait(); }

private:
    static std::string script()
    {
        auto const* const top = std::getenv("SONDA_SOURCE_DIR");
        BOOST_TEST_REQUIRE(top != nullptr);
        return top + std::string("/test/long_slurm/cluster.sh");
    }

    test::process process_;
};

std::string shell(std::string const& line)
{
    auto const done = test::run_shell(line);
    BOOST_TEST(done.status == 0, line + ": " + done.err);
    return done.out;
}

// Waits for what a line of the shell says, a minute at most.
bool comes_true(std::string const& line)
{
    auto const end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (test::run_shell(line + " || { sleep 0.1; false; }").status != 0)
        if (std::chrono::steady_clock::now() > end)
            return false;
    return true;
}

// Hosts with services; 4 x 50 TCP ports of which some are open, and UDP.
struct scanned
{
    scanned()
    {
        for (auto const* const address : {"127.0.0.1", "127.0.0.2", "127.0.0.4"})
            for (std::uint16_t port = 8001; port < 8050; port = static_cast<std::uint16_t>(port + 7))
                ports.emplace_back(std::make_unique<held_port>(test::behind::listener, address, port));
        ports.emplace_back(std::make_unique<held_port>(test::behind::nothing, "127.0.0.3", 9000, SOCK_DGRAM));
    }

    static std::string line() { return "127.0.0.1-4 -p 8001-8050,U:9000-9001 --all -t 300 "; }

    std::vector<std::unique_ptr<held_port>> ports;
};

// A job: task 3 takes its time.
void write_job(std::string const& path)
{
    std::ofstream(path) << "#!/bin/bash\n"
                           "[[ $SLURM_ARRAY_TASK_ID -eq 3 && ! -e hurry ]] && slow='--interval 1000'\n"
                           "exec \"$SONDA_COMMAND\" " +
                               scanned::line() + "--shard auto $slow -v -oN part-$SLURM_ARRAY_TASK_ID.ndjson\n";
}

} // namespace

BOOST_AUTO_TEST_SUITE(slurm_array)

BOOST_AUTO_TEST_CASE(a_task_that_was_killed_is_missed_by_name_and_runs_again_alone)
{
    if (skip("a_task_that_was_killed_is_missed_by_name_and_runs_again_alone"))
        return;
    test::net_namespace const network;
    test::scratch_folder const folder;
    scanned const services;
    cluster const slurm(folder / "slurm");
    write_job(folder / "job");
    auto const here = "cd " + (folder / "") + " && ";
    auto const id = std::to_string(
        std::stoul(shell(here + "sbatch --parsable --array=1-4 --open-mode=append --output=said-%a job")));

    // Three are done; the slow one has begun, and is killed.
    BOOST_TEST_REQUIRE(comes_true(here + "grep -q '\"type\":\"port\"' part-3.ndjson"));
    BOOST_TEST_REQUIRE(comes_true("[[ $(squeue -h -r -j " + id + " -o %K) == 3 ]]"));
    shell(here + "for process in /proc/[0-9]*; do if [[ $(readlink $process/exe) == $(readlink -f \"$SONDA_COMMAND\") "
                 "&& $(readlink $process/cwd) == $PWD ]]; then kill -KILL ${process#/proc/}; fi; done");
    BOOST_TEST_REQUIRE(comes_true("scontrol show job " + id + "_3 | grep -q JobState=FAILED"));
    for (auto const* const task : {"1", "2", "4"})
        BOOST_TEST(folder.content(std::string("said-") + task).find("as SLURM_ARRAY_TASK_ID says") !=
                   std::string::npos);

    auto const refused = test::run_shell(here + "\"$SONDA_COMMAND\" merge part-*.ndjson -oJ whole.json");
    BOOST_TEST(refused.status == 1);
    BOOST_TEST(refused.err == "sonda: missing of 4 parts: 3\nsonda: 'part-3.ndjson' has no end: the scan was cut off, "
                              "or still runs\n",
               refused.err);
    BOOST_TEST(!std::filesystem::exists(folder / "whole.json"));

    // Slurm runs the task again as what it was: the third of four.
    shell(here + "touch hurry && scontrol requeue " + id + "_3");
    // It would wait for two minutes; who asks while it is still being requeued is forgotten.
    BOOST_TEST_REQUIRE(comes_true("scontrol update JobId=" + id + "_3 StartTime=now 2>&1; scontrol show job " + id +
                                  "_3 | grep -q JobState=COMPLETED"));
    auto const merged =
        test::run_shell(here + "\"$SONDA_COMMAND\" merge part-*.ndjson -oJ whole.json -oN whole.ndjson");
    BOOST_TEST(merged.status == 0, merged.err);

    auto const undivided = test::run_shell(here + "\"$SONDA_COMMAND\" " + scanned::line() + "-oN undivided.ndjson");
    BOOST_TEST(undivided.status == 0, undivided.err);
    auto const findings = [&](std::string const& file) {
        return shell(here +
                     "jq -r 'select(.type == \"port\") | [.address, .port, .protocol, .state, .reason] | @tsv' " +
                     file + " | LC_ALL=C sort");
    };
    auto const expected = findings("undivided.ndjson");
    BOOST_TEST(test::lines_of(expected).size() == 208u);
    BOOST_TEST(findings("whole.ndjson") == expected);
    auto const same = test::run_shell(here + "\"$SONDA_COMMAND\" diff undivided.ndjson whole.json");
    BOOST_TEST(same.status == 0, same.out);
}

BOOST_AUTO_TEST_CASE(an_array_of_one_task_and_uneven_numbers_are_refused_and_a_step_is_divided)
{
    if (skip("an_array_of_one_task_and_uneven_numbers_are_refused_and_a_step_is_divided"))
        return;
    test::net_namespace const network;
    test::scratch_folder const folder;
    cluster const slurm(folder / "slurm");
    std::ofstream(folder / "job") << "#!/bin/bash\n"
                                     "exec $run \"$SONDA_COMMAND\" list 127.0.0.1 -p 1-12 --shard auto\n";
    auto const submit = [&](std::string const& options) {
        test::run_shell("cd " + (folder / "") + " && sbatch --wait --output=said-%a " + options + " job");
    };
    submit("--array=10-20:5");
    auto const tasks = folder.content("said-10") + folder.content("said-15") + folder.content("said-20");
    BOOST_TEST(test::lines_of(tasks).size() == 12u, tasks);

    submit("--array=3");
    BOOST_TEST(folder.content("said-3").find("to run one part again say which") != std::string::npos);
    submit("--array=1,2,5");
    BOOST_TEST(folder.content("said-2").find("not evenly spaced") != std::string::npos);

    submit("--ntasks=4 --output=alone"); // the script of a job is no process of a step
    BOOST_TEST(folder.content("alone").find("this is the script of a Slurm job") != std::string::npos);
    submit("--ntasks=4 --output=step --export=ALL,run=srun");
    auto const step = test::lines_of(shell("sort -u '" + (folder / "step") + "'"));
    BOOST_TEST(step.size() == 12u);
}

BOOST_AUTO_TEST_CASE(mpirun_divides_a_job_among_its_processes)
{
    auto const* const name = "mpirun_divides_a_job_among_its_processes";
    if (skip(name))
        return;
    test::net_namespace const network;
    test::scratch_folder const folder;
    cluster const slurm(folder / "slurm");
    std::ofstream(folder / "job")
        << "#!/bin/bash\n"
           "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_oob_tcp_if_include=lo\n"
           "exec $run \"$SONDA_COMMAND\" list 127.0.0.1 -p 1-12 --shard auto\n";
    for (auto const* const launcher : {"mpirun.openmpi --oversubscribe", "mpirun.mpich"}) {
        auto const program = std::string(launcher).substr(0, std::string(launcher).find(' '));
        if (test::lacks(program, name))
            continue;
        test::run_shell("cd " + (folder / "") + " && run='" + launcher +
                        " -n 4' sbatch --wait --ntasks=4 --output=" + program + " job");
        auto const lines = test::lines_of(shell("grep ^127 '" + (folder / program) + "' | sort -u"));
        BOOST_TEST(lines.size() == 12u, folder.content(program));
        BOOST_TEST(test::lines_of(folder.content(program)).size() == 12u, folder.content(program));
    }
}

BOOST_AUTO_TEST_SUITE_END()
