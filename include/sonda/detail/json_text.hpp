// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_JSON_TEXT_HPP
#define SONDA_DETAIL_JSON_TEXT_HPP

// The records that the JSON and NDJSON sinks share.

#include <sonda/detail/append_text.hpp>
#include <sonda/detail/utf8.hpp>
#include <sonda/reason_text.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/version.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/string_view.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>

namespace sonda::detail {

/// Almost every string is plain ASCII without anything to escape; the rest is left to Boost.JSON, which takes UTF-8
/// at its word, so that it is made well-formed first.
inline void append_json_string(std::string& text, std::string_view value)
{
    auto const plain = [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; };
    if (!std::all_of(value.begin(), value.end(), plain)) {
        text += boost::json::serialize(boost::json::string_view(well_formed(value)));
        return;
    }
    text += '"';
    text += value;
    text += '"';
}

/// Between the elements of an array or object.
inline void append_comma(std::string& text)
{
    if (text.back() != '[' && text.back() != '{')
        text += ',';
}

template<class Strings>
void append_json_array(std::string& text, Strings const& values)
{
    text += '[';
    for (std::string const& value : values) {
        append_comma(text);
        append_json_string(text, value);
    }
    text += ']';
}

/// Rounded by hand: chrono's round overflows near the ends of the range.
inline void append_microseconds(std::string& text, std::chrono::nanoseconds value)
{
    append_number(text, value.count() / 1000 + (value.count() % 1000 >= 500 ? 1 : 0));
}

/// `"reason":"…"`: the words are plain but for the zone of an address, an interface name that may hold anything.
inline void append_json_reason(std::string& text, verdict const& found)
{
    text += "\"reason\":";
    if (found.outcome.reason == reason_kind::icmp) {
        append_json_string(text, reason_text(found));
        return;
    }
    text += '"';
    append_reason(text, found);
    text += '"';
}

inline void append_json_host(std::string& text, endpoint const& found, std::span<std::string const> names)
{
    std::string address;
    append_address(address, found);
    text += "\"host\":";
    append_json_string(text, names.empty() ? address : names.front());
    text += ",\"address\":";
    append_json_string(text, address);
}

inline void append_json_port(std::string& text, verdict const& found, sink::annotations const& notes)
{
    auto const names = notes.names_of(found.endpoint);
    text += "{\"type\":\"port\",";
    append_json_host(text, found.endpoint, names);
    text += ",\"port\":";
    append_number(text, found.endpoint.port());
    text += ",\"protocol\":\"";
    text += to_string(found.endpoint.protocol());
    text += "\",\"state\":\"";
    text += to_string(found.state());
    text += "\",";
    append_json_reason(text, found);
    text += ",\"rtt_us\":";
    if (found.rtt.count() > 0)
        append_microseconds(text, found.rtt);
    else
        text += "null";
    text += ",\"tries\":";
    append_number(text, found.tries);
    text += ",\"names\":";
    append_json_array(text, names);
    text += ",\"time\":\"";
    append_time(text, notes.clock());
    text += "\"}";
}

/// The fields that say what the scan is, without braces.
inline void append_json_info(std::string& text, sink::scan_info const& info)
{
    text += "\"version\":\"" SONDA_VERSION_STRING "\",\"started\":\"";
    append_time(text, info.started);
    text += "\",\"seed\":";
    // A string: most readers of JSON keep 53 bits of a number, and a seed has 64.
    text += info.seed ? '"' + std::to_string(*info.seed) + '"' : "null";
    text += ",\"arguments\":";
    append_json_array(text, info.arguments);
    text += ",\"options\":{";
    for (auto const& [name, value] : info.options) {
        append_comma(text);
        append_json_string(text, name);
        text += ':';
        append_json_string(text, value);
    }
    text += '}';
}

inline std::string failure_text(std::exception_ptr const& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (std::bad_alloc const&) {
        return "not enough memory";
    } catch (std::exception const& error) {
        return error.what();
    } catch (...) {
        return "unknown exception";
    }
}

/// The fields that say what the scan did, without braces.
inline void append_json_summary(std::string& text, scan_summary const& summary, bool complete)
{
    text += "\"complete\":";
    text += complete ? "true" : "false";
    text += ",\"targets\":";
    append_number(text, summary.targets);
    text += ",\"verdicts\":";
    append_number(text, summary.verdicts);
    text += ",\"counts\":{";
    for (std::size_t i = 0; i != port_state_count; ++i) {
        append_comma(text);
        text += '"';
        text += to_string(static_cast<port_state>(i));
        text += "\":";
        append_number(text, summary.counts[i]);
    }
    text += "},\"probes\":";
    append_number(text, summary.probes);
    if (summary.skipped != 0)
        append_number(text += ",\"skipped\":", summary.skipped);
    text += ",\"shortages\":";
    append_number(text, summary.shortages);
    text += ",\"duration_us\":";
    append_microseconds(text, summary.duration);
    text += ",\"failure\":";
    if (summary.failure)
        append_json_string(text, failure_text(summary.failure));
    else
        text += "null";
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_JSON_TEXT_HPP
