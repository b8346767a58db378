// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// example/01_thirty_lines.cpp, by somebody who has Boost.Asio alone, as people write it: what a compiler takes for this is
// what it would take anyway. It scans in the same way (256 probes in flight, each with its deadline) and says the same.

#include <boost/asio.hpp>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

namespace asio = boost::asio;
using asio::ip::tcp;

struct scan
{
    asio::io_context& context;
    asio::ip::address host;
    unsigned next;
    unsigned last;
    std::uint16_t own;
    std::size_t probes = 0;
    bool found_service = false;

    struct probe
    {
        explicit probe(asio::io_context& context)
            : socket(context)
            , timer(context)
        {}

        tcp::socket socket;
        asio::steady_timer timer;
    };

    void start()
    {
        if (next > last)
            return;
        tcp::endpoint const target(host, static_cast<std::uint16_t>(next++));
        auto const one = std::make_shared<probe>(context);
        ++probes;
        one->timer.expires_after(std::chrono::milliseconds(500));
        one->timer.async_wait([one](boost::system::error_code error) {
            if (!error)
                one->socket.close(error);
        });
        one->socket.async_connect(target, [this, one, target](boost::system::error_code error) {
            one->timer.cancel();
            if (!error) {
                std::cout << target << " is open\n";
                found_service |= target.port() == own;
            }
            start();
        });
    }
};

int main(int argc, char** argv)
{
    asio::io_context context;
    tcp::acceptor service(context, {asio::ip::address_v4::loopback(), 0});
    auto const own = service.local_endpoint().port();

    std::string_view const ports = argc > 2 ? argv[2] : "";
    unsigned first = own;
    auto const [end, bad] = std::from_chars(ports.data(), ports.data() + ports.size(), first);
    unsigned last = first;
    if (bad == std::errc() && end != ports.data() + ports.size())
        std::from_chars(end + 1, ports.data() + ports.size(), last);

    scan all{context, asio::ip::make_address(argc > 1 ? argv[1] : "127.0.0.1"), first, last, own};
    auto const begin = std::chrono::steady_clock::now();
    for (int i = 0; i != 256; ++i)
        all.start();
    context.run();
    auto const took = std::chrono::steady_clock::now() - begin;
    std::cout << all.probes << " probes in " << took / std::chrono::milliseconds(1) << " ms\n";
    return argc > 1 || all.found_service ? 0 : 1;
}
