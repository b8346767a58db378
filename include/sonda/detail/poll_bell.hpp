// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_POLL_BELL_HPP
#define SONDA_DETAIL_POLL_BELL_HPP

#include <sonda/detail/socket_handle.hpp>

#include <boost/system/system_error.hpp>

#include <cerrno>
#include <cstdint>
#include <utility>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace sonda::detail {

/// Makes an epoll descriptor readable by hand, for as long as it rings.
class poll_bell
{
public:
    explicit poll_bell(int poll_descriptor)
        : bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    {
        epoll_event event{};
        event.events = EPOLLIN;
        if (!bell_ || ::epoll_ctl(poll_descriptor, EPOLL_CTL_ADD, bell_.get(), &event) != 0)
            throw boost::system::system_error(errno, boost::system::system_category(), "eventfd");
    }

    void ring() noexcept
    {
        std::uint64_t const one = 1;
        if (!std::exchange(rings_, true)) [[maybe_unused]]
            auto const written = ::write(bell_.get(), &one, sizeof one);
    }

    void silence() noexcept
    {
        std::uint64_t rung = 0;
        if (std::exchange(rings_, false)) [[maybe_unused]]
            auto const taken = ::read(bell_.get(), &rung, sizeof rung);
    }

private:
    socket_handle bell_;
    bool rings_ = false;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_POLL_BELL_HPP
