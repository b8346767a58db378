// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UDP_SOURCE_PORTS_HPP
#define SONDA_DETAIL_UDP_SOURCE_PORTS_HPP

#include <sonda/detail/udp_socket.hpp>
#include <sonda/endpoint.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>
#include <vector>

#include <sys/epoll.h>

namespace sonda::detail {

/// Opens a socket that a poll descriptor waits for. Gives 0 or an errno.
inline int open_waited(udp_socket& socket, endpoint const& source, int receive_buffer, int poll_descriptor) noexcept
{
    if (int const error = socket.open(source, receive_buffer))
        return error;
    epoll_event event{};
    event.events = EPOLLIN; // EPOLLERR, the error queue's, is always reported
    if (::epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, socket.descriptor(), &event) == 0)
        return 0;
    int const error = errno;
    socket.close();
    return error;
}

/// The endpoint with another port.
inline endpoint with_port(endpoint const& from, std::uint16_t port) noexcept
{
    return from.is_v6() ? endpoint::v6(from.high(), from.low(), from.zone(), port, from.protocol())
                        : endpoint::v4(static_cast<std::uint32_t>(from.low()), port, from.protocol());
}

/** The sockets of one family that are bound to ports which payloads want to come from.

    Each is opened when it is first needed. A port that cannot be had is not tried again: what wanted to come from it comes
    from the port that the system chose. Nor is one that had to be left, as it is itself to be probed.
*/
class udp_source_ports
{
public:
    udp_source_ports(endpoint const& source, int receive_buffer, int poll_descriptor) noexcept
        : source_(source)
        , receive_buffer_(receive_buffer)
        , poll_descriptor_(poll_descriptor)
    {}

    /// The socket of a port, or none if it cannot be had. Allocates for a port that was not asked for before.
    udp_socket const* at(std::uint16_t port)
    {
        auto found = find(port);
        if (found == sockets_.end()) {
            found = sockets_.insert(found, {port, udp_socket()});
            open_waited(found->second, with_port(source_, port), receive_buffer_, poll_descriptor_);
        }
        return found->second.is_open() ? &found->second : nullptr;
    }

    /// True if there is a socket on the port now.
    bool holds(std::uint16_t port) noexcept
    {
        auto const found = find(port);
        return found != sockets_.end() && found->second.is_open();
    }

    /// Leaves a port that is held, for all time.
    void leave(std::uint16_t port) noexcept { find(port)->second.close(); }

    /// Calls `f(descriptor)` for each open socket.
    template<class F>
    void each_descriptor(F&& f)
    {
        for (auto const& [port, socket] : sockets_)
            if (socket.is_open())
                f(socket.descriptor());
    }

private:
    using entry = std::pair<std::uint16_t, udp_socket>;

    std::vector<entry>::iterator find(std::uint16_t port) noexcept
    {
        return std::find_if(sockets_.begin(), sockets_.end(), [&](entry const& one) { return one.first == port; });
    }

    endpoint source_;
    int receive_buffer_;
    int poll_descriptor_;
    std::vector<entry> sockets_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_UDP_SOURCE_PORTS_HPP
