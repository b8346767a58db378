// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_DTLS_HPP
#define SONDA_PAYLOAD_DTLS_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace sonda::detail {

/// An extension of a ClientHello (RFC 5246, 7.4.1.4).
template<std::size_t... N>
consteval auto tls_extension(std::uint16_t type, std::array<std::byte, N> const&... parts)
{
    return datagram_join(datagram_number<2>(type), datagram_counted<2>(parts...));
}

inline constexpr auto dtls_suites = datagram_literal( //
    0xc0, 0x2b, 0xc0, 0x2f, // ECDHE with ECDSA and RSA, AES-128-GCM (RFC 5289)
    0xc0, 0x2c, 0xc0, 0x30, // the same of AES-256
    0xcc, 0xa9, 0xcc, 0xa8, // ChaCha20 (RFC 7905)
    0xc0, 0xae, 0xc0, 0xa8, // ECDHE-ECDSA and PSK with AES-128-CCM-8 (RFC 7251, RFC 6655): what CoAP has (RFC 7252, 9)
    0xc0, 0x09, 0xc0, 0x13, 0xc0, 0x0a, 0xc0, 0x14, // ECDHE with AES-CBC (RFC 8422)
    0x00, 0x9c, 0x00, 0x2f, 0x00, 0x35, // RSA (RFC 5288, RFC 5246)
    0x00, 0xa8, 0x00, 0xae, // PSK with AES-128 (RFC 5487)
    0x00, 0xff); // renegotiation is understood (RFC 5746)

inline constexpr auto dtls_extensions = datagram_join(
    tls_extension(10, datagram_counted<2>(datagram_literal(0, 29, 0, 23, 0, 24))), // supported_groups (RFC 8422, 5.1.1)
    tls_extension(11, datagram_counted<1>(datagram_literal(0))), // ec_point_formats
    tls_extension(13, datagram_counted<2>(datagram_literal( // signature_algorithms (RFC 8446, 4.2.3)
                          0x04, 0x03, 0x05, 0x03, 0x08, 0x04, 0x04, 0x01, 0x05, 0x01, 0x02, 0x03, 0x02, 0x01))),
    tls_extension(23)); // extended_master_secret (RFC 7627)

inline constexpr auto dtls_hello_body = datagram_join( //
    datagram_literal(0xfe, 0xfd), // client_version: DTLS 1.2 (RFC 6347, 4.2.1)
    datagram_text("sonda: any 32 octets are random."), // random
    datagram_literal(0, 0), // no session, no cookie
    datagram_counted<2>(dtls_suites), datagram_counted<1>(datagram_literal(0)), // no compression
    datagram_counted<2>(dtls_extensions));

inline constexpr auto dtls_client_hello = datagram_join( //
    datagram_literal(22, 0xfe, 0xff), // handshake; the version of a first record (RFC 6347, 4.1)
    datagram_fill<8>(), // epoch and sequence number
    datagram_counted<2>(datagram_literal(1), // client_hello (RFC 6347, 4.2.2)
                        datagram_number<3>(dtls_hello_body.size()), datagram_fill<5>(), // message 0 from its byte 0 on
                        datagram_number<3>(dtls_hello_body.size()), dtls_hello_body));

inline constexpr payload::bytes dtls_payloads[] = {dtls_client_hello};

} // namespace sonda::detail

namespace sonda::payload {

/// The first message of a client of DTLS 1.2 (RFC 6347), which a server of 1.3 answers, too (RFC 9147, 5.1).
inline constexpr payload_list dtls{detail::dtls_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_DTLS_HPP
