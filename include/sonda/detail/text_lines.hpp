// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_TEXT_LINES_HPP
#define SONDA_DETAIL_TEXT_LINES_HPP

// The lines of the text sink: one for people who look, one for people who listen.

#include <sonda/detail/append_text.hpp>
#include <sonda/detail/port_table.hpp>
#include <sonda/reason_text.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/printable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sonda::detail {

using name_span = std::span<std::string const>;

/// Spaces that fill a field of `width` up to `column`, and two more.
inline void append_gap(std::string& text, std::size_t width, std::size_t column)
{
    text.append((width < column ? column - width : 0) + 2, ' ');
}

/// The names, separated by `separator`, so that they stay on their line.
inline void append_names(std::string& text, name_span names, std::string_view separator)
{
    for (std::size_t i = 0; i != names.size(); ++i) {
        if (i != 0)
            text += separator;
        sink::append_printable(text, names[i]);
    }
}

constexpr std::string_view state_colour(port_state state) noexcept
{
    constexpr std::string_view colours[port_state_count] = {"\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[33m", "\x1b[35m"};
    return colours[static_cast<std::size_t>(state)];
}

/// `127.0.0.1:80           open           tcp  syn-ack      0.120ms  localhost`
inline void append_plain_line(std::string& text, verdict const& found, name_span names, bool colour)
{
    auto begin = text.size();
    append_endpoint(text, found.endpoint);
    append_gap(text, text.size() - begin, 21);
    if (colour)
        text += state_colour(found.state());
    auto const state = to_string(found.state());
    text += state;
    if (colour)
        text += "\x1b[0m";
    append_gap(text, state.size(), 13);
    text += to_string(found.endpoint.protocol());
    text += "  ";
    begin = text.size();
    append_reason(text, found);
    append_gap(text, text.size() - begin, 11);
    if (found.rtt.count() > 0) {
        append_decimal(text, found.rtt, std::chrono::milliseconds(1));
        text += "ms";
    } else {
        text += '-';
    }
    if (!names.empty())
        text += "  ";
    append_names(text, names, ",");
    text += '\n';
}

constexpr std::string_view spoken(protocol value) noexcept
{
    return value == protocol::tcp ? "TCP" : "UDP";
}

constexpr std::string_view spoken(port_state state) noexcept
{
    constexpr std::string_view words[port_state_count] = {"open", "closed", "filtered", "open or filtered",
                                                          "not known, because this machine could not send"};
    return words[static_cast<std::size_t>(state)];
}

/// The reason in whole words: `it accepted a connection`.
inline void append_spoken_reason(std::string& text, verdict const& found)
{
    switch (found.outcome.reason) {
    case reason_kind::syn_ack: text += "it accepted a connection"; return;
    case reason_kind::refused: text += "it refused"; return;
    case reason_kind::no_response: text += "it did not answer"; return;
    case reason_kind::udp_response: text += "it answered"; return;
    case reason_kind::system:
        text += "the system said ";
        append_reason(text, found);
        return;
    case reason_kind::host_timeout: text += "its host took too long"; return;
    case reason_kind::icmp: break;
    }
    text += "ICMP type ";
    append_number(text, found.outcome.icmp_type);
    text += ", code ";
    append_number(text, found.outcome.icmp_code);
    if (!found.outcome.from.is_unspecified())
        (text += ", from ") += found.outcome.from.to_string();
}

/// `Port 80 TCP on 127.0.0.1, named localhost, is open. Reason: it accepted a connection.`
inline void append_spoken_line(std::string& text, verdict const& found, name_span names)
{
    text += "Port ";
    append_number(text, found.endpoint.port());
    text += ' ';
    text += spoken(found.endpoint.protocol());
    text += " on ";
    append_address(text, found.endpoint);
    if (!names.empty()) {
        text += ", named ";
        append_names(text, names, " and ");
        text += ',';
    }
    text += " is ";
    text += spoken(found.state());
    text += ". Reason: ";
    append_spoken_reason(text, found);
    text += ".\n";
}

/// `22,80,8000-8010`, with these separators as a port list is written on the command line.
inline void append_port_list(std::string& text, std::span<port_run const> runs, std::string_view comma = ",",
                             std::string_view dash = "-")
{
    for (std::size_t i = 0; i != runs.size(); ++i) {
        auto const first = runs[i].first.port();
        if (i != 0)
            text += comma;
        append_number(text, first);
        if (runs[i].last == first)
            continue;
        text += dash;
        append_number(text, runs[i].last);
    }
}

/// The verdicts of a state in words: what was skipped is told by itself.
inline std::uint64_t counted(scan_summary const& summary, std::size_t state) noexcept
{
    auto const all = summary.counts[state];
    return state == static_cast<std::size_t>(port_state::error) && all >= summary.skipped ? all - summary.skipped : all;
}

/// `complete: 65535 of 65535 targets in 1.250s: 3 open, 65532 closed`
inline void append_summary_line(std::string& text, scan_summary const& summary, bool complete)
{
    text += complete ? "complete: " : "interrupted: ";
    append_number(text, summary.verdicts);
    text += " of ";
    append_number(text, summary.targets);
    text += " targets in ";
    append_decimal(text, summary.duration, std::chrono::seconds(1));
    text += "s: ";
    append_number(text, summary.count(port_state::open));
    text += " open";
    for (std::size_t i = 1; i != port_state_count; ++i) {
        if (counted(summary, i) == 0)
            continue;
        text += ", ";
        append_number(text, counted(summary, i));
        text += ' ';
        text += to_string(static_cast<port_state>(i));
    }
    if (summary.skipped != 0) {
        text += ", ";
        append_number(text, summary.skipped);
        text += " skipped (host-timeout)";
    }
    text += '\n';
}

/// One fact a line.
inline void append_spoken_summary(std::string& text, scan_summary const& summary, bool complete)
{
    text += complete ? "The scan is complete.\n" : "The scan was interrupted.\n";
    append_number(text, summary.verdicts);
    text += " of ";
    append_number(text, summary.targets);
    text += " ports were examined in ";
    append_decimal(text, summary.duration, std::chrono::seconds(1));
    text += " seconds.\n";
    for (std::size_t i = 0; i != port_state_count; ++i) {
        if (i != 0 && counted(summary, i) == 0)
            continue;
        text += "Ports that are ";
        text += spoken(static_cast<port_state>(i));
        text += ": ";
        append_number(text, counted(summary, i));
        text += ".\n";
    }
    if (summary.skipped == 0)
        return;
    text += "Ports that were skipped because their hosts took too long: ";
    append_number(text, summary.skipped);
    text += ".\n";
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_TEXT_LINES_HPP
