// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_PAYLOAD_RADIUS_HPP
#define SONDA_PAYLOAD_RADIUS_HPP

#include <sonda/detail/datagram_literal.hpp>
#include <sonda/payload/payload_source.hpp>

#include <array>
#include <cstddef>

namespace sonda::detail {

/// An attribute (RFC 2865, 5).
template<std::size_t N>
consteval auto radius_attribute(unsigned char type, std::array<std::byte, N> const& value)
{
    return datagram_join(datagram_literal(type, 2 + N), value);
}

/// A whole packet with an authenticator of no meaning (RFC 2865, 3).
template<std::size_t... N>
consteval auto radius_packet(unsigned char code, std::array<std::byte, N> const&... attributes)
{
    return datagram_join(datagram_literal(code, 0x73), datagram_number<2>((20 + ... + N)),
                         datagram_text("sonda, no secret"), attributes...);
}

/// A user whom nobody knows, with a password that nobody can read: a server rejects it if it knows the sender.
inline constexpr auto radius_access_request = radius_packet( //
    1, // Access-Request (RFC 2865, 4.1)
    radius_attribute(1, datagram_text("sonda")), // User-Name
    radius_attribute(2, datagram_text("sixteen octets..")), // User-Password
    radius_attribute(32, datagram_text("sonda"))); // NAS-Identifier

inline constexpr payload::bytes radius_payloads[] = {radius_access_request};

} // namespace sonda::detail

namespace sonda::payload {

/// A request for access, which a RADIUS server rejects if it takes any from the sender (RFC 2865).
inline constexpr payload_list radius{detail::radius_payloads};

} // namespace sonda::payload

#endif // SONDA_PAYLOAD_RADIUS_HPP
