// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_DIFF_HPP
#define SONDA_CLI_DIFF_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/read_scan.hpp>
#include <sonda/cli/report.hpp>
#include <sonda/cli/scan_changes.hpp>
#include <sonda/detail/json_text.hpp>
#include <sonda/detail/text_lines.hpp>
#include <sonda/sink/fd_writer.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace sonda::detail {

/// A scan to be compared, and where it was read.
struct compared_scan
{
    std::string path;
    cli::scan_story story;
    cli::scan_states states;
};

inline compared_scan read_compared(std::string const& path, cli::messages& say)
{
    compared_scan read;
    read.path = path;
    read.story = cli::read_scan(path, [&](cli::scan_record const& record) { read.states.add(record); });
    read.states.finish(read.story);
    tell_unfinished(path, read.story, say);
    return read;
}

/// True if the scans are of the same targets and ports; nothing if a file does not say of which it is.
inline std::optional<bool> same_job(compared_scan const& old, compared_scan const& now)
{
    bool known = true;
    for (auto const* const name : {"job", "shard"}) {
        auto const before = old.story.option(name);
        auto const after = now.story.option(name);
        if (before && after && before != after)
            return false;
        known = known && before && after;
    }
    return known ? std::optional(true) : std::nullopt;
}

/// Ports that only one of two different jobs visited are no news of the network.
inline void tell_different_jobs(compared_scan const& old, compared_scan const& now, cli::messages& say)
{
    if (same_job(old, now) == false)
        say.say("the scans are not of the same targets and ports: what only one of them visited is a change too");
}

/// `opened   127.0.0.1:80           tcp  closed -> open  localhost`
inline void append_change_line(std::string& text, cli::scan_change const& change)
{
    auto const kind = to_string(change.kind);
    text += kind;
    append_gap(text, kind.size(), 7);
    auto const begin = text.size();
    append_endpoint(text, change.endpoint);
    append_gap(text, text.size() - begin, 21);
    ((text += to_string(change.endpoint.protocol())) += "  ") += change.before;
    (text += " -> ") += change.after;
    if (!change.names.empty())
        text += "  ";
    append_names(text, change.names, ",");
    text += '\n';
}

using change_counts = std::array<std::size_t, 4>;

inline change_counts count_changes(std::vector<cli::scan_change> const& changes)
{
    change_counts counts{};
    for (auto const& change : changes)
        ++counts[static_cast<std::size_t>(change.kind)];
    return counts;
}

inline std::string changes_as_text(std::vector<cli::scan_change> const& changes)
{
    std::string text;
    for (auto const& change : changes)
        append_change_line(text, change);
    if (changes.empty())
        return "no difference\n";
    auto const counts = count_changes(changes);
    for (std::size_t i = 0; i != counts.size(); ++i) {
        text += i == 0 ? "" : ", ";
        append_number(text, counts[i]);
        (text += ' ') += to_string(static_cast<cli::change_kind>(i));
    }
    return text += '\n';
}

inline void append_json_side(std::string& text, std::string_view name, compared_scan const& side)
{
    ((text += '"') += name) += "\":{\"file\":";
    append_json_string(text, side.path);
    text += ",\"complete\":";
    text += side.story.ended && side.story.complete ? "true" : "false";
    text += ",\"started\":\"";
    append_time(text, side.story.info.started);
    text += "\"},";
}

inline void append_json_change(std::string& text, cli::scan_change const& change)
{
    ((text += "\n{\"change\":\"") += to_string(change.kind)) += "\",";
    append_json_host(text, change.endpoint, change.names);
    text += ",\"port\":";
    append_number(text, change.endpoint.port());
    ((text += ",\"protocol\":\"") += to_string(change.endpoint.protocol())) += "\",\"before\":";
    append_json_string(text, change.before);
    text += ",\"after\":";
    append_json_string(text, change.after);
    text += ",\"names\":";
    append_json_array(text, change.names);
    text += '}';
}

inline std::string changes_as_json(compared_scan const& old, compared_scan const& now,
                                   std::vector<cli::scan_change> const& changes)
{
    std::string text = "{\"type\":\"diff\",";
    append_json_side(text, "old", old);
    append_json_side(text, "new", now);
    auto const same = same_job(old, now);
    ((text += "\"same_job\":") += !same ? "null" : *same ? "true" : "false") += ",\"changes\":[";
    for (auto const& change : changes) {
        append_comma(text);
        append_json_change(text, change);
    }
    text += "\n],\"summary\":{";
    auto const counts = count_changes(changes);
    for (std::size_t i = 0; i != counts.size(); ++i) {
        append_comma(text);
        ((text += '"') += to_string(static_cast<cli::change_kind>(i))) += "\":";
        append_number(text, counts[i]);
    }
    return text += "}}\n";
}

} // namespace sonda::detail

namespace sonda::cli {

/** The command `sonda diff OLD NEW`: what opened, closed or changed between two scans that were written.

    A scan that is not complete is told; where nothing else differs the status is then `flawed`.

    @par Exception safety
    Throws @ref usage_error for a file that cannot be read, or if nothing can be written.
*/
inline exit_status run_diff(options const& chosen, messages& say, int descriptor = STDOUT_FILENO)
{
    detail::check_file_count(chosen, 2, 2, "sonda diff OLD NEW");
    auto const old = detail::read_compared(chosen.targets[0].text, say);
    auto const now = detail::read_compared(chosen.targets[1].text, say);
    detail::tell_different_jobs(old, now, say);
    auto const changes = find_changes(old.states, now.states);
    sink::fd_writer out(descriptor);
    try {
        out.write(chosen.json ? detail::changes_as_json(old, now, changes) : detail::changes_as_text(changes));
        out.flush();
    } catch (std::system_error const& failure) {
        if (failure.code() != std::errc::broken_pipe)
            throw usage_error("cannot write: " + failure.code().message(), exit_status::output);
    }
    if (!changes.empty())
        return exit_status::differs;
    return say.bad_inputs() != 0 ? exit_status::flawed : exit_status::finished;
}

} // namespace sonda::cli

#endif // SONDA_CLI_DIFF_HPP
