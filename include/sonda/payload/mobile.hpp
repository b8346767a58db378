// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_MOBILE_HPP
#define SONDA_PAYLOAD_MOBILE_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// "Are you there", version 1 (3GPP TS 29.060, 6 and 7.2.1; TS 29.281, 5.1 and 7.2.1).
inline constexpr auto gtp_1_echo = datagram_literal( //
    0x32, 1, 0, 4, // version 1, with a sequence number; echo request; length
    0, 0, 0, 0, // no tunnel
    0x73, 0x6f, 0, 0); // sequence number, N-PDU, no extension

/// The same of version 2 (3GPP TS 29.274, 5.1 and 7.1.1), with the restarts of the sender, which it must have.
inline constexpr auto gtp_2_echo = datagram_literal( //
    0x40, 1, 0, 9, // version 2, no tunnel; echo request; length
    0x73, 0x6f, 0x6e, 0, // sequence number
    3, 0, 1, 0, 1); // recovery

/// The same of the sessions' protocol (3GPP TS 29.244, 7.2.2 and 7.4.2), with the time of the sender's start.
inline constexpr auto pfcp_heartbeat = datagram_literal( //
    0x20, 1, 0, 12, // version 1, no session; heartbeat request; length
    0x73, 0x6f, 0x6e, 0, // sequence number
    0, 96, 0, 4, 0xe0, 0, 0, 0); // recovery time stamp

inline constexpr payload::bytes gtp_control_payloads[] = {gtp_1_echo, gtp_2_echo};
inline constexpr payload::bytes gtp_user_payloads[] = {gtp_1_echo};
inline constexpr payload::bytes pfcp_payloads[] = {pfcp_heartbeat};

} // namespace sonda::detail

namespace sonda::payload {

/// Echo requests of GTP-C, versions 1 and 2 (3GPP TS 29.060 and TS 29.274).
inline constexpr payload_list gtp_control{detail::gtp_control_payloads};

/// An echo request of GTP-U (3GPP TS 29.281).
inline constexpr payload_list gtp_user{detail::gtp_user_payloads};

/// A heartbeat of PFCP (3GPP TS 29.244).
inline constexpr payload_list pfcp{detail::pfcp_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_MOBILE_HPP
