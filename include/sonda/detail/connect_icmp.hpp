// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_CONNECT_ICMP_HPP
#define SONDA_DETAIL_CONNECT_ICMP_HPP

#include <sonda/detail/connect_outcome.hpp>
#include <sonda/detail/socket_address.hpp>

#include <cerrno>
#include <cstring>
#include <ctime> // before errqueue.h, which needs timespec
#include <optional>

#include <linux/errqueue.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace sonda::detail {

// The part of an entry of a socket's error queue that says what a router or the target sent (RFC 792, RFC 4443).
inline std::optional<outcome> icmp_outcome(cmsghdr& message) noexcept
{
    auto const wanted = (message.cmsg_level == IPPROTO_IP && message.cmsg_type == IP_RECVERR) ||
                        (message.cmsg_level == IPPROTO_IPV6 && message.cmsg_type == IPV6_RECVERR);
    if (!wanted)
        return {};
    sock_extended_err error;
    std::memcpy(&error, CMSG_DATA(&message), sizeof error);
    if (error.ee_origin != SO_EE_ORIGIN_ICMP && error.ee_origin != SO_EE_ORIGIN_ICMP6)
        return {};
    auto const number = static_cast<int>(error.ee_errno);
    if (number == ECONNREFUSED)
        return connect_refused();
    socket_address from;
    auto const room = message.cmsg_len - CMSG_LEN(sizeof error);
    std::memcpy(from.data(), CMSG_DATA(&message) + sizeof error, room < from.capacity() ? room : from.capacity());
    return outcome{port_state::filtered,        reason_kind::icmp, error.ee_type, error.ee_code, number,
                   from.to_endpoint().address()};
}

struct icmp_reading
{
    std::optional<outcome> found; // about the target
    bool others = false; // about targets that the socket had before
};

// Empties the error queue of a socket; gives the last entry that an ICMP message about `target` left there.
inline icmp_reading read_icmp(int socket, endpoint const& target) noexcept
{
    icmp_reading reading;
    for (;;) {
        alignas(cmsghdr) char control[256];
        char quoted[64];
        socket_address about;
        iovec room{quoted, sizeof quoted};
        msghdr header{};
        header.msg_name = about.data();
        header.msg_namelen = about.capacity();
        header.msg_iov = &room;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = sizeof control;
        if (::recvmsg(socket, &header, MSG_ERRQUEUE | MSG_DONTWAIT) < 0)
            return reading;
        if (!same_address_and_port(about.to_endpoint(), target)) {
            reading.others = true;
            continue;
        }
        for (auto* part = CMSG_FIRSTHDR(&header); part; part = CMSG_NXTHDR(&header, part))
            if (auto const one = icmp_outcome(*part))
                reading.found = one;
    }
}

// Takes and clears the error of a socket, be it one that ends nothing by itself ("soft").
inline int take_error(int socket) noexcept
{
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_CONNECT_ICMP_HPP
