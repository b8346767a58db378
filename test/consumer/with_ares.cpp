// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What sonda::ares gives: a look-up, here of a name for which nobody is asked.

#include <sonda/target/ares_resolve.hpp>

#include <boost/asio/io_context.hpp>

#include <iostream>

int main()
{
    boost::asio::io_context context;
    sonda::target::name_servers servers;
    servers.list.push_back(sonda::target::parse_name_server("127.0.0.1:9").value());
    bool found = false;
    sonda::target::async_ask_name_servers(
        context.get_executor(), {"localhost"}, servers,
        [&](boost::system::error_code, std::vector<sonda::target::resolved_name> const& names) {
            found = !names.front().addresses.empty() && names.front().addresses.front().is_loopback();
        });
    context.run();
    std::cout << (found ? "found\n" : "not found\n");
    return found ? 0 : 1;
}
