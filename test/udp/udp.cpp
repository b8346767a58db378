// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <memory>
#include <vector>

#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using sonda::probe_status;
using sonda::reason_kind;
using test::at;
using test::net_namespace;
using transport = sonda::transport::udp;

BOOST_AUTO_TEST_SUITE(udp)

static_assert(transport::silence == port_state::open_filtered);
static_assert(!std::is_copy_constructible_v<transport>);
static_assert(std::is_nothrow_move_constructible_v<transport>);

BOOST_AUTO_TEST_CASE(an_answer_is_open)
{
    boost::asio::io_context context;
    for (auto const* const address : {"127.0.0.1", "::1"}) {
        BOOST_TEST_CONTEXT(address)
        {
            test::service service(context, address);
            test::driver<transport> driver(context, test::with_slots(1));
            driver.start(0, service.endpoint());
            BOOST_TEST(driver.reap() == 0u);
            service.take();
            service.answer("hello");
            driver.run_until(1);
            BOOST_TEST(driver.results.at(0).status == probe_status::answered);
            BOOST_TEST(driver.state(0) == port_state::open);
            BOOST_TEST(driver.results.at(0).answer.reason == reason_kind::udp_response);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_probe_without_payload_is_one_empty_datagram_and_an_empty_answer_is_an_answer)
{
    boost::asio::io_context context;
    test::service service(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, service.endpoint());
    driver.reap();
    BOOST_TEST(service.take() == "");
    BOOST_TEST(!service.has_datagram());
    service.answer("");
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(ten_of_eleven_ports_are_closed_at_once_and_the_other_is_open)
{
    if (net_namespace::skip("ten_of_eleven_ports_are_closed_at_once_and_the_other_is_open"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    for (auto const* const address : {"127.0.0.1", "::1"}) {
        test::service echo(context, address, 9005);
        test::driver<transport> driver(context, test::with_slots(11));
        for (std::uint16_t i = 0; i != 11; ++i)
            driver.start(i, at(address, static_cast<std::uint16_t>(9000 + i)));
        driver.run_until(10);
        echo.echo();
        driver.run_until(11);
        for (std::uint16_t i = 0; i != 11; ++i) {
            BOOST_TEST_CONTEXT(address << " port " << 9000 + i)
            {
                auto const& answer = driver.results.at(i).answer;
                BOOST_TEST(answer.state == (i == 5 ? port_state::open : port_state::closed));
                if (i == 5)
                    continue;
                BOOST_TEST(answer.reason == reason_kind::icmp);
                BOOST_TEST(answer.icmp_type == (at(address, 0).is_v6() ? 1 : 3));
                BOOST_TEST(answer.icmp_code == (at(address, 0).is_v6() ? 4 : 3));
                BOOST_TEST(answer.error == ECONNREFUSED);
                BOOST_TEST(answer.from.to_string() == address);
            }
        }
        BOOST_TEST(driver.repeated == 0u);
    }
}

BOOST_AUTO_TEST_CASE(a_refusal_does_not_disturb_later_probes)
{
    if (net_namespace::skip("a_refusal_does_not_disturb_later_probes"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    for (int i = 0; i != 3; ++i)
        BOOST_TEST(driver.probe(at("127.0.0.1", 9000)).answer.state == port_state::closed);
    test::service echo(context, "127.0.0.1", 9001);
    driver.results.clear();
    driver.start(0, echo.endpoint());
    driver.reap();
    echo.echo();
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(a_silent_port_stays_pending_until_it_is_cancelled)
{
    boost::asio::io_context context;
    test::service silent(context, "127.0.0.1");
    test::service echo(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(2));
    driver.start(0, silent.endpoint());
    driver.start(1, echo.endpoint());
    driver.reap();
    echo.echo();
    driver.run_until(1);
    BOOST_TEST(driver.results.contains(1));
    driver.transport.cancel(0);
    BOOST_TEST(driver.reap() == 1u);
    BOOST_TEST(driver.results.at(0).status == probe_status::cancelled);
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_there_wins_over_a_cancel)
{
    boost::asio::io_context context;
    test::service echo(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, echo.endpoint());
    driver.reap();
    echo.echo();
    driver.transport.cancel(0);
    BOOST_TEST(driver.reap() == 1u);
    BOOST_TEST(driver.results.at(0).status == probe_status::answered);
    BOOST_TEST(driver.reap() == 0u);
}

BOOST_AUTO_TEST_CASE(a_probe_cancelled_before_it_was_sent_is_not_sent)
{
    boost::asio::io_context context;
    test::service first(context, "127.0.0.1");
    test::service second(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(2));
    driver.start(0, first.endpoint());
    driver.start(1, second.endpoint());
    driver.transport.cancel(0);
    BOOST_TEST(driver.reap() == 1u);
    BOOST_TEST(driver.results.at(0).status == probe_status::cancelled);
    second.take();
    BOOST_TEST(!first.has_datagram());
}

BOOST_AUTO_TEST_CASE(cancelling_a_slot_that_is_not_pending_does_nothing)
{
    boost::asio::io_context context;
    test::service silent(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.transport.cancel(0);
    BOOST_TEST(driver.reap() == 0u);
    driver.start(0, silent.endpoint());
    driver.transport.cancel(0);
    driver.transport.cancel(0);
    BOOST_TEST(driver.reap() == 1u);
    BOOST_TEST(driver.reap() == 0u);
}

BOOST_AUTO_TEST_CASE(an_answer_to_an_earlier_try_counts)
{
    boost::asio::io_context context;
    test::service late(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(2));
    driver.start(0, late.endpoint());
    driver.reap();
    late.take();
    driver.transport.cancel(0);
    driver.reap();
    driver.results.clear();
    driver.start(1, late.endpoint());
    late.answer("to the first");
    BOOST_TEST(driver.reap() == 1u);
    BOOST_TEST(driver.state(1) == port_state::open);
}

BOOST_AUTO_TEST_CASE(an_answer_from_elsewhere_is_ignored)
{
    boost::asio::io_context context;
    test::service asked(context, "127.0.0.1");
    test::service other_port(context, "127.0.0.1");
    test::service other_address(context, "127.0.0.2", asked.port());
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, asked.endpoint());
    driver.reap();
    asked.take();
    other_port.socket().send_to(boost::asio::buffer("x", 1), asked.asker());
    other_address.socket().send_to(boost::asio::buffer("x", 1), asked.asker());
    BOOST_TEST(driver.reap() == 0u);
    asked.answer("x");
    BOOST_TEST(driver.reap() == 1u);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(every_slot_that_waits_for_an_endpoint_gets_its_answer)
{
    boost::asio::io_context context;
    test::service echo(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(3));
    for (sonda::slot_id slot = 0; slot != 3; ++slot)
        driver.start(slot, echo.endpoint());
    driver.reap();
    echo.echo();
    driver.run_until(3);
    for (sonda::slot_id slot = 0; slot != 3; ++slot)
        BOOST_TEST(driver.state(slot) == port_state::open);
    echo.echo();
    BOOST_TEST(driver.reap() == 0u);
    BOOST_TEST(driver.repeated == 0u);
}

BOOST_AUTO_TEST_CASE(slots_are_used_again_ten_thousand_times)
{
    boost::asio::io_context context;
    test::service echo(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(4));
    std::size_t open = 0;
    for (int i = 0; i != 10'000; ++i) {
        auto const slot = static_cast<sonda::slot_id>(i % 4);
        driver.results.clear();
        driver.start(slot, echo.endpoint());
        driver.reap();
        echo.echo();
        driver.run_until(1);
        open += driver.results.size() == 1 && driver.state(slot) == port_state::open;
    }
    BOOST_TEST(open == 10'000u);
    BOOST_TEST(driver.repeated == 0u);
}

BOOST_AUTO_TEST_CASE(more_probes_than_a_batch_are_all_sent)
{
    boost::asio::io_context context;
    std::vector<std::unique_ptr<test::service>> services;
    test::driver<transport> driver(context, test::with_slots(200));
    for (sonda::slot_id slot = 0; slot != 200; ++slot) {
        services.push_back(std::make_unique<test::service>(context, slot % 2 ? "127.0.0.1" : "::1"));
        driver.start(slot, services.back()->endpoint());
    }
    driver.reap();
    for (auto& service : services)
        service->echo();
    driver.run_until(200);
    for (sonda::slot_id slot = 0; slot != 200; ++slot)
        BOOST_TEST(driver.state(slot) == port_state::open);
}

BOOST_AUTO_TEST_CASE(all_payloads_of_a_port_are_sent_in_one_start)
{
    // tag::payloads[]
    auto const three = [](sonda::endpoint const&) -> sonda::payload::payload_list {
        static constexpr std::byte a[] = {std::byte{'a'}};
        static constexpr std::byte bc[] = {std::byte{'b'}, std::byte{'c'}};
        static constexpr sonda::payload::bytes list[] = {a, {}, bc};
        return list;
    };
    // end::payloads[]
    boost::asio::io_context context;
    test::service picky(context, "127.0.0.1");
    test::driver<sonda::transport::basic_udp<boost::asio::any_io_executor, decltype(three)>> driver(
        context, test::with_slots(1), three);
    driver.start(0, picky.endpoint());
    driver.reap();
    BOOST_TEST(picky.take() == "a");
    BOOST_TEST(picky.take() == "");
    BOOST_TEST(picky.take() == "bc");
    BOOST_TEST(!picky.has_datagram());
    picky.answer("only to bc");
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(an_empty_list_of_payloads_is_one_empty_datagram)
{
    auto const none = [](sonda::endpoint const&) { return sonda::payload::payload_list{}; };
    boost::asio::io_context context;
    test::service service(context, "127.0.0.1");
    test::driver<sonda::transport::basic_udp<boost::asio::any_io_executor, decltype(none)>> driver(
        context, test::with_slots(1), none);
    driver.start(0, service.endpoint());
    driver.reap();
    BOOST_TEST(service.take() == "");
    BOOST_TEST(!service.has_datagram());
}

BOOST_AUTO_TEST_CASE(probes_come_from_the_source_address_that_was_chosen)
{
    boost::asio::io_context context;
    auto options = test::with_slots(1);
    options.source_v4 = boost::asio::ip::make_address_v4("127.0.0.7");
    test::driver<transport> driver(context, options);
    test::service service(context, "127.0.0.1");
    driver.start(0, service.endpoint());
    driver.reap();
    service.take();
    BOOST_TEST(service.asker().address().to_string() == "127.0.0.7");
    BOOST_TEST(service.asker().port() == driver.transport.local_endpoint(false).port());
}

BOOST_AUTO_TEST_CASE(a_source_address_of_somebody_else_is_refused_at_construction)
{
    boost::asio::io_context context;
    auto options = test::with_slots(1);
    options.source_v4 = boost::asio::ip::make_address_v4("192.0.2.1");
    BOOST_CHECK_EXCEPTION(transport(context.get_executor(), options), boost::system::system_error,
                          [](auto const& e) { return e.code().value() == EADDRNOTAVAIL; });
}

BOOST_AUTO_TEST_CASE(answers_of_link_local_targets_are_matched_by_zone)
{
    if (net_namespace::skip("answers_of_link_local_targets_are_matched_by_zone"))
        return;
    net_namespace ns;
    ns.run("ip link add left type veth peer name right && ip link set left up && ip link set right up && "
           "ip addr add fe80::1/64 dev left nodad && ip addr add fe80::2/64 dev right nodad");
    // The kernel makes the route to an own IPv6 address a little later than the address.
    ns.run("timeout 20 sh -c 'until ip -6 route get fe80::1 oif left | grep -q ^local; do :; done'");
    boost::asio::io_context context;
    test::service service(context, "fe80::1%left", 9000);
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, service.endpoint());
    driver.reap();
    service.echo();
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
    BOOST_TEST(driver.probe(at("fe80::1%left", 9001)).answer.state == port_state::closed);
}

BOOST_AUTO_TEST_SUITE_END()
