// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_HTML_TEXT_HPP
#define SONDA_DETAIL_HTML_TEXT_HPP

// The parts of the page of a scan, in the order in which they are written.

#include <sonda/detail/append_text.hpp>
#include <sonda/detail/html_script.hpp>
#include <sonda/detail/html_style.hpp>
#include <sonda/detail/markup_text.hpp>
#include <sonda/detail/port_table.hpp>
#include <sonda/detail/service_of_port.hpp>
#include <sonda/detail/text_lines.hpp>
#include <sonda/reason_text.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/printable.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/version.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sonda::detail {

/// A text from elsewhere: nothing in it is markup, and nothing moves or turns what stands beside it.
inline void append_html(std::string& text, std::string_view raw)
{
    append_markup(text, sink::printable(raw));
}

/// `2026-01-02 03:04:05.000`, in UTC, cut to milliseconds.
inline void append_html_time(std::string& text, std::chrono::system_clock::time_point when)
{
    auto const begin = text.size();
    append_time(text, when);
    text.resize(begin + 23);
    text[begin + 10] = ' ';
}

inline std::string command_line(sink::scan_info const& info)
{
    std::string words = "sonda";
    for (auto const& word : info.arguments)
        (words += ' ') += word;
    return words;
}

inline void append_html_head(std::string& text, sink::scan_info const& info)
{
    auto const words = command_line(info);
    text += "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"referrer\" content=\"no-referrer\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            "script-src '";
    text += html_script_hash;
    text += "'; base-uri 'none'; form-action 'none'\">\n<title>Port scan: ";
    append_html(text, words);
    ((text += "</title>\n<style>") += html_style) += "</style>\n<script>";
    (text += html_script) += "</script>\n</head>\n<body>\n<header>\n<h1>Port scan</h1>\n<p><code>";
    append_html(text, words);
    text += "</code></p>\n<p class=\"soft\">Begun at ";
    append_html_time(text, info.started);
    text += " UTC</p>\n"
            "<p class=\"cut\">This page was cut off before the scan ended: it has what was found until then.</p>\n"
            "<nav aria-label=\"Parts of this page\"><ul><li hidden><a href=\"#summary\">Summary</a></li>"
            "<li hidden><a href=\"#hosts\">Hosts</a></li><li><a href=\"#results\">Ports</a></li></ul></nav>\n"
            "</header>\n<main>\n";
}

inline constexpr std::string_view html_table_begin =
    "<section id=\"results\" aria-labelledby=\"results-title\">\n<h2 id=\"results-title\">Ports</h2>\n"
    "<form id=\"filter\" role=\"search\" aria-label=\"Filter the ports\" hidden>\n"
    "<div><label for=\"filter-host\">Host or address</label><input id=\"filter-host\" type=\"search\" "
    "autocomplete=\"off\" "
    "spellcheck=\"false\"></div>\n"
    "<div><label for=\"filter-port\">Ports, like 22,80-90</label><input id=\"filter-port\" type=\"text\" "
    "inputmode=\"text\" "
    "autocomplete=\"off\" aria-describedby=\"filter-problem\"></div>\n"
    "<div><label for=\"filter-state\">State</label><select id=\"filter-state\"><option "
    "value=\"\">any</option></select></div>\n"
    "<button type=\"reset\">Show all</button>\n</form>\n"
    "<p id=\"filter-problem\" class=\"problem\" role=\"alert\"></p>\n<p id=\"shown\" class=\"soft\" "
    "role=\"status\"></p>\n"
    "<table id=\"ports\">\n<caption class=\"unseen\">The ports that were found</caption>\n<thead><tr>"
    "<th scope=\"col\">Host</th><th scope=\"col\" class=\"number\">Port</th><th scope=\"col\">Protocol</th>"
    "<th scope=\"col\">State</th><th scope=\"col\">Usual service</th><th scope=\"col\">Reason</th>"
    "<th scope=\"col\" class=\"number\">Round trip, ms</th><th scope=\"col\" class=\"number\">Tries</th>"
    "<th scope=\"col\">Found at, UTC</th></tr></thead>\n<tbody>\n";

/// Sorts as the address does: the family, then the number.
inline void append_html_key(std::string& text, endpoint const& host)
{
    constexpr std::string_view digits = "0123456789abcdef";
    text += host.is_v6() ? '6' : '4';
    for (auto const part : {host.high(), host.low()})
        for (int shift = 60; shift >= 0; shift -= 4)
            if (host.is_v6() || (part == host.low() && shift < 32))
                text += static_cast<char>('a' + digits.find(digits[part >> shift & 15]));
}

inline void append_html_host(std::string& text, endpoint const& host, std::span<std::string const> names)
{
    std::string address;
    append_address(address, host);
    for (auto const& name : names) {
        text += "<bdi>";
        append_html(text, name);
        text += "</bdi> ";
    }
    text += names.empty() ? "<span>" : "<span class=\"address\">";
    append_html(text, address);
    text += "</span>";
}

constexpr std::string_view html_class(port_state state) noexcept
{
    return state == port_state::open_filtered ? "filtered" : to_string(state);
}

inline void append_html_row(std::string& text, verdict const& found, sink::annotations const& notes)
{
    text += "<tr><th scope=\"row\" data-key=\"";
    append_html_key(text, found.endpoint);
    text += "\">";
    append_html_host(text, found.endpoint, notes.names_of(found.endpoint));
    text += "</th><td class=\"number\">";
    append_number(text, found.endpoint.port());
    (text += "</td><td>") += to_string(found.endpoint.protocol());
    ((text += "</td><td class=\"state ") += html_class(found.state())) += "\">";
    (text += to_string(found.state())) += "</td><td>";
    (text += service_of_port(found.endpoint)) += "</td><td class=\"reason\">";
    append_html(text, reason_text(found));
    text += "</td><td class=\"number trip\">";
    if (found.rtt.count() > 0)
        append_decimal(text, found.rtt, std::chrono::milliseconds(1));
    text += "</td><td class=\"number tries\">";
    append_number(text, found.tries);
    text += "</td><td class=\"time\">";
    append_html_time(text, notes.clock());
    text += "</td></tr>\n";
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_HTML_TEXT_HPP
