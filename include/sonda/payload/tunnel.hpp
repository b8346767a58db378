// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_TUNNEL_HPP
#define SONDA_PAYLOAD_TUNNEL_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace sonda::detail {

/// An attribute that must be understood (RFC 2661, 4.1).
template<std::size_t... N>
consteval auto l2tp_attribute(std::uint16_t type, std::array<std::byte, N> const&... value)
{
    return datagram_join(datagram_number<2>(0x8000u | (6 + ... + N)), datagram_number<2>(0), datagram_number<2>(type),
                         value...);
}

/// A control message of no tunnel yet (RFC 2661, 3.1).
template<std::size_t... N>
consteval auto l2tp_message(std::array<std::byte, N> const&... attributes)
{
    return datagram_join(datagram_literal(0xc8, 0x02), // control, with length and sequence; version 2
                         datagram_counted<2, 4>(datagram_fill<8>(), attributes...)); // tunnel, session, Ns, Nr: 0
}

/// The request for a tunnel (RFC 2661, 6.1).
inline constexpr auto l2tp_start = l2tp_message( //
    l2tp_attribute(0, datagram_number<2>(1)), // message type: SCCRQ
    l2tp_attribute(2, datagram_literal(1, 0)), // protocol version
    l2tp_attribute(3, datagram_number<4>(3)), // framing: synchronous and asynchronous
    l2tp_attribute(7, datagram_text("sonda")), // host name
    l2tp_attribute(9, datagram_number<2>(0x736f))); // assigned tunnel

/// The first packet of a client, which a server without a shared key answers with its own ("OpenVPN wire protocol").
inline constexpr auto openvpn_reset = datagram_join( //
    datagram_literal(7 << 3), // P_CONTROL_HARD_RESET_CLIENT_V2, key 0
    datagram_text("sondaVPN"), // session
    datagram_literal(0), // nothing to acknowledge
    datagram_number<4>(0)); // packet

/// A router solicitation in IPv6 (RFC 4861, 4.1), behind an authentication without keys (RFC 4380, 5.1.1 and 5.2.1).
inline constexpr auto teredo_solicitation = datagram_join( //
    datagram_literal(0, 1, 0, 0), datagram_text("sondaTRD"), datagram_literal(0), // no ID, no hash; nonce; confirmation
    datagram_literal(0x60, 0, 0, 0, 0, 8, 58, 255), // IPv6 (RFC 8200, 3): 8 bytes of ICMPv6, 255 hops
    datagram_literal(0xfe, 0x80), datagram_fill<8>(), datagram_fill<6>(0xff), // from fe80::ffff:ffff:ffff
    datagram_literal(0xff, 0x02), datagram_fill<13>(), datagram_literal(2), // to ff02::2, all routers
    datagram_literal(133, 0, 0x7d, 0x37, 0, 0, 0, 0)); // router solicitation and its checksum

inline constexpr payload::bytes l2tp_payloads[] = {l2tp_start};
inline constexpr payload::bytes openvpn_payloads[] = {openvpn_reset};
inline constexpr payload::bytes teredo_payloads[] = {teredo_solicitation};

} // namespace sonda::detail

namespace sonda::payload {

/// A request for a tunnel, which an L2TP server answers (RFC 2661).
inline constexpr payload_list l2tp{detail::l2tp_payloads};

/// The first packet of a client of OpenVPN.
inline constexpr payload_list openvpn{detail::openvpn_payloads};

/// A router solicitation, which a Teredo server answers (RFC 4380).
inline constexpr payload_list teredo{detail::teredo_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_TUNNEL_HPP
