// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_READ_JSON_SCAN_HPP
#define SONDA_DETAIL_READ_JSON_SCAN_HPP

// The JSON and NDJSON of the sinks, read back a line at a time; JSON of another layout as a whole.

#include <sonda/detail/recorded_words.hpp>

#include <boost/json/error.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <istream>
#include <iterator>
#include <string>
#include <string_view>

namespace sonda::detail {

inline std::string_view json_text(boost::json::object const& from, std::string_view name)
{
    auto const* const value = from.if_contains(name);
    if (value == nullptr || !value->is_string())
        throw bad_record("there is no text '" + std::string(name) + "'");
    return {value->get_string().data(), value->get_string().size()};
}

inline std::uint64_t json_number(boost::json::object const& from, std::string_view name)
{
    auto const* const value = from.if_contains(name);
    boost::system::error_code failed;
    auto const number = value == nullptr ? 0 : value->to_number<std::uint64_t>(failed);
    if (value == nullptr || failed)
        throw bad_record("there is no number '" + std::string(name) + "'");
    return number;
}

inline std::vector<std::string> json_texts(boost::json::object const& from, std::string_view name)
{
    std::vector<std::string> texts;
    if (auto const* const list = from.if_contains(name); list != nullptr && list->is_array())
        for (auto const& item : list->get_array())
            if (item.is_string())
                texts.emplace_back(item.get_string());
    return texts;
}

inline cli::scan_record read_json_record(boost::json::object const& from)
{
    cli::scan_record record;
    record.found.endpoint =
        recorded_endpoint(json_text(from, "address"), json_number(from, "port"), json_text(from, "protocol"));
    record.found.outcome = recorded_outcome(recorded_state(json_text(from, "state")), json_text(from, "reason"));
    record.found.tries = static_cast<unsigned>(json_number(from, "tries"));
    if (auto const* const rtt = from.if_contains("rtt_us"); rtt != nullptr && !rtt->is_null())
        record.found.rtt = recorded_microseconds(json_number(from, "rtt_us"));
    record.names = json_texts(from, "names");
    record.time = recorded_time(json_text(from, "time"));
    return record;
}

inline void read_json_info(cli::scan_story& into, boost::json::object const& from)
{
    into.info.started = recorded_time(json_text(from, "started"));
    if (auto const* const seed = from.if_contains("seed"); seed != nullptr && seed->is_string())
        into.info.seed = recorded_number<std::uint64_t>(json_text(from, "seed"), "seed");
    into.info.arguments = json_texts(from, "arguments");
    if (auto const* const options = from.if_contains("options"); options != nullptr && options->is_object())
        for (auto const& [name, value] : options->get_object())
            if (value.is_string())
                into.info.options.emplace_back(name, value.get_string());
}

inline void read_json_summary(cli::scan_story& into, boost::json::object const& from)
{
    auto const* const complete = from.if_contains("complete");
    auto const* const counts = from.if_contains("counts");
    if (complete == nullptr || !complete->is_bool() || counts == nullptr || !counts->is_object())
        throw bad_record("the summary does not say whether the scan was complete, or what was counted");
    into.ended = true;
    into.complete = complete->get_bool();
    into.summary.targets = into.info.targets = json_number(from, "targets");
    into.summary.verdicts = json_number(from, "verdicts");
    into.summary.probes = json_number(from, "probes");
    into.summary.shortages = json_number(from, "shortages");
    if (from.if_contains("skipped") != nullptr)
        into.summary.skipped = json_number(from, "skipped");
    into.summary.duration = recorded_microseconds(json_number(from, "duration_us"));
    for (std::size_t i = 0; i != port_state_count; ++i)
        into.summary.counts[i] = json_number(counts->get_object(), to_string(static_cast<port_state>(i)));
    into.time = recorded_time(json_text(from, "time"));
    if (from.if_contains("started") != nullptr)
        read_json_info(into, from);
}

inline boost::json::object parse_json_object(std::string_view text)
{
    boost::system::error_code failed;
    auto value = boost::json::parse({text.data(), text.size()}, failed);
    if (failed)
        throw bad_record("this is not JSON: " + failed.message());
    if (!value.is_object())
        throw bad_record("this is not a JSON object");
    return std::move(value.get_object());
}

inline void read_json_line(cli::scan_story& into, boost::json::object const& line, cli::record_handler const& each)
{
    auto const type = json_text(line, "type");
    if (type == "port")
        each(read_json_record(line));
    else if (type == "summary")
        read_json_summary(into, line);
}

/// A document that somebody laid out anew. Of one that was cut off nothing can be read.
inline void read_json_document(cli::scan_story& into, std::string_view text, cli::record_handler const& each)
{
    boost::system::error_code failed;
    boost::json::parse({text.data(), text.size()}, failed);
    if (failed == boost::json::error::incomplete)
        return;
    auto const document = parse_json_object(text);
    auto const* const results = document.if_contains("results");
    if (results == nullptr || !results->is_array())
        return read_json_line(into, document, each);
    read_json_info(into, document);
    for (auto const& item : results->get_array()) {
        if (!item.is_object())
            throw bad_record("a result is not an object");
        each(read_json_record(item.get_object()));
    }
    if (auto const* const summary = document.if_contains("summary"); summary != nullptr && summary->is_object())
        read_json_summary(into, summary->get_object());
}

/// One line of the layout of the sinks: a record with or without a comma, the head, or the end of the document.
inline void read_json_sink_line(cli::scan_story& into, std::string_view line, cli::record_handler const& each)
{
    constexpr std::string_view head = "\"results\":[", end = "],\"summary\":";
    if (line.ends_with(head))
        return read_json_info(into, parse_json_object(std::string(line) + "]}"));
    if (line.starts_with(end))
        return read_json_line(into, parse_json_object(line.substr(end.size(), line.size() - end.size() - 1)), each);
    if (line.ends_with(','))
        line.remove_suffix(1);
    if (!line.empty())
        read_json_line(into, parse_json_object(line), each);
}

/// A line without an end: the last one of JSON that was cut off has none, and one that is no JSON was cut off itself.
inline void read_last_json_line(cli::scan_story& into, std::string_view line, cli::record_handler const& each)
{
    constexpr std::string_view end = "],\"summary\":";
    if (line.ends_with(','))
        line.remove_suffix(1);
    if (!line.ends_with('}'))
        return;
    auto const object = line.starts_with(end) ? line.substr(end.size(), line.size() - end.size() - 1) : line;
    boost::system::error_code failed;
    boost::json::parse({object.data(), object.size()}, failed);
    if (!failed)
        read_json_sink_line(into, line, each);
}

/// Reads until the end, or until what was cut off.
inline void read_json_scan(std::istream& in, cli::scan_story& into, cli::record_handler const& each,
                           std::size_t& number)
{
    constexpr std::string_view record = "{\"type\":";
    std::string line;
    for (number = 1; std::getline(in, line); ++number) {
        if (number == 1 &&
            (!line.starts_with(record) || (line.starts_with("{\"type\":\"scan\"") && !line.ends_with('[')))) {
            line += in.eof() ? "" : "\n";
            line.append(std::istreambuf_iterator<char>(in), {});
            return read_json_document(into, line, each);
        }
        if (in.eof())
            return read_last_json_line(into, line, each);
        read_json_sink_line(into, line, each);
    }
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_READ_JSON_SCAN_HPP
