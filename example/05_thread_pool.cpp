// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Two scans on a pool of threads, whose sinks share a counter under a strand.

#include <sonda.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <cstdlib>
#include <future>
#include <iostream>

namespace asio = boost::asio;

int main()
{
    asio::thread_pool pool(4);
    asio::ip::tcp::acceptor service(pool, {asio::ip::address_v4::loopback(), 0});
    auto const port = service.local_endpoint().port();

    // tag::pool[]
    // Each scan calls its sink from one thread at a time; what the sinks of two scans share needs a strand.
    auto counting = asio::make_strand(pool);
    int open = 0;
    auto const count = [&](sonda::verdict const& found) {
        if (found.state() == sonda::port_state::open)
            asio::post(counting, [&] { ++open; });
    };

    sonda::tcp_scanner first(pool.get_executor());
    sonda::tcp_scanner second(pool.get_executor());
    // end::pool[]

    auto const loopback = [&](char const* address) {
        return sonda::target::target_space::make(sonda::target::ip_range(asio::ip::make_address(address)),
                                                 sonda::target::port_range{port, port})
            .value();
    };
    auto one = first.async_scan(loopback("127.0.0.1"), count, asio::use_future);
    auto two = second.async_scan(loopback("127.0.0.1"), count, asio::use_future);
    bool const complete = one.get().complete() && two.get().complete();
    service.close();
    pool.join();

    std::cout << open << " times open\n";
    return complete && open == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
