// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_XML_HPP
#define SONDA_SINK_XML_HPP

#include <sonda/detail/document.hpp>
#include <sonda/detail/port_table.hpp>
#include <sonda/detail/xml_text.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>

#include <optional>
#include <string>
#include <utility>

namespace sonda::sink {

/** Writes XML that is valid against nmap's document type, `nmap.dtd`.

    A `port` element is written per verdict as it comes and flushed; those of one host that follow each other share a
    `host` element, so that a host stands there more than once when other hosts came in between. `finished` says with
    `exit="success"` that the scan was complete, with `exit="error"` that it was interrupted; a document without it is
    one of a scan that was cut off. Nothing but the addresses of hosts is kept.

    @tparam Writer  Where the document goes.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<writer Writer>
class basic_xml
{
public:
    /// Writes to `out`, with the names and the clock of `notes`.
    explicit basic_xml(Writer out, annotations notes = {})
        : document_(std::move(out), std::move(notes))
    {}

    /// Writes the head of the document, once, and flushes. Throws what the writer throws.
    void begin(scan_info const& info)
    {
        if (!document_.begins())
            return;
        auto& line = document_.line();
        detail::append_xml_head(line, info);
        document_.write();
    }

    /// Writes behind what was written, inside the element of the host of the last port; nothing now.
    void go_on(scan_info const&, scan_past const& past)
    {
        document_.begins();
        past.hosts([this](endpoint const& found) { hosts_.insert(bare_host(found)); });
        if (past.last)
            host_ = detail::port_run{bare_host(*past.last), 0};
    }

    /// Writes an element and flushes. Throws what the writer throws.
    void put(verdict const& found)
    {
        begin_late();
        auto& line = document_.line();
        enter_host(line, found.endpoint);
        detail::append_xml_port(line, found);
        document_.write();
    }

    /// Writes the end of the document, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const& summary, bool complete)
    {
        if (!document_.ends())
            return;
        begin_late();
        auto& line = document_.line();
        line = host_ ? detail::xml_host_end : std::string_view();
        detail::append_xml_end(line, summary, complete, hosts_.runs().size(), document_.notes().clock());
        document_.write();
    }

private:
    static endpoint bare_host(endpoint const& found) noexcept
    {
        return found.is_v6() ? endpoint::v6(found.high(), found.low(), found.zone(), 0)
                             : endpoint::v4(static_cast<std::uint32_t>(found.low()), 0);
    }

    void enter_host(std::string& line, endpoint const& found)
    {
        if (host_ && host_->same_host(found))
            return;
        if (host_)
            line += detail::xml_host_end;
        auto const bare = bare_host(found);
        host_ = detail::port_run{bare, 0};
        hosts_.insert(bare);
        detail::append_xml_host(line, found, document_.notes().names_of(found), document_.notes().clock());
    }

    void begin_late()
    {
        if (!document_.begun())
            begin(document_.unannounced());
    }

    detail::document<Writer> document_;
    detail::port_table hosts_;
    std::optional<detail::port_run> host_;
};

/// nmap's XML on a stream.
using xml = basic_xml<ostream_writer>;

static_assert(sink_policy<xml>);

} // namespace sonda::sink

#endif // SONDA_SINK_XML_HPP
