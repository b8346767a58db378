// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scan in the background of a pool, whose high work is served all the while.

#include <sonda.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_future.hpp>

#include <chrono>
#include <cstdlib>
#include <future>
#include <iostream>

namespace asio = boost::asio;
using namespace std::chrono_literals;

int main()
{
    // tag::pool[]
    sonda::runtime::priority_pool pool({.workers = 2});
    using sonda::runtime::priority;

    // Timers, sockets and scanners are made of an executor of the pool, and do their work at its priority.
    asio::ip::tcp::acceptor service(pool, {asio::ip::address_v4::loopback(), 0});
    sonda::tcp_scanner scanner(pool.executor(priority::background), {.batch = 64, .quantum = 100us});
    // end::pool[]

    auto const port = service.local_endpoint().port();
    auto const targets = sonda::target::target_space::make(sonda::target::ip_range(asio::ip::make_address("127.0.0.1")),
                                                           sonda::target::port_range{10'000, 65'535})
                             .value();
    bool found = false; // by the sink, that is called by one worker at a time
    auto const sink = [&](sonda::verdict const& verdict) {
        found |= verdict.endpoint.port() == port && verdict.state() == sonda::port_state::open;
    };
    auto summary = scanner.async_scan(targets, sink, asio::use_future);

    // tag::spawn[]
    // What somebody waits for is high work. A task gives its result to whoever awaits it, here the thread that asks.
    int served = 0;
    while (summary.wait_for(0s) != std::future_status::ready) {
        auto answer = pool.spawn(priority::high, [&] { return served + 1; });
        served = std::move(*answer).get();
    }
    // end::spawn[]

    // Of what it ran, the pool has measured a sample.
    auto const waited = std::chrono::duration<double, std::micro>(pool.latency(priority::high).percentile(0.99));

    // tag::end[]
    // A pool ends when what it has accepted has ended; from then on it refuses. A spawner may be asked for ever.
    auto const spawner = pool.get_spawner();
    pool.shutdown_graceful();
    bool const refused = spawner.spawn(priority::normal, [] {}).error() == sonda::runtime::spawn_error::closed;
    // end::end[]

    bool const complete = summary.get().complete();
    std::cout << "served " << served << " times while the scan ran; 99 of 100 waited less than " << waited.count()
              << " microseconds for a worker\n";
    return found && complete && refused && served > 100 ? EXIT_SUCCESS : EXIT_FAILURE;
}
