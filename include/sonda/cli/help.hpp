// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_HELP_HPP
#define SONDA_CLI_HELP_HPP

#include <sonda/cli/option_table.hpp>
#include <sonda/version.hpp>

#include <boost/version.hpp>

#include <string>
#include <string_view>

namespace sonda::detail {

inline void append_option_help(std::string& text, cli::option_row const& row)
{
    constexpr std::size_t column = 29;
    auto const begin = text.size();
    text += "  ";
    if (!row.letters.empty())
        ((text += '-') += row.letters) += ", ";
    (text += "--") += row.name;
    if (!row.value.empty())
        (text += row.value.front() == '[' ? "" : " ") += row.value;
    if (text.size() - begin + 2 > column)
        text += '\n' + std::string(column, ' ');
    else
        text.append(column - (text.size() - begin), ' ');
    for (char const c : row.text)
        c == '\n' ? text += '\n' + std::string(column, ' ') : text += c;
    text += '\n';
}

} // namespace sonda::detail

namespace sonda::cli {

/// The help: usage, then one group of options after the other, each less than a screen of 80 by 24.
inline std::string help_text()
{
    std::string text = "sonda finds out which TCP and UDP ports answer.\n\n"
                       "  sonda [options] TARGET...     scan\n"
                       "  sonda [options] TARGET... -- COMMAND {ip} {ports}\n"
                       "                                scan, then run COMMAND on hosts with open ports\n"
                       "  sonda list [options] TARGET... say what would be scanned, send nothing\n"
                       "  sonda demo [options]          scan services of its own on loopback\n"
                       "  sonda report SCAN [-oH FILE]  a page of HTML of a scan that was written\n"
                       "  sonda diff OLD NEW [--json]   what opened, closed or changed between two scans\n"
                       "  sonda merge PART... [options] join the parts of a sharded scan\n\n"
                       "TARGET is an address, 192.0.2.0/24, 192.0.2.1-192.0.2.9, 192.0.2.1-9, a name,\n"
                       "host:port, host:U:port or [IPv6]:port; IPv6 as IPv4, zones as in fe80::1%eth0.\n";
    for (auto const& [group, title] : option_groups) {
        ((text += '\n') += title) += ":\n";
        for (auto const& row : option_table)
            if (row.group == group)
                detail::append_option_help(text, row);
    }
    return text += "\nThe status is 0 when finished, 1 if diff found a difference or merge a part\n"
                   "missing, 2 for a mistake on the command line, 3 when finished with flaws, 4 with\n"
                   "nothing to scan, 5 if an output could not be written, 129, 130 or 143 if\n"
                   "interrupted. Scan only what you may scan.\n";
}

/// The version and what is compiled in; `transports` and `resolver`, if there is one, as a kit names them.
inline std::string version_text(std::string_view transports, std::string const& resolver = {})
{
    return "sonda " SONDA_VERSION_STRING "\nBoost " + std::to_string(BOOST_VERSION / 100000) + '.' +
           std::to_string(BOOST_VERSION / 100 % 1000) + '.' + std::to_string(BOOST_VERSION % 100) + "; transports " +
           std::string(transports) + (resolver.empty() ? "" : "; resolver " + resolver) +
           "; outputs text, greppable, json, ndjson, xml, csv, gnmap, html\n";
}

} // namespace sonda::cli

#endif // SONDA_CLI_HELP_HPP
