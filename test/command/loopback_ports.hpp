// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_COMMAND_LOOPBACK_PORTS_HPP
#define SONDA_TEST_COMMAND_LOOPBACK_PORTS_HPP

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace test {

/// What is on a port.
enum class behind { listener, nothing };

/// A port of an IPv4 address or ::1 that is held as long as this lives, with somebody listening or nobody.
class held_port
{
public:
    explicit held_port(behind what = behind::listener, char const* address = "127.0.0.1", std::uint16_t port = 0,
                       int type = SOCK_STREAM)
        : v6_(std::string(address).find(':') != std::string::npos)
        , socket_(::socket(v6_ ? AF_INET6 : AF_INET, type | SOCK_CLOEXEC, 0))
    {
        sockaddr_in6 six{};
        sockaddr_in four{};
        six.sin6_family = AF_INET6;
        four.sin_family = AF_INET;
        six.sin6_port = four.sin_port = htons(port);
        ::inet_pton(v6_ ? AF_INET6 : AF_INET, address,
                    v6_ ? static_cast<void*>(&six.sin6_addr) : static_cast<void*>(&four.sin_addr));
        auto* const name = v6_ ? reinterpret_cast<sockaddr*>(&six) : reinterpret_cast<sockaddr*>(&four);
        socklen_t size = v6_ ? sizeof six : sizeof four;
        bool const failed = socket_ < 0 || ::bind(socket_, name, size) != 0 ||
                            (what == behind::listener && type == SOCK_STREAM && ::listen(socket_, 512) != 0) ||
                            ::getsockname(socket_, name, &size) != 0;
        auto const error = errno;
        if (failed) {
            ::close(socket_);
            throw std::system_error(error, std::generic_category(), address);
        }
        port_ = ntohs(v6_ ? six.sin6_port : four.sin_port);
    }

    held_port(held_port const&) = delete;

    ~held_port() { ::close(socket_); }

    std::uint16_t port() const noexcept { return port_; }
    std::string text() const { return std::to_string(port_); }
    int descriptor() const noexcept { return socket_; }

private:
    bool v6_;
    int socket_;
    std::uint16_t port_ = 0;
};

} // namespace test

#endif // SONDA_TEST_COMMAND_LOOPBACK_PORTS_HPP
