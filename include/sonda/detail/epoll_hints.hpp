// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_EPOLL_HINTS_HPP
#define SONDA_DETAIL_EPOLL_HINTS_HPP

#include <sonda/detail/socket_handle.hpp>

#include <boost/system/system_error.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <sys/epoll.h>
#include <sys/eventfd.h>

namespace sonda::detail {

/*  Says which sockets may have something new, through one epoll descriptor that is readable while there are hints.

    Sockets stay registered until they are closed, edge-triggered: one system call in the life of a socket instead of
    one or two a probe. The bell is an eventfd that makes the descriptor readable by hand; nobody ever reads it, for a
    write is an edge by itself.
*/
class epoll_hints
{
public:
    epoll_hints()
        : epoll_(::epoll_create1(EPOLL_CLOEXEC))
        , bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    {
        auto const failed = !epoll_ || !bell_ || add(bell_.get(), bell_number, EPOLLIN) != 0;
        if (failed)
            throw boost::system::system_error(errno, boost::system::system_category(), "epoll");
        used_ = false;
    }

    int descriptor() const noexcept { return epoll_.get(); }

    // 0 or an errno. A socket that is ready already gives its hint.
    int watch(int socket, std::uint32_t number) noexcept { return add(socket, number, EPOLLOUT); }

    void ring() noexcept
    {
        std::uint64_t const one = 1;
        // It cannot fail before 2^64 - 2 rings.
        [[maybe_unused]] auto const written = ::write(bell_.get(), &one, sizeof one);
        used_ = true;
    }

    // Calls `f(number, failed)` for each hint; `failed` if the socket has an error waiting.
    template<class F>
    void drain(F&& f)
    {
        if (!used_)
            return;
        constexpr int most = 128;
        epoll_event events[most];
        for (int count = most; count == most;) {
            count = ::epoll_wait(epoll_.get(), events, most, 0);
            for (int i = 0; i < count; ++i)
                if (events[i].data.u32 != bell_number)
                    f(events[i].data.u32, (events[i].events & EPOLLERR) != 0);
        }
    }

private:
    static constexpr std::uint32_t bell_number = 0xffffffff;

    int add(int descriptor, std::uint32_t number, std::uint32_t interest) noexcept
    {
        epoll_event event{};
        event.events = interest | EPOLLET;
        event.data.u32 = number;
        used_ = true;
        return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : errno;
    }

    socket_handle epoll_;
    socket_handle bell_;
    bool used_ = false; // until something is registered a drain needs no system call
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_EPOLL_HINTS_HPP
