// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_ERRNO_NAME_HPP
#define SONDA_ERRNO_NAME_HPP

#include <cerrno>
#include <string_view>

namespace sonda {

/** The symbol of an errno that a socket call can fail with, e.g. `ENETUNREACH`.

    A symbol is the same in every locale and on every system, which neither its number nor its message is.

    @param error  An errno.

    @returns The symbol, or an empty view for a number that is not in the table.
*/
constexpr std::string_view errno_name(int error) noexcept
{
    switch (error) {
    case EACCES: return "EACCES";
    case EADDRINUSE: return "EADDRINUSE";
    case EADDRNOTAVAIL: return "EADDRNOTAVAIL";
    case EAFNOSUPPORT: return "EAFNOSUPPORT";
    case EAGAIN: return "EAGAIN";
    case EALREADY: return "EALREADY";
    case EBADF: return "EBADF";
    case ECANCELED: return "ECANCELED";
    case ECONNABORTED: return "ECONNABORTED";
    case ECONNREFUSED: return "ECONNREFUSED";
    case ECONNRESET: return "ECONNRESET";
    case EDESTADDRREQ: return "EDESTADDRREQ";
    case EFAULT: return "EFAULT";
    case EHOSTUNREACH: return "EHOSTUNREACH";
    case EINPROGRESS: return "EINPROGRESS";
    case EINTR: return "EINTR";
    case EINVAL: return "EINVAL";
    case EIO: return "EIO";
    case EISCONN: return "EISCONN";
    case EMFILE: return "EMFILE";
    case EMSGSIZE: return "EMSGSIZE";
    case ENETDOWN: return "ENETDOWN";
    case ENETRESET: return "ENETRESET";
    case ENETUNREACH: return "ENETUNREACH";
    case ENFILE: return "ENFILE";
    case ENOBUFS: return "ENOBUFS";
    case ENODEV: return "ENODEV";
    case ENOMEM: return "ENOMEM";
    case ENOPROTOOPT: return "ENOPROTOOPT";
    case ENOSPC: return "ENOSPC";
    case ENOSYS: return "ENOSYS";
    default: break;
    }
    switch (error) {
    case ENOTCONN: return "ENOTCONN";
    case ENOTSOCK: return "ENOTSOCK";
    case ENXIO: return "ENXIO";
    case EOPNOTSUPP: return "EOPNOTSUPP";
    case EPERM: return "EPERM";
    case EPIPE: return "EPIPE";
    case EPROTO: return "EPROTO";
    case EPROTONOSUPPORT: return "EPROTONOSUPPORT";
    case EPROTOTYPE: return "EPROTOTYPE";
    case ETIMEDOUT: return "ETIMEDOUT";
#ifdef EHOSTDOWN
    case EHOSTDOWN: return "EHOSTDOWN";
#endif
#ifdef ENONET
    case ENONET: return "ENONET";
#endif
#ifdef EPFNOSUPPORT
    case EPFNOSUPPORT: return "EPFNOSUPPORT";
#endif
#ifdef ESHUTDOWN
    case ESHUTDOWN: return "ESHUTDOWN";
#endif
#ifdef ESOCKTNOSUPPORT
    case ESOCKTNOSUPPORT: return "ESOCKTNOSUPPORT";
#endif
    default: return {};
    }
}

} // namespace sonda

#endif // SONDA_ERRNO_NAME_HPP
