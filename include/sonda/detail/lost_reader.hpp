// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_LOST_READER_HPP
#define SONDA_DETAIL_LOST_READER_HPP

#include <poll.h>
#include <sys/stat.h>

namespace sonda::detail {

// Whether what is written there is read at another end: of a pipe, a FIFO or a socket, not of a file or a device.
inline bool has_other_end(int descriptor) noexcept
{
    struct stat found;
    return ::fstat(descriptor, &found) == 0 && (S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode));
}

// True if the other end is closed, so that a write would be EPIPE. Only a socket hangs up for who writes.
inline bool has_lost_reader(int descriptor) noexcept
{
    pollfd looked{descriptor, 0, 0};
    return has_other_end(descriptor) && ::poll(&looked, 1, 0) == 1 && (looked.revents & (POLLERR | POLLHUP)) != 0;
}

} // namespace sonda::detail

#endif // SONDA_DETAIL_LOST_READER_HPP
