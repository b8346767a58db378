// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_GNMAP_HPP
#define SONDA_SINK_GNMAP_HPP

#include <sonda/detail/append_text.hpp>
#include <sonda/detail/document.hpp>
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
        : document_(std::move(out), std::move(notes))
    {}

    /// Writes the first line, once, and flushes. Throws what the writer throws.
    void begin(scan_info const& info)
    {
        if (!document_.begins())
            return;
        auto& line = document_.line();
        line = "# sonda " SONDA_VERSION_STRING " scan initiated ";
        detail::append_time(line, info.started);
        line += " as: sonda";
        for (auto const& word : info.arguments)
            append_printable(line += ' ', word);
        line += '\n';
        document_.write();
    }

    /// Writes behind what was written; nothing now.
    void go_on(scan_info const&, scan_past const&) noexcept { document_.begins(); }

    /// Writes a line and flushes. Throws what the writer throws.
    void put(verdict const& found)
    {
        begin_late();
        auto const names = document_.notes().names_of(found.endpoint);
        auto& line = document_.line();
        line = "Host: ";
        detail::append_address(line, found.endpoint);
        line += " (";
        if (!names.empty())
            append_printable(line, names.front());
        line += ")\tPorts: ";
        detail::append_number(line, found.endpoint.port());
        (line += '/') += to_string(found.state());
        (line += '/') += to_string(found.endpoint.protocol());
        (line += "//") += detail::service_of_port(found.endpoint);
        line += "///\n";
        document_.write();
    }

    /// Writes the last line, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (!document_.ends())
            return;
        begin_late();
        auto& line = document_.line();
        line = "# sonda done at ";
        detail::append_time(line, document_.notes().clock());
        line += " -- ";
        detail::append_summary_line(line, summary, complete);
        document_.write();
    }

private:
    void begin_late()
    {
        if (!document_.begun())
            begin(document_.unannounced());
    }

    detail::document<Writer> document_;
};

/// nmap's greppable format on a stream.
using gnmap = basic_gnmap<ostream_writer>;

static_assert(sink_policy<gnmap>);

} // namespace sonda::sink

#endif // SONDA_SINK_GNMAP_HPP
