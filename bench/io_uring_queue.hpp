// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_IO_URING_QUEUE_HPP
#define SONDA_BENCH_IO_URING_QUEUE_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <linux/io_uring.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "descriptor.hpp"

namespace bench {

/** The least of io_uring that a connect scan needs, on the bare system calls.

    The layout of the rings is that of io_uring_setup(2), with IORING_FEAT_SINGLE_MMAP. One thread only.
*/
class io_uring_queue
{
public:
    /// Room for `entries` operations in flight.
    explicit io_uring_queue(unsigned entries)
    {
        parameters_.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_COOP_TASKRUN;
        ring_ = descriptor(static_cast<int>(::syscall(__NR_io_uring_setup, entries, &parameters_)), "io_uring_setup");
        auto const& sq = parameters_.sq_off;
        auto const& cq = parameters_.cq_off;
        rings_size_ = (std::max)(sq.array + parameters_.sq_entries * sizeof(unsigned),
                                 cq.cqes + parameters_.cq_entries * sizeof(io_uring_cqe));
        rings_ = static_cast<std::byte*>(map(rings_size_, IORING_OFF_SQ_RING));
        requests_ = static_cast<io_uring_sqe*>(map(requests_size(), IORING_OFF_SQES));
        auto* const indices = at<unsigned>(sq.array);
        for (unsigned i = 0; i != parameters_.sq_entries; ++i)
            indices[i] = i;
    }

    io_uring_queue(io_uring_queue const&) = delete;

    ~io_uring_queue()
    {
        ::munmap(requests_, requests_size());
        ::munmap(rings_, rings_size_);
    }

    /// Queues a connect; `address` must live until it is reaped.
    void connect(std::uint64_t slot, int socket, sockaddr const* address, socklen_t size) noexcept
    {
        auto const mask = parameters_.sq_entries - 1;
        auto& request = requests_[tail_++ & mask];
        request = io_uring_sqe{};
        request.opcode = IORING_OP_CONNECT;
        request.fd = socket;
        request.addr = reinterpret_cast<std::uint64_t>(address);
        request.off = size;
        request.user_data = slot;
        ++queued_;
    }

    /// Hands over what is queued and waits for one completion at least.
    void submit_and_wait()
    {
        std::atomic_ref<unsigned>(*at<unsigned>(parameters_.sq_off.tail)).store(tail_, std::memory_order_release);
        auto const n = ::syscall(__NR_io_uring_enter, ring_.get(), queued_, 1, IORING_ENTER_GETEVENTS, nullptr, 0);
        if (n < 0 && errno != EINTR)
            fail("io_uring_enter");
        queued_ -= n < 0 ? 0 : static_cast<unsigned>(n);
    }

    /// Calls `f(slot, result)` for each completion.
    template<class F>
    void reap(F f)
    {
        auto const mask = parameters_.cq_entries - 1;
        auto* const completions = at<io_uring_cqe>(parameters_.cq_off.cqes);
        std::atomic_ref<unsigned> head(*at<unsigned>(parameters_.cq_off.head));
        auto const end =
            std::atomic_ref<unsigned>(*at<unsigned>(parameters_.cq_off.tail)).load(std::memory_order_acquire);
        auto i = head.load(std::memory_order_relaxed);
        for (; i != end; ++i)
            f(completions[i & mask].user_data, completions[i & mask].res);
        head.store(i, std::memory_order_release);
    }

private:
    template<class T>
    T* at(unsigned offset) const noexcept
    {
        return reinterpret_cast<T*>(rings_ + offset);
    }

    std::size_t requests_size() const noexcept { return parameters_.sq_entries * sizeof(io_uring_sqe); }

    void* map(std::size_t size, std::uint64_t what) const
    {
        auto* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring_.get(),
                                    static_cast<off_t>(what));
        if (memory == MAP_FAILED)
            fail("mmap");
        return memory;
    }

    io_uring_params parameters_{};
    descriptor ring_;
    std::byte* rings_ = nullptr;
    std::size_t rings_size_ = 0;
    io_uring_sqe* requests_ = nullptr;
    unsigned tail_ = 0;
    unsigned queued_ = 0;
};

} // namespace bench

#endif // SONDA_BENCH_IO_URING_QUEUE_HPP
