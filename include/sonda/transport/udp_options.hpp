// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TRANSPORT_UDP_OPTIONS_HPP
#define SONDA_TRANSPORT_UDP_OPTIONS_HPP

#include <sonda/scan_options.hpp>

#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>

#include <cstddef>

namespace sonda::transport {

/** How a UDP transport is set up.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
struct udp_options
{
    std::size_t slots = defaults::batch; ///< Probes in flight at most, 1 or more.
    boost::asio::ip::address_v4 source_v4{}; ///< Where IPv4 probes come from; unspecified lets the system choose.
    boost::asio::ip::address_v6 source_v6{}; ///< The same for IPv6.

    /// Bytes of receive buffer asked for, per socket; answers and ICMP errors share it. The system may give less
    /// (`net.core.rmem_max`), which loses nothing but answers that arrive faster than they are read.
    std::size_t receive_buffer = 1 << 20;
};

} // namespace sonda::transport

#endif // SONDA_TRANSPORT_UDP_OPTIONS_HPP
