// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_READ_PAYLOADS_HPP
#define SONDA_CLI_READ_PAYLOADS_HPP

#include <sonda/cli/messages.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/detail/file_content.hpp>
#include <sonda/detail/udp_socket.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/payload/payload_file.hpp>
#include <sonda/payload/table.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace sonda::detail {

inline cli::usage_error bad_payload_file(target::file_error const& error)
{
    return cli::usage_error(sink::printable(error.file) + ':' + std::to_string(error.line) + ": bad payload " +
                            error.error.message());
}

// Why no socket can be bound to a port of either family; nothing if one can.
inline std::string source_refusal(cli::options const& chosen, std::uint16_t port)
{
    std::string text;
    for (bool const v6 : {false, true}) {
        auto const any = v6 ? boost::asio::ip::address(boost::asio::ip::address_v6())
                            : boost::asio::ip::address(boost::asio::ip::address_v4());
        bool const named = !chosen.source.is_unspecified();
        if (named && chosen.source.is_v6() != v6)
            continue;
        udp_socket trial;
        int const error = trial.open({named ? chosen.source : any, port, protocol::udp}, 0);
        if (error != 0 && error != EAFNOSUPPORT)
            (text += text.empty() ? "" : "; ") += (v6 ? "IPv6: " : "IPv4: ") + std::generic_category().message(error);
    }
    return text;
}

// A port that payloads want to come from and cannot is told, with the first line that names it.
inline void tell_of_sources(payload::file_entries const& entries, cli::options const& chosen, cli::messages& say)
{
    std::set<std::uint16_t> told;
    for (auto const& entry : entries) {
        if (!entry.source || !told.insert(*entry.source).second)
            continue;
        auto const refusal = source_refusal(chosen, *entry.source);
        if (!refusal.empty())
            say.say(sink::printable(chosen.payload_file) + ':' + std::to_string(entry.line) + ": source " +
                    std::to_string(*entry.source) + " cannot be obeyed, the system chooses the port (" + refusal + ')');
    }
}

} // namespace sonda::detail

namespace sonda::cli {

/** Reads the file of payloads that the user named, if they did; the options hold what was in it.

    A source port that a payload asks for and that no socket can be bound to is said, with the reason.

    @par Exception safety
    Strong: throws @ref usage_error for a file that cannot be read and for what is no payload in it, with its line.
*/
inline void read_payloads(options& into, messages& say)
{
    auto const& file = into.payload_file;
    if (file.empty())
        return;
    auto entries = payload::parse_payloads(detail::file_content(file), file);
    if (!entries)
        throw detail::bad_payload_file(entries.error());
    detail::tell_of_sources(*entries, into, say);
    auto made = payload::make_table(std::move(*entries), file);
    if (!made)
        throw detail::bad_payload_file(made.error());
    into.payloads = std::make_shared<payload::table const>(std::move(*made));
}

} // namespace sonda::cli

#endif // SONDA_CLI_READ_PAYLOADS_HPP
