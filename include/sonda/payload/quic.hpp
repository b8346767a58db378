// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_QUIC_HPP
#define SONDA_PAYLOAD_QUIC_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/dtls.hpp>
#include <sonda/payload/payload_source.hpp>

namespace sonda::detail {

/// A packet of a version that is reserved so that nobody has it: a server names those that it has. It is as long as a
/// first packet must be, or it would not be answered (RFC 8999, 5.1 and 6; RFC 9000, 6, 14.1 and 15).
inline constexpr auto quic_unknown_version = datagram_join( //
    datagram_literal(0xc0, // long header, fixed bit, Initial
                     0x1a, 0x2a, 0x3a, 0x4a), // version
    datagram_counted<1>(datagram_text("sondaDST")), datagram_counted<1>(datagram_text("sondaSRC")), // connection IDs
    datagram_fill<1200 - 1 - 4 - 9 - 9>());
static_assert(quic_unknown_version.size() == 1200);

inline constexpr payload::bytes quic_payloads[] = {quic_unknown_version};
inline constexpr payload::bytes quic_or_dtls_payloads[] = {quic_unknown_version, dtls_client_hello};

} // namespace sonda::detail

namespace sonda::payload {

/// A packet of an unknown version, which a QUIC server answers with the versions that it has (RFC 9000, 6).
inline constexpr payload_list quic{detail::quic_payloads};

/// The same and the first message of DTLS, for ports that have one or the other.
inline constexpr payload_list quic_or_dtls{detail::quic_or_dtls_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_QUIC_HPP
