// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/result_table.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>

#include "samples.hpp"

using sonda::detail::result_table;
using namespace std::chrono_literals;

namespace {

sonda::verdict closed(std::uint16_t port, std::uint32_t address = 0x7f000001)
{
    auto found = test::open_port(port, address);
    found.outcome = {sonda::port_state::closed, sonda::reason_kind::refused, 0, 0, 0, {}};
    return found;
}

std::uint64_t ports_in(result_table& table)
{
    std::uint64_t ports = 0;
    for (auto const& row : table.rows())
        ports += row.size();
    return ports;
}

} // namespace

BOOST_AUTO_TEST_SUITE(result_table_)

BOOST_AUTO_TEST_CASE(a_host_that_refuses_everywhere_is_one_row)
{
    result_table table;
    for (std::uint32_t port = 65535; port != 0; --port)
        table.insert(closed(static_cast<std::uint16_t>(port)));
    BOOST_REQUIRE(table.rows().size() == 1u);
    BOOST_TEST(table.rows()[0].first.endpoint.port() == 1);
    BOOST_TEST(table.rows()[0].last == 65535);
}

BOOST_AUTO_TEST_CASE(what_differs_has_a_row_of_its_own)
{
    result_table table;
    table.insert(closed(1));
    auto silent = closed(2);
    silent.outcome = {sonda::port_state::filtered, sonda::reason_kind::no_response, 0, 0, 0, {}};
    table.insert(silent);
    auto rejected = silent;
    rejected.endpoint = sonda::endpoint::v4(0x7f000001, 3);
    rejected.outcome.reason = sonda::reason_kind::icmp;
    table.insert(rejected);
    rejected.endpoint = sonda::endpoint::v4(0x7f000001, 4);
    rejected.outcome.icmp_code = 13;
    table.insert(rejected);
    table.insert(closed(1, 0x7f000002));
    table.insert(closed(3, 0x7f000002));
    BOOST_TEST(table.rows().size() == 6u);
}

BOOST_AUTO_TEST_CASE(a_row_has_the_shortest_and_the_longest_round_trip)
{
    result_table table;
    auto one = closed(1), two = closed(2), three = closed(3);
    one.rtt = 3ms;
    two.rtt = 0ms; // not measured
    three.rtt = 1ms;
    for (auto const& each : {one, two, three})
        table.insert(each);
    BOOST_REQUIRE(table.rows().size() == 1u);
    BOOST_TEST((table.rows()[0].first.rtt == 1ms));
    BOOST_TEST((table.rows()[0].longest == 3ms));
}

BOOST_AUTO_TEST_CASE(open_ports_share_rows_where_there_are_too_many)
{
    result_table table(1000);
    for (std::uint16_t port = 1; port != 900; ++port)
        table.insert(test::open_port(port));
    BOOST_TEST(table.rows().size() == 899u);
    for (std::uint16_t port = 900; port != 5001; ++port)
        table.insert(test::open_port(port));
    BOOST_TEST(table.rows().size() == 1u);
    BOOST_TEST(ports_in(table) == 5000u);
    BOOST_TEST(table.left_out() == 0u);
}

// In whichever order they come.
BOOST_AUTO_TEST_CASE(the_lowest_addresses_are_kept_and_the_others_counted)
{
    for (std::uint32_t const step : {1u, 9999u, 7u}) {
        result_table table(100);
        for (std::uint32_t i = 0; i != 10'000; ++i)
            table.insert(test::open_port(80, 0x7f000000 + i * step % 10'000));
        BOOST_TEST(table.rows().size() == 100u);
        BOOST_TEST(table.rows().front().first.endpoint.low() == 0x7f000000u);
        BOOST_TEST(table.rows().back().first.endpoint.low() == 0x7f000000u + 99);
        BOOST_TEST(table.left_out() == 9900u);
    }
}

BOOST_AUTO_TEST_CASE(nothing_is_counted_twice_or_not_at_all)
{
    result_table table(64);
    std::uint32_t state = 1;
    for (std::uint32_t i = 0; i != 50'000; ++i) { // every port of 25 hosts but for some, in an order of its own
        state = i * 7919 % 50'000;
        auto const address = 0x7f000000 + state / 2000;
        auto const port = static_cast<std::uint16_t>(state % 2000 + 1);
        table.insert(state % 17 == 0 ? test::open_port(port, address) : closed(port, address));
    }
    BOOST_TEST(ports_in(table) + table.left_out() == 50'000u);
}

BOOST_AUTO_TEST_SUITE_END()
