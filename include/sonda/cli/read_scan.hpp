// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READ_SCAN_HPP
#define SONDA_CLI_READ_SCAN_HPP

#include <sonda/cli/scan_record.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/read_csv_scan.hpp>
#include <sonda/detail/read_json_scan.hpp>
#include <sonda/detail/read_xml_scan.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>
#include <system_error>

namespace sonda::detail {

/// What comes first that is not blank, beyond a byte order mark.
inline int first_character(std::istream& in)
{
    constexpr std::string_view blanks = " \t\r\n\xef\xbb\xbf";
    while (in.good() && blanks.find(static_cast<char>(in.peek())) != std::string_view::npos)
        in.get();
    return in.peek();
}

/// Where the records of a file say nothing of the whole, they are counted.
class record_counter
{
public:
    void add(cli::scan_record const& record) noexcept
    {
        first_ = counted_.verdicts == 0 ? record.time : (std::min)(first_, record.time);
        last_ = (std::max)(last_, record.time);
        ++counted_.counts[static_cast<std::size_t>(record.found.state())];
        ++counted_.verdicts;
        counted_.probes += record.found.tries;
    }

    void complete(cli::scan_story& story) const
    {
        auto& summary = story.summary;
        if (story.info.started.time_since_epoch().count() == 0)
            story.info.started = first_;
        if (!story.ended) {
            story.time = last_;
            summary.duration = (std::max)(last_, story.info.started) - story.info.started;
        }
        if (summary.verdicts >= counted_.verdicts)
            return;
        summary.counts = counted_.counts;
        summary.verdicts = counted_.verdicts;
        summary.probes = counted_.probes;
        summary.targets = story.info.targets = (std::max)(summary.targets, counted_.verdicts);
    }

private:
    scan_summary counted_;
    std::chrono::system_clock::time_point first_{};
    std::chrono::system_clock::time_point last_{};
};

} // namespace sonda::detail

namespace sonda::cli {

/** Reads a scan that was written as JSON, NDJSON, CSV or XML; the content says which it is.

    One whose end is missing is read up to its last whole record, and the story says so.

    @param in    Where it is read.
    @param name  What it is called in an error.
    @param each  Is called with every record, in their order.

    @par Exception safety
    Throws @ref usage_error if this is no scan or has something else in it; some records were then given already.
*/
inline scan_story read_scan(std::istream& in, std::string const& name, record_handler const& each)
{
    scan_story story;
    detail::record_counter counter;
    record_handler const counted = [&](scan_record const& record) {
        counter.add(record);
        each(record);
    };
    std::size_t line = 1;
    auto const first = detail::first_character(in);
    try {
        if (first == '{')
            detail::read_json_scan(in, story, counted, line);
        else if (first == '<')
            detail::read_xml_scan(in, story, counted, line);
        else if (first == 't')
            detail::read_csv_scan(in, story, counted, line);
        else if (first != std::istream::traits_type::eof())
            throw usage_error(name + " is no scan: neither JSON, NDJSON, CSV nor XML");
    } catch (detail::bad_record const& bad) {
        throw usage_error(name + ", line " + std::to_string(line) + ": " + sink::printable(bad.what()));
    }
    counter.complete(story);
    return story;
}

/** Reads a file; see the other form.

    @param path  The file; `-` is standard input.
    @param each  Is called with every record, in the order of the file.

    @par Exception safety
    Throws @ref usage_error, also if the file cannot be read.
*/
inline scan_story read_scan(std::string const& path, record_handler const& each)
{
    auto const name = path == "-" ? std::string("standard input") : in_quotes(path);
    std::ifstream in(path == "-" ? "/dev/stdin" : path, std::ios::binary);
    if (in)
        in.peek();
    if (!in && !in.eof())
        throw usage_error("cannot read " + name + ": " + std::generic_category().message(errno));
    in.clear();
    return read_scan(in, name, each);
}

} // namespace sonda::cli

#endif // SONDA_CLI_READ_SCAN_HPP
