// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CHECKPOINT_TEXT_HPP
#define SONDA_CLI_CHECKPOINT_TEXT_HPP

#include <sonda/cli/checkpoint.hpp>
#include <sonda/detail/json_text.hpp>
#include <sonda/detail/run_list.hpp>
#include <sonda/version.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sonda::detail {

inline constexpr std::string_view checkpoint_type = "sonda checkpoint";
inline constexpr std::string_view checkpoint_seal = ",\n\"check\":\"";

// FNV-1a, as 16 digits.
inline std::string checkpoint_check(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (char const c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4)
        digits += "0123456789abcdef"[hash >> shift & 15];
    return digits;
}

// `"name":`, behind a comma where it is not the first; a big one begins a line.
inline void append_json_name(std::string& text, std::string_view name)
{
    append_comma(text);
    append_json_string(text, name);
    text += ':';
}

// Numbers of 64 bits are strings: most readers of JSON keep 53 bits of a number.
inline void append_json_big(std::string& text, std::string_view name, std::uint64_t value)
{
    append_json_name(text, name);
    ((text += '"') += std::to_string(value)) += '"';
}

inline void append_json_number(std::string& text, std::string_view name, std::uint64_t value)
{
    append_json_name(text, name);
    append_number(text, value);
}

inline void append_json_texts(std::string& text, std::string_view name, std::vector<std::string> const& values)
{
    append_json_name(text, name);
    append_json_array(text, values);
}

inline std::string addresses_text(target::address_set const& addresses)
{
    std::string text;
    for (auto const& range : addresses) {
        text += text.empty() ? "" : ",";
        append_address(text, range.at(0));
        if (range.first() == range.last())
            continue;
        auto const last = range.is_v6() ? endpoint::v6(range.last().high, range.last().low, range.zone(), 0)
                                        : endpoint::v4(static_cast<std::uint32_t>(range.last().low), 0);
        append_address(text += '-', last);
    }
    return text;
}

inline std::string ports_text(target::port_set const& ports)
{
    std::string text;
    for (auto const& range : ports) {
        text += text.empty() ? "" : ",";
        append_run(text, {range.first, range.last});
    }
    return text;
}

inline void append_endpoint_map(std::string& text, std::string_view name, target::endpoint_map const& endpoints)
{
    append_json_name(text, name);
    text += '{';
    for (auto const& [address, ports] : endpoints) {
        append_json_name(text, address.to_string());
        append_json_string(text, ports_text(ports));
    }
    text += '}';
}

inline void append_selection(std::string& text, target::target_selection const& from)
{
    text += '{';
    append_json_name(text, "addresses");
    append_json_string(text, addresses_text(from.addresses));
    append_json_name(text, "ports");
    append_json_string(text, ports_text(from.ports));
    append_endpoint_map(text, "endpoints", from.endpoints);
    append_json_name(text, "excluded_addresses");
    append_json_string(text, addresses_text(from.excluded_addresses));
    append_json_name(text, "excluded_ports");
    append_json_string(text, ports_text(from.excluded_ports));
    append_endpoint_map(text, "excluded_endpoints", from.excluded_endpoints);
    text += '}';
}

inline void append_names_of_job(std::string& text, target::name_table const& names)
{
    append_json_name(text, "names");
    text += '{';
    names.each([&](auto const& address, auto const& known) {
        append_json_name(text, address.to_string());
        append_json_array(text, known);
    });
    text += '}';
}

inline void append_scan(std::string& text, cli::checkpoint_scan const& scan)
{
    text += "{\"done\":[";
    for (auto const& lane : scan.lanes) {
        append_comma(text);
        append_runs(text += '"', lane);
        text += '"';
    }
    append_runs(text += "],\"open\":\"", scan.open);
    text += "\"}";
}

inline void append_trips(std::string& text, sink::past_trips const& trips)
{
    append_json_name(text, "round_trips");
    text += '{';
    append_json_number(text, "count", trips.count);
    append_json_number(text, "shortest_ns", static_cast<std::uint64_t>(trips.shortest.count()));
    append_json_number(text, "longest_ns", static_cast<std::uint64_t>(trips.longest.count()));
    append_json_number(text, "sum_us", static_cast<std::uint64_t>(trips.sum / 1000));
    text += '}';
}

} // namespace sonda::detail

namespace sonda::cli {

/// The part of a checkpoint that never changes, as JSON.
inline std::string checkpoint_text(checkpoint_job const& job)
{
    std::string text = "{";
    detail::append_json_name(text, "directory");
    detail::append_json_string(text, job.directory);
    detail::append_json_texts(text, "arguments", job.arguments);
    detail::append_json_texts(text, "targets", job.targets);
    detail::append_json_name(text, "settings");
    text += '{';
    for (auto const& [name, values] : job.settings)
        detail::append_json_texts(text, name, values);
    text += '}';
    detail::append_json_texts(text, "command", job.command);
    detail::append_json_name(text, "started");
    detail::append_time(text += '"', job.started);
    text += '"';
    if (job.seed)
        detail::append_json_big(text, "seed", *job.seed);
    detail::append_json_number(text, "threads", job.threads);
    detail::append_json_number(text, "bad_inputs", job.bad_inputs);
    detail::append_json_big(text, "fingerprint", job.fingerprint);
    for (auto const proto : {protocol::tcp, protocol::udp}) {
        detail::append_json_name(text, to_string(proto));
        detail::append_selection(text, job.selections[static_cast<std::size_t>(proto)]);
    }
    detail::append_names_of_job(text, job.names);
    return text += '}';
}

/// The part of a checkpoint that changes, as JSON.
inline std::string checkpoint_text(checkpoint_state const& state)
{
    auto const& summary = state.summary;
    std::string text = std::string("{\"begun\":") + (state.begun ? "true" : "false") +
                       ",\"finished\":" + (state.finished ? "true" : "false");
    for (auto const proto : {protocol::tcp, protocol::udp}) {
        detail::append_json_name(text, to_string(proto));
        detail::append_scan(text, state.scans[static_cast<std::size_t>(proto)]);
    }
    detail::append_json_name(text, "counts");
    text += '{';
    for (std::size_t i = 0; i != port_state_count; ++i)
        detail::append_json_number(text, to_string(static_cast<port_state>(i)), summary.counts[i]);
    text += '}';
    detail::append_json_number(text, "probes", summary.probes);
    detail::append_json_number(text, "skipped", summary.skipped);
    detail::append_json_number(text, "shortages", summary.shortages);
    detail::append_json_number(text, "duration_ns", static_cast<std::uint64_t>(summary.duration.count()));
    detail::append_json_name(text, "outputs");
    text += '{';
    for (auto const& [path, bytes] : state.outputs)
        detail::append_json_number(text, path, bytes);
    text += '}';
    detail::append_json_number(text, "records", state.records);
    if (state.last)
        detail::append_json_big(text, "last_" + std::string(to_string(state.last->proto)), state.last->index);
    detail::append_trips(text, state.trips);
    return text += '}';
}

/** A checkpoint as it stands in its file: JSON, whose last member is a check of all before it.

    @param job    The part that never changes, as text.
    @param state  How far the scan has come.
*/
inline std::string checkpoint_text(std::string const& job, checkpoint_state const& state)
{
    std::string text = "{\"type\":\"";
    ((text += detail::checkpoint_type) += "\",\"version\":") += std::to_string(checkpoint_version);
    text += ",\"written_by\":\"" SONDA_VERSION_STRING "\",\n\"job\":";
    ((text += job) += ",\n\"state\":") += checkpoint_text(state);
    auto const check = detail::checkpoint_check(text);
    return ((text += detail::checkpoint_seal) += check) += "\"}\n";
}

} // namespace sonda::cli

#endif // SONDA_CLI_CHECKPOINT_TEXT_HPP
