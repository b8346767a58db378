// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CSV_TEXT_HPP
#define SONDA_DETAIL_CSV_TEXT_HPP

#include <sonda/detail/append_text.hpp>
#include <sonda/detail/utf8.hpp>
#include <sonda/reason_text.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace sonda::detail {

inline constexpr std::string_view csv_head = "type,host,address,port,protocol,state,reason,rtt_us,tries,names,time\r\n";

/// In quotation marks where RFC 4180 (section 2) asks for them; well-formed UTF-8 whatever it was.
inline void append_csv_field(std::string& text, std::string_view value)
{
    if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
        text += well_formed(value);
        return;
    }
    text += '"';
    for (char const c : well_formed(value)) {
        if (c == '"')
            text += '"';
        text += c;
    }
    text += '"';
}

/// Rounded to microseconds, or empty if it was not measured.
inline void append_csv_round_trip(std::string& text, std::chrono::nanoseconds rtt)
{
    if (rtt.count() > 0)
        append_number(text, rtt.count() / 1000 + (rtt.count() % 1000 >= 500 ? 1 : 0));
}

inline void append_csv_port(std::string& text, verdict const& found, sink::annotations const& notes)
{
    auto const names = notes.names_of(found.endpoint);
    std::string address, listed;
    append_address(address, found.endpoint);
    for (auto const& name : names)
        listed += (listed.empty() ? "" : " ") + name;
    text += "port,";
    append_csv_field(text, names.empty() ? address : names.front());
    text += ',';
    append_csv_field(text, address);
    text += ',';
    append_number(text, found.endpoint.port());
    (text += ',') += to_string(found.endpoint.protocol());
    (text += ',') += to_string(found.state());
    text += ',';
    append_csv_field(text, reason_text(found));
    text += ',';
    append_csv_round_trip(text, found.rtt);
    text += ',';
    append_number(text, found.tries);
    text += ',';
    append_csv_field(text, listed);
    text += ',';
    append_time(text, notes.clock());
    text += "\r\n";
}

/// ` name=number`
inline void append_csv_fact(std::string& text, std::string_view name, std::uint64_t number)
{
    ((text += ' ') += name) += '=';
    append_number(text, number);
}

inline void append_csv_summary(std::string& text, scan_summary const& summary, bool complete,
                               std::chrono::system_clock::time_point now)
{
    text += "summary,,,,,";
    text += complete ? "complete" : "interrupted";
    text += ",targets=";
    append_number(text, summary.targets);
    append_csv_fact(text, "verdicts", summary.verdicts);
    for (std::size_t i = 0; i != port_state_count; ++i)
        append_csv_fact(text, to_string(static_cast<port_state>(i)), summary.counts[i]);
    append_csv_fact(text, "probes", summary.probes);
    if (summary.skipped != 0)
        append_csv_fact(text, "skipped", summary.skipped);
    append_csv_fact(text, "shortages", summary.shortages);
    append_csv_fact(text, "duration_us", static_cast<std::uint64_t>(summary.duration.count() / 1000));
    text += ",,,,";
    append_time(text, now);
    text += "\r\n";
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_CSV_TEXT_HPP
