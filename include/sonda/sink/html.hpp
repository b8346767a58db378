// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_HTML_HPP
#define SONDA_SINK_HTML_HPP

#include <sonda/detail/document.hpp>
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
        : document_(std::move(out), std::move(notes))
    {}

    /// Writes the head of the page, once, and flushes. Throws what the writer throws.
    void begin(scan_info const& info)
    {
        if (!document_.begins())
            return;
        info_ = info;
        auto& line = document_.line();
        detail::append_html_head(line, info);
        line += detail::html_table_begin;
        document_.write();
    }

    /// Writes rows behind those that were written; nothing now.
    void go_on(scan_info const& info, scan_past const& past)
    {
        document_.begins();
        info_ = info;
        trips_ = detail::trip_statistics(past.trips);
        some_ = past.records != 0;
        past.open([this](endpoint const& found) { open_.insert(found); });
    }

    /// Writes a row and flushes. Throws what the writer throws.
    void put(verdict const& found)
    {
        begin_late();
        auto& line = document_.line();
        detail::append_html_row(line, found, document_.notes());
        trips_.add(found.rtt);
        some_ = true;
        if (found.state() == port_state::open)
            open_.insert(found.endpoint);
        document_.write();
    }

    /// Writes the rest of the page, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (!document_.ends())
            return;
        begin_late();
        auto& line = document_.line();
        line = "</tbody>\n</table>\n";
        if (!some_)
            line += "<p>No port is shown.</p>\n";
        line += "</section>\n";
        detail::append_html_summary(line, info_, summary, complete, trips_, document_.notes().clock());
        detail::append_html_hosts(line, open_.runs(), document_.notes());
        line += detail::html_end;
        document_.write();
    }

private:
    void begin_late()
    {
        if (!document_.begun())
            begin(document_.unannounced());
    }

    detail::document<Writer> document_;
    scan_info info_;
    detail::port_table open_;
    detail::trip_statistics trips_;
    bool some_ = false;
};

/// The page of a scan on a stream.
using html = basic_html<ostream_writer>;

static_assert(sink_policy<html>);

} // namespace sonda::sink

#endif // SONDA_SINK_HTML_HPP
