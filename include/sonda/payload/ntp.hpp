// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_NTP_HPP
#define SONDA_PAYLOAD_NTP_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// A client that has no time yet (RFC 5905, 7.3).
inline constexpr auto ntp_client_request = datagram_join( //
    datagram_literal(0xe3, // leap indicator: unknown; version 4; mode 3: client
                     0, 6, 0xec), // stratum, poll exponent, precision
    datagram_fill<36>(), // root delay and dispersion, reference ID, reference, origin and receive timestamps
    datagram_text("sonda-ts")); // transmit timestamp: any number, which the answer repeats

/// The variables of the system: some answer who asks about them though not who asks for the time.
inline constexpr auto ntp_read_variables = datagram_literal( //
    0x16, // version 2, mode 6: control (RFC 9327, 2)
    0x02, // a request; opcode 2: read variables
    0x00, 0x01, // sequence
    0x00, 0x00, // status
    0x00, 0x00, // association: the system
    0x00, 0x00, 0x00, 0x00); // offset, count

inline constexpr payload::bytes ntp_payloads[] = {ntp_client_request, ntp_read_variables};

} // namespace sonda::detail

namespace sonda::payload {

/// What an NTP server answers: a client's request (RFC 5905), and a question for its variables (RFC 9327).
inline constexpr payload_list ntp{detail::ntp_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_NTP_HPP
