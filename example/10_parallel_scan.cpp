// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// One scan on two processors: a context and a thread for each part.

#include <sonda.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstdlib>
#include <iostream>
#include <thread>
#include <vector>

namespace asio = boost::asio;

int main()
{
    asio::io_context service;
    asio::ip::tcp::acceptor const acceptor(service, {asio::ip::address_v4::loopback(), 0});
    auto const port = acceptor.local_endpoint().port();
    auto const low = static_cast<std::uint16_t>(port > 2000 ? port - 2000 : 1);
    auto const targets = sonda::target::target_space::make(sonda::target::ip_range(asio::ip::make_address("127.0.0.1")),
                                                           sonda::target::port_range{low, port})
                             .value();
    sonda::scan_summary done;
    bool found = false;

    // tag::parallel[]
    asio::io_context first(1), second(1);
    sonda::parallel_tcp_scan scan({first.get_executor(), second.get_executor()}, {.batch = 512});

    // The sink is called on both threads, but never on both at a time.
    auto const sink = [&](sonda::verdict const& verdict) {
        found |= verdict.endpoint.port() == port && verdict.state() == sonda::port_state::open;
    };
    scan.async_scan(targets, sink,
                    [&](boost::system::error_code, sonda::scan_summary const& summary) { done = summary; });

    std::thread helper([&] { second.run(); });
    first.run(); // until the handler was called
    helper.join();
    // end::parallel[]

    std::cout << done.verdicts << " ports, the one that is open " << (found ? "among them\n" : "not found\n");
    return found && done.complete() ? EXIT_SUCCESS : EXIT_FAILURE;
}
