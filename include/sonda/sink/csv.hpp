// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_CSV_HPP
#define SONDA_SINK_CSV_HPP

#include <sonda/detail/csv_text.hpp>
#include <sonda/detail/document.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>

#include <string>
#include <utility>

namespace sonda::sink {

/** Writes comma-separated values (RFC 4180): a line of names, a line per verdict as it comes, and a line of type `summary`.

    The columns are the members of the records of @ref sonda::sink::ndjson, under the same names; several names of an
    address are separated by blanks, a round trip that was not measured is empty. The last line has the state `complete`
    or `interrupted` and in `reason` what was counted; a file without it is one of a scan that was cut off. Each line is
    flushed.

    @tparam Writer  Where the lines go.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<writer Writer>
class basic_csv
{
public:
    /// Writes to `out`, with the names and the clock of `notes`.
    explicit basic_csv(Writer out, annotations notes = {})
        : document_(std::move(out), std::move(notes))
    {}

    /// Writes the names of the columns, once, and flushes. Throws what the writer throws.
    void begin(scan_info const&)
    {
        auto& line = document_.line();
        append_head(line);
        document_.write();
    }

    /// Writes behind what was written; nothing now.
    void go_on(scan_info const&, scan_past const&) noexcept { document_.begins(); }

    /// Writes a line and flushes; the names of the columns first, if they are not there. Throws what the writer throws.
    void put(verdict const& found)
    {
        auto& line = document_.line();
        append_head(line);
        detail::append_csv_port(line, found, document_.notes());
        document_.write();
    }

    /// Writes the summary, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (!document_.ends())
            return;
        auto& line = document_.line();
        append_head(line);
        detail::append_csv_summary(line, summary, complete, document_.notes().clock());
        document_.write();
    }

private:
    void append_head(std::string& line)
    {
        if (document_.begins())
            line += detail::csv_head;
    }

    detail::document<Writer> document_;
};

/// Comma-separated values on a stream.
using csv = basic_csv<ostream_writer>;

static_assert(sink_policy<csv>);

} // namespace sonda::sink

#endif // SONDA_SINK_CSV_HPP
