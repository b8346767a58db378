// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_CONNECT_OPTIONS_HPP
#define SONDA_TRANSPORT_CONNECT_OPTIONS_HPP

#include <sonda/scan_options.hpp>

#include <boost/asio/ip/address.hpp>

#include <cstddef>
#include <cstdint>

namespace sonda::transport {

/// How a connection that was accepted is ended.
enum class close_mode : std::uint8_t {
    reset, ///< With a reset: neither side keeps anything of it.
    fin ///< In order, as a client does; this side keeps TIME_WAIT for each open port.
};

/// Which transport probes with `connect`.
enum class connect_way : std::uint8_t {
    best, ///< @ref basic_uring_connect if the system grants a ring, else @ref basic_tcp_connect.
    portable, ///< @ref basic_tcp_connect.
    uring ///< @ref basic_uring_connect, or an error.
};

/** What the transports that probe with `connect` are told.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct connect_options
{
    std::size_t slots = defaults::batch; ///< Probes in flight at most, 1 to 2^31; each holds one descriptor.

    /// The local address; targets of the other family are then `error` (EAFNOSUPPORT). `0.0.0.0` and `::` let the system
    /// choose.
    boost::asio::ip::address source{};

    close_mode close = close_mode::reset; ///< How accepted connections are ended.
};

} // namespace sonda::transport

#endif // SONDA_TRANSPORT_CONNECT_OPTIONS_HPP
