// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UDP_SEND_ERROR_HPP
#define SONDA_DETAIL_UDP_SEND_ERROR_HPP

#include <cerrno>

namespace sonda::detail {

/// What a failed send means for the datagram at hand.
enum class send_error {
    maybe_earlier, ///< The system may be reporting an ICMP error about an earlier datagram: ask the error queue.
    shortage, ///< It lacks something for now.
    refused ///< It cannot or may not send this.
};

/** Sorts the errno of a failed send.

    With IP_RECVERR a socket reports a pending ICMP error on its next call, whatever that call is about. The first group
    are the numbers that Linux gives to ICMP and ICMPv6 errors. EPERM is not among them: it is the own machine's packet
    filter, at once. Nor is EADDRNOTAVAIL a shortage: the socket has its port, what lacks is a source address for the
    target.
*/
constexpr send_error classify_send_error(int error) noexcept
{
    switch (error) {
    case EINTR:
    case ECONNREFUSED:
    case EHOSTUNREACH:
    case ENETUNREACH:
    case EACCES:
    case EHOSTDOWN:
    case ENONET:
    case ENOPROTOOPT:
    case EOPNOTSUPP:
    case EMSGSIZE:
    case EPROTO: return send_error::maybe_earlier;
    case EAGAIN:
    case ENOBUFS:
    case ENOMEM: return send_error::shortage;
    default: return send_error::refused;
    }
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_UDP_SEND_ERROR_HPP
