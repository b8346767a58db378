// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_GNMAP_HPP
#define SONDA_SINK_GNMAP_HPP

#include <sonda/detail/append_text.hpp>
#include <sonda/detail/service_of_port.hpp>
#include <sonda/detail/text_lines.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/printable.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>
#include <sonda/version.hpp>

#include <string>
#include <utility>

namespace sonda::sink {

/** Writes nmap's greppable format (`-oG`), a line per verdict as it comes.

    `Host: 127.0.0.1 (localhost)`, a tabulator, `Ports: 80/open/tcp//http///`: port, state, protocol, owner, usual service, two more fields
    that are empty here. Every line names its host, so that a host with two ports has two lines. The first line begins
    with `# sonda`, the last one, which says whether the scan was complete, with `# sonda done`. Each line is flushed.

    @tparam Writer  Where the lines go.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.

    @see sonda::sink::greppable, which is the form of RustScan
*/
template<writer Writer>
class basic_gnmap
{
public:
    /// Writes to `out`, with the names and the clock of `notes`.
    explicit basic_gnmap(Writer out, annotations notes = {})
        : out_(std::move(out))
        , notes_(std::move(notes))
    {}

    /// Writes the first line, once, and flushes. Throws what the writer throws.
    void begin(scan_info const& info)
    {
        if (std::exchange(begun_, true))
            return;
        line_ = "# sonda " SONDA_VERSION_STRING " scan initiated ";
        detail::append_time(line_, info.started);
        line_ += " as: sonda";
        for (auto const& word : info.arguments)
            append_printable(line_ += ' ', word);
        write_line();
    }

    /// Writes behind what was written; nothing now.
    void go_on(scan_info const&, scan_past const&) noexcept { begun_ = true; }

    /// Writes a line and flushes. Throws what the writer throws.
    void put(verdict const& found)
    {
        begin_late();
        auto const names = notes_.names_of(found.endpoint);
        line_ = "Host: ";
        detail::append_address(line_, found.endpoint);
        line_ += " (";
        if (!names.empty())
            append_printable(line_, names.front());
        line_ += ")\tPorts: ";
        detail::append_number(line_, found.endpoint.port());
        (line_ += '/') += to_string(found.state());
        (line_ += '/') += to_string(found.endpoint.protocol());
        (line_ += "//") += detail::service_of_port(found.endpoint);
        line_ += "///";
        write_line();
    }

    /// Writes the last line, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (std::exchange(finished_, true))
            return;
        begin_late();
        line_ = "# sonda done at ";
        detail::append_time(line_, notes_.clock());
        line_ += " -- ";
        detail::append_summary_line(line_, summary, complete);
        line_.pop_back();
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
        line_ += '\n';
        out_.write(line_);
        out_.flush();
    }

    Writer out_;
    annotations notes_;
    std::string line_;
    bool begun_ = false;
    bool finished_ = false;
};

/// nmap's greppable format on a stream.
using gnmap = basic_gnmap<ostream_writer>;

static_assert(sink_policy<gnmap>);

} // namespace sonda::sink

#endif // SONDA_SINK_GNMAP_HPP
