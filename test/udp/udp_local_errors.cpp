// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <vector>

#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using sonda::probe_status;
using sonda::reason_kind;
using test::at;
using test::net_namespace;
using transport = sonda::transport::udp;

BOOST_AUTO_TEST_SUITE(udp_local_errors)

void check_error(sonda::probe_result const& result, int error)
{
    BOOST_TEST(result.status == probe_status::answered);
    BOOST_TEST(result.answer.state == port_state::error);
    BOOST_TEST(result.answer.reason == reason_kind::system);
    BOOST_TEST(result.answer.error == error);
}

BOOST_AUTO_TEST_CASE(a_target_without_a_route_is_an_error_with_its_errno)
{
    if (net_namespace::skip("a_target_without_a_route_is_an_error_with_its_errno"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    check_error(driver.probe(at("192.0.2.1", 80)), ENETUNREACH);
    check_error(driver.probe(at("2001:db8::1", 80)), ENETUNREACH);
}

BOOST_AUTO_TEST_CASE(a_prohibited_route_is_an_error_with_its_errno)
{
    if (net_namespace::skip("a_prohibited_route_is_an_error_with_its_errno"))
        return;
    net_namespace ns;
    ns.run("ip route add prohibit 192.0.2.0/24 && ip route add unreachable 198.51.100.0/24");
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    check_error(driver.probe(at("192.0.2.1", 80)), EACCES);
    check_error(driver.probe(at("198.51.100.1", 80)), EHOSTUNREACH);
}

BOOST_AUTO_TEST_CASE(what_the_own_packet_filter_forbids_is_an_error)
{
    if (net_namespace::skip("what_the_own_packet_filter_forbids_is_an_error"))
        return;
    net_namespace ns;
    ns.nft("table inet t { chain o { type filter hook output priority 0;"
           " udp dport 1 drop; udp dport 2 reject with icmpx type admin-prohibited;\n}\n}");
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    for (auto const* const address : {"127.0.0.1", "::1"}) {
        check_error(driver.probe(at(address, 1)), EPERM);
        check_error(driver.probe(at(address, 2)), EPERM);
        BOOST_TEST(driver.probe(at(address, 3)).answer.state == port_state::closed);
    }
}

BOOST_AUTO_TEST_CASE(an_error_of_one_target_does_not_stop_the_batch)
{
    if (net_namespace::skip("an_error_of_one_target_does_not_stop_the_batch"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(60));
    for (sonda::slot_id slot = 0; slot != 60; ++slot)
        driver.start(slot, at(slot % 3 ? "127.0.0.1" : "192.0.2.1", static_cast<std::uint16_t>(slot + 1)));
    driver.run_until(60);
    for (sonda::slot_id slot = 0; slot != 60; ++slot)
        BOOST_TEST(driver.state(slot) == (slot % 3 ? port_state::closed : port_state::error));
}

BOOST_AUTO_TEST_CASE(a_payload_that_no_datagram_holds_is_an_error)
{
    static std::vector<std::byte> const large(65'508);
    static sonda::payload::bytes const list[] = {large};
    auto const payloads = [](sonda::endpoint const&) { return sonda::payload::payload_list(list); };
    boost::asio::io_context context;
    test::service service(context, "127.0.0.1");
    test::driver<sonda::transport::basic_udp<boost::asio::any_io_executor, decltype(payloads)>> driver(
        context, test::with_slots(1), payloads);
    check_error(driver.probe(service.endpoint()), EMSGSIZE);
}

BOOST_AUTO_TEST_CASE(a_payload_that_cannot_be_sent_does_not_spoil_one_that_was)
{
    static std::vector<std::byte> const large(65'508);
    static sonda::payload::bytes const list[] = {{}, large};
    auto const payloads = [](sonda::endpoint const&) { return sonda::payload::payload_list(list); };
    boost::asio::io_context context;
    test::service service(context, "127.0.0.1");
    test::driver<sonda::transport::basic_udp<boost::asio::any_io_executor, decltype(payloads)>> driver(
        context, test::with_slots(1), payloads);
    driver.start(0, service.endpoint());
    BOOST_TEST(driver.reap() == 0u);
    service.echo();
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(a_full_send_buffer_is_a_shortage)
{
    BOOST_TEST((sonda::detail::classify_send_error(EAGAIN) == sonda::detail::send_error::shortage));
    BOOST_TEST((sonda::detail::classify_send_error(ENOBUFS) == sonda::detail::send_error::shortage));
    BOOST_TEST((sonda::detail::classify_send_error(EPERM) == sonda::detail::send_error::refused));
}

BOOST_AUTO_TEST_CASE(a_machine_without_ipv6_gives_its_targets_an_error)
{
    if (net_namespace::skip("a_machine_without_ipv6_gives_its_targets_an_error"))
        return;
    net_namespace ns;
    ns.sysctl("net.ipv6.conf.all.disable_ipv6", "1");
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    auto const result = driver.probe(at("::1", 9));
    BOOST_TEST(result.answer.state == port_state::error);
    BOOST_TEST(result.answer.error != 0);
    BOOST_TEST(driver.probe(at("127.0.0.1", 9)).answer.state == port_state::closed);
}

BOOST_AUTO_TEST_CASE(a_link_local_address_without_a_zone_is_an_error)
{
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    auto const result = driver.probe(at("fe80::1", 9));
    BOOST_TEST(result.answer.state == port_state::error);
    BOOST_TEST(result.answer.error == EINVAL);
}

BOOST_AUTO_TEST_CASE(an_unspecified_address_is_this_machine)
{
    if (net_namespace::skip("an_unspecified_address_is_this_machine"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    for (auto const* const address : {"0.0.0.0", "::"}) {
        test::driver<transport> driver(context, test::with_slots(1));
        BOOST_TEST(driver.probe(at(address, 9)).answer.state == port_state::closed);
    }
    test::service service(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, at("0.0.0.0", service.endpoint().port()));
    BOOST_TEST(driver.reap() == 0u);
    service.echo();
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

// With two local ports the transport has one of them: the port must not answer itself.
BOOST_AUTO_TEST_CASE(the_transports_own_port_is_closed_like_any_other)
{
    if (net_namespace::skip("the_transports_own_port_is_closed_like_any_other"))
        return;
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20001");
    boost::asio::io_context context;
    for (auto const* const address : {"127.0.0.1", "127.0.0.9", "::1"}) {
        test::driver<transport> driver(context, test::with_slots(2));
        BOOST_TEST_CONTEXT(address)
        {
            for (std::uint16_t port = 20000; port != 20002; ++port)
                BOOST_TEST(driver.probe(at(address, port)).answer.state == port_state::closed);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_own_port_waits_for_the_probes_that_were_sent_from_it)
{
    if (net_namespace::skip("the_own_port_waits_for_the_probes_that_were_sent_from_it"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service slow(context, "127.0.0.1", 9000);
    test::service silent(context, "127.0.0.1", 9001);
    test::driver<transport> driver(context, test::with_slots(4));
    auto const own = driver.transport.local_endpoint(false).port();
    driver.start(0, slow.endpoint());
    driver.start(1, silent.endpoint());
    driver.start(2, at("127.0.0.1", own));
    BOOST_TEST(driver.transport.local_endpoint(false).port() != own);
    driver.start(3, at("127.0.0.2", own));
    BOOST_TEST(driver.reap() == 0u);
    slow.echo();
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
    driver.transport.cancel(1);
    driver.run_until(4);
    BOOST_TEST(driver.results.at(1).status == probe_status::cancelled);
    BOOST_TEST(driver.results.at(2).status == probe_status::again);
    BOOST_TEST(driver.results.at(3).status == probe_status::again);
    BOOST_TEST(driver.probe(at("127.0.0.1", own)).answer.state == port_state::closed);
    BOOST_TEST(driver.probe(at("127.0.0.2", own)).answer.state == port_state::closed);
}

// It was never sent: that is no try.
BOOST_AUTO_TEST_CASE(a_probe_of_the_own_port_can_be_cancelled_while_it_waits)
{
    if (net_namespace::skip("a_probe_of_the_own_port_can_be_cancelled_while_it_waits"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service silent(context, "127.0.0.1", 9001);
    test::driver<transport> driver(context, test::with_slots(2));
    auto const own = driver.transport.local_endpoint(false).port();
    driver.start(0, silent.endpoint());
    driver.start(1, at("127.0.0.1", own));
    driver.transport.cancel(1);
    driver.run_until(1);
    BOOST_TEST(driver.results.at(1).status == probe_status::again);
    driver.transport.cancel(0);
    driver.run_until(2);
    BOOST_TEST(driver.repeated == 0u);
    BOOST_TEST(driver.probe(at("127.0.0.1", own)).answer.state == port_state::closed);
}

BOOST_AUTO_TEST_CASE(without_a_second_local_port_the_own_port_is_a_shortage)
{
    if (net_namespace::skip("without_a_second_local_port_the_own_port_is_a_shortage"))
        return;
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20000");
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    auto const result = driver.probe(at("127.0.0.1", 20000));
    BOOST_TEST(result.status == probe_status::shortage);
    BOOST_TEST(result.error == EADDRINUSE);
    BOOST_TEST(driver.probe(at("127.0.0.1", 20001)).answer.state == port_state::closed);
}

BOOST_AUTO_TEST_SUITE_END()
