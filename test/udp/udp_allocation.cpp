// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/udp.hpp>

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <iostream>

#include "support/allocation_counter.hpp"
#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

BOOST_AUTO_TEST_SUITE(udp_allocation)

/// Probes 100 ports, most of them closed, one silent, again and again; counts what a round allocates.
struct rounds
{
    static constexpr std::uint16_t slots = 100;

    boost::asio::io_context context;
    test::service silent{context, "127.0.0.1", 1000};
    sonda::transport::udp transport{context, test::with_slots(slots)};
    std::size_t finished = 0;
    std::size_t round = 0;
    std::size_t before = 0;
    std::size_t last = 1;

    void begin()
    {
        before = test::allocations;
        finished = 0;
        for (std::uint16_t i = 0; i != slots; ++i)
            transport.start(i, test::at_loopback(static_cast<std::uint16_t>(1000 + i)));
        go_on();
    }

    void go_on()
    {
        finished += transport.reap([](sonda::slot_id, sonda::probe_result const&) {});
        if (finished == slots - 1u)
            transport.cancel(0);
        if (finished != slots)
            return transport.async_ready([this](boost::system::error_code) { go_on(); });
        last = test::allocations - before;
        if (++round != 10)
            begin();
    }
};

BOOST_AUTO_TEST_CASE(a_probe_allocates_nothing)
{
    if (test::net_namespace::skip("a_probe_allocates_nothing"))
        return;
    if (!test::count_allocations()) {
        std::cout << "SKIPPED: a_probe_allocates_nothing: the allocations of this build cannot be counted" << std::endl;
        return;
    }
    test::net_namespace ns;
    rounds all;
    boost::asio::post(all.context, [&all] { all.begin(); });
    std::size_t const at_start = test::allocations;
    all.context.run();
    BOOST_TEST(test::allocations > at_start); // the first wait: the counter counts
    BOOST_TEST(all.round == 10u);
    BOOST_TEST(all.last == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
