// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_VOICE_HPP
#define SONDA_PAYLOAD_VOICE_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// What it can do (RFC 3261, 11), with the answer to the port that asked (RFC 3581).
inline constexpr auto sip_options = datagram_text( //
    "OPTIONS sip:localhost SIP/2.0\r\n"
    "Via: SIP/2.0/UDP localhost;branch=z9hG4bK-sonda;rport\r\n"
    "Max-Forwards: 70\r\n"
    "From: <sip:sonda@localhost>;tag=sonda\r\n"
    "To: <sip:localhost>\r\n"
    "Call-ID: sonda@localhost\r\n"
    "CSeq: 1 OPTIONS\r\n"
    "Accept: application/sdp\r\n"
    "Content-Length: 0\r\n"
    "\r\n");

/// Where a datagram came from (RFC 8489, 5).
inline constexpr auto stun_binding = datagram_join( //
    datagram_literal(0x00, 0x01, 0x00, 0x00, // Binding request; length
                     0x21, 0x12, 0xa4, 0x42), // magic cookie
    datagram_text("sonda-stun-1")); // transaction

/// A relay; without credentials it is refused (RFC 8656, 7.1 and 18.7).
inline constexpr auto turn_allocate = datagram_join( //
    datagram_literal(0x00, 0x03, 0x00, 0x08, // Allocate request; length
                     0x21, 0x12, 0xa4, 0x42), // magic cookie
    datagram_text("sonda-turn-1"), // transaction
    datagram_literal(0x00, 0x19, 0x00, 0x04, 17, 0, 0, 0)); // REQUESTED-TRANSPORT: UDP

/// "Are you there" of Inter-Asterisk eXchange (RFC 5456, 6.7.2 and 8.1.1).
inline constexpr auto iax_poke = datagram_literal( //
    0x80, 0x01, // a full frame of call 1
    0x00, 0x00, // to no call
    0, 0, 0, 0, // time stamp
    0, 0, // sequence numbers
    6, 0x1e); // frame type: IAX; POKE

/// An audit of any endpoint of a media gateway (RFC 3435, 2.3.10).
inline constexpr auto mgcp_audit = datagram_text("AUEP 7369 *@localhost MGCP 1.0\r\n\r\n");

/// Version and users of a server of Mumble ("Mumble protocol", UDP ping).
inline constexpr auto mumble_ping = datagram_join(datagram_fill<4>(), datagram_text("sondaMUM"));

inline constexpr payload::bytes sip_payloads[] = {sip_options};
inline constexpr payload::bytes stun_payloads[] = {stun_binding, turn_allocate};
inline constexpr payload::bytes iax_payloads[] = {iax_poke};
inline constexpr payload::bytes mgcp_payloads[] = {mgcp_audit};
inline constexpr payload::bytes mumble_payloads[] = {mumble_ping};

} // namespace sonda::detail

namespace sonda::payload {

/// OPTIONS, which a SIP server answers (RFC 3261, RFC 3581).
inline constexpr payload_list sip{detail::sip_payloads};

/// A binding request of STUN (RFC 8489) and an allocate request of TURN (RFC 8656).
inline constexpr payload_list stun{detail::stun_payloads};

/// POKE, which a peer of Inter-Asterisk eXchange answers (RFC 5456).
inline constexpr payload_list iax{detail::iax_payloads};

/// An audit, which a media gateway answers (RFC 3435).
inline constexpr payload_list mgcp{detail::mgcp_payloads};

/// A ping, which a server of Mumble answers.
inline constexpr payload_list mumble{detail::mumble_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_VOICE_HPP
