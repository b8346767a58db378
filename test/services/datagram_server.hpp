// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_SERVICES_DATAGRAM_SERVER_HPP
#define SONDA_TEST_SERVICES_DATAGRAM_SERVER_HPP

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include "command/loopback_ports.hpp"

namespace test {

/// Answers datagrams at a port of an IPv4 address or ::1, in the network namespace of the thread that makes it.
class datagram_server
{
public:
    /// What is said in answer to a request, if anything.
    using answer = std::function<std::optional<std::string>(std::string_view request)>;

    datagram_server(char const* address, std::uint16_t port, answer how)
        : port_(behind::nothing, address, port, SOCK_DGRAM)
        , answer_(std::move(how))
        , thread_([this] { serve(); })
    {}

    datagram_server(datagram_server const&) = delete;

    ~datagram_server()
    {
        stopped_ = true;
        thread_.join();
    }

    /// How many requests there were.
    int requests() const noexcept { return requests_; }

private:
    void serve()
    {
        std::array<char, 2048> buffer{};
        while (!stopped_) {
            pollfd waited{port_.descriptor(), POLLIN, 0};
            if (::poll(&waited, 1, 20) != 1)
                continue;
            sockaddr_storage from{};
            socklen_t size = sizeof from;
            auto* const name = reinterpret_cast<sockaddr*>(&from);
            auto const n = ::recvfrom(port_.descriptor(), buffer.data(), buffer.size(), 0, name, &size);
            if (n < 0)
                continue;
            ++requests_;
            auto const said = answer_({buffer.data(), static_cast<std::size_t>(n)});
            if (said)
                ::sendto(port_.descriptor(), said->data(), said->size(), 0, name, size);
        }
    }

    held_port port_;
    answer answer_;
    std::atomic<bool> stopped_ = false;
    std::atomic<int> requests_ = 0;
    std::thread thread_;
};

} // namespace test

#endif // SONDA_TEST_SERVICES_DATAGRAM_SERVER_HPP
