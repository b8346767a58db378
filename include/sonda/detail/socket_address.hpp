// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SOCKET_ADDRESS_HPP
#define SONDA_DETAIL_SOCKET_ADDRESS_HPP

#include <sonda/endpoint.hpp>

#include <bit>
#include <cstdint>
#include <cstring>

#include <netinet/in.h>
#include <sys/socket.h>

namespace sonda::detail {

constexpr std::uint64_t network_order(std::uint64_t value) noexcept
{
    if constexpr (std::endian::native == std::endian::big)
        return value;
    std::uint64_t swapped = 0;
    for (int i = 0; i != 8; ++i, value >>= 8)
        swapped = swapped << 8 | (value & 0xff);
    return swapped;
}

// An endpoint in the form of the system calls, built from its numbers without a detour over address classes.
class socket_address
{
public:
    socket_address() noexcept
        : any_{}
    {}

    explicit socket_address(endpoint const& from) noexcept
    {
        if (from.is_v6()) {
            six_ = {};
            six_.sin6_family = AF_INET6;
            six_.sin6_port = htons(from.port());
            six_.sin6_scope_id = from.zone();
            std::uint64_t const halves[2] = {network_order(from.high()), network_order(from.low())};
            std::memcpy(&six_.sin6_addr, halves, sizeof halves);
            return;
        }
        four_ = {};
        four_.sin_family = AF_INET;
        four_.sin_port = htons(from.port());
        four_.sin_addr.s_addr = htonl(static_cast<std::uint32_t>(from.low()));
    }

    sockaddr* data() noexcept { return &any_; }
    sockaddr const* data() const noexcept { return &any_; }
    static constexpr socklen_t capacity() noexcept { return sizeof(sockaddr_in6); }

    socklen_t size() const noexcept
    {
        return any_.sa_family == AF_INET6 ? socklen_t{sizeof(sockaddr_in6)} : socklen_t{sizeof(sockaddr_in)};
    }

    // As a TCP endpoint; `0.0.0.0`, port 0, for any family but the two of the Internet.
    endpoint to_endpoint() const noexcept
    {
        if (any_.sa_family == AF_INET)
            return endpoint::v4(ntohl(four_.sin_addr.s_addr), ntohs(four_.sin_port));
        if (any_.sa_family != AF_INET6)
            return {};
        std::uint64_t halves[2];
        std::memcpy(halves, &six_.sin6_addr, sizeof halves);
        return endpoint::v6(network_order(halves[0]), network_order(halves[1]), six_.sin6_scope_id,
                            ntohs(six_.sin6_port));
    }

private:
    union
    {
        sockaddr any_;
        sockaddr_in four_;
        sockaddr_in6 six_;
    };
};

// The zone is left out: the system names it in some answers and not in others.
inline bool same_address_and_port(endpoint const& a, endpoint const& b) noexcept
{
    return a.port() == b.port() && a.is_v6() == b.is_v6() && a.low() == b.low() && a.high() == b.high();
}

// Where a connection to an endpoint goes: for the system an unspecified address is the loopback one.
inline endpoint reached(endpoint const& target) noexcept
{
    if (target.high() != 0 || target.low() != 0)
        return target;
    return target.is_v6() ? endpoint::v6(0, 1, 0, target.port()) : endpoint::v4(0x7f000001, target.port());
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_SOCKET_ADDRESS_HPP
