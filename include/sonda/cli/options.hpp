// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_OPTIONS_HPP
#define SONDA_CLI_OPTIONS_HPP

#include <sonda/cli/defaults.hpp>
#include <sonda/cli/name_asker.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/payload/table.hpp>
#include <sonda/scan_options.hpp>
#include <sonda/sink/filter.hpp>
#include <sonda/target/name_servers.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/connect_options.hpp>

#include <boost/asio/ip/address.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonda::cli {

/// What the command is to do.
enum class action : std::uint8_t {
    scan = 1, ///< Scan.
    list = 2, ///< Say what would be scanned.
    demo = 4, ///< Scan services of its own.
    report = 8, ///< Make a page of a scan that was written.
    diff = 16, ///< Compare two scans that were written.
    merge = 32 ///< Join the parts of a sharded scan.
};

/// The first words of a command line that choose an action; without one it scans.
inline constexpr std::pair<std::string_view, action> action_names[] = {{"list", action::list},
                                                                       {"demo", action::demo},
                                                                       {"report", action::report},
                                                                       {"diff", action::diff},
                                                                       {"merge", action::merge}};

/// Which addresses of a name are scanned.
enum class resolve_mode : std::uint8_t { all, first };

/// In which order targets are visited.
enum class visit_order : std::uint8_t { random, serial };

/// Whether the text has colours; automatic is on a terminal that can.
enum class colour_mode : std::uint8_t { automatic, always, never };

/// Which scripts are run afterwards: none, nmap as RustScan calls it, or the user's.
enum class script_use : std::uint8_t { none, standard, custom };

/// The form of an output.
enum class output_format : std::uint8_t { text, greppable, json, ndjson, xml, csv, gnmap, html };

/// A word of the user and the option that it belongs to, which an error names; no option for a target.
struct worded
{
    std::string text; ///< The word.
    std::string option; ///< `-p` or `--ports`, as it was typed.
};

/// What an option was given, and where.
struct option_setting
{
    std::vector<std::string> values; ///< As they stand.
    std::string origin; ///< @ref command_line, or file and line.
};

/// The origin of what the command line says.
inline constexpr std::string_view command_line = "command line";

/// An output that was asked for.
struct output_request
{
    output_format format = output_format::text; ///< Its form.
    std::string path = "-"; ///< Its file; `-` is standard output.
};

/** Everything that a user can ask for, and what holds where they do not.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct options
{
    action what = action::scan; ///< What to do.
    bool help = false; ///< Only show the help.
    bool version = false; ///< Only show the version.
    bool manual = false; ///< Only print the page of the manual.
    std::string completions; ///< Only print the completions for this shell.
    bool verbose = false; ///< Tell more on standard error.
    std::vector<std::string> arguments; ///< The command line, without the name of the program.
    std::optional<std::string> config; ///< The configuration file; the usual one where nothing is said.
    bool no_config = false; ///< No configuration file.
    bool show_config = false; ///< Only show what is in force.
    std::map<std::string, option_setting, std::less<>> settings; ///< What was given, by the long names of options.

    std::vector<worded> targets; ///< What is scanned, commas separate; or the files of scans.
    std::vector<std::string> target_files; ///< Files of targets; `-` is standard input.
    std::vector<worded> excluded; ///< What is not scanned; commas separate.
    std::vector<std::string> excluded_files; ///< Files of what is not scanned.
    resolve_mode resolve = resolve_mode::all; ///< Which addresses of a name.
    std::optional<worded> resolver; ///< The name servers that are asked, or a file of them; the system's if nothing.
    target::name_servers servers; ///< Those, once they are read.
    name_asker ask_names; ///< Asks them; empty where the system is asked.
    bool special = false; ///< A sweep includes special-purpose addresses.

    std::vector<worded> ports; ///< Lists of ports; none is `defaults::ports`.
    std::vector<worded> excluded_ports; ///< Lists of ports.
    std::optional<worded> top; ///< How many of the most frequent ports.
    protocol fallback = protocol::tcp; ///< The protocol of ports that have no prefix.
    bool fallback_named = false; ///< The user named it.

    std::optional<std::size_t> batch; ///< Probes in flight at most.
    std::size_t threads = 0; ///< How many threads scan; 0 for as many as are of use.
    std::chrono::nanoseconds timeout = sonda::defaults::timeout; ///< How long a try waits.
    std::optional<unsigned> tries; ///< Tries per target.
    std::chrono::nanoseconds host_timeout{0}; ///< How long a host may be waited for; 0 for as long as it takes.
    std::chrono::nanoseconds interval{0}; ///< The gap between two probes.
    std::uint32_t rate = 0; ///< Probes a second at most; 0 for as many as can be.
    std::optional<visit_order> order; ///< The order; random where nothing is said.
    std::optional<std::uint64_t> seed; ///< Of the random order.
    target::layout layout = target::layout::port_major; ///< What runs faster, address or port.
    std::uint64_t shard_index = 0; ///< Which part, from 0.
    std::uint64_t shard_count = 1; ///< How many parts.
    std::string shard_origin; ///< The variable of the environment that says which part, if one does.
    boost::asio::ip::address source; ///< Where probes come from; unspecified lets the system choose.
    transport::close_mode close = transport::close_mode::reset; ///< How connections end.
    transport::connect_way way = transport::connect_way::best; ///< Which transport probes TCP ports.
    std::string payload_file; ///< What UDP ports are asked, beside the standard payloads; empty for those alone.
    std::shared_ptr<payload::table const> payloads; ///< What the file holds, once it is read.
    std::optional<std::uint64_t> descriptors; ///< How many files the process may open.

    std::optional<sink::states> shown; ///< Which verdicts are shown; only open ones where nothing is said.
    std::vector<output_request> outputs; ///< Where to; text on standard output where nothing takes that.
    bool quiet = false; ///< No text on standard output where no output takes that.
    bool accessible = false; ///< Plain words, one fact a line.
    colour_mode colour = colour_mode::automatic; ///< Colours of the text.
    bool progress = true; ///< Tell progress on standard error.

    std::string checkpoint; ///< The file that says how far the scan has come; none if empty.
    std::string resume; ///< The file that a scan goes on from; none if empty.
    std::optional<int> stats; ///< The descriptor that progress goes to, as JSON.

    std::vector<std::string> afterwards; ///< The command that is run on each host with open ports; or nothing.
    std::optional<std::vector<std::string>> nmap; ///< nmap is run afterwards, with these words.
    std::optional<script_use> scripts; ///< Which scripts are run afterwards; none where nothing is said.
    std::string scripts_folder; ///< Where the user's scripts are; the usual place where nothing is said.

    bool json = false; ///< Diff: as JSON.
    bool count = false; ///< List: only how many.
    std::optional<std::uint64_t> limit; ///< List: so many at most.
};

} // namespace sonda::cli

#endif // SONDA_CLI_OPTIONS_HPP
