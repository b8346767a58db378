// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_DEMO_HPP
#define SONDA_CLI_DEMO_HPP

#include <sonda/cli/demo_services.hpp>
#include <sonda/cli/run_scan.hpp>

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace sonda::detail {

inline std::string demo_ports(cli::demo_services const& services)
{
    std::string list;
    for (auto const port : services.tcp())
        list += "T:" + std::to_string(port) + ',';
    for (auto const port : services.udp())
        list += "U:" + std::to_string(port) + ',';
    list.pop_back();
    return list;
}

inline cli::options demo_options(cli::options chosen, cli::demo_services const& services)
{
    chosen.targets.push_back({"127.0.0.1", ""});
    if (services.has_v6())
        chosen.targets.push_back({"::1", ""});
    chosen.ports.push_back({demo_ports(services), "-p"});
    if (!chosen.shown)
        chosen.shown = sink::all_states;
    if (!chosen.order && !chosen.seed)
        chosen.order = cli::visit_order::serial;
    return chosen;
}

// What is told before and after goes with the text, and nowhere if the text does not go to standard output.
inline void tell_demo(cli::options const& chosen, std::string const& text)
{
    auto const takes_stdout = [](auto const& output) {
        return output.path == "-" && output.format != cli::output_format::text;
    };
    if (std::none_of(chosen.outputs.begin(), chosen.outputs.end(), takes_stdout))
        cli::messages(false, STDOUT_FILENO).write(text);
}

inline std::string demo_opening(cli::options const& chosen)
{
    std::string text = "Services of this program are on loopback now: over TCP two that listen, and one port that is\n"
                       "held and does not; over UDP one that answers, one that keeps silent, and nothing on the last.\n"
                       "They are scanned as by:\n\n    sonda";
    for (auto const& target : chosen.targets)
        text += ' ' + target.text;
    return text + " -p " + chosen.ports.front().text + " --all\n\n";
}

inline constexpr char const* demo_closing =
    "\nopen: something answered. closed: the host says that nothing is there. open|filtered: over UDP\n"
    "silence may be a service that keeps silent or a firewall. filtered, a firewall in the way of TCP,\n"
    "is not shown: only root could put one up here. Without --all only what is open is shown.\n";

} // namespace sonda::detail

namespace sonda::cli {

/** The command `sonda demo`: serves on loopback, and scans that.

    @par Exception safety
    Throws @ref usage_error, and `boost::system::system_error` if the system has no ports.
*/
template<class Kit>
exit_status run_demo(options const& asked, messages& say, Kit const& kit)
{
    boost::asio::io_context context(1);
    interrupts signals(context);
    demo_services const services(context);
    auto const chosen = detail::demo_options(asked, services);
    auto const job = make_job(context, chosen, gather_targets(chosen, say), say, &signals);
    if (!job)
        return signals.status();
    detail::tell_demo(chosen, detail::demo_opening(chosen));
    auto const status = run_job(context, chosen, *job, signals, say, kit);
    detail::tell_demo(chosen, detail::demo_closing);
    return status;
}

} // namespace sonda::cli

#endif // SONDA_CLI_DEMO_HPP
