// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SOCKET_POOL_HPP
#define SONDA_DETAIL_SOCKET_POOL_HPP

#include <sonda/detail/connect_outcome.hpp>
#include <sonda/detail/socket_address.hpp>
#include <sonda/detail/socket_handle.hpp>
#include <sonda/endpoint.hpp>
#include <sonda/probe_result.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>

namespace sonda::detail {

// A socket that outlives its probes.
struct kept_socket
{
    static constexpr slot_id no_slot = 0xffffffff;

    socket_handle handle;
    slot_id slot = no_slot; // whose probe is pending on it
    std::uint32_t next = 0; // in the list of idle or of vacant ones
    bool watched = false; // by epoll_hints
    bool spoiled = false; // another socket of ours has met it: whatever comes of the probe says nothing
    endpoint target; // of the pending probe
};

/*  The sockets of a scan: as many as probes are in flight, at most one a slot, kept in their family's list while idle.

    The list is a stack, so that a scan whose answers come at once works on one socket that stays in the cache.
*/
class socket_pool
{
public:
    static constexpr std::uint32_t none = 0xffffffff;

    socket_pool(std::size_t slots, boost::asio::ip::address const& source)
        : table_(slots)
        , source_(source, 0)
        , bound_(!source.is_unspecified())
    {
        for (auto i = slots; i-- != 0;)
            push(vacant_, static_cast<std::uint32_t>(i));
    }

    kept_socket& operator[](std::uint32_t number) noexcept { return table_[number]; }

    // The number of an idle socket of a family, which stays in its list until it is taken; `none` and what to say of
    // the probe if there is none to be had.
    std::uint32_t idle(bool v6, probe_result& failure) noexcept
    {
        if (idle_[v6] == none)
            adopt(v6);
        auto& top = table_[idle_[v6]];
        if (!top.handle && !reopen(top, v6, failure))
            return none;
        return idle_[v6];
    }

    // Takes the socket that `idle` gave last.
    void take(bool v6) noexcept { pop(idle_[v6]); }

    // A socket that was taken is idle again; it may have been closed.
    void give_back(std::uint32_t number, bool v6) noexcept { push(idle_[v6], number); }

    // The number of the socket that one of ours, connected from `local` to `remote`, has met: it is bound to `remote`, and
    // its pending probe is on its way to `local`. Or `none`, as always where the two are not of this machine.
    std::uint32_t met_on_the_way(endpoint const& local, endpoint const& remote) const noexcept
    {
        if (local.low() != remote.low() || local.high() != remote.high() || local.port() == remote.port())
            return none;
        for (std::uint32_t number = 0; number != adopted_; ++number)
            if (table_[number].slot != kept_socket::no_slot &&
                same_address_and_port(reached(table_[number].target), local) && is_bound_to(table_[number], remote))
                return number;
        return none;
    }

    // A new socket of a family, non-blocking, bound to the source address if there is one. The other family than that
    // of the source has none: its probes would leave from another address than was asked for.
    socket_handle open(bool v6, probe_result& failure) const noexcept
    {
        if (bound_ && source_.is_v6() != v6) {
            failure = connect_failed_at_once(EAFNOSUPPORT);
            return {};
        }
        socket_handle made(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        if (!made) {
            failure = connect_failed_at_once(errno);
            return made;
        }
        // Without it the errors of ICMPv6 are not queued; those of ICMP are anyway.
        if (v6)
            enable(made.get(), IPPROTO_IPV6, IPV6_RECVERR);
        if (bound_ && !bind_source(made.get())) {
            // Here EADDRNOTAVAIL means that the address is not one of this machine's: waiting will not help.
            auto const error = errno;
            failure = error == EADDRNOTAVAIL ? probe_result::answered(connect_system_error(port_state::error, error))
                                             : connect_failed_at_once(error);
            made.reset();
        }
        return made;
    }

private:
    static bool is_bound_to(kept_socket const& used, endpoint const& where) noexcept
    {
        socket_address local;
        auto size = socket_address::capacity();
        return ::getsockname(used.handle.get(), local.data(), &size) == 0 &&
               same_address_and_port(local.to_endpoint(), where);
    }

    static void enable(int socket, int level, int option) noexcept
    {
        int const on = 1;
        ::setsockopt(socket, level, option, &on, sizeof on);
    }

    bool bind_source(int socket) const noexcept
    {
        // The port is then chosen by connect, which knows the target, and not taken from all other targets.
        enable(socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT);
        socket_address const local(source_);
        return ::bind(socket, local.data(), local.size()) == 0;
    }

    void push(std::uint32_t& head, std::uint32_t number) noexcept
    {
        table_[number].next = head;
        head = number;
    }

    std::uint32_t pop(std::uint32_t& head) noexcept
    {
        auto const number = head;
        head = table_[number].next;
        return number;
    }

    // Moves a record into the list of a family. There is one, since a slot that is free leaves one over.
    void adopt(bool v6) noexcept
    {
        auto& from = vacant_ != none ? vacant_ : idle_[!v6];
        auto const number = pop(from);
        adopted_ = (std::max)(adopted_, number + 1);
        table_[number].handle.reset();
        push(idle_[v6], number);
    }

    bool reopen(kept_socket& record, bool v6, probe_result& failure) noexcept
    {
        record.watched = false;
        record.handle = open(v6, failure);
        auto const spare = idle_[!v6];
        if (!record.handle && failure.error == EMFILE && spare != none && table_[spare].handle) {
            table_[spare].handle.reset();
            record.handle = open(v6, failure);
        }
        return static_cast<bool>(record.handle);
    }

    std::vector<kept_socket> table_;
    endpoint source_;
    bool bound_;
    std::uint32_t adopted_ = 0; // no number from here on was ever in use
    std::uint32_t vacant_ = none;
    std::uint32_t idle_[2] = {none, none};
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SOCKET_POOL_HPP
