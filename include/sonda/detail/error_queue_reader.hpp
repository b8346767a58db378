// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_ERROR_QUEUE_READER_HPP
#define SONDA_DETAIL_ERROR_QUEUE_READER_HPP

#include <sonda/detail/datagram_address.hpp>
#include <sonda/detail/udp_icmp_outcome.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <optional>

#include <linux/errqueue.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace sonda::detail {

/** Reads what the network said against our datagrams from a socket's error queue (ip(7), IP_RECVERR).

    The error queue shares the receive buffer with the answers: on a default socket the 256th unread error is lost.
    The quoted datagram itself is not wanted, only its destination.
*/
class error_queue_reader
{
public:
    static constexpr std::size_t batch = 32;

    /// Calls `f(icmp_error const&)` for each error that is there, one system call's worth, and gives the number of
    /// entries read, 0 when there was none.
    template<class F>
    std::size_t read(int descriptor, F&& f)
    {
        for (std::size_t i = 0; i != batch; ++i)
            prepare(i);
        int const got = ::recvmmsg(descriptor, headers_.data(), batch, MSG_ERRQUEUE | MSG_DONTWAIT, nullptr);
        for (int i = 0; i < got; ++i) {
            if (auto const error = parse(static_cast<std::size_t>(i)))
                f(*error);
        }
        return got > 0 ? static_cast<std::size_t>(got) : 0;
    }

private:
    /// Room for the error, its sender, and what else a socket option may add.
    static constexpr std::size_t control_size = 256;

    void prepare(std::size_t i) noexcept
    {
        auto& header = headers_[i].msg_hdr;
        header = {};
        header.msg_name = &addresses_[i];
        header.msg_namelen = sizeof addresses_[i];
        header.msg_control = controls_[i].bytes;
        header.msg_controllen = control_size;
    }

    std::optional<icmp_error> parse(std::size_t i) noexcept
    {
        auto& header = headers_[i].msg_hdr;
        for (auto* part = CMSG_FIRSTHDR(&header); part; part = CMSG_NXTHDR(&header, part)) {
            bool const v4 = part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_RECVERR;
            bool const v6 = part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == IPV6_RECVERR;
            if (v4 || v6)
                return describe(addresses_[i], *part);
        }
        return std::nullopt;
    }

    static std::optional<icmp_error> describe(datagram_address const& target, cmsghdr& part) noexcept
    {
        sock_extended_err error;
        std::memcpy(&error, CMSG_DATA(&part), sizeof error);
        if (error.ee_origin != SO_EE_ORIGIN_ICMP && error.ee_origin != SO_EE_ORIGIN_ICMP6)
            return std::nullopt;
        datagram_address offender{};
        auto const room = part.cmsg_len - CMSG_LEN(sizeof error);
        std::memcpy(&offender, CMSG_DATA(&part) + sizeof error, (std::min)(room, sizeof offender));
        return icmp_error{from_datagram_address(target), from_datagram_address(offender).address(), error.ee_type,
                          error.ee_code, static_cast<int>(error.ee_errno)};
    }

    struct control
    {
        alignas(cmsghdr) unsigned char bytes[control_size];
    };

    std::array<mmsghdr, batch> headers_{};
    std::array<datagram_address, batch> addresses_{};
    std::array<control, batch> controls_{};
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_ERROR_QUEUE_READER_HPP
