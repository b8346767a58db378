// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SHARD_SOURCES_HPP
#define SONDA_CLI_SHARD_SOURCES_HPP

#include <sonda/cli/read_value.hpp>
#include <sonda/cli/usage_error.hpp>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::cli {

/// Gives the value of a variable of the environment, or null; `std::getenv` is one.
using environment_reader = std::function<char const*(char const*)>;

/** What one of those that start many processes says to each of them: which part it is.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct shard_source
{
    std::string variable; ///< The variable that says which part, e.g. `OMPI_COMM_WORLD_RANK`.
    std::string value; ///< What it holds.
    std::uint64_t index = 0; ///< Which part, from 0.
    std::optional<std::uint64_t> count; ///< How many parts; nothing where this one does not say it.
    bool of_mpi = false; ///< It is of a library of MPI.
    bool of_step = false; ///< It is of a step of Slurm, which `srun` starts.
};

} // namespace sonda::cli

namespace sonda::detail {

// The variables of everybody whose processes are numbered without a gap.
struct shard_variables
{
    char const* index;
    char const* count; // null: it is not told
    unsigned first; // the number of the first process
    bool mpi;
};

// The script of a job has it too, as 0, beside the number of tasks that srun would start.
inline constexpr char const* slurm_step_index = "SLURM_PROCID";

inline constexpr shard_variables known_shard_variables[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0, true}, // mpirun of Open MPI
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", 0, true}, // MVAPICH2
    {"PMI_RANK", "PMI_SIZE", 0, true}, // MPICH, Intel MPI
    {"PMIX_RANK", nullptr, 0, true}, // any launcher that speaks PMIx
    {slurm_step_index, "SLURM_STEP_NUM_TASKS", 0, false}, // srun
    {"JOB_COMPLETION_INDEX", nullptr, 0, false}, // an indexed job of Kubernetes
    {"PARALLEL_SEQ", nullptr, 1, false}, // GNU parallel
};

inline constexpr char const* slurm_array_id = "SLURM_ARRAY_TASK_ID";

// An empty variable is one that is not there.
inline std::optional<std::string> read_variable(cli::environment_reader const& read, char const* name)
{
    auto const* const value = read(name);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

inline std::uint64_t read_shard_number(std::string const& value, char const* name, std::uint64_t least)
{
    return cli::read_number({value, std::string("the variable ") + name}, least,
                            (std::numeric_limits<std::uint32_t>::max)());
}

// The index is what follows from the numbers of the first and the last task and how many there are; what Slurm says of
// the step is of ranges only, and 1 for the list 1,3,5.
inline std::optional<cli::shard_source> read_slurm_array(cli::environment_reader const& read)
{
    auto const id = read_variable(read, slurm_array_id);
    if (!id)
        return std::nullopt;
    auto const number = [&](char const* name) {
        auto const value = read_variable(read, name);
        if (!value)
            throw cli::usage_error(std::string("there is ") + slurm_array_id + " and no " + name +
                                   " to say which part this is; say it: --shard 1/4");
        return read_shard_number(*value, name, 0);
    };
    auto const first = number("SLURM_ARRAY_TASK_MIN"), last = number("SLURM_ARRAY_TASK_MAX");
    auto const count = number("SLURM_ARRAY_TASK_COUNT"), mine = read_shard_number(*id, slurm_array_id, 0);
    auto const step = count > 1 && last > first ? (last - first) / (count - 1) : 1;
    bool const even = count != 0 && step != 0 && first + step * (count - 1) == last;
    if (!even || mine < first || mine > last || (mine - first) % step != 0)
        throw cli::usage_error("task " + *id + " of the " + std::to_string(count) + " tasks from " +
                               std::to_string(first) + " to " + std::to_string(last) +
                               " of the Slurm array: its numbers are not evenly spaced; say which part this is: "
                               "--shard 1/4");
    return cli::shard_source{slurm_array_id, *id, (mine - first) / step, count, false, false};
}

inline std::optional<cli::shard_source> read_shard_source(cli::environment_reader const& read,
                                                          shard_variables const& names)
{
    auto const value = read_variable(read, names.index);
    auto total = names.count != nullptr ? read_variable(read, names.count) : std::nullopt;
    bool const step = names.index == std::string_view(slurm_step_index);
    if (step && !total && read_variable(read, "SLURM_STEP_ID"))
        total = read_variable(read, "SLURM_NTASKS");
    if (!value || (step && !total))
        return std::nullopt;
    cli::shard_source source{names.index, *value, 0, std::nullopt, names.mpi, step};
    source.index = read_shard_number(*value, names.index, names.first) - names.first;
    if (total)
        source.count = read_shard_number(*total, names.count, 1);
    return source;
}

} // namespace sonda::detail

namespace sonda::cli {

/** Everybody who says in the environment which part this process is, the innermost first: libraries of MPI, a step of
    Slurm, Kubernetes, GNU parallel, an array of Slurm.

    @par Exception safety
    Strong: throws @ref usage_error for a variable that holds no number, and for an array of Slurm whose numbers are not
    evenly spaced.
*/
inline std::vector<shard_source> find_shard_sources(environment_reader const& read)
{
    std::vector<shard_source> found;
    for (auto const& names : detail::known_shard_variables)
        if (auto source = detail::read_shard_source(read, names))
            found.push_back(std::move(*source));
    if (auto array = detail::read_slurm_array(read))
        found.push_back(std::move(*array));
    return found;
}

} // namespace sonda::cli

#endif // SONDA_CLI_SHARD_SOURCES_HPP
