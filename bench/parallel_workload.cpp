// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Does a scan go faster on more processors? A parallel_scan with a context and a thread for each part, measured like
// scan_workload, which it is compared with; with one part the difference of the two is what the parts cost.
//
//     parallel_workload [--threads N] [--mode uring] and the options of scan_workload; only TCP, no interval

#include <sonda/parallel_scan.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/tcp_connect.hpp>
#if __has_include(<liburing.h>)
#include <sonda/transport/uring_connect.hpp>
#endif

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdio>
#include <deque>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

#include "loopback_service.hpp"
#include "workload.hpp"

namespace {

using namespace bench;

using executor = boost::asio::io_context::executor_type;
using tcp = sonda::transport::basic_tcp_connect<executor>;
#if __has_include(<liburing.h>)
using ring = sonda::transport::basic_uring_connect<executor>;
#else
using ring = tcp;
#endif

sonda::target::target_space targets(workload const& load)
{
    sonda::target::address_set hosts;
    hosts.insert(boost::asio::ip::make_address(load.ip));
    sonda::target::port_set const ports(sonda::target::port_range{load.first, load.last});
    return sonda::target::target_space::make(hosts, ports, sonda::protocol::tcp).value();
}

template<class Transport>
scan_result scan(workload const& load, std::size_t threads)
{
    auto const begin = std::chrono::steady_clock::now();
    std::deque<boost::asio::io_context> contexts;
    std::vector<executor> executors;
    for (std::size_t i = 0; i != threads; ++i)
        executors.push_back(contexts.emplace_back(1).get_executor());
    sonda::scan_options options;
    options.batch = load.batch;
    options.timeout = load.timeout;
    options.tries = load.tries;
    sonda::basic_parallel_scan<Transport> parallel(executors, options);
    scan_result result;
    auto const sink = [&](sonda::verdict const& found) {
        if (found.state() == sonda::port_state::open)
            result.open.push_back(found.endpoint.port());
    };
    boost::system::error_code failure;
    parallel.async_scan(targets(load), sink, [&](boost::system::error_code error, sonda::scan_summary const& summary) {
        failure = error;
        result.closed = summary.count(sonda::port_state::closed);
        result.silent = summary.count(sonda::port_state::filtered);
    });
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i != threads; ++i)
        helpers.emplace_back([&context = contexts[i]] { context.run(); });
    contexts.front().run();
    for (auto& helper : helpers)
        helper.join();
    if (failure)
        throw boost::system::system_error(failure, "scan");
    result.scan = std::chrono::steady_clock::now() - begin;
    return result;
}

void prove(workload const& load)
{
    loopback_service const open(service_kind::tcp_open);
    loopback_service const closed(service_kind::tcp_closed);
    for (std::size_t threads : {1u, 2u}) {
        auto const found = scan<tcp>(open.alone(load), threads);
        print(found);
        if (found.open != std::vector{open.port()} || scan<tcp>(closed.alone(load), threads).closed != 1)
            throw std::runtime_error("a wrong verdict");
    }
}

// Takes --threads out of the command line.
std::size_t take_threads(std::vector<char*>& words)
{
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
        if (std::string_view(words[i]) == "--threads") {
            auto const threads = parse_number("--threads", words[i + 1], 256);
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                        words.begin() + static_cast<std::ptrdiff_t>(i) + 2);
            return threads;
        }
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        std::vector<char*> words(argv, argv + argc);
        auto const threads = take_threads(words);
        auto const load = parse_workload(static_cast<int>(words.size()), words.data());
        if (threads == 0 || load.udp || load.interval != load.interval.zero())
            throw std::runtime_error("not a workload of this program");
        raise_descriptor_limit();
        if (load.quick)
            prove(load);
        else
            print(load.mode == "uring" ? scan<ring>(load, threads) : scan<tcp>(load, threads));
    } catch (std::exception const& error) {
        std::fprintf(stderr, "parallel_workload: %s\n", error.what());
        return 1;
    }
}
