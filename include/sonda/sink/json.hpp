// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_JSON_HPP
#define SONDA_SINK_JSON_HPP

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
        : out_(std::move(out))
        , notes_(std::move(notes))
    {}

    /// Writes the head of the document, once, and flushes. Throws what the writer throws.
    void begin(scan_info const& info)
    {
        if (begun_)
            return;
        write_head(info);
        out_.flush();
    }

    /// Writes behind what was written; nothing now.
    void go_on(scan_info const&, scan_past const& past)
    {
        begun_ = true;
        some_ = past.records != 0;
    }

    /// Writes a record and flushes; the head first, if there is none. Throws what the writer throws.
    void put(verdict const& found)
    {
        begin_late();
        line_ = std::exchange(some_, true) ? ",\n" : "\n";
        detail::append_json_port(line_, found, notes_);
        write_line();
    }

    /// Writes the summary and the end of the document, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (std::exchange(finished_, true))
            return;
        begin_late();
        line_ = "\n],\"summary\":{\"type\":\"summary\",";
        detail::append_json_summary(line_, summary, complete);
        line_ += ",\"time\":\"";
        detail::append_time(line_, notes_.clock());
        line_ += "\"}}\n";
        write_line();
    }

private:
    void begin_late()
    {
        if (begun_)
            return;
        scan_info info;
        info.started = notes_.clock();
        write_head(info);
    }

    void write_head(scan_info const& info)
    {
        begun_ = true;
        line_ = "{\"type\":\"scan\",";
        detail::append_json_info(line_, info);
        line_ += ",\"results\":[";
        out_.write(line_);
    }

    void write_line()
    {
        out_.write(line_);
        out_.flush();
    }

    Writer out_;
    annotations notes_;
    std::string line_;
    bool begun_ = false;
    bool some_ = false;
    bool finished_ = false;
};

/// A JSON document on a stream.
using json = basic_json<ostream_writer>;

static_assert(sink_policy<json>);

} // namespace sonda::sink

#endif // SONDA_SINK_JSON_HPP
