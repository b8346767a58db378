// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Payloads that want to come from a port of their own.

#include <sonda/payload/table.hpp>
#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using test::net_namespace;

BOOST_AUTO_TEST_SUITE(udp_source_port)

constexpr std::uint16_t source = 500;

using udp_driver = test::driver<sonda::transport::basic_udp<boost::asio::any_io_executor, sonda::payload::table>>;

void add(sonda::payload::table& into, std::uint16_t port, std::string_view text, std::uint16_t from)
{
    auto const octets = std::as_bytes(std::span(text));
    into.add(sonda::target::port_range{port, port}, {octets.begin(), octets.end()}, from);
}

sonda::payload::table asking(std::uint16_t port, std::uint16_t from = source)
{
    sonda::payload::table table;
    add(table, port, "first", from);
    return table;
}

BOOST_AUTO_TEST_CASE(a_payload_comes_from_the_port_that_it_wants_and_its_answer_is_heard)
{
    if (net_namespace::skip("a_payload_comes_from_the_port_that_it_wants_and_its_answer_is_heard"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    for (auto const* const address : {"127.0.0.1", "::1"})
        BOOST_TEST_CONTEXT(address)
        {
            test::service server(context, address);
            udp_driver driver(context, test::with_slots(1), asking(server.port()));
            driver.start(0, server.endpoint());
            driver.reap();
            BOOST_TEST(server.take() == "first");
            BOOST_TEST(server.asker().port() == source);
            server.answer("here");
            driver.run_until(1);
            BOOST_TEST(driver.state(0) == port_state::open);
        }
}

BOOST_AUTO_TEST_CASE(payloads_of_one_port_may_come_from_several)
{
    if (net_namespace::skip("payloads_of_one_port_may_come_from_several"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service server(context, "127.0.0.1");
    auto table = asking(server.port());
    add(table, server.port(), "second", 0);
    add(table, server.port(), "third", 520);
    udp_driver driver(context, test::with_slots(1), std::move(table));
    BOOST_TEST(driver.transport.packets(server.endpoint()) == 3u);
    driver.start(0, server.endpoint());
    driver.reap();
    std::string seen;
    for (int i = 0; i != 3; ++i) {
        auto const text = server.take();
        auto const port = server.asker().port();
        seen += text + (port == source ? " 500 " : port == 520 ? " 520 " : " other ");
    }
    BOOST_TEST(seen == "first 500 third 520 second other ");
    server.answer("here");
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(a_closed_port_is_closed_from_there_too)
{
    if (net_namespace::skip("a_closed_port_is_closed_from_there_too"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    udp_driver driver(context, test::with_slots(2), asking(9000));
    BOOST_TEST(driver.probe(test::at("127.0.0.1", 9000)).answer.state == port_state::closed);
    BOOST_TEST(driver.probe(test::at("::1", 9000)).answer.state == port_state::closed);
}

BOOST_AUTO_TEST_CASE(where_the_port_is_taken_any_other_will_do)
{
    if (net_namespace::skip("where_the_port_is_taken_any_other_will_do"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service holder(context, "0.0.0.0", source);
    test::service server(context, "127.0.0.1");
    udp_driver driver(context, test::with_slots(1), asking(server.port()));
    driver.start(0, server.endpoint());
    driver.reap();
    BOOST_TEST(server.take() == "first");
    BOOST_TEST(server.asker().port() != source);
    server.answer("here");
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(this_machine_never_answers_itself_from_the_same_port)
{
    if (net_namespace::skip("this_machine_never_answers_itself_from_the_same_port"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service server(context, "127.0.0.2", 9000);
    sonda::payload::table table = asking(source); // to 500, from 500
    add(table, 9000, "other", source);
    udp_driver driver(context, test::with_slots(2), std::move(table));
    driver.start(0, server.endpoint());
    driver.reap();
    server.echo();
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open); // and the socket on 500 is there
    BOOST_TEST(driver.probe(test::at("127.0.0.1", source)).answer.state == port_state::closed);
    udp_driver another(context, test::with_slots(2), asking(source)); // where it is not there yet
    BOOST_TEST(another.probe(test::at("127.0.0.1", source)).answer.state == port_state::closed);
}

BOOST_AUTO_TEST_SUITE_END()
