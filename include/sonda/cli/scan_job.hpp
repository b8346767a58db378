// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_SCAN_JOB_HPP
#define SONDA_CLI_SCAN_JOB_HPP

#include <sonda/cli/fingerprint.hpp>
#include <sonda/cli/interrupts.hpp>
#include <sonda/cli/read_inputs.hpp>
#include <sonda/cli/target_gatherer.hpp>
#include <sonda/target/resolve.hpp>
#include <sonda/target/target_selection.hpp>
#include <sonda/target/target_space.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonda::cli {

/** What is scanned, in full.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct scan_job
{
    target::target_space tcp; ///< The TCP targets.
    target::target_space udp; ///< The UDP targets.
    target::name_table names; ///< The names that addresses were reached by.
    std::array<target::target_selection, 2> selections; ///< What both are made of, if a checkpoint has to tell it.
    std::uint64_t fingerprint = 0; ///< The same for the same targets and ports, see `cli/fingerprint.hpp`.

    /// The targets of a protocol.
    target::target_space const& of(protocol proto) const noexcept { return proto == protocol::tcp ? tcp : udp; }
};

} // namespace sonda::cli

namespace sonda::detail {

// Runs the context until `done`: waiting for signals never ends by itself.
inline void run_until(boost::asio::io_context& context, bool const& done)
{
    while (!done && context.run_one() != 0)
        ;
}

// Looks all names up at once. False if a signal came first.
inline bool look_up_names(boost::asio::io_context& context, cli::options const& chosen, cli::interrupts* signals,
                          cli::target_gatherer& into)
{
    auto names = into.names();
    if (names.empty())
        return true;
    bool done = false;
    std::vector<target::resolved_name> results;
    boost::asio::cancellation_signal stop;
    auto take = [&](std::vector<target::resolved_name> found) {
        results = std::move(found);
        done = true;
    };
    auto on_done = [&](boost::system::error_code, std::vector<target::resolved_name> found) { take(std::move(found)); };
    if (chosen.ask_names)
        chosen.ask_names(context, std::move(names), chosen.servers, stop.slot(), take);
    else
        target::async_resolve_names(context.get_executor(), std::move(names),
                                    boost::asio::bind_cancellation_slot(stop.slot(), on_done));
    if (signals)
        signals->on_signal([&](auto) { stop.emit(boost::asio::cancellation_type::terminal); });
    run_until(context, done);
    if (signals)
        signals->ignore();
    if (signals && *signals)
        return false;
    into.resolved(results);
    return true;
}

inline target::target_space make_space(cli::target_gatherer& from, protocol proto, target::layout layout)
{
    auto space = target::target_space::make(from.selection(proto), proto, layout);
    if (!space)
        throw cli::usage_error(space.error().message());
    return std::move(*space);
}

// What cannot be reached from the source address is left out, rather than probed from another one.
inline void keep_to_source(cli::options const& chosen, cli::target_gatherer& from, cli::messages& say)
{
    if (chosen.source.is_unspecified())
        return;
    bool const v6 = chosen.source.is_v6();
    auto const other = target::ip_range::prefix(v6 ? boost::asio::ip::address(boost::asio::ip::address_v4())
                                                   : boost::asio::ip::address(boost::asio::ip::address_v6()),
                                                0);
    std::uint64_t lost = 0;
    for (auto const proto : {protocol::tcp, protocol::udp}) {
        auto const all = make_space(from, proto, chosen.layout).size();
        from.selection(proto).exclude(other);
        lost += all - make_space(from, proto, chosen.layout).size();
    }
    if (lost != 0)
        say.bad_input("not scanned, as --source-ip " + chosen.source.to_string() + " is of " + (v6 ? "IPv6" : "IPv4") +
                      ": " + std::to_string(lost) + " targets of " + (v6 ? "IPv4" : "IPv6"));
}

inline void tell_skipped(target::address_set const& skipped, cli::messages& say)
{
    if (skipped.empty())
        return;
    auto const count = skipped.count();
    say.say((count ? std::to_string(*count) : "more than 2^64") +
            " special-purpose addresses are skipped; --special includes them");
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads all targets and ports, without looking anything up.

    It may wait for standard input, so whoever wants to be interrupted meanwhile leaves signals alone until it is done.

    @param chosen  What the user asked for; must outlive what is returned, like `say`.
    @param say     Is told of what cannot be used.

    @par Exception safety
    Throws @ref usage_error for what ends the command before anything is sent.
*/
inline target_gatherer gather_targets(options const& chosen, messages& say)
{
    target_gatherer gatherer(chosen, say);
    read_inputs(chosen, gatherer, say);
    return gatherer;
}

/** Looks up all names of what was gathered and makes a job of it; nothing is if a signal came meanwhile.

    @param context   What look-ups complete on; it is run.
    @param chosen    What the user asked for.
    @param gatherer  What was gathered.
    @param say       Is told of what cannot be used.
    @param signals   Ends it early; null for nothing that does.

    @par Exception safety
    Throws @ref usage_error for what ends the command before anything is sent.
*/
inline std::optional<scan_job> make_job(boost::asio::io_context& context, options const& chosen,
                                        target_gatherer gatherer, messages& say, interrupts* signals = nullptr)
{
    if (!detail::look_up_names(context, chosen, signals, gatherer))
        return std::nullopt;
    detail::keep_to_source(chosen, gatherer, say);
    scan_job job;
    job.tcp = detail::make_space(gatherer, protocol::tcp, chosen.layout);
    job.udp = detail::make_space(gatherer, protocol::udp, chosen.layout);
    job.names = gatherer.known_names();
    job.fingerprint = fingerprint(gatherer.selection(protocol::tcp), gatherer.selection(protocol::udp));
    if (!chosen.checkpoint.empty())
        job.selections = {gatherer.selection(protocol::tcp), gatherer.selection(protocol::udp)};
    detail::tell_skipped(gatherer.skipped(), say);
    if (job.tcp.size() == 0 && job.udp.size() == 0)
        throw usage_error("there is nothing to scan", exit_status::nothing);
    return job;
}

} // namespace sonda::cli

#endif // SONDA_CLI_SCAN_JOB_HPP
