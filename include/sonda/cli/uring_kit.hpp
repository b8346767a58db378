// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_URING_KIT_HPP
#define SONDA_CLI_URING_KIT_HPP

#include <sonda/cli/options.hpp>
#include <sonda/cli/transport_kit.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/transport/best_connect.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace sonda::cli {

/** The transports of a command that may use io_uring. Needs liburing to be linked (`sonda::uring` in CMake).

    @par Thread safety
    Distinct objects: safe. Shared objects: safe.
*/
struct uring_kit : transport_kit
{
    /// The transport of TCP targets.
    template<class Executor>
    auto tcp(Executor const& executor, options const& chosen, std::size_t slots) const
    {
        if (chosen.way == transport::connect_way::uring)
            if (auto const refusal = transport::uring_refusal())
                throw usage_error("--transport uring: no io_uring here: " + refusal.message());
        return transport::basic_best_connect<Executor>(executor, {slots, chosen.source, chosen.close}, chosen.way);
    }

    /// Those that are compiled in, by their names.
    static constexpr std::string_view names = "uring_connect, tcp_connect, udp";

    /// What is said of them to who wants to know.
    std::string description(options const& chosen) const
    {
        if (chosen.way == transport::connect_way::portable)
            return transport_kit::description(chosen);
        auto const refusal = transport::uring_refusal();
        if (!refusal)
            return "uring_connect and udp";
        return transport_kit::description(chosen) + " (no io_uring: " + refusal.message() + ")";
    }
};

} // namespace sonda::cli

#endif // SONDA_CLI_URING_KIT_HPP
