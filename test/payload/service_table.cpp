// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/payload/service_table.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <iterator>
#include <set>

BOOST_AUTO_TEST_SUITE(payload_service_table)

BOOST_AUTO_TEST_CASE(each_port_of_each_row_is_found_and_no_other)
{
    std::uint32_t port = 0;
    for (auto const& row : sonda::payload::service_table) {
        for (; port < row.first; ++port)
            BOOST_TEST(sonda::payload::find_service_payloads(static_cast<std::uint16_t>(port)).empty());
        for (; port <= row.last; ++port)
            BOOST_TEST(sonda::payload::find_service_payloads(static_cast<std::uint16_t>(port)).data() ==
                       row.list.data());
    }
    for (; port <= 65535; ++port)
        BOOST_TEST(sonda::payload::find_service_payloads(static_cast<std::uint16_t>(port)).empty());
}

BOOST_AUTO_TEST_CASE(every_row_has_something_to_say_that_fits_into_a_packet)
{
    for (auto const& row : sonda::payload::service_table)
        BOOST_TEST_CONTEXT(row.first)
        {
            BOOST_TEST(!row.list.empty());
            BOOST_TEST(row.list.size() <= 3u); // each costs a closed port an ICMP error, which hosts limit
            for (auto const& datagram : row.list) {
                BOOST_TEST(!datagram.empty());
                BOOST_TEST(datagram.size() <= 1232u); // 1280 without the headers of IPv6 and UDP (RFC 8200, 5)
            }
        }
}

BOOST_AUTO_TEST_CASE(there_are_payloads_of_many_protocols)
{
    std::set<std::byte const*> distinct;
    for (auto const& row : sonda::payload::service_table)
        for (auto const& datagram : row.list)
            distinct.insert(datagram.data());
    BOOST_TEST(distinct.size() >= 60u);
}

BOOST_AUTO_TEST_CASE(it_is_there_before_the_program_starts)
{
    static_assert(sonda::payload::find_service_payloads(53).size() == 2);
    static_assert(sonda::payload::find_service_payloads(54).empty());
    static_assert(sonda::payload::find_service_payloads(64738)[0].size() == 12);
    BOOST_TEST(std::size(sonda::payload::service_table) > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
