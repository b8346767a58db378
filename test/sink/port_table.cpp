// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/port_table.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <initializer_list>
#include <random>
#include <set>
#include <vector>

using namespace sonda;
using detail::port_table;

BOOST_AUTO_TEST_SUITE(port_table_tests)

BOOST_AUTO_TEST_CASE(it_holds_the_set_of_what_was_inserted)
{
    std::mt19937_64 random(3);
    for (int round = 0; round != 30; ++round) {
        port_table table;
        std::set<endpoint> expected;
        for (std::uint64_t i = 0; i != 10'000; ++i) {
            auto const port = static_cast<std::uint16_t>(random() % (round % 2 != 0 ? 65536 : 300));
            auto const proto = random() % 2 != 0 ? protocol::tcp : protocol::udp;
            auto const low = static_cast<std::uint32_t>(random() % 3);
            auto const one =
                random() % 2 != 0 ? endpoint::v4(low, port, proto) : endpoint::v6(0, low, low % 2, port, proto);
            table.insert(one);
            expected.insert(one);
        }
        std::set<endpoint> held;
        for (auto const& run : table.runs()) {
            BOOST_TEST_REQUIRE(run.first.port() <= run.last);
            for (unsigned port = run.first.port(); port <= run.last; ++port) {
                auto const number = static_cast<std::uint16_t>(port);
                auto const& at = run.first;
                auto const one = at.is_v6() ? endpoint::v6(at.high(), at.low(), at.zone(), number, at.protocol())
                                            : endpoint::v4(static_cast<std::uint32_t>(at.low()), number, at.protocol());
                BOOST_TEST_REQUIRE(held.insert(one).second);
            }
        }
        BOOST_TEST((held == expected));
    }
}

BOOST_AUTO_TEST_CASE(a_host_that_is_open_everywhere_is_one_run)
{
    port_table table;
    for (std::uint64_t i = 0; i != 65536; ++i)
        table.insert(endpoint::v4(0x7f000001, static_cast<std::uint16_t>(i * 40503 % 65536)));
    BOOST_TEST(table.runs().size() == 1);
    BOOST_TEST(table.runs()[0].first.port() == 0);
    BOOST_TEST(table.runs()[0].last == 65535);
}

BOOST_AUTO_TEST_CASE(hosts_and_protocols_are_cut_off_one_by_one)
{
    port_table table;
    for (std::uint16_t port : std::initializer_list<std::uint16_t>{1, 3, 5}) {
        table.insert(endpoint::v4(2, port, protocol::udp));
        table.insert(endpoint::v4(1, port, protocol::tcp));
        table.insert(endpoint::v4(2, port, protocol::tcp));
    }
    auto runs = table.runs();
    BOOST_TEST(detail::take_host(runs).size() == 3);
    auto const second = detail::take_protocol(runs);
    BOOST_TEST(second.size() == 3);
    BOOST_TEST((second.front().first == endpoint::v4(2, 1, protocol::tcp)));
    BOOST_TEST(detail::take_protocol(runs).size() == 3);
    BOOST_TEST(runs.empty());
}

BOOST_AUTO_TEST_SUITE_END()
