// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A scanner of the library and nothing around it: the scan phase of our side of each comparison, and the open ports as the
// sink got them. The scan phase begins before the first object of the library is made. The mode `uring` takes the transport
// that uses io_uring, the mode `asio` the one that is plain Asio.
//
//     scan_workload [--mode uring|asio] --ip A --first N --last N --batch N --timeout-ms N --tries N --interval-ms N --protocol tcp|udp

#include <sonda/pacing/interval.hpp>
#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>
#include <sonda/transport/udp.hpp>
#if __has_include(<liburing.h>)
#include <sonda/transport/uring_connect.hpp>
#endif

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include "loopback_service.hpp"
#include "workload.hpp"

namespace {

using namespace bench;

using executor = boost::asio::io_context::executor_type;
using tcp = sonda::transport::basic_tcp_connect<executor>;
using plain_tcp = sonda::transport::basic_asio_connect<executor>;
using udp = sonda::transport::basic_udp<executor, sonda::payload::empty>;
#if __has_include(<liburing.h>)
using uring_tcp = sonda::transport::basic_uring_connect<executor>;
constexpr bool has_uring = true;
#else
using uring_tcp = tcp;
constexpr bool has_uring = false;
#endif

sonda::target::target_space targets(workload const& load)
{
    sonda::target::address_set hosts;
    hosts.insert(boost::asio::ip::make_address(load.ip));
    sonda::target::port_set const ports(sonda::target::port_range{load.first, load.last});
    return sonda::target::target_space::make(hosts, ports, load.udp ? sonda::protocol::udp : sonda::protocol::tcp)
        .value();
}

template<class Transport, class Options, class Pacing>
scan_result scan(workload const& load, Options limits, Pacing pacing)
{
    boost::asio::io_context context(1);
    sonda::scan_options options;
    options.batch = load.batch;
    options.timeout = load.timeout;
    options.tries = load.tries;
    limits.slots = (std::min)(load.batch, load.size());
    Transport transport(context.get_executor(), limits);
    sonda::basic_scanner<Transport, sonda::timer::deadline_queue<>, sonda::ordering::serial, Pacing> scanner(
        std::move(transport), options, {}, std::move(pacing));
    scan_result result;
    auto sink = [&](sonda::verdict const& found) {
        if (found.state() == sonda::port_state::open)
            result.open.push_back(found.endpoint.port());
    };
    boost::system::error_code failure;
    scanner.async_scan(targets(load), sink, [&](boost::system::error_code error, sonda::scan_summary const& summary) {
        failure = error;
        result.closed = summary.count(sonda::port_state::closed);
        result.silent = summary.count(sonda::port_state::filtered) + summary.count(sonda::port_state::open_filtered);
    });
    context.run();
    if (failure)
        throw boost::system::system_error(failure, "scan");
    return result;
}

template<class Transport, class Options>
scan_result scan_paced(workload const& load)
{
    if (load.interval == load.interval.zero())
        return scan<Transport>(load, Options(), sonda::pacing::unlimited());
    return scan<Transport>(load, Options(), sonda::pacing::interval(load.interval));
}

scan_result scan(workload const& load)
{
    using sonda::transport::connect_options;
    using sonda::transport::udp_options;
    auto const begin = std::chrono::steady_clock::now();
    if (load.mode == "uring" && !has_uring)
        throw std::runtime_error("built without io_uring");
    auto result = load.udp               ? scan_paced<udp, udp_options>(load)
                  : load.mode == "asio"  ? scan_paced<plain_tcp, connect_options>(load)
                  : load.mode == "uring" ? scan_paced<uring_tcp, connect_options>(load)
                                         : scan_paced<tcp, connect_options>(load);
    result.scan = std::chrono::steady_clock::now() - begin;
    return result;
}

void prove_tcp(workload const& load)
{
    loopback_service const open(service_kind::tcp_open);
    loopback_service const closed(service_kind::tcp_closed);
    auto const found = scan(open.alone(load));
    print(found);
    if (found.open != std::vector{open.port()} || scan(closed.alone(load)).closed != 1)
        throw std::runtime_error("tcp: a wrong verdict");
}

void prove_udp(workload load)
{
    loopback_service const silent(service_kind::udp_silent);
    load.udp = true;
    load.timeout = std::chrono::milliseconds(1);
    if (scan(silent.alone(load)).silent != 1)
        throw std::runtime_error("udp: a wrong verdict");
}

void prove(workload load)
{
    prove_tcp(load);
    prove_udp(load);
    load.mode = "asio";
    prove_tcp(load);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        auto const load = parse_workload(argc, argv);
        raise_descriptor_limit();
        if (load.quick)
            prove(load);
        else
            print(scan(load));
    } catch (std::exception const& error) {
        std::fprintf(stderr, "scan_workload: %s\n", error.what());
        return 1;
    }
}
