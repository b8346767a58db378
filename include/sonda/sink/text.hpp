// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_TEXT_HPP
#define SONDA_SINK_TEXT_HPP

#include <sonda/detail/port_table.hpp>
#include <sonda/detail/text_lines.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>

#include <span>
#include <string>
#include <utility>

namespace sonda::sink {

/// How a text sink addresses its reader.
enum class text_style {
    plain, ///< Columns, no escape sequence.
    colour, ///< As plain, with the state in colour.
    accessible ///< For screen readers: no colour, no columns, complete words, one fact a line.
};

/** Writes a line for people per verdict as it comes; at the end a line per host with open ports, and a summary.

    A line is `endpoint state protocol reason rtt names`, separated by spaces: the endpoint is accepted back as a
    target, the round trip is in milliseconds or `-`. The table at the end is kept as runs of open ports, nothing
    else is remembered. Control characters in names are escaped as by @ref sonda::sink::printable.

    @tparam Writer  Where the lines go.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<writer Writer>
class basic_text
{
public:
    /// Writes to `out` in a style; the names come from `notes`.
    explicit basic_text(Writer out, text_style style = text_style::plain, annotations notes = {})
        : out_(std::move(out))
        , notes_(std::move(notes))
        , style_(style)
    {}

    /// Remembers what was open for the table at the end; writes nothing now.
    void go_on(scan_info const&, scan_past const& past)
    {
        past.open([this](endpoint const& found) { open_.insert(found); });
    }

    /// Writes a line and flushes. Throws what the writer throws.
    void put(verdict const& found)
    {
        auto const names = notes_.names_of(found.endpoint);
        line_.clear();
        if (style_ == text_style::accessible)
            detail::append_spoken_line(line_, found, names);
        else
            detail::append_plain_line(line_, found, names, style_ == text_style::colour);
        if (found.state() == port_state::open)
            open_.insert(found.endpoint);
        out_.write(line_);
        out_.flush();
    }

    /// Writes the open ports per host and the summary, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (std::exchange(finished_, true))
            return;
        write_hosts();
        line_.clear();
        if (style_ == text_style::accessible)
            detail::append_spoken_summary(line_, summary, complete);
        else
            detail::append_summary_line(line_, summary, complete);
        out_.write(line_);
        out_.flush();
    }

private:
    void write_hosts()
    {
        auto runs = open_.runs();
        if (!runs.empty() && style_ != text_style::accessible)
            out_.write("\n");
        while (!runs.empty()) {
            auto const ports = detail::take_protocol(runs);
            auto const names = notes_.names_of(ports.front().first);
            line_.clear();
            if (style_ == text_style::accessible)
                detail::append_spoken_host(line_, ports, names);
            else
                detail::append_host_line(line_, ports, names);
            out_.write(line_);
        }
    }

    Writer out_;
    annotations notes_;
    detail::port_table open_;
    std::string line_;
    text_style style_;
    bool finished_ = false;
};

/// Text on a stream.
using text = basic_text<ostream_writer>;

static_assert(sink_policy<text>);

} // namespace sonda::sink

#endif // SONDA_SINK_TEXT_HPP
