// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_RECORD_SCAN_HPP
#define SONDA_CLI_RECORD_SCAN_HPP

#include <sonda/cli/go_on.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/read_checkpoint.hpp>
#include <sonda/cli/run_scans.hpp>
#include <sonda/cli/scan_plan.hpp>
#include <sonda/cli/scan_recorder.hpp>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace sonda::cli {

/** The checkpoint that a scan keeps, and what it held if the scan goes on.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct kept_checkpoint
{
    checkpoint_file file; ///< The file.
    std::optional<checkpoint> past; ///< What it held.
};

} // namespace sonda::cli

namespace sonda::detail {

// A document has one beginning and one end, and what reads standard output has had the one already.
inline void check_standard_output(cli::options const& chosen)
{
    using cli::output_format;
    for (auto const& output : chosen.outputs) {
        bool const document = output.format == output_format::json || output.format == output_format::xml ||
                              output.format == output_format::html;
        if (output.path == "-" && document)
            throw cli::usage_error("a scan with a checkpoint writes JSON, XML and HTML into files: on standard output "
                                   "they cannot be gone on with; NDJSON can");
    }
}

// Reads the checkpoint that is to be gone on from; the options become those of its scan, in its directory.
inline cli::kept_checkpoint take_over(cli::options& chosen)
{
    cli::checkpoint_file file(chosen.resume);
    std::error_code failed;
    auto const named = std::filesystem::weakly_canonical(chosen.checkpoint, failed).string();
    if (!chosen.checkpoint.empty() && named != file.path())
        refuse_difference(chosen.resume, "--checkpoint", chosen.checkpoint, chosen.resume);
    auto past = cli::read_checkpoint(file.read(), chosen.resume);
    chosen = cli::go_on_options(chosen, past.job, file.path());
    std::filesystem::current_path(past.job.directory, failed);
    if (failed)
        throw cli::usage_error("cannot go on from " + cli::in_quotes(file.path()) + ": its directory " +
                               cli::in_quotes(past.job.directory) + ": " + failed.message());
    return {std::move(file), std::move(past)};
}

inline cli::exit_status tell_finished(cli::kept_checkpoint const& kept, cli::messages& say)
{
    say.say("the scan of " + cli::in_quotes(kept.file.path()) + " is finished, with " +
            std::to_string(kept.past->state.summary.verdicts) + " targets; nothing was sent");
    return cli::exit_status::finished;
}

// Neither the checkpoint of another scan that is under way nor what is none is replaced.
inline cli::checkpoint_file take_checkpoint(cli::options const& chosen)
{
    check_standard_output(chosen);
    cli::checkpoint_file file(chosen.checkpoint);
    if (file.exists()) {
        auto const text = file.read();
        if (!text.empty() && !text.starts_with("{\"type\":\"" + std::string(checkpoint_type)))
            throw cli::usage_error(cli::in_quotes(chosen.checkpoint) + " is no checkpoint, and is not replaced by one");
    }
    return file;
}

inline void keep_checkpoint(std::optional<cli::scan_recorder>& into, boost::asio::io_context& context,
                            cli::scan_output& output, cli::messages& say, cli::kept_checkpoint* kept,
                            cli::options const& chosen, cli::scan_job const& job, cli::scan_plan const& plan,
                            std::size_t threads)
{
    if (kept == nullptr)
        return;
    auto told =
        kept->past ? std::move(kept->past->job) : cli::describe_job(chosen, job, plan.seed, threads, say.bad_inputs());
    auto state = kept->past ? std::move(kept->past->state) : cli::checkpoint_state();
    into.emplace(
        context, output, say, cli::recording{std::move(kept->file), std::move(told), std::move(state)}, job, plan.order,
        std::array{cli::scan_group::parts_of(threads, plan.tcp), cli::scan_group::parts_of(threads, plan.udp)});
}

// What is to be scanned: all, or what is left.
inline std::array<cli::rest_of_scan, 2> rest_of(std::optional<cli::scan_recorder> const& recorder,
                                                cli::scan_plan const& plan)
{
    if (recorder)
        return recorder->rest();
    return {cli::rest_of_scan(plan.order), cli::rest_of_scan(plan.order)};
}

// Gives every output its end; what the scan did is told of all of its runs.
inline void finish_outputs(cli::scan_output& output, std::optional<cli::scan_recorder>& recorder, scan_summary& summary,
                           cli::messages& say)
{
    if (!recorder)
        return output.finish(summary, summary.complete());
    summary = recorder->end(summary);
    output.close(summary, summary.complete());
    if (!summary.complete() || output.failed())
        return say.say("sonda --resume " + cli::in_quotes(recorder->path()) + " goes on from here");
    recorder->finish();
    output.group_hosts();
}

} // namespace sonda::detail

#endif // SONDA_CLI_RECORD_SCAN_HPP
