// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_OPTION_TABLE_HPP
#define SONDA_CLI_OPTION_TABLE_HPP

#include <sonda/cli/nmap_arguments.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/read_shard.hpp>
#include <sonda/cli/read_value.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace sonda::cli {

/// The part of the help that an option is shown in.
enum class option_group : std::uint8_t { targets, ports, method, output, other };

/// The groups in the order of the help, with their titles.
inline constexpr std::pair<option_group, std::string_view> option_groups[] = {{option_group::targets, "Targets"},
                                                                              {option_group::ports, "Ports"},
                                                                              {option_group::method, "How"},
                                                                              {option_group::output, "Output"},
                                                                              {option_group::other, "Other"}};

/// One option of the command: how it is spelled, what it takes, what it does.
struct option_row
{
    std::string_view name; ///< The long name, without hyphens.
    std::string_view letters; ///< The short name, of one letter or two, without hyphen; or nothing.
    std::string_view value; ///< The value in the help; `[=ARGS]` if it may be left out, empty if there is none.
    option_group group; ///< Where the help shows it.
    unsigned actions; ///< Sum of the `action` values that it goes with.
    bool repeats; ///< It may be given more than once.
    std::string_view text; ///< What the help says; a line break begins a new line.
    void (*apply)(options&, worded const&); ///< Puts a value into the options; throws @ref usage_error.
};

} // namespace sonda::cli

namespace sonda::detail {

inline constexpr unsigned cli_scan = static_cast<unsigned>(cli::action::scan);
inline constexpr unsigned cli_list = static_cast<unsigned>(cli::action::list);
inline constexpr unsigned cli_demo = static_cast<unsigned>(cli::action::demo);
inline constexpr unsigned cli_all = cli_scan | cli_list | cli_demo;
inline constexpr unsigned cli_report = static_cast<unsigned>(cli::action::report);
inline constexpr unsigned cli_diff = static_cast<unsigned>(cli::action::diff);
inline constexpr unsigned cli_merge = static_cast<unsigned>(cli::action::merge);
inline constexpr unsigned cli_writes = cli_scan | cli_demo | cli_merge;
inline constexpr unsigned cli_any = cli_all | cli_report | cli_diff | cli_merge;

inline bool takes_file(cli::option_row const& row) noexcept
{
    return row.value == "FILE" || row.value == "BASE" || row.value == "FOLDER";
}

inline void cli_show(cli::options& into, cli::worded const& from, sink::states const& states)
{
    if (into.shown && *into.shown != states)
        throw cli::usage_error(from.option + ": only one of --open, --closed and --all");
    into.shown = states;
}

inline void cli_choose_protocol(cli::options& into, cli::worded const& from, protocol chosen)
{
    if (into.fallback_named && into.fallback != chosen)
        throw cli::usage_error(from.option + ": --udp and --scan connect contradict each other");
    into.fallback = chosen;
    into.fallback_named = true;
}

inline void cli_add_output(cli::options& into, cli::worded const& from, cli::output_format format)
{
    if (from.text.empty())
        throw cli::bad_value(from, "a file, or - for standard output");
    into.outputs.push_back({format, from.text});
}

inline void cli_add_all_outputs(cli::options& into, cli::worded const& from)
{
    if (from.text.empty() || from.text == "-")
        throw cli::bad_value(from, "what names of files begin with");
    using cli::output_format;
    into.outputs.push_back({output_format::json, from.text + ".json"});
    into.outputs.push_back({output_format::ndjson, from.text + ".ndjson"});
    into.outputs.push_back({output_format::xml, from.text + ".xml"});
    into.outputs.push_back({output_format::csv, from.text + ".csv"});
    into.outputs.push_back({output_format::gnmap, from.text + ".gnmap"});
    into.outputs.push_back({output_format::html, from.text + ".html"});
}

} // namespace sonda::detail

namespace sonda::cli {

/// Every option; what is not here does not exist. Parser, help and documents are made of it.
// clang-format off
inline constexpr option_row option_table[] = {
    {"input", "iL", "FILE", option_group::targets, detail::cli_scan | detail::cli_list, true,
     "targets of a file, or of standard input with -",
     [](options& o, worded const& v) { o.target_files.push_back(v.text); }},
    {"addresses", "a", "LIST", option_group::targets, detail::cli_scan | detail::cli_list, true,
     "targets between commas, or a file of them",
     [](options& o, worded const& v) { o.targets.push_back(v); }},
    {"exclude", "x", "LIST", option_group::targets, detail::cli_scan | detail::cli_list, true,
     "what is never scanned, between commas",
     [](options& o, worded const& v) { o.excluded.push_back(v); }},
    {"exclude-file", "", "FILE", option_group::targets, detail::cli_scan | detail::cli_list, true,
     "what is never scanned, of a file",
     [](options& o, worded const& v) { o.excluded_files.push_back(v.text); }},
    {"resolve", "", "all|first", option_group::targets, detail::cli_scan | detail::cli_list, false,
     "which addresses of a name are scanned [all]",
     [](options& o, worded const& v) {
         o.resolve = read_choice<resolve_mode>(v, {{"all", resolve_mode::all}, {"first", resolve_mode::first}}); }},
    {"resolver", "", "LIST", option_group::targets, detail::cli_scan | detail::cli_list, false,
     "name servers between commas, or a file of them,\nthat are asked, and no others [the system's]",
     [](options& o, worded const& v) { o.resolver = v; }},
    {"special", "", "", option_group::targets, detail::cli_scan | detail::cli_list, true,
     "a sweep beyond /8 (IPv6 /32) does not skip\nprivate, multicast and reserved addresses",
     [](options& o, worded const&) { o.special = true; }},

    {"ports", "p", "LIST", option_group::ports, detail::cli_scan | detail::cli_list, true,
     "22,80-90,8000-,http,T:443,U:53; -p- is all [all]",
     [](options& o, worded const& v) { o.ports.push_back(v); }},
    {"range", "r", "A-B", option_group::ports, detail::cli_scan | detail::cli_list, true,
     "the ports from A to B",
     [](options& o, worded const& v) {
         if (v.text.find('-') == std::string::npos)
             throw bad_value(v, "a range of ports like 1-1000");
         o.ports.push_back(v); }},
    {"top", "", "N", option_group::ports, detail::cli_scan | detail::cli_list, false,
     "the N ports that are open most often",
     [](options& o, worded const& v) { o.top = v; }},
    {"top-ports", "", "N", option_group::ports, detail::cli_scan | detail::cli_list, false,
     "the same as --top",
     [](options& o, worded const& v) { o.top = v; }},
    {"exclude-ports", "e", "LIST", option_group::ports, detail::cli_scan | detail::cli_list, true,
     "ports that are never scanned, over TCP and UDP",
     [](options& o, worded const& v) { o.excluded_ports.push_back(v); }},
    {"scan", "", "connect|udp", option_group::ports, detail::cli_scan | detail::cli_list, false,
     "the protocol of ports without T: or U: [connect]",
     [](options& o, worded const& v) {
         auto const chosen = read_choice<protocol>(v, {{"connect", protocol::tcp}, {"udp", protocol::udp}});
         detail::cli_choose_protocol(o, v, chosen); }},
    {"udp", "", "", option_group::ports, detail::cli_scan | detail::cli_list, true,
     "the same as --scan udp",
     [](options& o, worded const& v) { detail::cli_choose_protocol(o, v, protocol::udp); }},

    {"batch", "b", "N", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "probes in flight at most [4500, fewer if need be]",
     [](options& o, worded const& v) { o.batch = read_number(v, 1, limits::batch); }},
    {"threads", "", "N|auto", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "threads that scan [auto: as many as are of use]",
     [](options& o, worded const& v) { o.threads = v.text == "auto" ? 0 : read_number(v, 1, limits::threads); }},
    {"timeout", "t", "MS", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "how long a try waits, in ms, more than 0 [1500]",
     [](options& o, worded const& v) { o.timeout = read_milliseconds(v, std::chrono::nanoseconds(1)); }},
    {"tries", "", "N", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "tries of a silent port [TCP 1, UDP 2]",
     [](options& o, worded const& v) { o.tries = static_cast<unsigned>(read_number(v, 1, limits::tries)); }},
    {"host-timeout", "", "MS", option_group::method, detail::cli_scan, false,
     "a host waited for so long is left [0: never]",
     [](options& o, worded const& v) { o.host_timeout = read_milliseconds(v); }},
    {"interval", "", "MS", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "time between two probes, in ms [0]",
     [](options& o, worded const& v) { o.interval = read_milliseconds(v); }},
    {"rate", "", "N", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "probes a second at most, all tries [no limit]",
     [](options& o, worded const& v) { o.rate = static_cast<std::uint32_t>(read_number(v, 1, limits::rate)); }},
    {"order", "", "random|serial", option_group::method, detail::cli_all, false,
     "order of the probes [random; in list: serial]",
     [](options& o, worded const& v) {
         o.order = read_choice<visit_order>(v, {{"random", visit_order::random}, {"serial", visit_order::serial}}); }},
    {"seed", "", "N", option_group::method, detail::cli_all, false,
     "the same seed, the same random order [drawn]",
     [](options& o, worded const& v) { o.seed = read_number(v, 0, (std::numeric_limits<std::uint64_t>::max)()); }},
    {"layout", "", "port|host", option_group::method, detail::cli_all, false,
     "port by port, or host by host [port]",
     [](options& o, worded const& v) {
         o.layout = read_choice<target::layout>(v, {{"port", target::layout::port_major},
                                                    {"host", target::layout::host_major}}); }},
    {"shard", "", "I/N|auto", option_group::method, detail::cli_scan | detail::cli_list, false,
     "only part I of N, from 1; auto takes both from\nSlurm or MPI, auto/N takes I from the environment",
     [](options& o, worded const& v) { read_shard(o, v); }},
    {"source-ip", "", "ADDRESS", option_group::method, detail::cli_scan, false,
     "which address of this machine probes come from",
     [](options& o, worded const& v) { o.source = read_address(v); }},
    {"close", "", "reset|fin", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "how accepted connections are ended [reset]",
     [](options& o, worded const& v) {
         using transport::close_mode;
         o.close = read_choice<close_mode>(v, {{"reset", close_mode::reset}, {"fin", close_mode::fin}}); }},
    {"payloads", "", "FILE", option_group::method, detail::cli_scan, false,
     "what UDP ports are asked instead of the standard",
     [](options& o, worded const& v) {
         if (v.text.empty())
             throw bad_value(v, "a file");
         o.payload_file = v.text; }},
    {"transport", "", "auto|portable|uring", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "what connects [auto: io_uring if it can be had]",
     [](options& o, worded const& v) {
         using transport::connect_way;
         o.way = read_choice<connect_way>(v, {{"auto", connect_way::best}, {"portable", connect_way::portable},
                                              {"uring", connect_way::uring}}); }},
    {"ulimit", "u", "N", option_group::method, detail::cli_scan | detail::cli_demo, false,
     "descriptors this process may have [the hard limit]",
     [](options& o, worded const& v) { o.descriptors = read_number(v, 16, 1'000'000'000); }},

    {"open", "", "", option_group::output, detail::cli_writes, true,
     "show what is open [this]",
     [](options& o, worded const& v) { detail::cli_show(o, v, sink::only_open); }},
    {"closed", "", "", option_group::output, detail::cli_writes, true,
     "show what is closed",
     [](options& o, worded const& v) { detail::cli_show(o, v, sink::only_closed); }},
    {"all", "", "", option_group::output, detail::cli_writes, true,
     "show every state, filtered and error too",
     [](options& o, worded const& v) { detail::cli_show(o, v, sink::all_states); }},
    {"greppable", "g", "", option_group::output, detail::cli_writes, false,
     "127.0.0.1 -> [22,80], a line per host",
     [](options& o, worded const&) { o.outputs.push_back({output_format::greppable, "-"}); }},
    {"output-text", "oT", "FILE", option_group::output, detail::cli_writes, true,
     "text; here and below, - is standard output",
     [](options& o, worded const& v) { detail::cli_add_output(o, v, output_format::text); }},
    {"output-json", "oJ", "FILE", option_group::output, detail::cli_writes, true,
     "one JSON document",
     [](options& o, worded const& v) { detail::cli_add_output(o, v, output_format::json); }},
    {"output-ndjson", "oN", "FILE", option_group::output, detail::cli_writes, true,
     "a JSON record a line",
     [](options& o, worded const& v) { detail::cli_add_output(o, v, output_format::ndjson); }},
    {"output-xml", "oX", "FILE", option_group::output, detail::cli_writes, true,
     "XML as nmap writes it",
     [](options& o, worded const& v) { detail::cli_add_output(o, v, output_format::xml); }},
    {"output-csv", "oC", "FILE", option_group::output, detail::cli_writes, true,
     "comma-separated values",
     [](options& o, worded const& v) { detail::cli_add_output(o, v, output_format::csv); }},
    {"output-gnmap", "oG", "FILE", option_group::output, detail::cli_writes, true,
     "nmap's greppable format",
     [](options& o, worded const& v) { detail::cli_add_output(o, v, output_format::gnmap); }},
    {"output-html", "oH", "FILE", option_group::output, detail::cli_writes | detail::cli_report, true,
     "a page of HTML",
     [](options& o, worded const& v) { detail::cli_add_output(o, v, output_format::html); }},
    {"output-all", "oA", "BASE", option_group::output, detail::cli_writes, true,
     "BASE.json, .ndjson, .xml, .csv, .gnmap and .html",
     [](options& o, worded const& v) { detail::cli_add_all_outputs(o, v); }},
    {"accessible", "", "", option_group::output, detail::cli_writes, true,
     "for screen readers: whole words, one fact a line",
     [](options& o, worded const&) { o.accessible = true; }},
    {"plain", "", "", option_group::output, detail::cli_writes, true,
     "the same as --accessible",
     [](options& o, worded const&) { o.accessible = true; }},
    {"color", "", "auto|always|never", option_group::output, detail::cli_writes, false,
     "colours of the text [auto: on a terminal that can]",
     [](options& o, worded const& v) {
         o.colour = read_choice<colour_mode>(v, {{"auto", colour_mode::automatic}, {"always", colour_mode::always},
                                                 {"never", colour_mode::never}}); }},
    {"no-progress", "", "", option_group::output, detail::cli_scan | detail::cli_demo, true,
     "no progress on standard error",
     [](options& o, worded const&) { o.progress = false; }},
    {"verbose", "v", "", option_group::output, detail::cli_any, true,
     "say more on standard error",
     [](options& o, worded const&) { o.verbose = true; }},

    {"checkpoint", "", "FILE", option_group::other, detail::cli_scan, false,
     "FILE has what --resume needs, twice a second",
     [](options& o, worded const& v) {
         if (v.text.empty())
             throw bad_value(v, "a file");
         o.checkpoint = v.text; }},
    {"resume", "", "FILE", option_group::other, detail::cli_scan, false,
     "go on with the scan of which FILE is a checkpoint",
     [](options& o, worded const& v) {
         if (v.text.empty())
             throw bad_value(v, "a file");
         o.resume = v.text; }},
    {"stats-json", "", "FD", option_group::other, detail::cli_scan, false,
     "progress as JSON, a line a second, to descriptor FD",
     [](options& o, worded const& v) { o.stats = read_descriptor_number(v); }},
    {"nmap", "", "[=ARGS]", option_group::other, detail::cli_scan, false,
     "afterwards nmap looks at what is open, told ARGS",
     [](options& o, worded const& v) { o.nmap = read_nmap_arguments(v); }},
    {"scripts", "", "none|default|custom", option_group::other, detail::cli_scan, false,
     "afterwards: default is nmap -vvv, custom scripts of\nyours that scripts.toml selects [none]",
     [](options& o, worded const& v) {
         o.scripts = read_choice<script_use>(v, {{"none", script_use::none}, {"default", script_use::standard},
                                                 {"custom", script_use::custom}}); }},
    {"scripts-folder", "", "FOLDER", option_group::other, detail::cli_scan, false,
     "scripts of yours [sonda/scripts in ~/.config]",
     [](options& o, worded const& v) {
         if (v.text.empty())
             throw bad_value(v, "a folder");
         o.scripts_folder = v.text; }},

    {"config", "", "FILE", option_group::other, detail::cli_scan | detail::cli_list, false,
     "options from FILE [sonda/sonda.toml in ~/.config]",
     [](options& o, worded const& v) {
         if (v.text.empty())
             throw bad_value(v, "a file");
         o.config = v.text; }},
    {"no-config", "", "", option_group::other, detail::cli_any, true,
     "no options from a file",
     [](options& o, worded const&) { o.no_config = true; }},
    {"show-config", "", "", option_group::other, detail::cli_scan | detail::cli_list, true,
     "the options in force, and where each is from",
     [](options& o, worded const&) { o.show_config = true; }},
    {"json", "", "", option_group::other, detail::cli_diff, true,
     "diff: one JSON document",
     [](options& o, worded const&) { o.json = true; }},
    {"count", "", "", option_group::other, detail::cli_list, true,
     "list: only how many targets there are",
     [](options& o, worded const&) { o.count = true; }},
    {"limit", "", "N", option_group::other, detail::cli_list, false,
     "list: the first N targets",
     [](options& o, worded const& v) { o.limit = read_number(v, 0, (std::numeric_limits<std::uint64_t>::max)()); }},
    {"help", "h", "", option_group::other, detail::cli_any, true,
     "this help",
     [](options& o, worded const&) { o.help = true; }},
    {"manual", "", "", option_group::other, detail::cli_any, true,
     "the page of the manual, for man -l -",
     [](options& o, worded const&) { o.manual = true; }},
    {"completions", "", "bash|zsh|fish", option_group::other, detail::cli_any, false,
     "what the shell completes command lines with",
     [](options& o, worded const& v) {
         read_choice<int>(v, {{"bash", 0}, {"zsh", 0}, {"fish", 0}});
         o.completions = v.text; }},
    {"version", "V", "", option_group::other, detail::cli_any, true,
     "the version and what is compiled in",
     [](options& o, worded const&) { o.version = true; }},
};
// clang-format on

} // namespace sonda::cli

#endif // SONDA_CLI_OPTION_TABLE_HPP
