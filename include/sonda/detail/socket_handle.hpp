// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_SOCKET_HANDLE_HPP
#define SONDA_DETAIL_SOCKET_HANDLE_HPP

#include <utility>

#include <unistd.h>

namespace sonda::detail {

// Owns one descriptor. An Asio socket would add a reactor registration, which a kept socket must not have.
class socket_handle
{
public:
    socket_handle() noexcept = default;

    explicit socket_handle(int descriptor) noexcept
        : descriptor_(descriptor)
    {}

    socket_handle(socket_handle&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1))
    {}

    socket_handle& operator=(socket_handle&& other) noexcept
    {
        if (this != &other) {
            reset();
            descriptor_ = std::exchange(other.descriptor_, -1);
        }
        return *this;
    }

    ~socket_handle() { reset(); }

    explicit operator bool() const noexcept { return descriptor_ >= 0; }
    int get() const noexcept { return descriptor_; }
    int release() noexcept { return std::exchange(descriptor_, -1); }

    void reset() noexcept
    {
        if (descriptor_ >= 0)
            ::close(std::exchange(descriptor_, -1));
    }

private:
    int descriptor_ = -1;
};

} // namespace sonda::detail

#endif // SONDA_DETAIL_SOCKET_HANDLE_HPP
