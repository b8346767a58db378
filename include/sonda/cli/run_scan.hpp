// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_RUN_SCAN_HPP
#define SONDA_CLI_RUN_SCAN_HPP

#include <sonda/cli/hand_off.hpp>
#include <sonda/cli/plan_threads.hpp>
#include <sonda/cli/progress.hpp>
#include <sonda/cli/progress_json.hpp>
#include <sonda/cli/reader_watch.hpp>
#include <sonda/cli/record_scan.hpp>
#include <sonda/cli/run_scans.hpp>
#include <sonda/cli/worker_threads.hpp>
#include <sonda/detail/json_text.hpp>

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace sonda::detail {

inline sink::annotations annotate(target::name_table const& names)
{
    sink::annotations notes;
    if (names.size() != 0)
        notes.names = [&names](boost::asio::ip::address const& address) { return names.names_of(address); };
    return notes;
}

inline sink::scan_info describe_scan(cli::options const& chosen, cli::scan_job const& job, cli::scan_plan const& plan)
{
    sink::scan_info info;
    info.started = std::chrono::system_clock::now();
    for (auto const proto : {protocol::tcp, protocol::udp})
        info.targets += plan.order.over(job.of(proto).size()).size();
    info.seed = plan.seed;
    info.arguments = chosen.arguments;
    info.options = cli::options_in_force(chosen, job, plan);
    return info;
}

inline std::string describe_briefly(sink::scan_info const& info, std::string_view transports)
{
    std::string text = std::to_string(info.targets) + " targets over " + std::string(transports);
    if (info.seed)
        text += ", seed " + std::to_string(*info.seed);
    for (auto const& [name, value] : info.options)
        text += ", " + name + ' ' + value;
    return text;
}

// How long a single target may take.
inline std::chrono::nanoseconds patience_of(cli::scan_job const& job, cli::scan_plan const& plan)
{
    std::chrono::nanoseconds longest{0};
    for (auto const proto : {protocol::tcp, protocol::udp})
        if (job.of(proto).size() != 0)
            longest = (std::max)(longest, plan.of(proto).timeout * plan.of(proto).tries);
    return longest;
}

// Records and progress of which none can be taken from the other.
inline void check_stats_apart(cli::options const& chosen)
{
    if (chosen.stats == STDOUT_FILENO && !chosen.quiet)
        throw cli::usage_error("--stats-json 1: standard output has an output already; try --stats-json 3 with 3>FILE");
}

// An interrupted document of a scan that did not come to its beginning.
inline void write_interrupted(cli::options const& chosen, cli::interrupts const& signals, cli::messages& say)
try {
    say.say("interrupted while names were looked up; nothing was sent");
    cli::scan_output output(chosen, {}, &signals.hurry());
    sink::scan_info info;
    info.started = std::chrono::system_clock::now();
    info.arguments = chosen.arguments;
    try {
        output.begin(info);
    } catch (std::system_error const&) { // it is in `failures`
    }
    output.finish({}, false);
    for (auto const& text : output.failures())
        say.say(text);
} catch (cli::usage_error const& error) { // no file, or nobody who reads a pipe
    say.say(error.what());
}

inline void begin_outputs(cli::scan_output& output, std::optional<cli::scan_recorder>& recorder,
                          sink::scan_info const& info, cli::scan_group& group)
try {
    recorder ? recorder->begin(info) : output.begin(info);
} catch (std::system_error const&) { // no output is left; it is in `failures`
    group.cancel(boost::asio::cancellation_type::terminal);
}

// What went wrong beside verdicts.
inline void tell_troubles(scan_summary const& summary, cli::scan_output const& output, cli::messages& say)
{
    for (auto const& text : output.failures())
        say.say(text);
    if (summary.failure && !output.failed())
        say.say("the scan ended early: " + failure_text(summary.failure));
    output.left().tell(say);
    if (summary.shortages != 0)
        say.note("probes put back for want of something on this machine: " + std::to_string(summary.shortages));
}

inline cli::exit_status status_of(scan_summary const& summary, bool unwritten, cli::interrupts const& signals,
                                  cli::messages const& say)
{
    if (signals && !summary.complete())
        return signals.status();
    if (unwritten)
        return cli::exit_status::output;
    if (summary.failure)
        return cli::exit_status::nothing;
    bool const flawed = say.bad_inputs() != 0 || summary.count(port_state::error) != 0;
    return flawed ? cli::exit_status::flawed : cli::exit_status::finished;
}

} // namespace sonda::detail

namespace sonda::cli {

/** Scans a job and writes every output, whole whatever happens.

    @par Exception safety
    Throws @ref usage_error for what ends the command before anything is sent.
*/
template<class Kit>
exit_status run_job(boost::asio::io_context& context, options const& chosen, scan_job const& job, interrupts& signals,
                    messages& say, Kit const& kit, kept_checkpoint* kept = nullptr)
try {
    hand_off afterwards(chosen, say);
    detail::check_stats_apart(chosen);
    if (kept != nullptr && kept->past && kept->past->state.begun)
        check_there(kept->past->state.outputs);
    scan_output output(chosen, detail::annotate(job.names), &signals.hurry());
    if (afterwards)
        output.keep_open_ports();
    auto const budget = find_descriptor_budget(chosen.descriptors);
    auto plan = make_plan(chosen, job, budget, say);
    worker_threads workers(plan_threads(chosen, job, plan, budget) - 1);
    auto const threads = workers.size() + 1;
    auto const info = detail::describe_scan(chosen, job, plan);
    if (say.verbose())
        say.note(detail::describe_briefly(info, kit.description(chosen)) + ", threads " + std::to_string(threads));
    std::optional<scan_recorder> recorder;
    detail::keep_checkpoint(recorder, context, output, say, kept, chosen, job, plan, threads);
    std::atomic<std::uint64_t> sent = 0;
    scan_group group(context, output, run_pacing(chosen.interval, chosen.rate, chosen.stats ? &sent : nullptr),
                     workers);
    add_scans(group, chosen, job, plan, kit, detail::rest_of(recorder, plan));
    scan_summary summary;
    {
        pace const measured(info.targets, detail::patience_of(job, plan), recorder ? recorder->before().verdicts : 0);
        progress shown(context, chosen, output, say, measured);
        std::optional<progress_json> told;
        if (chosen.stats)
            told.emplace(context, *chosen.stats, output, measured, sent);
        reader_watch const readers(context, output, [&] { group.cancel(boost::asio::cancellation_type::terminal); });
        signals.on_first([&] {
            shown.end_early();
            say.say("finishing what is in flight; interrupt again to stop at once");
        });
        detail::begin_outputs(output, recorder, info, group);
        summary = run_group(context, group, signals);
        if (summary.failure) // of a part that did not begin not even the targets are counted
            summary.targets = (std::max)(summary.targets, info.targets);
        detail::finish_outputs(output, recorder, summary, say);
        if (told)
            told->finish(summary);
    }
    detail::tell_troubles(summary, output, say);
    bool const handed_off = !afterwards || afterwards.run(context, signals, output.open_ports(), job.names);
    bool const unwritten = output.failed() || (recorder && recorder->failed());
    auto const status = detail::status_of(summary, unwritten, signals, say);
    if (handed_off || status != exit_status::finished)
        return status;
    return signals ? signals.status() : exit_status::flawed;
} catch (usage_error const&) { // a signal ends, for instance, the wait for who reads a pipe
    if (!signals)
        throw;
    say.say("interrupted; nothing was sent");
    return signals.status();
}

/** The command `sonda TARGET...`.

    @par Exception safety
    Throws @ref usage_error for what ends the command before anything is sent.
*/
template<class Kit>
exit_status run_scan(options const& chosen, messages& say, Kit const& kit)
{
    auto gathered = gather_targets(chosen, say);
    boost::asio::io_context context(1);
    interrupts signals(context);
    auto const job = make_job(context, chosen, std::move(gathered), say, &signals);
    if (!job) {
        detail::write_interrupted(chosen, signals, say);
        std::_Exit(to_int(signals.status())); // a look-up in a thread cannot be called back, only left
    }
    if (chosen.checkpoint.empty())
        return run_job(context, chosen, *job, signals, say, kit);
    kept_checkpoint kept{detail::take_checkpoint(chosen), std::nullopt};
    return run_job(context, chosen, *job, signals, say, kit, &kept);
}

/** The command `sonda --resume FILE`: goes on with a scan that is not finished.

    @par Exception safety
    Throws @ref usage_error for what ends the command before anything is sent.
*/
template<class Kit>
exit_status run_resumed(options const& chosen, kept_checkpoint kept, messages& say, Kit const& kit)
{
    boost::asio::io_context context(1);
    interrupts signals(context);
    auto const job = go_on_job(chosen, *kept.past, kept.file.path());
    if (auto const flaws = kept.past->job.bad_inputs; flaws != 0)
        say.bad_input("when the scan began, input could not be used: " + std::to_string(flaws));
    return run_job(context, chosen, job, signals, say, kit, &kept);
}

} // namespace sonda::cli

#endif // SONDA_CLI_RUN_SCAN_HPP
