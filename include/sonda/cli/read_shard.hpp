// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READ_SHARD_HPP
#define SONDA_CLI_READ_SHARD_HPP

#include <sonda/cli/options.hpp>
#include <sonda/cli/read_value.hpp>
#include <sonda/cli/shard_sources.hpp>
#include <sonda/cli/usage_error.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

inline constexpr std::uint64_t most_shards = (std::numeric_limits<std::uint32_t>::max)();

// `PMI_RANK=2 (part 3 of 8)`
inline std::string describe_source(cli::shard_source const& source)
{
    auto text = source.variable + '=' + sink::printable(source.value) + " (part " + std::to_string(source.index + 1);
    if (source.count)
        text += " of " + std::to_string(*source.count);
    return text += ')';
}

// Leaves out who does not mean this process. What mpirun starts on other nodes it starts through srun, whose numbers are
// then those of the nodes. And who starts one process alone divides nothing.
inline void drop_outer_sources(std::vector<cli::shard_source>& sources)
{
    bool const mpi =
        std::any_of(sources.begin(), sources.end(), [](auto const& source) { return source.of_mpi && source.count; });
    if (mpi)
        std::erase_if(sources, [](auto const& source) { return source.of_step; });
    auto const alone = [](auto const& source) { return source.count == 1u; };
    if (std::all_of(sources.begin(), sources.end(), alone))
        sources.resize((std::min)(sources.size(), std::size_t{1}));
    else
        std::erase_if(sources, alone);
}

inline void check_sources_agree(std::vector<cli::shard_source> const& sources, std::string const& asked)
{
    for (auto const& first : sources)
        for (auto const& other : sources)
            if (first.index != other.index || (first.count && other.count && first.count != other.count))
                throw cli::usage_error(asked + ": " + describe_source(first) + " and " + describe_source(other) +
                                       " contradict each other; say which part this is: --shard 1/4");
}

// Of how many: what the user says and what the environment says is the same.
inline std::uint64_t count_shards(std::vector<cli::shard_source> const& sources, std::string const& asked,
                                  std::optional<std::uint64_t> wanted)
{
    auto const counted =
        std::find_if(sources.begin(), sources.end(), [](auto const& source) { return source.count.has_value(); });
    if (counted == sources.end() && !wanted)
        throw cli::usage_error(asked + ": " + sources.front().variable +
                               " says which part this is, and nothing says of how many: --shard auto/4");
    if (counted == sources.end())
        return *wanted;
    if (wanted && *wanted != *counted->count)
        throw cli::usage_error(asked + ": " + describe_source(*counted) + " is not a part of " +
                               std::to_string(*wanted));
    bool const rerun =
        counted->variable == slurm_array_id && *counted->count == 1 && counted->value != "0" && counted->value != "1";
    if (rerun)
        throw cli::usage_error(asked + ": task " + counted->value +
                               " is the only one of its Slurm array; to run one part again say which: --shard 3/4");
    return *counted->count;
}

inline std::string names_of_shard_variables()
{
    std::string names = slurm_array_id;
    for (auto const& known : known_shard_variables)
        (names += ", ") += known.index;
    return names;
}

} // namespace sonda::detail

namespace sonda::cli {

/** Finds out from the environment which part of a sharded scan this process is.

    Everybody who says something must say the same, but for two: under a library of MPI, what Slurm says of the step does
    not count, since it is of what `mpirun` started on each node; and who started only one process says nothing beside others.

    @param option  The option and its value, for messages: `--shard auto`.
    @param wanted  The number of parts, where the user says it.
    @param read    Reads the environment.

    @return The part, from 0, in `index`, and the number of parts in `count`, with the variable that said so.

    @par Exception safety
    Strong: throws @ref usage_error if nobody says which part this is, or of how many, and if two contradict each other.
*/
inline shard_source find_shard(std::string const& option, std::optional<std::uint64_t> wanted,
                               environment_reader const& read)
{
    auto sources = find_shard_sources(read);
    if (sources.empty() && detail::read_variable(read, detail::slurm_step_index))
        throw usage_error(option + ": this is the script of a Slurm job, which has no parts until srun, mpirun or an " +
                          "array divides it; or say which this is: --shard 1/4");
    if (sources.empty())
        throw usage_error(option + ": nothing says which part this is; looked for " +
                          detail::names_of_shard_variables() + "; say it: --shard 1/4");
    detail::drop_outer_sources(sources);
    detail::check_sources_agree(sources, option);
    auto part = sources.front();
    part.count = detail::count_shards(sources, option, wanted);
    if (part.index >= *part.count)
        throw usage_error(option + ": " + part.variable + '=' + part.value + " is beyond " +
                          std::to_string(*part.count) + (*part.count == 1 ? " part" : " parts"));
    return part;
}

/** Reads a part of a sharded scan into the options, which count from 0: `i/n`, with `i` from 1 to `n` and `n` up to
    2^32 - 1; `auto`, the part and the number of parts that the environment says; or `auto/n`, the part alone.

    @par Exception safety
    Strong: throws @ref usage_error for anything else, and as @ref find_shard.
*/
inline void read_shard(options& into, worded const& value, environment_reader const& read = std::getenv)
{
    std::string_view const text = value.text;
    auto const slash = (std::min)(text.find('/'), text.size());
    auto const index = text.substr(0, slash);
    bool const counted = slash != text.size();
    std::uint64_t count = 0;
    try {
        if (counted)
            count = read_number({std::string(text.substr(slash + 1)), ""}, 1, detail::most_shards);
        if (index != "auto") {
            into.shard_index = read_number({std::string(index), ""}, 1, count) - 1;
            into.shard_count = count;
            return;
        }
    } catch (usage_error const&) {
        throw bad_value(value, "auto, auto/4 or a part like 1/4, counted from 1, of at most " +
                                   std::to_string(detail::most_shards));
    }
    auto const part = find_shard(value.option + ' ' + value.text, counted ? std::optional(count) : std::nullopt, read);
    into.shard_index = part.index;
    into.shard_count = *part.count;
    into.shard_origin = part.variable;
}

} // namespace sonda::cli

#endif // SONDA_CLI_READ_SHARD_HPP
