// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_HTML_HPP
#define SONDA_SINK_HTML_HPP

#include <sonda/detail/html_summary.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>

#include <string>
#include <utility>

namespace sonda::sink {

/** Writes one HTML page that needs nothing beside itself: no other file, no network.

    A row of the table is written per verdict as it comes and flushed; totals, timings and the open ports per host come
    at the end, where the page puts them first. It filters by host, port and state and sorts by every column, with a
    script that the page's own policy allows by its hash and beside which it allows nothing; without scripts all of it can be
    read. A page that was cut off shows what it has and says so. The table of hosts is kept as runs of open ports, nothing
    else is remembered.

    Whatever came from elsewhere is escaped: it can be neither markup nor move or turn what stands beside it.

    @tparam Writer  Where the page goes.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<writer Writer>
class basic_html
{
public:
    /// Writes to `out`, with the names and the clock of `notes`.
    explicit basic_html(Writer out, annotations notes = {})
        : out_(std::move(out))
        , notes_(std::move(notes))
    {}

    /// Writes the head of the page, once, and flushes. Throws what the writer throws.
    void begin(scan_info const& info)
    {
        if (std::exchange(begun_, true))
            return;
        info_ = info;
        line_.clear();
        detail::append_html_head(line_, info);
        line_ += detail::html_table_begin;
        write_line();
    }

    /// Writes rows behind those that were written; nothing now.
    void go_on(scan_info const& info, scan_past const& past)
    {
        begun_ = true;
        info_ = info;
        trips_ = detail::trip_statistics(past.trips);
        some_ = past.records != 0;
        past.open([this](endpoint const& found) { open_.insert(found); });
    }

    /// Writes a row and flushes. Throws what the writer throws.
    void put(verdict const& found)
    {
        begin_late();
        line_.clear();
        detail::append_html_row(line_, found, notes_);
        trips_.add(found.rtt);
        some_ = true;
        if (found.state() == port_state::open)
            open_.insert(found.endpoint);
        write_line();
    }

    /// Writes the rest of the page, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (std::exchange(finished_, true))
            return;
        begin_late();
        line_ = "</tbody>\n</table>\n";
        if (!some_)
            line_ += "<p>No port is shown.</p>\n";
        line_ += "</section>\n";
        detail::append_html_summary(line_, info_, summary, complete, trips_, notes_.clock());
        detail::append_html_hosts(line_, open_.runs(), notes_);
        line_ += detail::html_end;
        write_line();
    }

private:
    void begin_late()
    {
        if (begun_)
            return;
        scan_info info;
        info.started = notes_.clock();
        begin(info);
    }

    void write_line()
    {
        out_.write(line_);
        out_.flush();
    }

    Writer out_;
    annotations notes_;
    scan_info info_;
    detail::port_table open_;
    detail::trip_statistics trips_;
    std::string line_;
    bool begun_ = false;
    bool some_ = false;
    bool finished_ = false;
};

/// The page of a scan on a stream.
using html = basic_html<ostream_writer>;

static_assert(sink_policy<html>);

} // namespace sonda::sink

#endif // SONDA_SINK_HTML_HPP
