// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_MANUAL_HPP
#define SONDA_CLI_MANUAL_HPP

#include <sonda/cli/option_table.hpp>
#include <sonda/cli/read_shard.hpp>
#include <sonda/version.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace sonda::detail {

// Text as roff has it: hyphens that can be copied, no line that begins with a control character.
inline void append_roff(std::string& page, std::string_view text)
{
    for (char const c : text) {
        bool const begins = page.empty() || page.back() == '\n';
        if (begins && (c == '.' || c == '\''))
            page += "\\&";
        if (c == '-')
            page += "\\-";
        else if (c == '\\')
            page += "\\e";
        else
            page += c == '\n' ? ' ' : c;
    }
    page += '\n';
}

inline void append_option_manual(std::string& page, cli::option_row const& row)
{
    page += ".TP\n.B ";
    std::string spelled;
    if (!row.letters.empty())
        ((spelled += '-') += row.letters) += ", ";
    (spelled += "--") += row.name;
    if (!row.value.empty())
        (spelled += row.value.front() == '[' ? "" : " ") += row.value;
    append_roff(page, spelled);
    append_roff(page, row.text);
}

inline void append_entries(std::string& page, std::string_view title,
                           std::initializer_list<std::pair<std::string_view, std::string_view>> entries)
{
    ((page += ".SH ") += title) += '\n';
    for (auto const& [name, meaning] : entries) {
        page += ".TP\n.B ";
        append_roff(page, name);
        append_roff(page, meaning);
    }
}

inline constexpr std::string_view manual_head =
    ".SH NAME\nsonda \\- find out which TCP and UDP ports answer\n"
    ".SH SYNOPSIS\n.B sonda\n[options] TARGET...\n[\\fB\\-\\-\\fR COMMAND]\n.br\n"
    ".B sonda list\n[options] TARGET...\n.br\n.B sonda demo\n[options]\n.br\n"
    ".B sonda report\nSCAN\n.br\n.B sonda diff\nOLD NEW\n.br\n.B sonda merge\nPART...\n"
    ".SH DESCRIPTION\n"
    "Scans the named targets and tells which of their ports are open; on request also which are closed, filtered or\n"
    "silent, each with the reason. A TARGET is an address, a prefix like 192.0.2.0/24, a range like 192.0.2.1\\-9, a\n"
    "name, or one of these with a port: host:80, host:U:53, [2001:db8::1]:80. Nothing needs privileges.\n"
    ".PP\nScan only what you may scan.\n";

} // namespace sonda::detail

namespace sonda::cli {

/// The page of the manual, section 1, made of the same table as the help.
inline std::string manual_text()
{
    std::string page = ".TH SONDA 1 \"\" \"sonda " SONDA_VERSION_STRING "\" \"User Commands\"\n";
    page += detail::manual_head;
    page += ".SH OPTIONS\n";
    for (auto const& [group, title] : option_groups) {
        ((page += ".SS ") += title) += '\n';
        for (auto const& row : option_table)
            if (row.group == group)
                detail::append_option_manual(page, row);
    }
    detail::append_entries(page, "EXIT STATUS",
                           {{"0", "Finished, whether or not something is open."},
                            {"1", "diff found a difference, or merge a part that is missing."},
                            {"2", "A mistake on the command line; nothing was sent."},
                            {"3", "Finished, but some input could not be used, or some probe could not be sent."},
                            {"4", "There was nothing to scan, or nothing to scan it with; nothing was sent."},
                            {"5", "An output could not be written, or nobody reads it any more."},
                            {"129, 130, 143", "Ended early by SIGHUP, SIGINT or SIGTERM."}});
    detail::append_entries(page, "FILES",
                           {{"~/.config/sonda/sonda.toml", "Options that the command line leaves open."},
                            {"~/.config/sonda/scripts, ~/.config/sonda/scripts.toml",
                             "What --scripts custom runs, and the tags that select it."},
                            {"~/.rustscan_scripts, ~/.rustscan_scripts.toml", "The same, where these are not there."}});
    auto const launchers = detail::names_of_shard_variables();
    detail::append_entries(page, "ENVIRONMENT",
                           {{launchers, "Which part of a scan this is, for --shard auto."},
                            {"NO_COLOR", "No colours, whatever it holds."},
                            {"TERM", "dumb is a terminal without colours and without a status line."},
                            {"XDG_CONFIG_HOME", "Where sonda/sonda.toml is, in place of ~/.config."}});
    detail::append_entries(
        page, "EXAMPLES",
        {{"sonda 127.0.0.1", "All TCP ports of this machine."},
         {"sonda 192.0.2.0/24 -p 22,80,U:53 --all", "Three ports of a network, and what became of each."},
         {"sonda -iL hosts --top 100 -oN scan.ndjson", "Frequent ports of the hosts of a file."},
         {"sonda 192.0.2.7 --nmap=-sV", "nmap looks closer at what is open."}});
    return page += ".SH SEE ALSO\n.BR nmap (1)\n";
}

} // namespace sonda::cli

#endif // SONDA_CLI_MANUAL_HPP
