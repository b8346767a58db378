// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_SCAN_CHECKS_HPP
#define SONDA_TEST_TCP_SCAN_CHECKS_HPP

#include <sonda/detail/socket_handle.hpp>
#include <sonda/scanner.hpp>
#include <sonda/target/target_space.hpp>
#include <sonda/transport/connect_options.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include <netinet/in.h>
#include <support/net_namespace.hpp>
#include <sys/resource.h>
#include <sys/socket.h>

#include "accepting_listener.hpp"

// Whole scans over any transport that connects: nothing is missed, nothing is told twice.

namespace test {

inline sonda::target::target_space tcp_targets(char const* first_address, char const* last_address, unsigned first,
                                               unsigned last)
{
    sonda::target::address_set hosts;
    using boost::asio::ip::make_address;
    hosts.insert(sonda::target::ip_range::between(make_address(first_address), make_address(last_address)).value());
    auto const port = [](unsigned number) { return static_cast<std::uint16_t>(number); };
    sonda::target::port_set const ports(sonda::target::port_range{port(first), port(last)});
    return sonda::target::target_space::make(hosts, ports).value();
}

// Listens on ports in a row and never accepts: the kernel completes the handshakes.
class listening_ports
{
public:
    listening_ports(unsigned first, unsigned last)
    {
        rlimit limit{};
        ::getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
        for (auto port = first; port <= last; ++port) {
            sockaddr_in where{};
            where.sin_family = AF_INET;
            where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            where.sin_port = htons(static_cast<std::uint16_t>(port));
            sockets_.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
            BOOST_TEST_REQUIRE(::bind(sockets_.back().get(), reinterpret_cast<sockaddr*>(&where), sizeof where) == 0);
            BOOST_TEST_REQUIRE(::listen(sockets_.back().get(), 8) == 0);
        }
    }

private:
    std::vector<sonda::detail::socket_handle> sockets_;
};

struct scan_record
{
    boost::system::error_code failure;
    sonda::scan_summary summary;
    std::vector<int> times_open; // by index of the target
};

// Notes verdicts of a scan of one or more targets.
struct scan_recorder
{
    scan_record& record;

    void operator()(sonda::verdict const& found) const
    {
        if (found.state() == sonda::port_state::open)
            ++record.times_open[found.index];
    }
};

template<class Transport>
scan_record scan_with(sonda::target::target_space const& targets, sonda::scan_options options,
                      sonda::transport::connect_options limits = {})
{
    boost::asio::io_context context(1);
    limits.slots = options.batch;
    sonda::basic_scanner<Transport> scanner(Transport(context.get_executor(), limits), options);
    scan_record record;
    record.times_open.assign(targets.size(), 0);
    scanner.async_scan(targets, scan_recorder{record},
                       [&](boost::system::error_code failure, sonda::scan_summary const& summary) {
                           record.failure = failure;
                           record.summary = summary;
                       });
    context.run();
    return record;
}

inline void expect_open(scan_record const& record, std::size_t first, std::size_t count)
{
    BOOST_TEST(!record.failure);
    BOOST_TEST(record.summary.complete());
    BOOST_TEST(record.summary.count(sonda::port_state::open) == count);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i != record.times_open.size(); ++i)
        wrong += record.times_open[i] != (i >= first && i < first + count ? 1 : 0);
    BOOST_TEST(wrong == 0u);
}

// Thousands of open ports through 32 local ones, from one address.
template<class Transport>
void check_open_ports_through_few_local_ones()
{
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "40000 40031");
    listening_ports const listening(21000, 22999);
    sonda::transport::connect_options limits;
    limits.source = boost::asio::ip::make_address("127.0.0.5");
    for (auto const close : {sonda::transport::close_mode::reset, sonda::transport::close_mode::fin}) {
        limits.close = close;
        auto const found =
            scan_with<Transport>(tcp_targets("127.0.0.1", "127.0.0.1", 20900, 23100), {.batch = 256}, limits);
        expect_open(found, 100, 2000);
    }
}

// Thousands of hosts with one open port each, through 32 local ports.
template<class Transport>
void check_open_hosts_through_few_local_ports(char const* last_host, std::size_t hosts)
{
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "40000 40031");
    using boost::asio::ip::tcp;
    accepting_listener const listener({tcp::endpoint(tcp::v4(), 21000)});
    sonda::transport::connect_options limits;
    limits.source = boost::asio::ip::make_address("127.255.0.1");
    auto const found =
        scan_with<Transport>(tcp_targets("127.1.0.0", last_host, 21000, 21000), {.batch = 256, .tries = 3}, limits);
    expect_open(found, 0, hosts);
}

// The local ports are those that are scanned: many a probe would be connected with itself.
template<class Transport>
void check_scan_of_own_local_ports()
{
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20255");
    auto const targets = tcp_targets("127.0.0.1", "127.0.0.1", 20000, 20255);
    for (int i = 0; i != 40; ++i) {
        auto const found = scan_with<Transport>(targets, {.batch = 16});
        expect_open(found, 0, 0);
        BOOST_TEST(found.summary.count(sonda::port_state::closed) == 256u);
    }
}

// The same, while probes of some of these ports get no answer: another that leaves from the port of such a target meets it
// on the way, and both would be connected with each other.
template<class Transport>
void check_scan_whose_own_sockets_meet(char const* address)
{
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20031");
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n"
           " tcp dport 20000-20015 tcp flags & (syn | ack) == syn drop\n }\n }");
    auto const targets = tcp_targets(address, address, 20000, 20031);
    sonda::scan_options options;
    options.batch = 20;
    options.timeout = std::chrono::milliseconds(20);
    for (int i = 0; i != 20; ++i) {
        auto const found = scan_with<Transport>(targets, options);
        expect_open(found, 0, 0);
        BOOST_TEST(found.summary.count(sonda::port_state::filtered) == 16u);
        BOOST_TEST(found.summary.count(sonda::port_state::closed) == 16u);
    }
}

// An address that stands for this machine, but is none that the kernel would say.
template<class Transport>
void check_scan_of_the_unspecified_address(char const* address)
{
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20015");
    auto const targets = tcp_targets(address, address, 20000, 20015);
    for (int i = 0; i != 20; ++i)
        expect_open(scan_with<Transport>(targets, {.batch = 8}), 0, 0);
}

// Deadlines fall while answers arrive: whatever comes first, a slot comes back once and serves the next probe.
template<class Transport>
void check_deadlines_among_answers()
{
    net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n"
           " tcp dport 22000-22999 drop\n tcp dport 23000-23999 reject with icmp type host-unreachable\n }\n }");
    listening_ports const listening(21000, 21255);
    auto const targets = tcp_targets("127.0.0.1", "127.0.0.1", 20000, 23999);
    for (auto const microseconds : {1000, 20, 3000}) {
        auto const found = scan_with<Transport>(
            targets, {.batch = 300, .timeout = std::chrono::microseconds(microseconds), .tries = 2});
        BOOST_TEST(found.summary.complete());
        BOOST_TEST(found.summary.count(sonda::port_state::error) == 0u);
        for (std::size_t i = 0; i != found.times_open.size(); ++i)
            BOOST_TEST_REQUIRE(found.times_open[i] <= (i >= 1000 && i < 1256 ? 1 : 0));
    }
}

// On several threads of a pool; the transport is used by whichever has the turn.
template<template<class> class Transport>
void check_scan_on_pool()
{
    net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 22000-22127 drop\n }\n }");
    listening_ports const listening(21000, 21127);
    auto const targets = tcp_targets("127.0.0.1", "127.0.0.1", 20900, 22200);
    boost::asio::thread_pool pool(3);
    using transport_type = Transport<boost::asio::thread_pool::executor_type>;
    sonda::scan_options options;
    options.batch = 64;
    options.timeout = std::chrono::milliseconds(20);
    options.tries = 2;
    options.quantum = std::chrono::microseconds(100);
    for (int i = 0; i != 5; ++i) {
        sonda::transport::connect_options limits;
        limits.slots = options.batch;
        sonda::basic_scanner<transport_type> scanner(transport_type(pool.get_executor(), limits), options);
        scan_record record;
        record.times_open.assign(targets.size(), 0);
        auto const ended = std::make_shared<std::promise<sonda::scan_summary>>(); // outlives its own set_value
        scanner.async_scan(targets, scan_recorder{record},
                           [&record, ended](boost::system::error_code failure, sonda::scan_summary const& summary) {
                               record.failure = failure;
                               ended->set_value(summary);
                           });
        record.summary = ended->get_future().get();
        expect_open(record, 100, 128);
        BOOST_TEST(record.summary.count(sonda::port_state::filtered) == 128u);
    }
    pool.join();
}

// Stopped with everything in flight: all comes back, and the scanner scans again.
template<class Transport>
void check_scan_that_is_stopped()
{
    net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 22000-22999 drop\n }\n }");
    boost::asio::io_context context(1);
    sonda::transport::connect_options limits;
    limits.slots = 500;
    sonda::scan_options options;
    options.batch = limits.slots;
    options.timeout = std::chrono::hours(1);
    sonda::basic_scanner<Transport> scanner(Transport(context.get_executor(), limits), options);
    for (int i = 0; i != 3; ++i) {
        boost::asio::cancellation_signal stop;
        boost::system::error_code failure;
        auto const ignore = [](sonda::verdict const&) {};
        scanner.async_scan(
            tcp_targets("127.0.0.1", "127.0.0.1", 22000, 22999), ignore,
            boost::asio::bind_cancellation_slot(
                stop.slot(), [&](boost::system::error_code error, sonda::scan_summary const&) { failure = error; }));
        context.restart();
        context.poll();
        stop.emit(boost::asio::cancellation_type::terminal);
        context.run();
        BOOST_TEST(failure == boost::asio::error::operation_aborted);
    }
    BOOST_TEST(ns.run("ss -Htan state syn-sent | wc -l") == "0\n");
}

} // namespace test

#endif // SONDA_TEST_TCP_SCAN_CHECKS_HPP
