// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_XML_TEXT_HPP
#define SONDA_DETAIL_XML_TEXT_HPP

// The elements of nmap's XML, an element a line.

#include <sonda/detail/append_text.hpp>
#include <sonda/detail/markup_text.hpp>
#include <sonda/detail/service_of_port.hpp>
#include <sonda/detail/text_lines.hpp>
#include <sonda/reason_text.hpp>
#include <sonda/scan_summary.hpp>
#include <sonda/sink/annotations.hpp>
#include <sonda/sink/scan_info.hpp>
#include <sonda/version.hpp>

#include <chrono>
#include <span>
#include <string>
#include <string_view>

namespace sonda::detail {

inline void append_unix_time(std::string& text, std::string_view name, std::chrono::system_clock::time_point when)
{
    append_attribute(text, name,
                     std::to_string(std::chrono::floor<std::chrono::seconds>(when).time_since_epoch().count()));
}

inline void append_time_text(std::string& text, std::string_view name, std::chrono::system_clock::time_point when)
{
    std::string words;
    append_time(words, when);
    append_attribute(text, name, words);
}

/// The DTD knows no other scanner than nmap; who wrote it stands in `args`.
inline void append_xml_head(std::string& text, sink::scan_info const& info)
{
    text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE nmaprun>\n<nmaprun scanner=\"nmap\"";
    std::string words = "sonda";
    for (auto const& word : info.arguments)
        (words += ' ') += word;
    append_attribute(text, "args", words);
    append_unix_time(text, "start", info.started);
    append_time_text(text, "startstr", info.started);
    text += " version=\"sonda " SONDA_VERSION_STRING "\" xmloutputversion=\"1.05\">\n"
            "<verbose level=\"0\"/>\n<debugging level=\"0\"/>\n";
}

/// That a host is up is not found out but taken for granted: `user-set`, as nmap has it for -Pn.
inline void append_xml_host(std::string& text, endpoint const& host, std::span<std::string const> names,
                            std::chrono::system_clock::time_point now)
{
    std::string address;
    append_address(address, host);
    text += "<host";
    append_unix_time(text, "starttime", now);
    text += "><status state=\"up\" reason=\"user-set\" reason_ttl=\"0\"/><address";
    append_attribute(text, "addr", address);
    append_attribute(text, "addrtype", host.is_v6() ? "ipv6" : "ipv4");
    text += "/><hostnames>";
    for (auto const& name : names) {
        text += "<hostname";
        append_attribute(text, "name", name);
        text += " type=\"user\"/>";
    }
    text += "</hostnames><ports>\n";
}

inline constexpr std::string_view xml_host_end = "</ports></host>\n";

inline void append_xml_port(std::string& text, verdict const& found)
{
    text += "<port";
    append_attribute(text, "protocol", to_string(found.endpoint.protocol()));
    text += " portid=\"";
    append_number(text, found.endpoint.port());
    text += "\"><state";
    append_attribute(text, "state", to_string(found.state()));
    auto const reason = reason_text(found);
    constexpr std::string_view from = " from ";
    auto const sender = reason.find(from);
    append_attribute(text, "reason", reason.substr(0, sender));
    text += " reason_ttl=\"0\"";
    if (sender != std::string::npos)
        append_attribute(text, "reason_ip", reason.substr(sender + from.size()));
    text += "/>";
    if (auto const service = service_of_port(found.endpoint); !service.empty()) {
        text += "<service";
        append_attribute(text, "name", service);
        text += " method=\"table\" conf=\"3\"/>";
    }
    text += "</port>\n";
}

inline void append_xml_end(std::string& text, scan_summary const& summary, bool complete, std::uint64_t hosts,
                           std::chrono::system_clock::time_point now)
{
    std::string words, elapsed;
    append_summary_line(words, summary, complete);
    words.pop_back();
    append_decimal(elapsed, summary.duration, std::chrono::seconds(1));
    text += "<runstats><finished";
    append_unix_time(text, "time", now);
    append_time_text(text, "timestr", now);
    append_attribute(text, "elapsed", elapsed);
    append_attribute(text, "summary", words);
    text += complete ? " exit=\"success\"" : " exit=\"error\" errormsg=\"interrupted\"";
    text += "/><hosts up=\"";
    append_number(text, hosts);
    text += "\" down=\"0\" total=\"";
    append_number(text, hosts);
    text += "\"/></runstats>\n</nmaprun>\n";
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_XML_TEXT_HPP
