// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UDP_SOCKET_HPP
#define SONDA_DETAIL_UDP_SOCKET_HPP

#include <sonda/detail/datagram_address.hpp>
#include <sonda/endpoint.hpp>

#include <cerrno>
#include <cstdint>
#include <utility>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonda::detail {

/// An unconnected, non-blocking UDP socket that is told of ICMP errors; its port is known, so that it is never probed
/// by itself.
class udp_socket
{
public:
    udp_socket() = default;
    udp_socket(udp_socket&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1))
        , local_(other.local_)
    {}
    udp_socket& operator=(udp_socket&& other) noexcept
    {
        std::swap(descriptor_, other.descriptor_);
        std::swap(local_, other.local_);
        return *this;
    }
    ~udp_socket() { close(); }

    bool is_open() const noexcept { return descriptor_ >= 0; }
    int descriptor() const noexcept { return descriptor_; }
    endpoint const& local() const noexcept { return local_; }

    /// Opens the socket and binds it to `source`. Gives 0 or an errno.
    int open(endpoint const& source, int receive_buffer) noexcept
    {
        close();
        descriptor_ = ::socket(source.is_v6() ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (descriptor_ < 0)
            return errno;
        if (!configure(source.is_v6(), receive_buffer) || !bind(source)) {
            int const error = errno;
            close();
            return error;
        }
        return 0;
    }

    void close() noexcept
    {
        if (is_open())
            ::close(std::exchange(descriptor_, -1));
    }

private:
    bool set(int level, int name, int value) noexcept
    {
        return ::setsockopt(descriptor_, level, name, &value, sizeof value) == 0;
    }

    /// Without IP_PMTUDISC_DONT a payload above the path MTU would be refused instead of fragmented.
    bool configure(bool v6, int receive_buffer) noexcept
    {
        set(SOL_SOCKET, SO_RCVBUF, receive_buffer);
        if (v6)
            return set(IPPROTO_IPV6, IPV6_V6ONLY, 1) && set(IPPROTO_IPV6, IPV6_RECVERR, 1);
        return set(IPPROTO_IP, IP_RECVERR, 1) && set(IPPROTO_IP, IP_MTU_DISCOVER, IP_PMTUDISC_DONT);
    }

    bool bind(endpoint const& source) noexcept
    {
        datagram_address address;
        auto length = to_datagram_address(source, address);
        if (::bind(descriptor_, &address.base, length) != 0 || ::getsockname(descriptor_, &address.base, &length) != 0)
            return false;
        local_ = from_datagram_address(address);
        return true;
    }

    int descriptor_ = -1;
    endpoint local_;
};

/// True if this machine owns the address: only then can a socket be bound to it, or could be if there were a port left.
inline bool is_local_address(endpoint const& target) noexcept
{
    auto const any_port = target.is_v6() ? endpoint::v6(target.high(), target.low(), target.zone(), 0)
                                         : endpoint::v4(static_cast<std::uint32_t>(target.low()), 0);
    udp_socket probe;
    int const error = probe.open(any_port, 0);
    return error == 0 || error == EADDRINUSE;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_UDP_SOCKET_HPP
