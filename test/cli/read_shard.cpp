// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/read_shard.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

#include "cli/refusal.hpp"
#include "cli/variables.hpp"

using sonda::cli::options;
using test::variables;

namespace {

std::string part(std::string const& text, variables const& environment)
{
    options chosen;
    sonda::cli::read_shard(chosen, {text, "--shard"}, environment);
    return std::to_string(chosen.shard_index + 1) + '/' + std::to_string(chosen.shard_count);
}

std::string refused(std::string const& text, variables const& environment)
{
    return test::refusal([&] { part(text, environment); });
}

variables const array{{"SLURM_ARRAY_TASK_ID", "2"},    {"SLURM_ARRAY_TASK_MIN", "0"}, {"SLURM_ARRAY_TASK_MAX", "3"},
                      {"SLURM_ARRAY_TASK_COUNT", "4"}, {"SLURM_PROCID", "0"},         {"SLURM_NTASKS", "1"}};

bool holds(std::string const& text, std::string const& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(read_shard_)

BOOST_AUTO_TEST_CASE(reads_a_part_as_it_stands_whatever_the_environment_says)
{
    BOOST_TEST(part("1/1", {}) == "1/1");
    BOOST_TEST(part("4294967295/4294967295", {}) == "4294967295/4294967295");
    BOOST_TEST(part("1/2", array) == "1/2");
    for (auto const* const text : {"", "auto ", "Auto", "auto/", "auto/0", "auto/x", "auto/4294967296", "auto/4/4",
                                   "/auto", "1/auto", "0/2", "3/2", "1"})
        BOOST_TEST(holds(refused(text, array), "not auto, auto/4 or a part like 1/4"), text);
}

BOOST_AUTO_TEST_CASE(takes_both_from_the_environment)
{
    BOOST_TEST(part("auto", array) == "3/4");
    BOOST_TEST(part("auto", {{"OMPI_COMM_WORLD_RANK", "7"}, {"OMPI_COMM_WORLD_SIZE", "8"}}) == "8/8");
    BOOST_TEST(part("auto", {{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "4"}}) == "1/4");
    BOOST_TEST(part("auto", {{"PMIX_RANK", "1"}, {"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}}) == "2/4");
    BOOST_TEST(part("auto", {{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}}) == "1/1");
}

BOOST_AUTO_TEST_CASE(takes_the_part_from_the_environment_and_the_number_of_parts_from_the_user)
{
    BOOST_TEST(part("auto/8", {{"JOB_COMPLETION_INDEX", "7"}}) == "8/8");
    BOOST_TEST(part("auto/8", {{"PARALLEL_SEQ", "8"}}) == "8/8");
    BOOST_TEST(part("auto/8", {{"PMIX_RANK", "2"}}) == "3/8");
    BOOST_TEST(part("auto/4", array) == "3/4");
}

BOOST_AUTO_TEST_CASE(remembers_who_said_so)
{
    options chosen;
    sonda::cli::read_shard(chosen, {"auto", "--shard"}, array);
    BOOST_TEST(chosen.shard_origin == "SLURM_ARRAY_TASK_ID");
}

BOOST_AUTO_TEST_CASE(without_a_word_in_the_environment_it_says_what_it_looked_for)
{
    for (auto const* const text : {"auto", "auto/4"}) {
        auto const refusal = refused(text, {{"PARALLEL_JOBSLOT", "1"}, {"PMI_SIZE", "4"}, {"PMI_RANK", ""}});
        BOOST_TEST(refusal.starts_with("--shard " + std::string(text) + ": nothing says which part this is"), refusal);
        for (auto const* const name : {"SLURM_ARRAY_TASK_ID", "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMI_RANK",
                                       "PMIX_RANK", "SLURM_PROCID", "JOB_COMPLETION_INDEX", "PARALLEL_SEQ"})
            BOOST_TEST(holds(refusal, name), name);
    }
}

BOOST_AUTO_TEST_CASE(the_script_of_a_slurm_job_is_told_what_it_lacks)
{
    auto const refusal = refused("auto", {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}});
    BOOST_TEST(refusal.starts_with("--shard auto: this is the script of a Slurm job"), refusal);
}

BOOST_AUTO_TEST_CASE(an_index_alone_needs_the_number_of_parts)
{
    for (auto const* const name : {"JOB_COMPLETION_INDEX", "PARALLEL_SEQ", "PMIX_RANK"})
        BOOST_TEST(refused("auto", {{name, "1"}}) ==
                   "--shard auto: " + std::string(name) +
                       " says which part this is, and nothing says of how many: --shard auto/4");
}

BOOST_AUTO_TEST_CASE(what_is_beyond_the_number_of_parts_is_refused)
{
    BOOST_TEST(refused("auto/4", {{"JOB_COMPLETION_INDEX", "4"}}) ==
               "--shard auto/4: JOB_COMPLETION_INDEX=4 is beyond 4 parts");
    BOOST_TEST(refused("auto/4", {{"PARALLEL_SEQ", "5"}}) == "--shard auto/4: PARALLEL_SEQ=5 is beyond 4 parts");
    BOOST_TEST(refused("auto", {{"PMI_RANK", "2"}, {"PMI_SIZE", "2"}}) == "--shard auto: PMI_RANK=2 is beyond 2 parts");
}

BOOST_AUTO_TEST_CASE(another_number_of_parts_than_the_user_says_is_refused)
{
    BOOST_TEST(refused("auto/8", array) == "--shard auto/8: SLURM_ARRAY_TASK_ID=2 (part 3 of 4) is not a part of 8");
}

BOOST_AUTO_TEST_CASE(those_that_contradict_each_other_are_both_named)
{
    auto const ranks = refused(
        "auto", {{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "4"}, {"PMI_RANK", "2"}, {"PMI_SIZE", "4"}});
    BOOST_TEST(ranks.starts_with("--shard auto: OMPI_COMM_WORLD_RANK=1 (part 2 of 4) and PMI_RANK=2 (part 3 of 4) "
                                 "contradict each other"),
               ranks);
    auto const counts = refused("auto", {{"SLURM_ARRAY_TASK_ID", "0"},
                                         {"SLURM_ARRAY_TASK_MIN", "0"},
                                         {"SLURM_ARRAY_TASK_MAX", "3"},
                                         {"SLURM_ARRAY_TASK_COUNT", "4"},
                                         {"SLURM_PROCID", "0"},
                                         {"SLURM_STEP_NUM_TASKS", "2"}});
    BOOST_TEST(holds(counts, "SLURM_PROCID=0 (part 1 of 2) and SLURM_ARRAY_TASK_ID=0 (part 1 of 4)"), counts);
    auto const indices = refused("auto/4", {{"JOB_COMPLETION_INDEX", "1"}, {"PARALLEL_SEQ", "1"}});
    BOOST_TEST(holds(indices, "JOB_COMPLETION_INDEX=1 (part 2) and PARALLEL_SEQ=1 (part 1)"), indices);
}

BOOST_AUTO_TEST_CASE(those_that_agree_are_taken)
{
    BOOST_TEST(part("auto", {{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}, {"PMIX_RANK", "2"}, {"PARALLEL_SEQ", "3"}}) ==
               "3/4");
}

BOOST_AUTO_TEST_CASE(mpirun_is_nearer_than_the_step_of_slurm_that_it_makes)
{
    BOOST_TEST(part("auto", {{"OMPI_COMM_WORLD_RANK", "5"},
                             {"OMPI_COMM_WORLD_SIZE", "8"},
                             {"SLURM_PROCID", "1"},
                             {"SLURM_STEP_NUM_TASKS", "2"}}) == "6/8");
}

BOOST_AUTO_TEST_CASE(who_starts_one_process_divides_nothing)
{
    auto environment = array;
    environment.set("SLURM_STEP_NUM_TASKS", "1"); // srun in the script of an array
    BOOST_TEST(part("auto", environment) == "3/4");
    BOOST_TEST(part("auto/8", {{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}, {"PARALLEL_SEQ", "7"}}) == "7/8");
    BOOST_TEST(holds(refused("auto", {{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}, {"PARALLEL_SEQ", "7"}}), "of how many"));
}

BOOST_AUTO_TEST_CASE(a_task_that_runs_again_alone_is_not_taken_for_the_whole)
{
    auto const again = [](char const* id) {
        return variables{{"SLURM_ARRAY_TASK_ID", id},
                         {"SLURM_ARRAY_TASK_MIN", id},
                         {"SLURM_ARRAY_TASK_MAX", id},
                         {"SLURM_ARRAY_TASK_COUNT", "1"}};
    };
    BOOST_TEST(holds(refused("auto", again("3")), "task 3 is the only one of its Slurm array"));
    BOOST_TEST(holds(refused("auto/4", again("1")), "SLURM_ARRAY_TASK_ID=1 (part 1 of 1) is not a part of 4"));
    BOOST_TEST(part("auto", again("0")) == "1/1");
    BOOST_TEST(part("auto", again("1")) == "1/1");
}

BOOST_AUTO_TEST_SUITE_END()
