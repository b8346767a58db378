// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/asio_udp.hpp>

#include <boost/asio/strand.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <type_traits>

#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using sonda::probe_status;
using sonda::reason_kind;
using test::at;
using test::net_namespace;
using transport = sonda::transport::asio_udp;

BOOST_AUTO_TEST_SUITE(asio_udp)

static_assert(transport::silence == port_state::open_filtered);
static_assert(std::is_same_v<transport::rebind_executor<boost::asio::system_executor>::other,
                             sonda::transport::basic_asio_udp<boost::asio::system_executor>>);

BOOST_AUTO_TEST_CASE(an_answer_is_open_be_it_empty)
{
    boost::asio::io_context context;
    for (auto const* const address : {"127.0.0.1", "::1"}) {
        test::service service(context, address);
        test::driver<transport> driver(context, test::with_slots(1));
        driver.start(0, service.endpoint());
        BOOST_TEST(service.take() == "");
        service.answer("");
        driver.run_until(1);
        BOOST_TEST(driver.state(0) == port_state::open);
        BOOST_TEST(driver.results.at(0).answer.reason == reason_kind::udp_response);
    }
}

BOOST_AUTO_TEST_CASE(a_long_answer_is_open_too)
{
    boost::asio::io_context context;
    test::service service(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, service.endpoint());
    service.take();
    service.answer(std::string(2000, 'x'));
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(ten_of_eleven_ports_are_refused_and_the_other_is_open)
{
    if (net_namespace::skip("asio_udp/ten_of_eleven_ports_are_refused_and_the_other_is_open"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service echo(context, "127.0.0.1", 9005);
    test::driver<transport> driver(context, test::with_slots(11));
    for (std::uint16_t i = 0; i != 11; ++i)
        driver.start(i, at("127.0.0.1", static_cast<std::uint16_t>(9000 + i)));
    driver.run_until(10);
    echo.echo();
    driver.run_until(11);
    for (std::uint16_t i = 0; i != 11; ++i) {
        BOOST_TEST(driver.state(i) == (i == 5 ? port_state::open : port_state::closed));
        BOOST_TEST(driver.results.at(i).answer.error == (i == 5 ? 0 : ECONNREFUSED));
    }
}

BOOST_AUTO_TEST_CASE(a_rejection_that_the_system_tells_is_filtered)
{
    if (net_namespace::skip("asio_udp/a_rejection_that_the_system_tells_is_filtered"))
        return;
    net_namespace ns;
    ns.nft("table inet t { chain i { type filter hook input priority 0;"
           " udp dport 9001 reject with icmpx type admin-prohibited;\n}\n}\n");
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    auto const answer = driver.probe(at("127.0.0.1", 9001)).answer;
    BOOST_TEST(answer.state == port_state::filtered);
    BOOST_TEST(answer.error == EHOSTUNREACH);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_sent_is_an_error)
{
    if (net_namespace::skip("asio_udp/what_cannot_be_sent_is_an_error"))
        return;
    net_namespace ns;
    ns.nft("table inet t { chain o { type filter hook output priority 0; udp dport 1 drop;\n}\n}\n");
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    BOOST_TEST(driver.probe(at("192.0.2.1", 80)).answer.state == port_state::error);
    BOOST_TEST(driver.results.at(0).answer.error == ENETUNREACH);
    BOOST_TEST(driver.probe(at("127.0.0.1", 1)).answer.state == port_state::error);
    BOOST_TEST(driver.results.at(0).answer.error == EPERM);
}

BOOST_AUTO_TEST_CASE(a_connection_with_oneself_is_void)
{
    if (net_namespace::skip("asio_udp/a_connection_with_oneself_is_void"))
        return;
    net_namespace ns;
    ns.sysctl("net.ipv4.ip_local_port_range", "20000 20001");
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(1));
    bool again = false, closed = false;
    while (!again || !closed) { // either of the two ports is taken, at random
        auto const result = driver.probe(at("127.0.0.1", 20000));
        again = again || result.status == probe_status::again;
        closed = closed || result.answer.state == port_state::closed;
        BOOST_REQUIRE(result.answer.state != port_state::open);
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_there_wins_over_a_cancel)
{
    boost::asio::io_context context;
    test::service echo(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, echo.endpoint());
    echo.echo();
    driver.transport.cancel(0);
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(all_payloads_of_a_port_are_sent)
{
    boost::asio::io_context context;
    auto const two = [](sonda::endpoint const&) -> sonda::payload::payload_list {
        static constexpr std::byte a[] = {std::byte{'a'}};
        static constexpr sonda::payload::bytes list[] = {a, {}};
        return list;
    };
    test::service service(context, "127.0.0.1");
    test::driver<sonda::transport::basic_asio_udp<boost::asio::any_io_executor, decltype(two)>> driver(
        context, test::with_slots(1), two);
    driver.start(0, service.endpoint());
    BOOST_TEST(service.take() == "a");
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
    service.take();
    BOOST_TEST(service.asker().address().to_string() == "127.0.0.7");
}

BOOST_AUTO_TEST_CASE(may_be_destroyed_while_everything_is_in_flight)
{
    boost::asio::io_context context;
    test::service silent(context, "127.0.0.1");
    boost::system::error_code ended;
    {
        transport gone(context, test::with_slots(4));
        for (sonda::slot_id slot = 0; slot != 4; ++slot)
            gone.start(slot, silent.endpoint());
        gone.async_ready([&ended](boost::system::error_code error) { ended = error; });
    }
    context.run();
    BOOST_TEST((ended == boost::asio::error::operation_aborted));
}

template<class Executor>
void scan_one(Executor const& executor)
{
    boost::asio::io_context context;
    test::service service(context, "127.0.0.1");
    sonda::transport::basic_asio_udp<Executor> probing(executor, test::with_slots(1));
    static_assert(sonda::transport_policy<decltype(probing)>);
    probing.start(0, service.endpoint());
    auto ready = probing.async_ready(boost::asio::use_future);
    service.echo();
    ready.get();
    BOOST_TEST(probing.reap([](sonda::slot_id, sonda::probe_result const& result) {
        BOOST_TEST(result.answer.state == port_state::open);
    }) == 1u);
}

BOOST_AUTO_TEST_CASE(works_on_a_thread_pool_a_strand_of_it_and_the_system_executor)
{
    boost::asio::thread_pool pool(2);
    scan_one(pool.get_executor());
    scan_one(boost::asio::make_strand(pool));
    scan_one(boost::asio::system_executor());
    pool.join();
}

BOOST_AUTO_TEST_SUITE_END()
