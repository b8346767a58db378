// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A coroutine that takes verdicts one by one, and stops when it has seen enough.

#include <sonda.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <cstdlib>
#include <iostream>
#include <optional>

namespace asio = boost::asio;

// tag::coroutine[]
// The first open port, if there is one. Leaving the scope of `verdicts` ends the scan. What failed is thrown.
template<class Targets>
asio::awaitable<std::optional<sonda::endpoint>> first_open(sonda::tcp_scanner& scanner, Targets targets)
{
    auto verdicts = scanner.stream(targets);
    for (sonda::verdict found;;) {
        boost::system::error_code ec;
        co_await verdicts.async_next({&found, 1}, asio::redirect_error(asio::use_awaitable, ec));
        if (ec == make_error_code(sonda::error::eof))
            co_return std::nullopt;
        if (ec)
            throw boost::system::system_error(ec);
        if (found.state() == sonda::port_state::open)
            co_return found.endpoint;
    }
}
// end::coroutine[]

int main()
{
    asio::io_context context;
    asio::ip::tcp::acceptor service(context, {asio::ip::address_v4::loopback(), 0});
    auto const port = service.local_endpoint().port();

    auto const targets = sonda::target::target_space::make(sonda::target::ip_range(asio::ip::make_address("127.0.0.1")),
                                                           sonda::target::port_range{port, port})
                             .value();

    sonda::tcp_scanner scanner(context.get_executor());
    std::optional<sonda::endpoint> found;
    asio::co_spawn(context, first_open(scanner, targets), [&](std::exception_ptr, auto result) { found = result; });
    context.run();

    if (!found)
        return EXIT_FAILURE;
    std::cout << to_string(*found) << " is open\n";
    return found->port() == port ? EXIT_SUCCESS : EXIT_FAILURE;
}
