// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/datagram_address.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>

using sonda::endpoint;
using sonda::detail::datagram_key;

BOOST_AUTO_TEST_SUITE(datagram_address)

constexpr std::uint64_t link_local = 0xfe80'0000'0000'0000;

BOOST_AUTO_TEST_CASE(a_key_keeps_the_zone_of_link_local_addresses_alone)
{
    BOOST_CHECK(datagram_key(endpoint::v6(link_local, 1, 1, 53)) != datagram_key(endpoint::v6(link_local, 1, 2, 53)));
    auto const global = 0x2001'0db8'0000'0000;
    BOOST_CHECK(datagram_key(endpoint::v6(global, 1, 1, 53)) == datagram_key(endpoint::v6(global, 1, 0, 53)));
}

BOOST_AUTO_TEST_CASE(an_address_that_is_written_is_read_back)
{
    for (auto const& one : {endpoint::v4(0x7f00'0001, 53), endpoint::v6(link_local, 0x0123'4567'89ab'cdef, 3, 65535),
                            endpoint::v6(0, 1, 0, 1)}) {
        sonda::detail::datagram_address address;
        auto const length = to_datagram_address(one, address);
        BOOST_TEST(length == (one.is_v6() ? sizeof(sockaddr_in6) : sizeof(sockaddr_in)));
        BOOST_CHECK(from_datagram_address(address) == datagram_key(one));
    }
}

BOOST_AUTO_TEST_SUITE_END()
