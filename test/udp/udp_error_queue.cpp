// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using test::at;
using test::net_namespace;
using transport = sonda::transport::udp;

BOOST_AUTO_TEST_SUITE(udp_error_queue)

std::size_t closed_of(char const* address, std::uint16_t count, sonda::transport::udp_options options)
{
    boost::asio::io_context context;
    options.slots = count;
    test::driver<transport> driver(context, options);
    for (std::uint16_t i = 0; i != count; ++i)
        driver.start(i, at(address, static_cast<std::uint16_t>(1000 + i)));
    driver.run_until(count);
    BOOST_TEST(driver.repeated == 0u);
    std::size_t closed = 0;
    for (auto const& [slot, result] : driver.results)
        closed += result.answer.state == port_state::closed;
    return closed;
}

// More errors than any socket of default size holds unread.
BOOST_AUTO_TEST_CASE(two_thousand_refusals_in_one_go_are_all_heard)
{
    if (net_namespace::skip("two_thousand_refusals_in_one_go_are_all_heard"))
        return;
    net_namespace ns;
    BOOST_TEST(closed_of("127.0.0.1", 2000, {}) == 2000u);
    BOOST_TEST(closed_of("::1", 2000, {}) == 2000u);
}

BOOST_AUTO_TEST_CASE(a_receive_buffer_of_default_size_is_enough)
{
    if (net_namespace::skip("a_receive_buffer_of_default_size_is_enough"))
        return;
    net_namespace ns;
    sonda::transport::udp_options options;
    options.receive_buffer = 212'992 / 2; // the system doubles it
    BOOST_TEST(closed_of("127.0.0.1", 2000, options) == 2000u);
}

// What a scan does that never reaps between its starts: the queue is read with every batch that is sent.
BOOST_AUTO_TEST_CASE(refusals_and_answers_that_come_together_are_all_heard)
{
    if (net_namespace::skip("refusals_and_answers_that_come_together_are_all_heard"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    constexpr std::uint16_t count = 400;
    test::driver<transport> driver(context, test::with_slots(count));
    test::service echo(context, "127.0.0.1", 1000);
    for (std::uint16_t i = 0; i != count; ++i)
        driver.start(i, at("127.0.0.1", static_cast<std::uint16_t>(i % 2 ? 1000 : 1000 + i + 1)));
    driver.reap();
    for (std::uint16_t i = 0; i != 200; ++i)
        echo.take();
    echo.answer("");
    driver.run_until(count);
    for (std::uint16_t i = 0; i != count; ++i)
        BOOST_TEST(driver.state(i) == (i % 2 ? port_state::open : port_state::closed));
}

BOOST_AUTO_TEST_SUITE_END()
