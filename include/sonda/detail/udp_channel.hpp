// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_UDP_CHANNEL_HPP
#define SONDA_DETAIL_UDP_CHANNEL_HPP

#include <sonda/detail/datagram_batch.hpp>
#include <sonda/detail/udp_socket.hpp>
#include <sonda/detail/udp_source_ports.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sonda::detail {

/** The socket of one family and what waits to be sent by it.

    A datagram to the socket's own port would answer itself and make a closed port look open. When that port comes up as
    a target, sending moves to a new socket; the old one hears out its probes, is closed, and only then the port is
    probed, by the new one.
*/
class udp_channel
{
public:
    struct side
    {
        udp_socket socket;
        std::size_t in_flight = 0;
    };

    udp_channel(endpoint const& source, std::size_t receive_buffer, int poll_descriptor, std::size_t slots)
        : sources(source, static_cast<int>(receive_buffer), poll_descriptor)
        , source_(source)
        , receive_buffer_(static_cast<int>(receive_buffer))
        , poll_descriptor_(poll_descriptor)
        , error_(open(sides_[0]))
    {
        parked.reserve(slots);
    }

    /// 0, or the errno for which there is no socket of this family.
    int error() const noexcept { return error_; }

    std::uint8_t active() const noexcept { return active_; }
    endpoint const& local() const noexcept { return sides_[active_].socket.local(); }
    int descriptor() const noexcept { return sides_[active_].socket.descriptor(); }
    side& at(std::uint8_t index) noexcept { return sides_[index]; }

    /// Calls `f(descriptor)` for each open socket.
    template<class F>
    void each_descriptor(F&& f)
    {
        for (auto& one : sides_) {
            if (one.socket.is_open())
                f(one.socket.descriptor());
        }
        sources.each_descriptor(f);
    }

    /// True if one of the open sockets would receive what is sent to `target`.
    bool is_own(endpoint const& target) const noexcept
    {
        for (auto const& one : sides_) {
            if (one.socket.is_open() && one.socket.local().port() == target.port() && covers(one, target))
                return true;
        }
        return false;
    }

    bool is_moving() const noexcept { return other().socket.is_open(); }

    /// Sends from a new port from here on. Gives 0 or an errno.
    int move() noexcept
    {
        int const error = open(sides_[1 - active_]);
        if (error == 0)
            active_ = static_cast<std::uint8_t>(1 - active_);
        return error;
    }

    /// Closes the old socket if nothing waits on it any more; true if it did.
    bool finish_move() noexcept
    {
        if (!is_moving() || other().in_flight != 0)
            return false;
        sides_[1 - active_].socket.close();
        return true;
    }

    udp_source_ports sources; ///< Where payloads come from that ask for a port.
    outgoing_batch queue;
    std::vector<slot_id> parked; ///< Probes to the old socket's port.
    bool used = false; ///< Something was sent: until then there is nothing to read.

private:
    side const& other() const noexcept { return sides_[1 - active_]; }

    bool covers(side const& one, endpoint const& target) const noexcept
    {
        auto const& local = one.socket.local();
        bool const wildcard = local.high() == 0 && local.low() == 0;
        return wildcard ? is_local_address(target) : local.high() == target.high() && local.low() == target.low();
    }

    int open(side& where) noexcept { return open_waited(where.socket, source_, receive_buffer_, poll_descriptor_); }

    endpoint source_;
    int receive_buffer_;
    int poll_descriptor_;
    side sides_[2];
    std::uint8_t active_ = 0;
    int error_;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_UDP_CHANNEL_HPP
