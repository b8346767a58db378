// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_NAME_ASKER_HPP
#define SONDA_CLI_NAME_ASKER_HPP

#include <sonda/target/name_servers.hpp>
#include <sonda/target/resolved_name.hpp>

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sonda::cli {

/// Is given what names came to.
using names_taker = std::function<void(std::vector<target::resolved_name>)>;

/// Asks name servers for names and gives what they came to, on the context; the slot cancels it. Empty where a command
/// cannot do that.
using name_asker = std::function<void(boost::asio::io_context&, std::vector<std::string>, target::name_servers,
                                      boost::asio::cancellation_slot, names_taker)>;

/// What a kit asks name servers with: its `ask_names`, of the same parameters, if it has that.
template<class Kit>
name_asker name_asker_of(Kit const& kit)
{
    auto const asker = [](auto const& one) {
        return [one](boost::asio::io_context& context, std::vector<std::string> names, target::name_servers servers,
                     boost::asio::cancellation_slot slot, names_taker take) {
            one.ask_names(context, std::move(names), std::move(servers), slot, std::move(take));
        };
    };
    if constexpr (requires { &Kit::ask_names; })
        return asker(kit);
    else
        return nullptr;
}

} // namespace sonda::cli

#endif // SONDA_CLI_NAME_ASKER_HPP
