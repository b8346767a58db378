// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_JSON_HPP
#define SONDA_SINK_JSON_HPP

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

/** Writes one JSON document: an object with what the scan is, an array `results` with a record per verdict, and a
    `summary`.

    The document is written as the scan goes, a record a line, each flushed; nothing of it is kept. It is whole once
    `finish` ran, with none, one or many records, and says in `summary.complete` whether the scan was. Needs
    Boost.JSON.

    @tparam Writer  Where the document goes.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see sonda::sink::ndjson, which is readable up to the last line even if `finish` never ran
*/
template<writer Writer>
class basic_json
{
public:
    /// Writes to `out`, with the names and the clock of `notes`.
    explicit basic_json(Writer out, annotations notes = {})
        : document_(std::move(out), std::move(notes))
    {}

    /// Writes the head of the document, once, and flushes. Throws what the writer throws.
    void begin(scan_info const& info)
    {
        if (!document_.begins())
            return;
        hold_head(info);
        document_.flush();
    }

    /// Writes behind what was written; nothing now.
    void go_on(scan_info const&, scan_past const& past)
    {
        document_.begins();
        some_ = past.records != 0;
    }

    /// Writes a record and flushes; the head first, if there is none. Throws what the writer throws.
    void put(verdict const& found)
    {
        begin_late();
        auto& line = document_.line();
        line = std::exchange(some_, true) ? ",\n" : "\n";
        detail::append_json_port(line, found, document_.notes());
        document_.write();
    }

    /// Writes the summary and the end of the document, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (!document_.ends())
            return;
        begin_late();
        auto& line = document_.line();
        line = "\n],\"summary\":{\"type\":\"summary\",";
        detail::append_json_summary(line, summary, complete);
        line += ",\"time\":\"";
        detail::append_time(line, document_.notes().clock());
        line += "\"}}\n";
        document_.write();
    }

private:
    void begin_late()
    {
        if (document_.begins())
            hold_head(document_.unannounced());
    }

    void hold_head(scan_info const& info)
    {
        auto& line = document_.line();
        line = "{\"type\":\"scan\",";
        detail::append_json_info(line, info);
        line += ",\"results\":[";
        document_.hold();
    }

    detail::document<Writer> document_;
    bool some_ = false;
};

/// A JSON document on a stream.
using json = basic_json<ostream_writer>;

static_assert(sink_policy<json>);

} // namespace sonda::sink

#endif // SONDA_SINK_JSON_HPP
