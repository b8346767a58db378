// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_DATAGRAM_BATCH_HPP
#define SONDA_DETAIL_DATAGRAM_BATCH_HPP

#include <sonda/detail/datagram_address.hpp>
#include <sonda/payload/payload_source.hpp>
#include <sonda/probe_result.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <span>

#include <sys/socket.h>

namespace sonda::detail {

/// How many datagrams go out between two looks at the error queue, which holds 255 errors on a default socket.
inline constexpr std::size_t datagram_batch_size = 64;

/// Datagrams that wait to be sent in one system call.
class outgoing_batch
{
public:
    outgoing_batch() noexcept = default;
    outgoing_batch(outgoing_batch const&) = delete;
    outgoing_batch& operator=(outgoing_batch const&) = delete;

    std::size_t size() const noexcept { return size_; }
    bool full() const noexcept { return size_ == datagram_batch_size; }
    slot_id slot(std::size_t i) const noexcept { return slots_[i]; }
    void clear() noexcept { size_ = 0; }

    /// The bytes are not copied.
    void push(slot_id slot, endpoint const& target, std::span<std::byte const> bytes) noexcept
    {
        auto& header = headers_[size_].msg_hdr;
        header = {};
        header.msg_name = &addresses_[size_];
        header.msg_namelen = to_datagram_address(target, addresses_[size_]);
        if (!bytes.empty()) {
            parts_[size_] = {const_cast<std::byte*>(bytes.data()), bytes.size()};
            header.msg_iov = &parts_[size_];
            header.msg_iovlen = 1;
        }
        slots_[size_++] = slot;
    }

    /// Takes out the datagrams of the slots for which `f(slot)` is true.
    template<class F>
    void drop_if(F&& f) noexcept
    {
        std::size_t kept = 0;
        for (std::size_t i = 0; i != size_; ++i) {
            if (f(slots_[i]))
                continue;
            addresses_[kept] = addresses_[i];
            parts_[kept] = parts_[i];
            slots_[kept] = slots_[i];
            headers_[kept].msg_hdr = headers_[i].msg_hdr;
            headers_[kept].msg_hdr.msg_name = &addresses_[kept];
            headers_[kept].msg_hdr.msg_iov = &parts_[kept];
            ++kept;
        }
        size_ = kept;
    }

    /// Sends from place `first` on. Gives how many went out, at least one, or a negative errno of the first of them.
    int send(int descriptor, std::size_t first) noexcept
    {
        int const sent =
            ::sendmmsg(descriptor, &headers_[first], static_cast<unsigned>(size_ - first), MSG_DONTWAIT | MSG_NOSIGNAL);
        return sent < 0 ? -errno : sent;
    }

private:
    std::array<mmsghdr, datagram_batch_size> headers_;
    std::array<iovec, datagram_batch_size> parts_;
    std::array<datagram_address, datagram_batch_size> addresses_;
    std::array<slot_id, datagram_batch_size> slots_;
    std::size_t size_ = 0;
};

/// Answers received in one system call: their senders, and as much of them as tells what protocol they are of.
class incoming_batch
{
public:
    /// Calls `f(endpoint const&, payload::bytes)` with each sender and the beginning of what it sent. Gives how many
    /// datagrams were there, or a negative errno.
    template<class F>
    int receive(int descriptor, F&& f)
    {
        for (std::size_t i = 0; i != datagram_batch_size; ++i) {
            headers_[i].msg_hdr = {};
            headers_[i].msg_hdr.msg_name = &addresses_[i];
            headers_[i].msg_hdr.msg_namelen = sizeof addresses_[i];
            parts_[i] = {heads_[i].data(), heads_[i].size()};
            headers_[i].msg_hdr.msg_iov = &parts_[i];
            headers_[i].msg_hdr.msg_iovlen = 1;
        }
        int const got = ::recvmmsg(descriptor, headers_.data(), datagram_batch_size, MSG_DONTWAIT, nullptr);
        if (got < 0)
            return -errno;
        for (std::size_t i = 0; i != static_cast<std::size_t>(got); ++i)
            f(from_datagram_address(addresses_[i]),
              payload::bytes(heads_[i].data(), (std::min)(std::size_t{headers_[i].msg_len}, heads_[i].size())));
        return got;
    }

private:
    std::array<mmsghdr, datagram_batch_size> headers_{};
    std::array<iovec, datagram_batch_size> parts_{};
    std::array<datagram_address, datagram_batch_size> addresses_{};
    std::array<std::array<std::byte, payload::head_size>, datagram_batch_size> heads_{};
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_DATAGRAM_BATCH_HPP
