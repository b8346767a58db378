// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>
#include <sonda/transport/asio_udp.hpp>
#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <tuple>

#include "echo_thread.hpp"
#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using test::net_namespace;

BOOST_AUTO_TEST_SUITE(udp_scan)

/// The UDP ports from `first` on of 127.0.0.1.
struct port_range
{
    std::uint16_t first = 0;
    std::uint64_t count = 0;

    std::uint64_t size() const noexcept { return count; }
    std::uint64_t host_of(std::uint64_t) const noexcept { return 0; }
    sonda::endpoint at(std::uint64_t index) const noexcept
    {
        return test::at_loopback(static_cast<std::uint16_t>(first + index));
    }
};

struct scanned
{
    std::map<std::uint16_t, sonda::verdict> verdicts;
    sonda::scan_summary summary;

    port_state state(std::uint16_t port) const { return verdicts.at(port).state(); }
};

template<class Transport>
scanned scan(port_range ports, sonda::scan_options const& options)
{
    boost::asio::io_context context;
    sonda::basic_scanner scanner(Transport(context.get_executor(), test::with_slots(options.batch)), options);
    scanned result;
    scanner.async_scan(
        ports, [&result](sonda::verdict const& found) { result.verdicts[found.endpoint.port()] = found; },
        [&result](boost::system::error_code error, sonda::scan_summary const& summary) {
            BOOST_TEST(!error);
            result.summary = summary;
        });
    context.run();
    return result;
}

sonda::scan_options options_with(std::size_t batch, std::chrono::milliseconds timeout, unsigned tries)
{
    sonda::scan_options options;
    options.batch = batch;
    options.timeout = timeout;
    options.tries = tries;
    return options;
}

using models = std::tuple<sonda::transport::udp, sonda::transport::asio_udp>;

BOOST_AUTO_TEST_CASE_TEMPLATE(refusals_wait_for_no_timeout_and_use_one_try, Transport, models)
{
    if (net_namespace::skip("refusals_wait_for_no_timeout_and_use_one_try"))
        return;
    net_namespace ns;
    test::echo_thread echo("127.0.0.1", 9005);
    // With a timeout of an hour the test would not end if one port waited for it.
    auto const result = scan<Transport>({9000, 11}, options_with(64, std::chrono::hours(1), 3));
    for (std::uint16_t port = 9000; port != 9011; ++port) {
        BOOST_TEST(result.state(port) == (port == 9005 ? port_state::open : port_state::closed));
        BOOST_TEST(result.verdicts.at(port).tries == 1u);
    }
    BOOST_TEST(result.summary.probes == 11u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_silent_port_is_open_or_filtered_after_its_tries, Transport, models)
{
    if (net_namespace::skip("a_silent_port_is_open_or_filtered_after_its_tries"))
        return;
    net_namespace ns;
    ns.nft("table inet t { chain i { type filter hook input priority 0; udp dport 9001 drop;\n}\n}\n");
    auto const result = scan<Transport>({9001, 1}, options_with(1, std::chrono::milliseconds(5), 3));
    BOOST_TEST(result.state(9001) == port_state::open_filtered);
    BOOST_TEST(result.verdicts.at(9001).tries == 3u);
    BOOST_TEST(result.summary.probes == 3u);
}

/// Lets everything start at once and counts it.
struct counting_pacing
{
    template<class TimePoint>
    TimePoint ready_at(TimePoint) const noexcept
    {
        return (TimePoint::min)();
    }

    template<class TimePoint>
    void sent(TimePoint, std::uint64_t) noexcept
    {
        ++*count;
    }

    std::uint64_t* count;
};

// Port 161 has three payloads, port 162 has the empty datagram.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_pacing_is_told_of_every_datagram, Transport, models)
{
    if (net_namespace::skip("a_pacing_is_told_of_every_datagram"))
        return;
    net_namespace ns;
    ns.nft("table inet t { chain i { type filter hook input priority 0; udp dport 161-162 drop;\n}\n}\n");
    boost::asio::io_context context;
    std::uint64_t told = 0;
    auto const options = options_with(2, std::chrono::milliseconds(5), 2);
    sonda::basic_scanner<Transport, sonda::timer::deadline_queue<>, sonda::ordering::serial, counting_pacing> scanner(
        Transport(context.get_executor(), test::with_slots(2)), options, {}, counting_pacing{&told});
    scanner.async_scan(
        port_range{161, 2}, [](sonda::verdict const&) {},
        [](boost::system::error_code error, sonda::scan_summary const& summary) {
            BOOST_TEST(!error);
            BOOST_TEST(summary.probes == 4u); // tries, whatever a try consists of
        });
    context.run();
    BOOST_TEST(told == 2 * (sonda::payload::snmp.size() + 1));
}

// The scan comes by its own ports, and by those that it moves to; each is closed like any other.
BOOST_AUTO_TEST_CASE(every_port_of_a_quiet_machine_is_closed)
{
    if (net_namespace::skip("every_port_of_a_quiet_machine_is_closed"))
        return;
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20100 20110");
    auto const result =
        scan<sonda::transport::udp>({20000, 4000}, options_with(1000, std::chrono::milliseconds(30'000), 1));
    BOOST_TEST(result.summary.count(port_state::closed) == 4000u);
    BOOST_TEST(result.summary.complete());
}

// A probe of the port that others were sent from waits until their deadline, which is not its own.
BOOST_AUTO_TEST_CASE(own_ports_are_closed_beside_silent_ones)
{
    if (net_namespace::skip("own_ports_are_closed_beside_silent_ones"))
        return;
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20001");
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n udp dport 20002-20031 drop\n }\n }");
    sonda::scan_options options;
    options.batch = 64;
    options.timeout = std::chrono::milliseconds(20);
    for (int i = 0; i != 5; ++i) {
        auto const found = scan<sonda::transport::udp>({20000, 32}, options);
        for (std::uint16_t port = 20000; port != 20032; ++port)
            BOOST_TEST(found.state(port) == (port < 20002 ? port_state::closed : port_state::open_filtered));
    }
}

BOOST_AUTO_TEST_SUITE_END()
