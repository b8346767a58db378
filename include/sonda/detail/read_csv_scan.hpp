// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_READ_CSV_SCAN_HPP
#define SONDA_DETAIL_READ_CSV_SCAN_HPP

// The CSV of the sink, read back.

#include <sonda/detail/csv_text.hpp>
#include <sonda/detail/recorded_words.hpp>

#include <algorithm>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace sonda::detail {

/// Reads the next row, which may have line breaks in quotation marks; false at the end, and for a row that was cut off.
inline bool read_csv_row(std::istream& in, std::vector<std::string>& row, std::size_t& number)
{
    row.assign(1, {});
    bool quoted = false;
    for (char c = 0; in.get(c);) {
        number += c == '\n' ? 1 : 0;
        if (quoted && c == '"' && in.peek() == '"') {
            row.back() += '"';
            in.get(c);
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            row.emplace_back();
        } else if (!quoted && c == '\n') {
            return true;
        } else if (quoted || c != '\r') {
            row.back() += c;
        }
    }
    return false;
}

/// Splits at blanks.
inline std::vector<std::string> split_blanks(std::string_view text)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        auto const end = (std::min)(text.find(' '), text.size());
        if (end != 0)
            parts.emplace_back(text.substr(0, end));
        text.remove_prefix((std::min)(end + 1, text.size()));
    }
    return parts;
}

/// The columns of a row by name.
class csv_columns
{
public:
    explicit csv_columns(std::vector<std::string> head)
        : head_(std::move(head))
    {}

    std::string const& of(std::vector<std::string> const& row, std::string_view name) const
    {
        auto const at = static_cast<std::size_t>(std::find(head_.begin(), head_.end(), name) - head_.begin());
        if (at >= row.size())
            throw bad_record("there is no column '" + std::string(name) + "'");
        return row[at];
    }

private:
    std::vector<std::string> head_;
};

inline cli::scan_record read_csv_record(csv_columns const& columns, std::vector<std::string> const& row)
{
    cli::scan_record record;
    record.found.endpoint =
        recorded_endpoint(columns.of(row, "address"), recorded_number<std::uint64_t>(columns.of(row, "port"), "port"),
                          columns.of(row, "protocol"));
    record.found.outcome = recorded_outcome(recorded_state(columns.of(row, "state")), columns.of(row, "reason"));
    record.found.tries = recorded_number<unsigned>(columns.of(row, "tries"), "tries");
    if (auto const& rtt = columns.of(row, "rtt_us"); !rtt.empty())
        record.found.rtt = recorded_microseconds(recorded_number<std::uint64_t>(rtt, "rtt_us"));
    record.names = split_blanks(columns.of(row, "names"));
    record.time = recorded_time(columns.of(row, "time"));
    return record;
}

inline void read_csv_fact(scan_summary& into, std::string_view name, std::uint64_t value)
{
    if (name == "targets")
        into.targets = value;
    else if (name == "verdicts")
        into.verdicts = value;
    else if (name == "probes")
        into.probes = value;
    else if (name == "skipped")
        into.skipped = value;
    else if (name == "shortages")
        into.shortages = value;
    else if (name == "duration_us")
        into.duration = recorded_microseconds(value);
    else
        into.counts[static_cast<std::size_t>(recorded_state(name))] = value;
}

inline void read_csv_summary(cli::scan_story& into, csv_columns const& columns, std::vector<std::string> const& row)
{
    into.summary = {};
    for (auto const& fact : split_blanks(columns.of(row, "reason"))) {
        auto const equals = (std::min)(fact.find('='), fact.size() - 1);
        read_csv_fact(into.summary, fact.substr(0, equals),
                      recorded_number<std::uint64_t>(fact.substr(equals + 1), "reason"));
    }
    into.ended = true;
    into.complete = columns.of(row, "state") == "complete";
    into.time = recorded_time(columns.of(row, "time"));
    into.info.targets = into.summary.targets;
    into.info.started = into.time - std::chrono::floor<std::chrono::microseconds>(into.summary.duration);
}

inline void read_csv_scan(std::istream& in, cli::scan_story& into, cli::record_handler const& each, std::size_t& number)
{
    std::vector<std::string> row;
    number = 0;
    if (!read_csv_row(in, row, number))
        return;
    csv_columns const columns(row);
    while (read_csv_row(in, row, number)) {
        if (row.size() == 1 && row.front().empty())
            continue;
        if (columns.of(row, "type") == "summary")
            read_csv_summary(into, columns, row);
        else
            each(read_csv_record(columns, row));
    }
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_READ_CSV_SCAN_HPP
