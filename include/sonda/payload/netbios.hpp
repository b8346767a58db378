// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_NETBIOS_HPP
#define SONDA_PAYLOAD_NETBIOS_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// Which names a node has (RFC 1002, 4.2.17).
inline constexpr auto netbios_node_status = datagram_join( //
    datagram_literal(0x53, 0x68, 0x00, 0x00), // NAME_TRN_ID; a query
    datagram_literal(0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00), // one question
    datagram_literal(32), datagram_text("CK"), datagram_fill<30>('A'), // "*" and 15 zeros, half a byte a letter
    datagram_literal(0), // no scope (RFC 1001, 14.1)
    datagram_literal(0x00, 0x21, 0x00, 0x01)); // NBSTAT, IN

inline constexpr payload::bytes netbios_payloads[] = {netbios_node_status};

} // namespace sonda::detail

namespace sonda::payload {

/// A node status request, which a NetBIOS name service answers (RFC 1002).
inline constexpr payload_list netbios{detail::netbios_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_NETBIOS_HPP
