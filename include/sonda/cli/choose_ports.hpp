// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_CHOOSE_PORTS_HPP
#define SONDA_CLI_CHOOSE_PORTS_HPP

#include <sonda/cli/options.hpp>
#include <sonda/cli/port_ranks.hpp>
#include <sonda/cli/read_value.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/target/parse_ports.hpp>

#include <string>

namespace sonda::detail {

inline target::port_lists read_ports(cli::worded const& list, protocol fallback)
{
    auto ports = target::parse_ports(list.text, fallback);
    if (!ports)
        throw cli::usage_error("bad port '" + ports.error().token + "' in " + list.option + ": " +
                               ports.error().reason);
    return *ports;
}

inline void insert_top_ports(target::port_set& into, cli::worded const& count, protocol proto)
{
    auto const ranks = cli::port_ranks(proto);
    auto const wanted = cli::read_number(count, 1, 65535);
    if (wanted > ranks.size())
        throw cli::usage_error("bad value " + cli::in_quotes(count.text) + " for " + count.option + ": the list of " +
                               std::string(to_string(proto)) + " ports is " + std::to_string(ranks.size()) + " long");
    for (std::size_t i = 0; i != wanted; ++i)
        into.insert(ranks[i]);
}

} // namespace sonda::detail

namespace sonda::cli {

/// The ports of each protocol: those that are scanned, and those that never are.
struct port_choice
{
    target::port_lists included; ///< Scanned.
    target::port_lists excluded; ///< Never scanned, not even where an endpoint was named.
};

/** Reads the lists of ports.

    Without a list all ports of the protocol without prefix are scanned. An excluded port without a prefix is excluded
    from both protocols.

    @par Exception safety
    Strong: throws @ref usage_error that quotes what is no port.
*/
inline port_choice choose_ports(options const& from)
{
    port_choice choice;
    for (auto const& list : from.ports) {
        auto const ports = detail::read_ports(list, from.fallback);
        choice.included.tcp.insert(ports.tcp);
        choice.included.udp.insert(ports.udp);
    }
    if (from.top)
        detail::insert_top_ports(choice.included.of(from.fallback), *from.top, from.fallback);
    else if (from.ports.empty())
        choice.included.of(from.fallback).insert(defaults::ports);
    for (auto const& list : from.excluded_ports)
        for (auto const fallback : {protocol::tcp, protocol::udp}) {
            auto const ports = detail::read_ports(list, fallback);
            choice.excluded.tcp.insert(ports.tcp);
            choice.excluded.udp.insert(ports.udp);
        }
    return choice;
}

} // namespace sonda::cli

#endif // SONDA_CLI_CHOOSE_PORTS_HPP
