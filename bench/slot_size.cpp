// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// What does one more probe in flight cost in memory? The heap of a scan, looked at while it runs, with a small and a large
// batch; the kernel's part (a socket and its buffers) is not in it. One line of JSON for each transport.
//
//     slot_size

#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/asio_connect.hpp>
#include <sonda/transport/tcp_connect.hpp>
#include <sonda/transport/udp.hpp>
#if __has_include(<liburing.h>)
#include <sonda/transport/uring_connect.hpp>
#endif

#include <boost/asio/io_context.hpp>

#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>

#include <malloc.h>

#include "loopback_service.hpp"

namespace {

using namespace bench;

constexpr std::size_t small_batch = 1024;
constexpr std::size_t large_batch = small_batch + 16384;

std::size_t heap()
{
    auto const now = ::mallinfo2();
    return now.uordblks + now.hblkhd;
}

// The heap at the first verdict of a scan of one closed port.
template<class Transport, class Options>
std::size_t heap_of(std::size_t batch, std::uint16_t port)
{
    auto const before = heap();
    boost::asio::io_context context(1);
    sonda::scan_options options;
    options.batch = batch;
    options.timeout = std::chrono::milliseconds(1);
    Options limits;
    limits.slots = batch;
    sonda::basic_scanner<Transport> scanner(Transport(context.get_executor(), limits), options);
    sonda::target::address_set hosts;
    hosts.insert(sonda::target::ip_range::v4(0x7f000001, 0x7f000001));
    sonda::target::port_set const ports(sonda::target::port_range{port, port});
    std::optional<std::size_t> seen; // an allocator of its own, as a sanitizer has, says 0
    scanner.async_scan(
        sonda::target::target_space::make(hosts, ports).value(), [&](sonda::verdict const&) { seen = heap(); },
        [](boost::system::error_code, sonda::scan_summary const&) {});
    context.run();
    if (!seen)
        throw std::runtime_error("no verdict");
    return *seen - before;
}

template<class Transport, class Options>
void measure(char const* name, std::uint16_t port)
{
    auto const small = heap_of<Transport, Options>(small_batch, port);
    auto const large = heap_of<Transport, Options>(large_batch, port);
    std::printf("{\"transport\": \"%s\", \"bytes_per_slot\": %.1f}\n", name,
                static_cast<double>(large - small) / static_cast<double>(large_batch - small_batch));
}

} // namespace

int main()
{
    try {
        using sonda::transport::connect_options;
        loopback_service const closed(service_kind::tcp_closed);
        measure<sonda::transport::tcp_connect, connect_options>("tcp_connect", closed.port());
        measure<sonda::transport::asio_connect, connect_options>("asio_connect", closed.port());
#if __has_include(<liburing.h>)
        if (!sonda::transport::uring_refusal())
            measure<sonda::transport::uring_connect, connect_options>("uring_connect", closed.port());
#endif
        loopback_service const silent(service_kind::udp_silent);
        using udp = sonda::transport::basic_udp<boost::asio::any_io_executor, sonda::payload::empty>;
        measure<udp, sonda::transport::udp_options>("udp", silent.port());
    } catch (std::exception const& error) {
        std::fprintf(stderr, "slot_size: %s\n", error.what());
        return 1;
    }
}
