// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_TABLE_LINES_HPP
#define SONDA_DETAIL_TABLE_LINES_HPP

// The table of the text sink, a host at a time: one for people who look, one for people who listen.

#include <sonda/detail/result_table.hpp>
#include <sonda/detail/service_of_port.hpp>
#include <sonda/detail/text_lines.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

using row_span = std::span<result_row const>;

/// Cuts the rows of the first host off `rows`, which is not empty.
inline row_span take_host(row_span& rows)
{
    auto const host = rows.front().run();
    auto const end =
        std::find_if(rows.begin(), rows.end(), [&](auto const& row) { return !host.same_host(row.first.endpoint); });
    auto const taken = rows.first(static_cast<std::size_t>(end - rows.begin()));
    rows = rows.subspan(taken.size());
    return taken;
}

/// What is known of an open port whose verdict is not there any more.
inline verdict open_before(endpoint const& found)
{
    bool const tcp = found.protocol() == protocol::tcp;
    verdict known;
    known.endpoint = found;
    known.outcome.state = port_state::open;
    known.outcome.reason = tcp ? reason_kind::syn_ack : reason_kind::udp_response;
    return known;
}

inline std::string port_field(result_row const& row)
{
    std::string text;
    auto const run = row.run();
    append_port_list(text, std::span(&run, 1));
    return text;
}

/// The usual service of an open port; several in a row have none in common.
inline std::string_view service_field(result_row const& row)
{
    auto const name = row.size() == 1 ? service_of_port(row.first.endpoint) : std::string_view();
    return name.empty() ? "-" : name;
}

/// `0.120ms`, `0.040-1.200ms` of several, `-` of none.
inline void append_trip(std::string& text, result_row const& row)
{
    if (row.longest.count() <= 0) {
        text += '-';
        return;
    }
    auto const unit = std::chrono::milliseconds(1);
    append_decimal(text, row.first.rtt, unit);
    if (row.longest != row.first.rtt) {
        text += '-';
        append_decimal(text, row.longest, unit);
    }
    text += "ms";
}

/// How wide the fields of a table are: as their headings, or what is below.
struct table_columns
{
    std::size_t port = 4;
    std::size_t state = 5;
    std::size_t service = 7;
    std::size_t reason = 6;
};

/// The columns of a table of all these rows, of every host.
inline table_columns columns_of(row_span rows)
{
    constexpr std::size_t widest_reason = 28; // some icmp of an IPv6 router is wider, and rare
    table_columns columns;
    for (auto const& row : rows) {
        columns.port = (std::max)(columns.port, port_field(row).size());
        columns.state = (std::max)(columns.state, to_string(row.first.state()).size());
        columns.service = (std::max)(columns.service, service_field(row).size());
        columns.reason = (std::max)(columns.reason, (std::min)(widest_reason, reason_text(row.first).size()));
    }
    return columns;
}

inline void append_field(std::string& text, std::string_view field, std::size_t column, std::string_view colour = {})
{
    text += colour;
    text += field;
    if (!colour.empty())
        text += "\x1b[0m";
    append_gap(text, field.size(), column);
}

inline void append_row(std::string& text, result_row const& row, table_columns const& columns, bool colour)
{
    auto const state = row.first.state();
    text += "  ";
    append_field(text, port_field(row), columns.port);
    append_field(text, to_string(row.first.endpoint.protocol()), 5);
    append_field(text, to_string(state), columns.state, colour ? state_colour(state) : std::string_view());
    append_field(text, service_field(row), columns.service);
    append_field(text, reason_text(row.first), columns.reason);
    append_trip(text, row);
    text += '\n';
}

/// A blank line, the host with its names, the headings, and a row for each of its ports.
inline void append_host(std::string& text, row_span host, name_span names, table_columns const& columns, bool colour)
{
    text += '\n';
    if (colour)
        text += "\x1b[1m";
    append_address(text, host.front().first.endpoint);
    if (colour)
        text += "\x1b[0m";
    if (!names.empty()) {
        text += " (";
        append_names(text, names, ", ");
        text += ')';
    }
    text += "\n  ";
    append_field(text, "PORT", columns.port);
    append_field(text, "PROTO", 5);
    append_field(text, "STATE", columns.state);
    append_field(text, "SERVICE", columns.service);
    append_field(text, "REASON", columns.reason);
    text += "RTT\n";
    for (auto const& row : host)
        append_row(text, row, columns, colour);
}

/// What sets the summary apart from a table, and says what that does not have.
inline void append_rest(std::string& text, std::uint64_t left_out, std::size_t rows)
{
    if (rows != 0)
        text += '\n';
    if (left_out == 0)
        return;
    append_number(text, left_out);
    text += " more results are in the lines above only: the table ends at ";
    append_number(text, rows);
    text += " rows\n";
}

inline void append_spoken_rest(std::string& text, std::uint64_t left_out)
{
    if (left_out == 0)
        return;
    text += "The lists by host are not complete. Results that are in the lines before them only: ";
    append_number(text, left_out);
    text += ".\n";
}

/// The ports of one protocol that have a state, joined where they are consecutive.
inline std::vector<port_run> runs_of(row_span host, protocol proto, port_state state)
{
    std::vector<port_run> runs;
    for (auto const& row : host) {
        if (row.first.endpoint.protocol() != proto || row.first.state() != state)
            continue;
        if (!runs.empty() && runs.back().reaches(row.first.endpoint))
            runs.back().last = row.last;
        else
            runs.push_back(row.run());
    }
    return runs;
}

/// `The open TCP ports of 127.0.0.1, named localhost and web: 22, 80, 8000 to 8010.`
inline void append_spoken_ports(std::string& text, std::span<port_run const> ports, port_state state, name_span names)
{
    auto const& host = ports.front().first;
    text += "The ";
    if (state != port_state::error) {
        text += spoken(state);
        text += ' ';
    }
    text += spoken(host.protocol());
    text += " ports of ";
    append_address(text, host);
    if (!names.empty()) {
        text += ", named ";
        append_names(text, names, " and ");
    }
    if (state == port_state::error)
        text += ", where this machine could not send";
    text += ": ";
    append_port_list(text, ports, ", ", " to ");
    text += ".\n";
}

/// A line per protocol and state.
inline void append_spoken_host(std::string& text, row_span host, name_span names)
{
    for (auto const proto : {protocol::tcp, protocol::udp})
        for (std::size_t state = 0; state != port_state_count; ++state)
            if (auto const ports = runs_of(host, proto, static_cast<port_state>(state)); !ports.empty())
                append_spoken_ports(text, ports, static_cast<port_state>(state), names);
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_TABLE_LINES_HPP
