// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_GREPPABLE_HPP
#define SONDA_SINK_GREPPABLE_HPP

#include <sonda/detail/port_table.hpp>
#include <sonda/detail/text_lines.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/sink/scan_past.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>

#include <span>
#include <string>
#include <utility>

namespace sonda::sink {

/** Writes one line per host with its open ports, `127.0.0.1 -> [22,80]`, when the scan is finished.

    The form that users of RustScan feed to other programs: address, arrow, ports in ascending order. Each UDP port
    has the prefix `U:`, as where ports are typed. Hosts are in ascending order; one without open ports has no line.
    A host is known only when all its ports are, so that nothing is written before `finish`.

    @tparam Writer  Where the lines go.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
template<writer Writer>
class basic_greppable
{
public:
    /// Writes to `out`.
    explicit basic_greppable(Writer out)
        : out_(std::move(out))
    {}

    /// Remembers what was open.
    void go_on(scan_info const&, scan_past const& past)
    {
        past.open([this](endpoint const& found) { open_.insert(found); });
    }

    /// Remembers an open port; other verdicts are passed over.
    void put(verdict const& found)
    {
        if (found.state() == port_state::open)
            open_.insert(found.endpoint);
    }

    /// Writes the lines, once, and flushes. Throws what the writer throws.
    void finish(scan_summary const&, bool)
    {
        if (std::exchange(finished_, true))
            return;
        auto runs = open_.runs();
        while (!runs.empty())
            write_host(detail::take_host(runs));
        out_.flush();
    }

private:
    void write_host(std::span<detail::port_run const> host)
    {
        line_.clear();
        detail::append_address(line_, host.front().first);
        line_ += " -> [";
        for (auto const& run : host)
            append_ports(run);
        line_.back() = ']';
        line_ += '\n';
        out_.write(line_);
    }

    /// Every port by itself: readers of this form split at the comma.
    void append_ports(detail::port_run const& run)
    {
        for (unsigned port = run.first.port(); port <= run.last; ++port) {
            if (run.first.protocol() == protocol::udp)
                line_ += "U:";
            detail::append_number(line_, port);
            line_ += ',';
        }
    }

    Writer out_;
    detail::port_table open_;
    std::string line_;
    bool finished_ = false;
};

/// Greppable lines on a stream.
using greppable = basic_greppable<ostream_writer>;

static_assert(sink_policy<greppable>);

} // namespace sonda::sink

#endif // SONDA_SINK_GREPPABLE_HPP
