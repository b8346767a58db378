// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_LOOPBACK_SERVICE_HPP
#define SONDA_BENCH_LOOPBACK_SERVICE_HPP

#include <cstdint>

#include "descriptor.hpp"
#include "workload.hpp"

namespace bench {

/// What answers on the port of a @ref loopback_service.
enum class service_kind {
    tcp_open, ///< Connections are taken by the system's backlog.
    tcp_closed, ///< The port is bound, so that nobody else takes it, and refuses.
    udp_silent ///< Datagrams are taken and not answered.
};

/// One port on 127.0.0.1 that the system chose: what `--quick` runs against.
class loopback_service
{
public:
    explicit loopback_service(service_kind kind)
        : socket_(::socket(AF_INET, (kind == service_kind::udp_silent ? SOCK_DGRAM : SOCK_STREAM) | SOCK_CLOEXEC, 0),
                  "socket")
    {
        socket_address address("127.0.0.1", 0);
        if (::bind(socket_.get(), &address.any, address.size) != 0)
            fail("bind");
        if (::getsockname(socket_.get(), &address.any, &address.size) != 0)
            fail("getsockname");
        port_ = address.port();
        if (kind == service_kind::tcp_open && ::listen(socket_.get(), 16) != 0)
            fail("listen");
    }

    std::uint16_t port() const noexcept { return port_; }

    /// A workload of this port alone.
    workload alone(workload load) const
    {
        load.ip = "127.0.0.1";
        load.first = load.last = port_;
        return load;
    }

private:
    descriptor socket_;
    std::uint16_t port_ = 0;
};

} // namespace bench

#endif // SONDA_BENCH_LOOPBACK_SERVICE_HPP
