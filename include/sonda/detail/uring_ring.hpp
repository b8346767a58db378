// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_URING_RING_HPP
#define SONDA_DETAIL_URING_RING_HPP

#include <sonda/detail/socket_address.hpp>

#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <liburing.h>
#include <poll.h>

namespace sonda::detail {

/*  A ring of io_uring: operations are queued, handed over with one system call, and taken back without any.

    It has none of the flags that tie a ring to one thread: whoever has the turn may hand over, and the kernel interrupts
    that thread for what ends later, so that the descriptor becomes readable whatever the thread is busy with.
*/
class uring_ring
{
public:
    // Has room for so many operations in flight. Throws what the kernel says if it grants no ring that can do all that
    // is asked of it here.
    explicit uring_ring(std::size_t flights)
    {
        io_uring_params parameters{};
        parameters.flags = IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP;
        // More may come; then the kernel keeps them until there is room again.
        parameters.cq_entries = static_cast<unsigned>((std::clamp)(flights, std::size_t{entries}, most_completions));
        check(-::io_uring_queue_init_params(entries, &ring_, &parameters));
        constexpr unsigned needed =
            IORING_FEAT_NODROP | IORING_FEAT_SUBMIT_STABLE | IORING_FEAT_FAST_POLL | IORING_FEAT_CQE_SKIP;
        auto const able = (parameters.features & needed) == needed;
        if (auto const failed = able ? try_out() : ENOSYS) {
            release();
            check(failed);
        }
    }

    uring_ring(uring_ring&& other) noexcept
        : ring_(other.ring_)
        , addresses_(std::move(other.addresses_))
    {
        other.ring_.ring_fd = gone;
    }

    uring_ring& operator=(uring_ring&& other) noexcept
    {
        std::swap(ring_, other.ring_);
        std::swap(addresses_, other.addresses_);
        return *this;
    }

    ~uring_ring() { release(); }

    int descriptor() const noexcept { return ring_.ring_fd; }

    // Makes room for so many operations in a row. False if the kernel takes nothing for now.
    bool make_room(unsigned count) noexcept
    {
        // One is left, so that the descriptor is writable while something is queued.
        auto const enough = [&] { return ::io_uring_sq_space_left(&ring_) > count; };
        return enough() || (hand_over(), enough());
    }

    // These need room.
    void connect(std::uint64_t tag, int socket, socket_address const& target) noexcept
    {
        prepare_connect(socket, target)->user_data = tag;
    }

    // Completes when something happened on a socket.
    void watch(std::uint64_t tag, int socket) noexcept
    {
        auto* const operation = ::io_uring_get_sqe(&ring_);
        ::io_uring_prep_poll_add(operation, socket, POLLOUT);
        operation->user_data = tag;
    }

    // Ends an operation on a socket and, if it was there to be ended, the connection that it was to make. Needs room for
    // two. Only what fails completes, with its own tag.
    void cancel(std::uint64_t tag, int socket, std::uint64_t cancel_tag, std::uint64_t disconnect_tag) noexcept
    {
        auto* const operation = ::io_uring_get_sqe(&ring_);
        ::io_uring_prep_cancel64(operation, tag, 0);
        operation->user_data = cancel_tag;
        operation->flags |= IOSQE_IO_LINK | IOSQE_CQE_SKIP_SUCCESS;
        // A socket that already has its answer must keep it, so that the link is not a hard one.
        auto* const next = prepare_connect(socket, socket_address());
        next->user_data = disconnect_tag;
        next->flags |= IOSQE_CQE_SKIP_SUCCESS;
    }

    bool queued() const noexcept { return ::io_uring_sq_ready(&ring_) != 0; }

    // False if the kernel did not take all that is queued; the rest stays.
    bool hand_over() noexcept
    {
        while (queued()) {
            auto const taken = ::io_uring_submit(&ring_);
            if (taken <= 0 && taken != -EINTR)
                return false;
        }
        return true;
    }

    // Calls `f(tag, result)` for everything that has completed.
    template<class F>
    void drain(F&& f)
    {
        for (;;) {
            unsigned head = 0;
            unsigned count = 0;
            io_uring_cqe* done = nullptr;
            io_uring_for_each_cqe(&ring_, head, done)
            {
                f(std::uint64_t{done->user_data}, int{done->res});
                ++count;
            }
            ::io_uring_cq_advance(&ring_, count);
            if (!overflowed())
                return;
            ::io_uring_get_events(&ring_);
        }
    }

private:
    static constexpr unsigned entries = 256; // queued at a time
    static constexpr std::size_t most_completions = 65536;
    static constexpr int gone = -1;

    static void check(int error)
    {
        if (error != 0)
            throw boost::system::system_error(error, boost::system::system_category(), "io_uring");
    }

    // A filter of system calls may allow a ring and not its use.
    int try_out() noexcept
    {
        ::io_uring_prep_nop(::io_uring_get_sqe(&ring_));
        auto const taken = ::io_uring_submit_and_wait(&ring_, 1);
        if (taken < 0)
            return -taken;
        drain([](std::uint64_t, int) {});
        return 0;
    }

    void release() noexcept
    {
        if (ring_.ring_fd != gone)
            ::io_uring_queue_exit(&ring_);
        ring_.ring_fd = gone;
    }

    // The kernel reads the address when it takes the operation.
    io_uring_sqe* prepare_connect(int socket, socket_address const& target) noexcept
    {
        auto* const operation = ::io_uring_get_sqe(&ring_);
        auto& address = addresses_[static_cast<std::size_t>(operation - ring_.sq.sqes)];
        address = target;
        ::io_uring_prep_connect(operation, socket, address.data(), address.size());
        return operation;
    }

    bool overflowed() const noexcept { return (IO_URING_READ_ONCE(*ring_.sq.kflags) & IORING_SQ_CQ_OVERFLOW) != 0; }

    io_uring ring_{};
    std::vector<socket_address> addresses_ = std::vector<socket_address>(entries); // one for each place in the queue
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_URING_RING_HPP
