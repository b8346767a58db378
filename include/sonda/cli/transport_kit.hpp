// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_TRANSPORT_KIT_HPP
#define SONDA_CLI_TRANSPORT_KIT_HPP

#include <sonda/cli/options.hpp>
#include <sonda/cli/payload_choice.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/transport/tcp_connect.hpp>
#include <sonda/transport/udp.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace sonda::cli {

/** The transports of the command. Whoever assembles a command around their own writes a type with the same members.

    @par Thread safety
    Distinct objects: safe. Shared objects: safe.
*/
struct transport_kit
{
    /// The transport of TCP targets.
    template<class Executor>
    auto tcp(Executor const& executor, options const& chosen, std::size_t slots) const
    {
        if (chosen.way == transport::connect_way::uring)
            throw usage_error("--transport uring: this sonda was built without io_uring");
        return transport::basic_tcp_connect<Executor>(executor, {slots, chosen.source, chosen.close});
    }

    /// The transport of UDP targets.
    template<class Executor>
    auto udp(Executor const& executor, options const& chosen, std::size_t slots) const
    {
        transport::udp_options settings;
        settings.slots = slots;
        if (chosen.source.is_v6())
            settings.source_v6 = chosen.source.to_v6();
        else
            settings.source_v4 = chosen.source.to_v4();
        return transport::basic_udp<Executor, payload_choice>(executor, settings, payload_choice(chosen.payloads));
    }

    /// Those that are compiled in, by their names.
    static constexpr std::string_view names = "tcp_connect, udp";

    /// What is said of them to who wants to know.
    std::string description(options const&) const { return "tcp_connect and udp"; }
};

} // namespace sonda::cli

#endif // SONDA_CLI_TRANSPORT_KIT_HPP
