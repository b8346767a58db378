// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_NDJSON_HPP
#define SONDA_SINK_NDJSON_HPP

#include <sonda/detail/document.hpp>
#include <sonda/detail/json_text.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>

#include <string>
#include <utility>

namespace sonda::sink {

/** Writes one JSON object a line: a record of type `port` per verdict, then one of type `summary`.

    Each line is flushed, so that whatever ends the program, what was written is whole lines. A file without the
    summary is one of a scan that was cut off; a summary with `"complete":false`, of one that was interrupted.
    Needs Boost.JSON.

    @tparam Writer  Where the lines go.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see sonda::sink::json, which has the same records in one document
*/
template<writer Writer>
class basic_ndjson
{
public:
    /// Writes to `out`, with the names and the clock of `notes`.
    explicit basic_ndjson(Writer out, annotations notes = {})
        : document_(std::move(out), std::move(notes))
    {}

    /// Keeps what the summary will say of the scan; writes nothing.
    void begin(scan_info const& info)
    {
        info_ = info;
        document_.begins();
    }

    /// The same for a scan that goes on.
    void go_on(scan_info const& info, scan_past const&) { begin(info); }

    /// Writes a record and flushes. Throws what the writer throws.
    void put(verdict const& found)
    {
        begin_late();
        auto& line = document_.line();
        detail::append_json_port(line, found, document_.notes());
        line += '\n';
        document_.write();
    }

    /// Writes the summary, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (!document_.ends())
            return;
        begin_late();
        auto& line = document_.line();
        line = "{\"type\":\"summary\",";
        detail::append_json_summary(line, summary, complete);
        line += ',';
        detail::append_json_info(line, info_);
        line += ",\"time\":\"";
        detail::append_time(line, document_.notes().clock());
        line += "\"}\n";
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
};

/// Newline-delimited JSON on a stream.
using ndjson = basic_ndjson<ostream_writer>;

static_assert(sink_policy<ndjson>);

} // namespace sonda::sink

#endif // SONDA_SINK_NDJSON_HPP
