// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scan that a host drives, a frame at a time, on its own thread.

#include <sonda.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstdlib>
#include <iostream>

namespace asio = boost::asio;
using namespace std::chrono_literals;

int main()
{
    asio::io_context context(1);
    asio::ip::tcp::acceptor service(context, {asio::ip::address_v4::loopback(), 0});
    auto const port = service.local_endpoint().port();

    auto const targets = sonda::target::target_space::make(sonda::target::ip_range(asio::ip::make_address("127.0.0.1")),
                                                           sonda::target::port_range{10'000, 65'535})
                             .value();

    // tag::driven[]
    // A turn of the scan takes no longer than its quantum, so each poll_one returns soon.
    sonda::tcp_scanner scanner(context.get_executor(), {.batch = 64, .quantum = 100us});
    bool found = false;
    bool done = false;
    scanner.async_scan(
        targets,
        [&](sonda::verdict const& verdict) {
            found |= verdict.endpoint.port() == port && verdict.state() == sonda::port_state::open;
        },
        [&](boost::system::error_code, sonda::scan_summary const&) { done = true; });

    long frames = 0;
    while (!done) {
        ++frames;
        auto const budget = std::chrono::steady_clock::now() + 500us;
        while (std::chrono::steady_clock::now() < budget && context.poll_one() != 0)
            ;
        // ... the rest of the frame
    }
    // end::driven[]

    std::cout << "found in " << frames << " frames\n";
    return found && frames > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
