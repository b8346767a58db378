// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_DESCRIPTOR_HPP
#define SONDA_BENCH_DESCRIPTOR_HPP

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace bench {

/// What a system call that failed says.
[[noreturn]] inline void fail(char const* what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

/// Owns a file descriptor.
class descriptor
{
public:
    descriptor() noexcept = default;

    /// Takes a descriptor over; throws what `what` failed with if there is none.
    descriptor(int value, char const* what)
        : value_(value)
    {
        if (value_ < 0)
            fail(what);
    }

    descriptor(descriptor&& other) noexcept
        : value_(std::exchange(other.value_, -1))
    {}

    descriptor& operator=(descriptor&& other) noexcept
    {
        std::swap(value_, other.value_);
        return *this;
    }

    ~descriptor() { close(); }

    /// Closes it now.
    void close() noexcept
    {
        if (value_ >= 0)
            ::close(std::exchange(value_, -1));
    }

    int get() const noexcept { return value_; }
    explicit operator bool() const noexcept { return value_ >= 0; }

private:
    int value_ = -1;
};

} // namespace bench

#endif // SONDA_BENCH_DESCRIPTOR_HPP
