// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READ_CHECKPOINT_HPP
#define SONDA_CLI_READ_CHECKPOINT_HPP

#include <sonda/cli/checkpoint.hpp>
#include <sonda/cli/defaults.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/checkpoint_members.hpp>

#include <array>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

namespace sonda::detail {

// Whether it is a checkpoint at all, of which version, and whole.
inline boost::json::object open_checkpoint(std::string_view text)
{
    if (text.empty())
        throw bad_record("it is empty");
    boost::system::error_code failed;
    auto value = boost::json::parse({text.data(), text.size()}, failed);
    if (failed == boost::json::error::incomplete)
        throw bad_record("it is cut off after " + std::to_string(text.size()) + " bytes");
    if (failed)
        throw bad_record("it is no JSON: " + failed.message());
    auto const* const type = value.is_object() ? value.get_object().if_contains("type") : nullptr;
    if (type == nullptr || !type->is_string() || type->get_string() != checkpoint_type)
        throw bad_record("it is no checkpoint of sonda");
    auto const version = member_number(value.get_object(), "version");
    if (version != cli::checkpoint_version)
        throw bad_record("it is of version " + std::to_string(version) + ", and this sonda knows version " +
                         std::to_string(cli::checkpoint_version));
    auto const seal = text.rfind(checkpoint_seal);
    auto const expected = seal == std::string_view::npos ? "" : checkpoint_check(text.substr(0, seal));
    auto const found = member_text(value.get_object(), "check");
    if (found != expected)
        throw bad_record("its check is " + cli::in_quotes(found) + ", its content has " + cli::in_quotes(expected) +
                         ": it was damaged or changed");
    return std::move(value.get_object());
}

inline target::target_selection read_selection(boost::json::object const& from)
{
    target::target_selection into;
    into.addresses = member_addresses(from, "addresses");
    into.ports = member_ports(from, "ports");
    into.endpoints = member_endpoints(from, "endpoints");
    into.excluded_addresses = member_addresses(from, "excluded_addresses");
    into.excluded_ports = member_ports(from, "excluded_ports");
    into.excluded_endpoints = member_endpoints(from, "excluded_endpoints");
    return into;
}

inline cli::checkpoint_job read_job(boost::json::object const& from)
{
    cli::checkpoint_job job;
    job.directory = member_text(from, "directory");
    job.arguments = member_texts(from, "arguments");
    job.targets = member_texts(from, "targets");
    auto const& settings = member_object(from, "settings");
    for (auto const& [name, values] : settings)
        job.settings[name] = member_texts(settings, name);
    job.command = member_texts(from, "command");
    job.started = recorded_time(member_text(from, "started"));
    if (from.if_contains("seed") != nullptr)
        job.seed = member_big(from, "seed");
    job.threads = static_cast<std::size_t>(member_number(from, "threads"));
    if (job.threads == 0 || job.threads > cli::limits::threads)
        refuse_member("threads", std::to_string(job.threads), "no number of threads");
    job.bad_inputs = member_number(from, "bad_inputs");
    job.fingerprint = member_big(from, "fingerprint");
    for (auto const proto : {protocol::tcp, protocol::udp})
        job.selections[static_cast<std::size_t>(proto)] = read_selection(member_object(from, to_string(proto)));
    auto const& names = member_object(from, "names");
    for (auto const& [address, known] : names)
        for (auto& name : member_texts(names, address))
            job.names.add(parse_one_address(address), std::move(name));
    return job;
}

inline cli::checkpoint_scan read_progress(boost::json::object const& from)
{
    cli::checkpoint_scan scan;
    for (auto const& lane : member_texts(from, "done"))
        scan.lanes.push_back(parse_runs(lane, "done"));
    scan.open = parse_runs(member_text(from, "open"), "open");
    return scan;
}

inline void read_counts(scan_summary& into, boost::json::object const& from)
{
    auto const& counts = member_object(from, "counts");
    for (std::size_t i = 0; i != port_state_count; ++i) {
        into.counts[i] = member_number(counts, to_string(static_cast<port_state>(i)));
        into.verdicts += into.counts[i];
    }
    into.targets = into.verdicts;
    into.probes = member_number(from, "probes");
    into.skipped = member_number(from, "skipped");
    into.shortages = member_number(from, "shortages");
    into.duration = member_time(from, "duration_ns");
}

inline std::uint64_t positions_of(cli::checkpoint_scan const& scan)
{
    std::uint64_t sum = 0;
    for (auto const& lane : scan.lanes)
        for (auto const& run : lane)
            sum += run.last - run.first + 1;
    return sum;
}

inline sink::past_trips read_trips(boost::json::object const& from)
{
    sink::past_trips trips;
    trips.count = member_number(from, "count");
    trips.shortest = member_time(from, "shortest_ns");
    trips.longest = member_time(from, "longest_ns");
    trips.sum = static_cast<double>(member_number(from, "sum_us")) * 1000;
    return trips;
}

inline cli::checkpoint_state read_state(boost::json::object const& from)
{
    cli::checkpoint_state state;
    state.begun = member_flag(from, "begun");
    state.finished = member_flag(from, "finished");
    for (auto const proto : {protocol::tcp, protocol::udp}) {
        state.scans[static_cast<std::size_t>(proto)] = read_progress(member_object(from, to_string(proto)));
        auto const last = "last_" + std::string(to_string(proto));
        if (from.if_contains(last) != nullptr)
            state.last = cli::target_place{proto, member_big(from, last)};
    }
    read_counts(state.summary, from);
    auto const& outputs = member_object(from, "outputs");
    for (auto const& [path, bytes] : outputs)
        state.outputs[path] = member_number(outputs, path);
    state.records = member_number(from, "records");
    state.trips = read_trips(member_object(from, "round_trips"));
    if (positions_of(state.scans[0]) + positions_of(state.scans[1]) != state.summary.verdicts)
        throw bad_record("'counts' and 'done' are not of the same number of targets");
    return state;
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads what @ref checkpoint_text wrote.

    @param text  All of the file.
    @param name  What it is called in an error.

    @par Exception safety
    Throws @ref usage_error, which says what is wrong with it, for anything that is no whole checkpoint of this version.
*/
inline checkpoint read_checkpoint(std::string_view text, std::string const& name)
{
    try {
        auto const whole = detail::open_checkpoint(text);
        return {detail::read_job(detail::member_object(whole, "job")),
                detail::read_state(detail::member_object(whole, "state"))};
    } catch (detail::bad_record const& bad) {
        throw usage_error("cannot go on from " + in_quotes(name) + ": " + sink::printable(bad.what()));
    }
}

} // namespace sonda::cli

#endif // SONDA_CLI_READ_CHECKPOINT_HPP
