// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_SINK_FD_WRITER_HPP
#define SONDA_SINK_FD_WRITER_HPP

#include <sonda/sink/writer.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include <poll.h>
#include <unistd.h>

namespace sonda::sink {

/** Writes to a file descriptor, which it does not own.

    Bytes are collected until `flush` or until 64 KiB are there. A short write goes on where it stopped, EINTR is
    retried, and a descriptor in non-blocking mode is waited for. What could not be written stays for the next flush,
    so that a document can still be closed once there is room on the disk again.

    A reader that does not read is waited for as long as it takes, unless there is a flag to say that time is up: from
    then on only what is taken within a tenth of a second is written, and the rest is an error. The flag is looked at
    whenever a call is interrupted, so that a signal handler which sets it ends the wait.

    A pipe that nobody reads raises SIGPIPE before it is an error: a program that wants EPIPE ignores the signal.

    @par Thread safety
    Distinct objects: safe for distinct descriptors. Shared objects: unsafe.
*/
class fd_writer
{
public:
    /// Writes to `descriptor`, which must stay open, and waits for it until `hurry`, if there is one, is true.
    explicit fd_writer(int descriptor, std::atomic<bool> const* hurry = nullptr) noexcept
        : descriptor_(descriptor)
        , hurry_(hurry)
    {}

    /// Takes all of `bytes`. Throws `std::system_error` if 64 KiB are there and cannot be written.
    void write(std::string_view bytes)
    {
        held_ += bytes;
        if (held_.size() >= limit)
            flush();
    }

    /// Writes what is held. Throws `std::system_error` with the errno, e.g. EPIPE or ENOSPC, and ETIMEDOUT in a hurry.
    void flush()
    {
        std::size_t done = 0;
        int error = 0;
        while (done != held_.size() && error == 0)
            error = write_some(done);
        held_.erase(0, done);
        written_ += done;
        if (error != 0)
            throw std::system_error(error, std::generic_category(), "write");
    }

    /// How many bytes the descriptor took so far.
    std::uint64_t written() const noexcept { return written_; }

    /// The descriptor.
    int descriptor() const noexcept { return descriptor_; }

private:
    static constexpr std::size_t limit = 65536;

    // What a pipe takes without waiting once it can be written to.
    static constexpr std::size_t sip = 512;

    bool hurried() const noexcept { return hurry_ != nullptr && hurry_->load(std::memory_order_relaxed); }

    // False if it cannot be written to in time.
    bool wait_until_writable() const noexcept
    {
        pollfd waited{descriptor_, POLLOUT, 0};
        int const ready = ::poll(&waited, 1, hurried() ? 100 : -1);
        return ready != 0 && !(ready < 0 && hurried());
    }

    int write_some(std::size_t& done)
    {
        bool const hurry = hurried();
        if (hurry && !wait_until_writable())
            return ETIMEDOUT;
        auto const rest = held_.size() - done;
        auto const count = ::write(descriptor_, held_.data() + done, hurry ? (std::min)(rest, sip) : rest);
        if (count >= 0) {
            done += static_cast<std::size_t>(count);
            return 0;
        }
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return errno == EINTR ? 0 : errno;
        return wait_until_writable() ? 0 : ETIMEDOUT;
    }

    int descriptor_;
    std::atomic<bool> const* hurry_;
    std::uint64_t written_ = 0;
    std::string held_;
};

static_assert(writer<fd_writer>);

} // namespace sonda::sink

#endif // SONDA_SINK_FD_WRITER_HPP
