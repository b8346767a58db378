// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_REPORT_HPP
#define SONDA_CLI_REPORT_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/read_scan.hpp>
#include <sonda/cli/replay.hpp>
#include <sonda/cli/scan_output.hpp>
#include <sonda/cli/usage_error.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sonda::detail {

inline void check_file_count(cli::options const& chosen, std::size_t least, std::size_t most, std::string_view usage)
{
    if (chosen.targets.size() < least || chosen.targets.size() > most)
        throw cli::usage_error("this takes other files: " + std::string(usage));
}

/// An output that is an input would be empty before it is read.
inline void check_outputs_apart(cli::options const& chosen)
{
    std::error_code failed;
    for (auto const& output : chosen.outputs)
        for (auto const& input : chosen.targets)
            if (output.path != "-" && std::filesystem::equivalent(output.path, input.text, failed))
                throw cli::usage_error(cli::in_quotes(input.text) + " is to be read and written");
}

inline void tell_unfinished(std::string const& path, cli::scan_story const& story, cli::messages& say)
{
    if (!story.ended)
        say.bad_input(cli::in_quotes(path) + " has no end: the scan was cut off, or still runs");
    else if (!story.complete)
        say.bad_input(cli::in_quotes(path) + " is of a scan that was interrupted after " +
                      std::to_string(story.summary.verdicts) + " of " + std::to_string(story.summary.targets) +
                      " targets");
}

} // namespace sonda::detail

namespace sonda::cli {

/** The command `sonda report SCAN`: makes the page of a scan that was written as JSON, NDJSON, CSV or XML.

    The records are held in memory, since what a scan was may stand at the end of the file. A scan that is not complete
    is told, the page says it too, and the status is `flawed`.

    @par Exception safety
    Throws @ref usage_error for a file that cannot be read, before anything is written.
*/
inline exit_status run_report(options const& chosen, messages& say)
{
    detail::check_file_count(chosen, 1, 1, "sonda report SCAN [-oH FILE]");
    detail::check_outputs_apart(chosen);
    auto written = chosen;
    if (written.outputs.empty())
        written.outputs.push_back({output_format::html, "-"});
    written.quiet = true;
    written.shown = sink::all_states;
    std::vector<scan_record> records;
    auto const& path = chosen.targets.front().text;
    auto const story = read_scan(path, [&](scan_record const& record) { records.push_back(record); });
    detail::tell_unfinished(path, story, say);
    replay again;
    scan_output output(written, again.notes());
    while_written([&] {
        output.begin(story.info);
        for (auto const& record : records)
            again.put(record, output);
    });
    auto const status = again.finish(story, output, say);
    return status == exit_status::finished && say.bad_inputs() != 0 ? exit_status::flawed : status;
}

} // namespace sonda::cli

#endif // SONDA_CLI_REPORT_HPP
