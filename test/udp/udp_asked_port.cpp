// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// Servers of some protocols answer from another port than they were asked at.

#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using test::net_namespace;

BOOST_AUTO_TEST_SUITE(udp_asked_port)

using udp_driver = test::driver<sonda::transport::udp>;

constexpr std::string_view tftp_error("\0\5\0\1no such file\0", 17);

/// Two services that hear, at one address; the second one answers whoever asked the first.
struct pair
{
    explicit pair(boost::asio::io_context& context, char const* address, std::uint16_t port = 69)
        : asked(context, address, port)
        , other(context, address)
    {}

    void answer(std::string_view text)
    {
        asked.take();
        other.socket().send_to(boost::asio::buffer(text), asked.asker());
    }

    test::service asked;
    test::service other;
};

BOOST_AUTO_TEST_CASE(an_answer_of_tftp_from_any_port_of_the_address_is_one_of_port_69)
{
    if (net_namespace::skip("an_answer_of_tftp_from_any_port_of_the_address_is_one_of_port_69"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    for (auto const* const address : {"127.0.0.1", "::1"})
        BOOST_TEST_CONTEXT(address)
        {
            pair server(context, address);
            udp_driver driver(context, test::with_slots(1));
            driver.start(0, server.asked.endpoint());
            driver.reap();
            server.answer(tftp_error);
            driver.run_until(1);
            BOOST_TEST(driver.state(0) == port_state::open);
        }
}

BOOST_AUTO_TEST_CASE(what_is_no_such_answer_is_no_evidence)
{
    if (net_namespace::skip("what_is_no_such_answer_is_no_evidence"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    pair server(context, "127.0.0.1");
    udp_driver driver(context, test::with_slots(1));
    driver.start(0, server.asked.endpoint());
    driver.reap();
    server.answer("hello");
    driver.reap();
    BOOST_TEST(driver.results.empty());
    server.asked.answer("hello"); // from its own port anything is
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(it_says_nothing_about_other_addresses_and_ports)
{
    if (net_namespace::skip("it_says_nothing_about_other_addresses_and_ports"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    pair server(context, "127.0.0.1");
    test::service elsewhere(context, "127.0.0.2", 69);
    test::service neighbour(context, "127.0.0.1", 70);
    udp_driver driver(context, test::with_slots(3));
    driver.start(0, elsewhere.endpoint());
    driver.start(1, neighbour.endpoint());
    driver.start(2, server.asked.endpoint());
    driver.reap();
    server.answer(tftp_error);
    driver.run_until(1);
    BOOST_TEST(driver.results.size() == 1u);
    BOOST_TEST(driver.state(2) == port_state::open);
}

// 70 is in flight itself: what comes from there is its own answer, whatever it looks like.
BOOST_AUTO_TEST_CASE(a_port_that_was_asked_answers_for_itself)
{
    if (net_namespace::skip("a_port_that_was_asked_answers_for_itself"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service tftp(context, "127.0.0.1", 69);
    test::service neighbour(context, "127.0.0.1", 70);
    udp_driver driver(context, test::with_slots(2));
    driver.start(0, tftp.endpoint());
    driver.start(1, neighbour.endpoint());
    driver.reap();
    neighbour.take();
    neighbour.answer(tftp_error);
    driver.run_until(1);
    BOOST_TEST(driver.results.size() == 1u);
    BOOST_TEST(driver.state(1) == port_state::open);
}

BOOST_AUTO_TEST_SUITE_END()
