// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Cancelling: once, to let what is in flight finish; twice, to go at once. What was found is never lost.

#include <sonda.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <cstdlib>
#include <iostream>

namespace asio = boost::asio;

// A network in which nothing but port 1 ever answers.
sonda::transport::simulated_reply silent(sonda::endpoint const& target)
{
    using sonda::transport::simulated_reply;
    return target.port() == 1 ? simulated_reply::open() : simulated_reply::silence();
}

int main()
{
    asio::io_context context;
    auto const targets = sonda::target::target_space::make(sonda::target::ip_range(asio::ip::make_address("127.0.0.1")),
                                                           sonda::target::port_set::all())
                             .value();
    sonda::basic_scanner scanner(sonda::transport::simulated<>(context.get_executor(), 100, silent),
                                 {.timeout = std::chrono::hours(1)});

    // tag::cancel[]
    asio::cancellation_signal stop;
    auto const found = [&](sonda::verdict const& verdict) {
        std::cout << to_string(verdict.endpoint) << " is " << to_string(verdict.state()) << '\n';
        asio::post(context, [&] { stop.emit(asio::cancellation_type::partial); }); // no new probes
        asio::post(context, [&] { stop.emit(asio::cancellation_type::terminal); }); // and no waiting
    };

    boost::system::error_code result;
    sonda::scan_summary summary;
    scanner.async_scan(targets, found,
                       asio::bind_cancellation_slot(stop.slot(), [&](auto ec, sonda::scan_summary const& s) {
                           result = ec;
                           summary = s;
                       }));
    context.run();
    // end::cancel[]

    std::cout << summary.verdicts << " of " << summary.targets << " targets have a verdict\n";
    bool const right = result == asio::error::operation_aborted && summary.verdicts == 1 && summary.probes <= 200;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
