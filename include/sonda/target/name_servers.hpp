// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TARGET_NAME_SERVERS_HPP
#define SONDA_TARGET_NAME_SERVERS_HPP

#include <sonda/target/parse_error.hpp>
#include <sonda/target/parse_targets.hpp>

#include <boost/asio/ip/udp.hpp>
#include <boost/system/result.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace sonda::target {

/** Name servers, and how they are asked; see @ref async_ask_name_servers.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct name_servers
{
    /// So many of them at most.
    static constexpr std::size_t most = 64;

    std::vector<boost::asio::ip::udp::endpoint>
        list; ///< The servers, the preferred ones first; over TCP the same ports.
    std::chrono::milliseconds timeout{2000}; ///< How long one waits for an answer, 1 ms or more.
    unsigned rounds = 2; ///< How often all of them are asked in vain before a name is given up, 1 or more.
    std::size_t parallel = 64; ///< How many names are asked for at a time, 1 or more; each is two questions.
};

/** Reads a name server: an address, `address:port` or `[IPv6]:port`; the port is 53 where there is none.

    @par Error codes
    @li `sonda::error::bad_name_server`  it is none: a name, a range, a port with a protocol, or an IPv6 zone.
    @li `sonda::error::bad_address`, `bad_port` and the like  as @ref parse_target has them.
*/
inline boost::system::result<boost::asio::ip::udp::endpoint, parse_error> parse_name_server(std::string_view text)
{
    auto const spec = parse_target(text);
    if (!spec)
        return spec.error();
    auto const* const range = std::get_if<ip_range>(&spec->host);
    bool const one = range != nullptr && range->first() == range->last() && text.find('/') == std::string_view::npos;
    if (!one || spec->proto)
        return detail::parse_failure(error::bad_name_server, text, "a name server is an address, perhaps with a port");
    if (range->zone() != 0)
        return detail::parse_failure(error::bad_name_server, text, "a name server in a zone cannot be asked");
    return boost::asio::ip::udp::endpoint(range->at(0).address(), spec->port == 0 ? std::uint16_t{53} : spec->port);
}

} // namespace sonda::target

#endif // SONDA_TARGET_NAME_SERVERS_HPP
