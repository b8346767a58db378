// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_GO_ON_HPP
#define SONDA_CLI_GO_ON_HPP

#include <sonda/cli/checkpoint.hpp>
#include <sonda/cli/configure.hpp>
#include <sonda/cli/option_table.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/parse_arguments.hpp>
#include <sonda/cli/scan_job.hpp>
#include <sonda/cli/scan_plan.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/checkpoint_members.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace sonda::detail {

// What concerns one run of a scan and not the scan: each run has its own.
inline bool is_of_one_run(std::string_view name) noexcept
{
    constexpr std::string_view names[] = {"verbose", "no-progress", "stats-json", "color",
                                          "ulimit",  "resume",      "checkpoint", "config",
                                          "help",    "no-config",   "show-config"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The values of an option, as they are compared and told.
inline std::string words_of(std::vector<std::string> const& values)
{
    std::string text;
    for (auto const& value : values)
        (text += text.empty() ? "" : " ") += value;
    return text;
}

[[noreturn]] inline void refuse_difference(std::string const& file, std::string const& what, std::string_view here,
                                           std::string_view there)
{
    throw cli::usage_error("--resume " + cli::in_quotes(file) + ": " + what + " is " + cli::in_quotes(here) +
                           " here and " + cli::in_quotes(there) + " in the scan that is to go on");
}

// What an option was in the scan though nobody set it: its default, up to what explains that.
inline std::string unset_text(cli::option_row const& row, cli::checkpoint_job const& job)
{
    if (row.name == "seed" && job.seed)
        return std::to_string(*job.seed);
    if (row.value.empty())
        return "not given";
    if (row.name == "shard")
        return "1/1";
    auto const text = default_text(row);
    return text.empty() ? "not given" : std::string(text.substr(0, text.find_first_of(",:;")));
}

inline void check_setting(std::string const& name, std::vector<std::string> const& values,
                          cli::checkpoint_job const& job, std::string const& file)
{
    auto const* const row = find_option(name);
    auto const here = row->value.empty() ? "given" : words_of(values);
    auto const found = job.settings.find(name);
    if (found == job.settings.end()) {
        auto const there = unset_text(*row, job);
        if (here != there)
            refuse_difference(file, "--" + name, here, there);
    } else if (auto const there = row->value.empty() ? "given" : words_of(found->second); here != there) {
        refuse_difference(file, "--" + name, here, there);
    }
}

inline std::vector<std::string> words_of_targets(cli::options const& chosen)
{
    std::vector<std::string> words;
    for (auto const& target : chosen.targets)
        if (target.option.empty())
            words.push_back(target.text);
    return words;
}

// Which part was meant, where the environment said it.
inline void name_shard(cli::options const& chosen, std::vector<std::string>& values)
{
    values = {std::to_string(chosen.shard_index + 1) + '/' + std::to_string(chosen.shard_count)};
}

// Whatever is named beside the checkpoint has to be what it says.
inline void check_agreement(cli::options const& named, cli::checkpoint_job const& job, std::string const& file)
{
    for (auto [name, setting] : named.settings) {
        if (is_of_one_run(name))
            continue;
        if (name == "shard")
            name_shard(named, setting.values);
        check_setting(name, setting.values, job, file);
    }
    auto const targets = words_of_targets(named);
    if (!targets.empty() && targets != job.targets)
        refuse_difference(file, "the list of targets", words_of(targets), words_of(job.targets));
    if (!named.afterwards.empty() && named.afterwards != job.command)
        refuse_difference(file, "the command after --", words_of(named.afterwards), words_of(job.command));
    if (named.config)
        throw cli::usage_error("--config and --resume contradict each other: the options are those of the scan");
}

inline void apply_saved(cli::options& into, std::string const& name, std::vector<std::string> const& values,
                        std::string const& origin)
{
    auto const* const row = find_option(name);
    if (row == nullptr || (row->actions & cli_scan) == 0)
        throw cli::usage_error(cli::in_quotes(origin) + ": there is no option " + cli::in_quotes(name));
    for (auto const& value : values.empty() ? std::vector<std::string>(1) : values)
        row->apply(into, {value, "--" + name});
    note_setting(into, *row, values, origin);
}

} // namespace sonda::detail

namespace sonda::cli {

/** What a checkpoint has to tell of a scan that begins.

    @param chosen   What the user asked for.
    @param job      What is scanned; it has kept its selections.
    @param seed     Of a random order.
    @param threads  How many threads scan.
    @param flaws    How much input could not be used.
*/
inline checkpoint_job describe_job(options const& chosen, scan_job const& job, std::optional<std::uint64_t> seed,
                                   std::size_t threads, std::uint64_t flaws)
{
    checkpoint_job told;
    std::error_code failed;
    told.directory = std::filesystem::current_path(failed).string();
    told.arguments = chosen.arguments;
    told.targets = detail::words_of_targets(chosen);
    for (auto const& [name, setting] : chosen.settings)
        if (!detail::is_of_one_run(name))
            told.settings[name] = setting.values;
    if (chosen.shard_count > 1)
        detail::name_shard(chosen, told.settings["shard"]);
    told.command = chosen.afterwards;
    told.started = std::chrono::system_clock::now();
    told.seed = seed;
    told.threads = threads;
    told.bad_inputs = flaws;
    told.fingerprint = job.fingerprint;
    told.selections = job.selections;
    told.names = job.names;
    return told;
}

/** The options of a scan that goes on: those that it began with, and of the new command line what concerns this run.

    @param named  The new command line.
    @param job    What the scan is.
    @param file   The checkpoint, for messages.

    @par Exception safety
    Strong: throws @ref usage_error for an option of the new command line that differs, with both values.
*/
inline options go_on_options(options const& named, checkpoint_job const& job, std::string const& file)
{
    detail::check_agreement(named, job, file);
    options chosen;
    for (auto const& [name, values] : job.settings)
        if (!detail::is_of_one_run(name))
            detail::apply_saved(chosen, name, values, file);
    for (auto const& [name, setting] : named.settings)
        if (detail::is_of_one_run(name))
            detail::apply_saved(chosen, name, setting.values, setting.origin);
    for (auto const& words : job.targets)
        chosen.targets.push_back({words, ""});
    chosen.afterwards = job.command;
    chosen.arguments = job.arguments;
    chosen.seed = job.seed;
    if (chosen.threads == 0)
        chosen.threads = job.threads;
    chosen.checkpoint = file;
    return chosen;
}

} // namespace sonda::cli

namespace sonda::detail {

// How far what is done in a lane reaches beyond its mark.
inline std::uint64_t reach_of(std::vector<ordering::position_run> const& runs) noexcept
{
    auto const low = runs.front().first == 0 ? runs.front().last + 1 : 0;
    return runs.back().last - (std::min)(low, runs.back().last);
}

inline void check_progress(cli::checkpoint_state const& state, cli::scan_job const& job, cli::scan_order const& rule)
{
    for (auto const proto : {protocol::tcp, protocol::udp}) {
        auto const& scan = state.scans[static_cast<std::size_t>(proto)];
        auto const size = job.of(proto).size();
        auto const visited = rule.over(size).size();
        auto const lanes = scan.lanes.size();
        std::uint64_t reach = 0;
        for (std::size_t lane = 0; lane != lanes; ++lane) {
            auto const& runs = scan.lanes[lane];
            if (!runs.empty() && runs.back().last >= visited / lanes + (lane < visited % lanes ? 1 : 0))
                throw bad_record("'done' has more than there is");
            reach += runs.empty() ? 0 : (std::min)(reach_of(runs), widest_reach);
        }
        if (reach >= widest_reach)
            throw bad_record("'done' has more beyond its marks than a window lets be");
        if (!scan.open.empty() && scan.open.back().last >= size)
            throw bad_record("'open' has more than there is");
        if (state.last && state.last->proto == proto && state.last->index >= size)
            throw bad_record("'last' is none of the targets");
    }
}

} // namespace sonda::detail

namespace sonda::cli {

/** What is scanned by a scan that goes on.

    @param chosen  Its options.
    @param from    The checkpoint.
    @param file    Its name, for messages.

    @par Exception safety
    Strong: throws @ref usage_error if the parts of the checkpoint do not go together.
*/
inline scan_job go_on_job(options const& chosen, checkpoint const& from, std::string const& file)
{
    auto const refuse = [&](std::string const& what) {
        throw usage_error("cannot go on from " + in_quotes(file) + ": " + what);
    };
    scan_job job;
    for (auto const proto : {protocol::tcp, protocol::udp}) {
        auto space =
            target::target_space::make(from.job.selections[static_cast<std::size_t>(proto)], proto, chosen.layout);
        if (!space)
            refuse(space.error().message());
        (proto == protocol::tcp ? job.tcp : job.udp) = std::move(*space);
    }
    job.selections = from.job.selections;
    job.names = from.job.names;
    job.fingerprint = fingerprint(job.selections[0], job.selections[1]);
    if (job.fingerprint != from.job.fingerprint)
        refuse("its targets have the fingerprint " + std::to_string(job.fingerprint) + ", and had " +
               std::to_string(from.job.fingerprint));
    try {
        std::optional<std::uint64_t> seed;
        detail::check_progress(from.state, job, make_order(chosen, job, visit_order::random, seed));
    } catch (detail::bad_record const& bad) {
        refuse(bad.what());
    }
    return job;
}

} // namespace sonda::cli

#endif // SONDA_CLI_GO_ON_HPP
