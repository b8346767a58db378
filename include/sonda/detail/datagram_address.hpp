// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DATAGRAM_ADDRESS_HPP
#define SONDA_DETAIL_DATAGRAM_ADDRESS_HPP

#include <sonda/endpoint.hpp>

#include <cstdint>
#include <cstring>

#include <endian.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace sonda::detail {

/// The socket address of either family: 28 bytes where `sockaddr_storage` has 128, so that a batch stays in the cache.
union datagram_address
{
    sockaddr base;
    sockaddr_in v4;
    sockaddr_in6 v6;
};

inline constexpr std::uint64_t link_local_mask = 0xffc0'0000'0000'0000;
inline constexpr std::uint64_t link_local_prefix = 0xfe80'0000'0000'0000;

inline bool is_link_local(endpoint const& target) noexcept
{
    return target.is_v6() && (target.high() & link_local_mask) == link_local_prefix;
}

/// The form of an endpoint under which an answer finds its probe. The kernel names a zone with link-local addresses
/// alone, answers for an unspecified address from the loopback one, and every datagram is UDP.
inline endpoint datagram_key(endpoint const& target) noexcept
{
    bool const unspecified = target.high() == 0 && target.low() == 0;
    if (!target.is_v6())
        return endpoint::v4(unspecified ? 0x7f000001 : static_cast<std::uint32_t>(target.low()), target.port(),
                            protocol::udp);
    return endpoint::v6(target.high(), unspecified ? 1 : target.low(), is_link_local(target) ? target.zone() : 0,
                        target.port(), protocol::udp);
}

/// Writes an endpoint as a socket address and gives its length.
inline socklen_t to_datagram_address(endpoint const& from, datagram_address& to) noexcept
{
    if (!from.is_v6()) {
        to.v4 = {};
        to.v4.sin_family = AF_INET;
        to.v4.sin_port = htobe16(from.port());
        to.v4.sin_addr.s_addr = htobe32(static_cast<std::uint32_t>(from.low()));
        return sizeof to.v4;
    }
    to.v6 = {};
    to.v6.sin6_family = AF_INET6;
    to.v6.sin6_port = htobe16(from.port());
    std::uint64_t const halves[2] = {htobe64(from.high()), htobe64(from.low())};
    std::memcpy(&to.v6.sin6_addr, halves, sizeof halves);
    to.v6.sin6_scope_id = from.zone();
    return sizeof to.v6;
}

/// Reads a socket address of either family; anything else becomes `0.0.0.0`, port 0, which is nobody's target.
inline endpoint from_datagram_address(datagram_address const& from) noexcept
{
    if (from.base.sa_family == AF_INET)
        return endpoint::v4(be32toh(from.v4.sin_addr.s_addr), be16toh(from.v4.sin_port), protocol::udp);
    if (from.base.sa_family != AF_INET6)
        return endpoint::v4(0, 0, protocol::udp);
    std::uint64_t halves[2];
    std::memcpy(halves, &from.v6.sin6_addr, sizeof halves);
    return datagram_key(endpoint::v6(be64toh(halves[0]), be64toh(halves[1]), from.v6.sin6_scope_id,
                                     be16toh(from.v6.sin6_port), protocol::udp));
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_DATAGRAM_ADDRESS_HPP
