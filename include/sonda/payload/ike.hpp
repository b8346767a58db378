// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_IKE_HPP
#define SONDA_PAYLOAD_IKE_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace sonda::detail {

/// An attribute that fits into two bytes (RFC 2408, 3.3; RFC 7296, 3.3.5).
consteval auto ike_attribute(std::uint16_t type, std::uint16_t value)
{
    return datagram_join(datagram_number<2>(0x8000u | type), datagram_number<2>(value));
}

/// Contents behind the generic header of a payload (RFC 2408, 3.2; RFC 7296, 3.2); also of a proposal or transform.
template<std::size_t... N>
consteval auto ike_payload(unsigned char next, std::array<std::byte, N> const&... parts)
{
    return datagram_join(datagram_literal(next, 0), datagram_counted<2, 4>(parts...));
}

/// A whole message (RFC 2408, 3.1; RFC 7296, 3.1), whose responder has no cookie yet.
template<std::size_t... N>
consteval auto ike_message(unsigned char first, unsigned char version, unsigned char exchange, unsigned char flags,
                           std::array<std::byte, N> const&... payloads)
{
    return datagram_join(datagram_text("sondaIKE"), datagram_fill<8>(),
                         datagram_literal(first, version, exchange, flags), datagram_fill<4>(),
                         datagram_counted<4, 28>(payloads...));
}

/// What phase 1 might be (RFC 2409, appendix A): cipher and its bits, hash, proof of identity, group; for 8 hours.
template<class... Bits>
consteval auto ike_transform(unsigned char number, bool last, std::uint16_t cipher, std::uint16_t hash,
                             std::uint16_t proof, std::uint16_t group, Bits... bits)
{
    return ike_payload(last ? 0 : 3, datagram_literal(number, 1, 0, 0), // KEY_IKE (RFC 2407, 4.4.2)
                       ike_attribute(1, cipher), ike_attribute(14, static_cast<std::uint16_t>(bits))...,
                       ike_attribute(2, hash), ike_attribute(3, proof), ike_attribute(4, group), ike_attribute(11, 1),
                       ike_attribute(12, 28800));
}

/// The beginning of main mode (RFC 2409, 5): AES and 3DES, SHA-2 and SHA-1, RSA and shared keys, groups 14 and 2.
inline constexpr auto ike_main_mode = ike_message(
    1, 0x10, 2, 0, // SA; version 1.0; identity protection
    ike_payload(0, // the only payload
                datagram_number<4>(1), datagram_number<4>(1), // IPSEC DOI, identity only (RFC 2407, 4.2)
                ike_payload(0, datagram_literal(1, 1, 0, 4), // a proposal: ISAKMP, no SPI, 4 transforms
                            ike_transform(1, false, 7, 4, 1, 14, 256), ike_transform(2, false, 7, 2, 1, 14, 128),
                            ike_transform(3, false, 7, 4, 3, 14, 256), ike_transform(4, true, 5, 2, 1, 2))));

/// What an SA might be: one transform of a kind (RFC 7296, 3.3.2).
template<std::size_t... N>
consteval auto ike2_transform(bool last, unsigned char type, std::uint16_t id, std::array<std::byte, N> const&... bits)
{
    return ike_payload(last ? 0 : 3, datagram_literal(type, 0), datagram_number<2>(id), bits...);
}

/// IKE_SA_INIT (RFC 7296, 1.2): whoever likes neither transforms nor key answers that (2.7, 1.3).
inline constexpr auto ike_sa_init = ike_message(
    33, 0x20, 34, 0x08, // SA; version 2.0; IKE_SA_INIT; from the initiator
    ike_payload(34, // KE follows
                ike_payload(0, datagram_literal(1, 1, 0, 8), // a proposal: IKE, no SPI, 8 transforms
                            ike2_transform(false, 1, 12, ike_attribute(14, 256)), // AES-CBC of 256 bits
                            ike2_transform(false, 1, 12, ike_attribute(14, 128)), ike2_transform(false, 2, 5),
                            ike2_transform(false, 2, 2), // HMAC-SHA2-256, HMAC-SHA1
                            ike2_transform(false, 3, 12), ike2_transform(false, 3, 2), // the same for integrity
                            ike2_transform(false, 4, 31), ike2_transform(true, 4, 14))), // Curve25519, MODP-2048
    ike_payload(40, datagram_literal(0, 31, 0, 0), datagram_text("sonda: any 32 octets are a point")), // RFC 8031
    ike_payload(0, datagram_text("sonda: a nonce is random usually"))); // Ni

/// Four zero bytes say at port 4500 that this is IKE and not ESP (RFC 3948, 2.2; RFC 7296, 2.23).
inline constexpr auto ike_main_mode_natt = datagram_join(datagram_fill<4>(), ike_main_mode);
inline constexpr auto ike_sa_init_natt = datagram_join(datagram_fill<4>(), ike_sa_init);

inline constexpr payload::bytes ike_payloads[] = {ike_sa_init, ike_main_mode};
inline constexpr payload::bytes ike_natt_payloads[] = {ike_sa_init_natt, ike_main_mode_natt};

} // namespace sonda::detail

namespace sonda::payload {

/// The beginnings of the Internet Key Exchange, versions 2 (RFC 7296) and 1 (RFC 2409).
inline constexpr payload_list ike{detail::ike_payloads};

/// The same behind the marker of port 4500 (RFC 3948).
inline constexpr payload_list ike_natt{detail::ike_natt_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_IKE_HPP
