// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DISCONNECT_HPP
#define SONDA_DETAIL_DISCONNECT_HPP

#include <sonda/detail/socket_handle.hpp>

#include <sys/socket.h>

namespace sonda::detail {

// Ends a connection at once, with a reset if there is one, and leaves the socket as new. Closes it where the system will
// not have that.
inline void disconnect(socket_handle& socket) noexcept
{
    sockaddr nobody{};
    nobody.sa_family = AF_UNSPEC;
    if (socket && ::connect(socket.get(), &nobody, sizeof nobody) != 0)
        socket.reset();
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_DISCONNECT_HPP
