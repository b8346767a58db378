// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_MERGE_HPP
#define SONDA_CLI_MERGE_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/replay.hpp>
#include <sonda/cli/report.hpp>
#include <sonda/cli/run_scans.hpp>
#include <sonda/cli/scan_parts.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sonda::detail {

/// The words of a part without those that say which part it is.
inline std::vector<std::string> without_shard(std::vector<std::string> words)
{
    for (auto at = words.begin(); at != words.end();)
        if (*at == "--shard" && at + 1 != words.end())
            at = words.erase(at, at + 2);
        else if (at->starts_with("--shard="))
            at = words.erase(at);
        else
            ++at;
    return words;
}

/// What the scan would have said of itself had it been one: it began with the first part and ended with the last one.
inline cli::scan_story join_stories(std::map<std::uint64_t, cli::scan_part> const& parts)
{
    auto whole = parts.begin()->second.story;
    whole.summary = {};
    for (auto const& [index, part] : parts) {
        add_summary(whole.summary, part.story.summary);
        whole.info.started = (std::min)(whole.info.started, part.story.info.started);
        whole.time = (std::max)(whole.time, part.story.time);
    }
    whole.info.targets = whole.summary.targets;
    whole.info.arguments = without_shard(whole.info.arguments);
    for (auto& [name, value] : whole.info.options)
        if (name == "shard")
            value = "1/1";
    return whole;
}

} // namespace sonda::detail

namespace sonda::cli {

/** The command `sonda merge PART...`: joins the parts of a sharded scan, or says which part is missing or incomplete.

    Nothing is written unless all parts are there, each complete, each with as many records as its summary counts, and
    together with as many targets as the scan has. The outputs are then those of a scan that was never divided; the duration is that
    of the part that took longest.

    @par Exception safety
    Throws @ref usage_error for a file that cannot be read, or that is of another scan, before anything is written.
*/
inline exit_status run_merge(options const& chosen, messages& say)
{
    detail::check_file_count(chosen, 1, (std::numeric_limits<std::size_t>::max)(), "sonda merge PART...");
    detail::check_outputs_apart(chosen);
    scan_parts parts;
    for (auto const& [path, option] : chosen.targets) {
        if (path == "-")
            throw usage_error("merge reads its files twice, and standard input only once");
        parts.add(read_part(path));
    }
    for (auto const& twice : parts.doubles())
        say.say(twice);
    auto const faults = parts.faults();
    for (auto const& fault : faults)
        say.say(fault);
    if (!faults.empty())
        return exit_status::differs;
    auto const story = detail::join_stories(parts.parts());
    auto written = chosen;
    written.shown = chosen.shown.value_or(sink::all_states);
    replay again;
    scan_output output(written, again.notes());
    while_written([&] {
        output.begin(story.info);
        for (auto const& [index, part] : parts.parts())
            read_scan(part.path, [&](scan_record const& record) { again.put(record, output); });
    });
    return again.finish(story, output, say);
}

} // namespace sonda::cli

#endif // SONDA_CLI_MERGE_HPP
