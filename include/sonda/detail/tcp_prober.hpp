// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_TCP_PROBER_HPP
#define SONDA_DETAIL_TCP_PROBER_HPP

#include <sonda/detail/connect_icmp.hpp>
#include <sonda/detail/connect_outcome.hpp>
#include <sonda/detail/connect_setup.hpp>
#include <sonda/detail/disconnect.hpp>
#include <sonda/detail/epoll_hints.hpp>
#include <sonda/detail/socket_address.hpp>
#include <sonda/detail/socket_pool.hpp>
#include <sonda/transport/connect_options.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <sys/socket.h>

namespace sonda::detail {

/*  Probes TCP ports with non-blocking sockets that it keeps; knows no executor.

    connect() is called twice. The first call sends the SYN; the second gives the answer if it is there already, and when
    the answer is a refusal the kernel returns the socket to the unconnected state: the next probe needs no new one.
    When there is no answer yet, it is asked for with a further connect() whenever epoll hints at one, since connect()
    alone tells apart: under way (EALREADY), over (its error), and open (0).
*/
class tcp_prober
{
public:
    explicit tcp_prober(transport::connect_options const& options)
        : pool_(options.slots, options.source)
        , socket_of_(options.slots, socket_pool::none)
        , close_(options.close)
    {
        cancelled_.reserve(options.slots);
        spoiled_.reserve(options.slots);
        try_source(pool_, options.source);
    }

    std::size_t slots() const noexcept { return socket_of_.size(); }
    int descriptor() const noexcept { return hints_.descriptor(); }

    probe_result start(slot_id slot, endpoint const& target)
    {
        probe_result result;
        auto const number = pool_.idle(target.is_v6(), result);
        if (number == socket_pool::none)
            return result;
        auto& used = pool_[number];
        used.target = target;
        result = probe(used);
        if (result.status != probe_status::pending)
            return result;
        result = keep_watch(used, number);
        if (result.status != probe_status::pending)
            return result;
        pool_.take(target.is_v6());
        used.slot = slot;
        socket_of_[slot] = number;
        return result;
    }

    void cancel(slot_id slot)
    {
        if (cancelled_.empty())
            hints_.ring();
        cancelled_.push_back(slot);
    }

    template<class F>
    std::size_t reap(F&& f)
    {
        std::size_t count = 0;
        hints_.drain([&](std::uint32_t number, bool failed) {
            if (pool_[number].slot == kept_socket::no_slot)
                return;
            auto const result = pool_[number].spoiled ? put_back(pool_[number]) : look(number, failed);
            if (result.status == probe_status::pending)
                return;
            ++count;
            f(free(number), result);
        });
        for (auto const slot : spoiled_) {
            auto const number = socket_of_[slot];
            if (number == socket_pool::none || !pool_[number].spoiled)
                continue;
            auto const result = put_back(pool_[number]);
            ++count;
            f(free(number), result);
        }
        spoiled_.clear();
        // An answer that was there has been taken above; what is pending now has none.
        for (auto const slot : cancelled_) {
            auto const number = socket_of_[slot];
            if (number == socket_pool::none)
                continue;
            disconnect(pool_[number].handle);
            ++count;
            f(free(number), probe_result::cancelled());
        }
        cancelled_.clear();
        return count;
    }

private:
    static int connect(kept_socket& used, socket_address const& address) noexcept
    {
        return ::connect(used.handle.get(), address.data(), address.size()) == 0 ? 0 : errno;
    }

    probe_result probe(kept_socket& used, bool retried = false)
    {
        socket_address const address(used.target);
        auto error = connect(used, address);
        if (error != EINPROGRESS && error != 0) {
            if (error != ENETUNREACH)
                disconnect(used.handle);
            return connect_failed_at_once(error);
        }
        if (error == EINPROGRESS)
            error = connect(used, address);
        return conclude(used, error, retried);
    }

    // What the call of connect() says that followed the first one.
    probe_result conclude(kept_socket& used, int error, bool retried)
    {
        switch (error) {
        case ECONNREFUSED: return probe_result::answered(connect_refused());
        case EALREADY:
        case EINPROGRESS: return probe_result::pending();
        case 0:
        case EISCONN: return opened(used, retried);
        default: return failed(used, error);
        }
    }

    probe_result look(std::uint32_t number, bool failed)
    {
        auto& used = pool_[number];
        auto const result = conclude(used, connect(used, socket_address(used.target)), false);
        if (result.status != probe_status::pending)
            return result;
        if (!used.watched) // it goes on with another socket
            return keep_watch(used, number);
        if (!failed)
            return result;
        // The kernel noted an error but goes on sending, as it does when the ICMP message came while the socket was in
        // use. For a scan it is the answer.
        auto const icmp = read_icmp(used.handle.get(), used.target);
        auto const error = take_error(used.handle.get());
        if (!icmp.found && (error == 0 || icmp.others)) // else the error would be that of another target
            return result;
        disconnect(used.handle);
        return icmp.found ? probe_result::answered(*icmp.found) : connect_failed_later(error);
    }

    probe_result failed(kept_socket& used, int error)
    {
        auto const icmp = read_icmp(used.handle.get(), used.target);
        if (error != ETIMEDOUT && error != ENETUNREACH)
            disconnect(used.handle);
        return icmp.found ? probe_result::answered(*icmp.found) : connect_failed_later(error);
    }

    probe_result opened(kept_socket& used, bool retried)
    {
        socket_address local;
        auto size = socket_address::capacity();
        if (::getsockname(used.handle.get(), local.data(), &size) != 0) {
            used.handle.reset();
            return probe_result::again();
        }
        auto const own = meets_own(local.to_endpoint(), reached(used.target));
        if (own && !retried)
            return probe_elsewhere(used);
        if (close_ == transport::close_mode::fin)
            used.handle.reset();
        else
            disconnect(used.handle);
        return own ? probe_result::again() : probe_result::answered(connect_open());
    }

    // True if it was not somebody else who accepted. That happens on this machine alone, where the target can be the
    // local port of the socket itself, or of another of ours that is on its way to the local port of this one: both are
    // connected then (a simultaneous open, RFC 9293, 3.5), though nobody listens.
    bool meets_own(endpoint const& local, endpoint const& remote)
    {
        auto const other = pool_.met_on_the_way(local, remote);
        if (other == socket_pool::none)
            return same_address_and_port(local, remote);
        if (!std::exchange(pool_[other].spoiled, true))
            spoiled_.push_back(pool_[other].slot);
        hints_.ring();
        return true;
    }

    static probe_result put_back(kept_socket& used) noexcept
    {
        used.spoiled = false;
        disconnect(used.handle);
        return probe_result::again();
    }

    // The socket met one of ours, for its local port or the other's happened to be a target. While it exists, the system
    // gives another local port to another socket.
    probe_result probe_elsewhere(kept_socket& used)
    {
        probe_result result;
        auto fresh = pool_.open(used.target.is_v6(), result);
        std::swap(used.handle, fresh);
        used.watched = false;
        if (used.handle)
            result = probe(used, true);
        disconnect(fresh);
        return result;
    }

    probe_result keep_watch(kept_socket& used, std::uint32_t number) noexcept
    {
        if (used.watched)
            return probe_result::pending();
        if (auto const error = hints_.watch(used.handle.get(), number)) {
            disconnect(used.handle);
            return probe_result::shortage(error);
        }
        used.watched = true;
        return probe_result::pending();
    }

    slot_id free(std::uint32_t number) noexcept
    {
        auto& used = pool_[number];
        auto const slot = std::exchange(used.slot, kept_socket::no_slot);
        socket_of_[slot] = socket_pool::none;
        pool_.give_back(number, used.target.is_v6());
        return slot;
    }

    socket_pool pool_;
    epoll_hints hints_;
    std::vector<std::uint32_t> socket_of_; // by slot: the number of its socket while it is pending
    std::vector<slot_id> cancelled_; // since the last reap
    std::vector<slot_id> spoiled_; // likewise
    transport::close_mode close_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_TCP_PROBER_HPP
