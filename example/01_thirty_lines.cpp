// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scanner: which ports of a host are open? Without arguments it opens a port of its own and finds it.

#include <sonda/target/parse_address.hpp>
#include <sonda/target/parse_ports.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/tcp_scanner.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <iostream>
#include <string>

int main(int argc, char** argv)
{
    boost::asio::io_context context;
    boost::asio::ip::tcp::acceptor service(context, {boost::asio::ip::address_v4::loopback(), 0});
    auto const own = service.local_endpoint().port();

    sonda::target::target_selection chosen;
    chosen.include(sonda::target::parse_ip_range(argc > 1 ? argv[1] : "127.0.0.1").value());
    chosen.ports = sonda::target::parse_ports(argc > 2 ? argv[2] : std::to_string(own)).value().tcp;
    auto const targets = sonda::target::target_space::make(chosen).value();

    bool found_service = false;
    auto const sink = [&](sonda::verdict const& found) {
        if (found.state() != sonda::port_state::open)
            return;
        std::cout << to_string(found.endpoint) << " is open\n";
        found_service |= found.endpoint.port() == own;
    };

    sonda::tcp_scanner scanner(context.get_executor(), {.batch = 256, .timeout = std::chrono::milliseconds(500)});
    scanner.async_scan(targets, sink, [](boost::system::error_code, sonda::scan_summary const& summary) {
        std::cout << summary.probes << " probes in " << summary.duration.count() / 1'000'000 << " ms\n";
    });
    context.run();
    return argc > 1 || found_service ? 0 : 1;
}
