// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/shard_sources.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

#include "cli/refusal.hpp"
#include "cli/variables.hpp"

using sonda::cli::find_shard_sources;
using test::variables;

namespace {

// `NAME 3/4` or `NAME 3`, counted from 1, between blanks.
std::string found(variables const& environment)
{
    std::string text;
    for (auto const& source : find_shard_sources(environment)) {
        text += (text.empty() ? "" : " ") + source.variable + ' ' + std::to_string(source.index + 1);
        if (source.count)
            text += '/' + std::to_string(*source.count);
    }
    return text;
}

std::string refused(variables const& environment)
{
    return test::refusal([&] { find_shard_sources(environment); });
}

variables array(char const* id, char const* first, char const* last, char const* count)
{
    return {{"SLURM_ARRAY_TASK_ID", id},
            {"SLURM_ARRAY_TASK_MIN", first},
            {"SLURM_ARRAY_TASK_MAX", last},
            {"SLURM_ARRAY_TASK_COUNT", count}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(shard_sources)

BOOST_AUTO_TEST_CASE(hears_everybody)
{
    BOOST_TEST(found({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "8"}}) == "OMPI_COMM_WORLD_RANK 1/8");
    BOOST_TEST(found({{"MV2_COMM_WORLD_RANK", "7"}, {"MV2_COMM_WORLD_SIZE", "8"}}) == "MV2_COMM_WORLD_RANK 8/8");
    BOOST_TEST(found({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}) == "PMI_RANK 2/2");
    BOOST_TEST(found({{"PMIX_RANK", "5"}}) == "PMIX_RANK 6");
    BOOST_TEST(found({{"SLURM_PROCID", "3"}, {"SLURM_STEP_NUM_TASKS", "4"}}) == "SLURM_PROCID 4/4");
    BOOST_TEST(found({{"JOB_COMPLETION_INDEX", "0"}}) == "JOB_COMPLETION_INDEX 1");
    BOOST_TEST(found({{"PARALLEL_SEQ", "1"}}) == "PARALLEL_SEQ 1");
    BOOST_TEST(found(array("1", "1", "4", "4")) == "SLURM_ARRAY_TASK_ID 1/4");
    BOOST_TEST(found({}) == "");
}

BOOST_AUTO_TEST_CASE(the_batch_script_of_a_job_is_no_process_of_a_step)
{
    BOOST_TEST(found({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}) == "");
    BOOST_TEST(found({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"SLURM_STEP_ID", "0"}}) == "SLURM_PROCID 1/4");
}

BOOST_AUTO_TEST_CASE(the_place_in_a_gnu_parallel_that_is_used_again_is_no_part)
{
    BOOST_TEST(found({{"PARALLEL_JOBSLOT", "1"}}) == "");
}

BOOST_AUTO_TEST_CASE(an_array_begins_anywhere_and_takes_even_steps)
{
    BOOST_TEST(found(array("0", "0", "3", "4")) == "SLURM_ARRAY_TASK_ID 1/4");
    BOOST_TEST(found(array("3", "0", "3", "4")) == "SLURM_ARRAY_TASK_ID 4/4");
    BOOST_TEST(found(array("100", "100", "102", "3")) == "SLURM_ARRAY_TASK_ID 1/3");
    BOOST_TEST(found(array("15", "5", "20", "4")) == "SLURM_ARRAY_TASK_ID 3/4"); // --array=5-20:5
    BOOST_TEST(found(array("7", "7", "7", "1")) == "SLURM_ARRAY_TASK_ID 1/1");
}

BOOST_AUTO_TEST_CASE(an_array_with_uneven_numbers_is_refused)
{
    BOOST_TEST(refused(array("6", "0", "7", "3")).starts_with("task 6 of the 3 tasks from 0 to 7"));
    BOOST_TEST(refused(array("2", "1", "5", "3")) != ""); // --array=1,2,5; its ends look like those of 1,3,5
    BOOST_TEST(refused(array("9", "0", "3", "4")) != "");
    BOOST_TEST(refused(array("0", "1", "4", "4")) != "");
    BOOST_TEST(refused(array("1", "4", "1", "4")) != "");
    BOOST_TEST(refused(array("1", "1", "1", "4")) != "");
    BOOST_TEST(refused(array("1", "1", "4", "0")) != "");
    BOOST_TEST(refused(array("1", "1", "3", "1")) != "");
}

BOOST_AUTO_TEST_CASE(an_array_that_does_not_say_how_many_names_what_is_missing)
{
    auto const environment = variables{{"SLURM_ARRAY_TASK_ID", "1"}, {"SLURM_ARRAY_TASK_MIN", "0"}};
    BOOST_TEST(refused(environment).find("no SLURM_ARRAY_TASK_MAX") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_empty_is_not_there_and_what_is_no_number_is_refused)
{
    BOOST_TEST(found({{"PMI_RANK", ""}, {"PMI_SIZE", "2"}, {"PARALLEL_SEQ", "2"}}) == "PARALLEL_SEQ 2");
    for (auto const* const text : {"x", "-1", " 1", "1 ", "4294967296", "\x1b[2J"}) {
        auto const refusal = refused({{"PMI_RANK", text}, {"PMI_SIZE", "2"}});
        BOOST_TEST(refusal.find("for the variable PMI_RANK") != std::string::npos, refusal);
        BOOST_TEST(refusal.find('\x1b') == std::string::npos);
    }
    BOOST_TEST(refused({{"PARALLEL_SEQ", "0"}}) != ""); // it counts from 1
    BOOST_TEST(refused({{"PMI_RANK", "0"}, {"PMI_SIZE", "0"}}) != "");
}

BOOST_AUTO_TEST_SUITE_END()
