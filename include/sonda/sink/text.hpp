// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_TEXT_HPP
#define SONDA_SINK_TEXT_HPP

#include <sonda/detail/result_table.hpp>
#include <sonda/detail/table_lines.hpp>
#include <sonda/detail/text_lines.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>

#include <string>
#include <utility>

namespace sonda::sink {

/// How a text sink addresses its reader.
enum class text_style {
    plain, ///< Columns, no escape sequence.
    colour, ///< As plain, with the state in colour.
    accessible ///< For screen readers: no colour, no columns, complete words, one fact a line.
};

/** Writes a line for people per verdict as it comes; at the end a table of what came by host, and a summary.

    A line is `endpoint state protocol reason rtt names`, separated by spaces: the endpoint is accepted back as a
    target, the round trip is in milliseconds or `-`. In the table consecutive ports share a row if the same was found
    out of them and they are not open. It is bounded, whatever is found: beyond 16,384 rows consecutive open ports share
    rows too, then the highest addresses are left out, and a line says how much is. Control characters in names are
    escaped as by @ref sonda::sink::printable.

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
        past.open([this](endpoint const& found) { table_.insert(detail::open_before(found)); });
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
        table_.insert(found);
        out_.write(line_);
        out_.flush();
    }

    /// Writes the table and the summary, once, and flushes. Throws what the writer throws.
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
        auto rows = table_.rows();
        auto const columns = detail::columns_of(rows);
        while (!rows.empty()) {
            auto const host = detail::take_host(rows);
            auto const names = notes_.names_of(host.front().first.endpoint);
            line_.clear();
            if (style_ == text_style::accessible)
                detail::append_spoken_host(line_, host, names);
            else
                detail::append_host(line_, host, names, columns, style_ == text_style::colour);
            out_.write(line_);
        }
        line_.clear();
        if (style_ == text_style::accessible)
            detail::append_spoken_rest(line_, table_.left_out());
        else
            detail::append_rest(line_, table_.left_out(), table_.rows().size());
        out_.write(line_);
    }

    Writer out_;
    annotations notes_;
    detail::result_table table_;
    std::string line_;
    text_style style_;
    bool finished_ = false;
};

/// Text on a stream.
using text = basic_text<ostream_writer>;

static_assert(sink_policy<text>);

} // namespace sonda::sink

#endif // SONDA_SINK_TEXT_HPP
