// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/ip_range.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>

using boost::asio::ip::make_address;
using sonda::target::ip_number;
using sonda::target::ip_range;

namespace {

constexpr auto ones = ~std::uint64_t{0};

std::string text(ip_range const& range, std::uint64_t offset = 0)
{
    return range.at(offset).address().to_string();
}

} // namespace

BOOST_AUTO_TEST_SUITE(ip_range_)

BOOST_AUTO_TEST_CASE(numbers_carry_and_borrow_between_their_halves)
{
    BOOST_TEST((ip_number{0, ones} + ip_number{0, 1} == ip_number{1, 0}));
    BOOST_TEST((ip_number{1, 0} - ip_number{0, 1} == ip_number{0, ones}));
    BOOST_TEST((ip_number{ones, ones} + ip_number{0, 1} == ip_number{0, 0}));
    BOOST_TEST((ip_number{0, 0} - ip_number{0, 1} == ip_number{ones, ones}));
    BOOST_TEST((ip_number{3, 2} - ip_number{1, 5} == ip_number{1, ones - 2}));
    BOOST_TEST((ip_number{1, 0} > ip_number{0, ones}));
}

BOOST_AUTO_TEST_CASE(a_prefix_masks_its_host_bits)
{
    auto const range = ip_range::prefix(make_address("127.0.0.5"), 30);
    BOOST_TEST((range == ip_range::v4(0x7f000004, 0x7f000007)));
    BOOST_TEST((ip_range::prefix(make_address("127.0.0.5"), 32) == ip_range::v4(0x7f000005, 0x7f000005)));
    BOOST_TEST((ip_range::prefix(make_address("127.0.0.5"), 0) == ip_range::v4(0, 0xffffffff)));
    BOOST_TEST((ip_range::prefix(make_address("2001:db8::ffff"), 64) ==
                ip_range::v6({0x20010db800000000, 0}, {0x20010db800000000, ones})));
    BOOST_TEST((ip_range::prefix(make_address("2001:db8::ffff"), 63) ==
                ip_range::v6({0x20010db800000000, 0}, {0x20010db800000001, ones})));
    BOOST_TEST((ip_range::prefix(make_address("ffff::ffff:ffff:ffff:ffff"), 127) ==
                ip_range::v6({0xffff000000000000, ones - 1}, {0xffff000000000000, ones})));
    BOOST_TEST((ip_range::prefix(make_address("::1"), 0) == ip_range::v6({0, 0}, {ones, ones})));
    BOOST_TEST((ip_range::prefix(make_address("::1"), 128) == ip_range::v6({0, 1}, {0, 1})));
}

BOOST_AUTO_TEST_CASE(the_last_two_addresses_are_two)
{
    auto const range = ip_range::prefix(make_address("ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe"), 127);
    BOOST_TEST(range.count().value() == 2u);
    BOOST_TEST(text(range, 1) == "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
}

BOOST_AUTO_TEST_CASE(every_prefix_length_has_its_count)
{
    for (unsigned length = 0; length <= 32; ++length)
        BOOST_TEST(ip_range::prefix(make_address("255.255.255.255"), length).count().value() == std::uint64_t{1}
                                                                                                    << (32 - length));
    for (unsigned length = 0; length <= 64; ++length)
        BOOST_TEST(!ip_range::prefix(make_address("ffff::"), length).count());
    for (unsigned length = 65; length <= 128; ++length)
        BOOST_TEST(ip_range::prefix(make_address("ffff::"), length).count().value() == std::uint64_t{1}
                                                                                           << (128 - length));
}

BOOST_AUTO_TEST_CASE(one_less_than_two_to_the_64_is_counted)
{
    BOOST_TEST(ip_range::v6({0, 1}, {0, ones}).count().value() == ones);
    BOOST_TEST(!ip_range::v6({0, 1}, {1, 0}).count());
}

BOOST_AUTO_TEST_CASE(an_address_is_reached_across_the_halves)
{
    auto const range = ip_range::v6({1, ones - 1}, {2, 5}, 7);
    BOOST_TEST(range.count().value() == 8u);
    BOOST_TEST(range.at(1).low() == ones);
    BOOST_TEST(range.at(2).high() == 2u);
    BOOST_TEST(range.at(2).low() == 0u);
    BOOST_TEST(range.at(7, 80).port() == 80);
    BOOST_TEST(range.at(7).zone() == 7u);
}

BOOST_AUTO_TEST_CASE(between_refuses_what_is_no_range)
{
    auto const a = make_address("127.0.0.1");
    auto const b = make_address("127.0.0.9");
    BOOST_TEST(ip_range::between(a, b)->count().value() == 9u);
    BOOST_TEST(ip_range::between(a, a)->count().value() == 1u);
    BOOST_TEST((ip_range::between(b, a).error() == sonda::error::bad_range));
    BOOST_TEST((ip_range::between(a, make_address("::1")).error() == sonda::error::bad_address));
    auto zoned = make_address("fe80::9").to_v6();
    zoned.scope_id(3);
    BOOST_TEST((ip_range::between(make_address("fe80::1"), zoned).error() == sonda::error::bad_address));
}

BOOST_AUTO_TEST_CASE(families_and_zones_do_not_mix)
{
    auto const four = ip_range::v4(0, 0xffffffff);
    auto const six = ip_range::v6({0, 0}, {ones, ones});
    auto const zoned = ip_range::v6({0, 0}, {ones, ones}, 2);
    BOOST_TEST(!four.overlaps(six));
    BOOST_TEST(!six.contains(four));
    BOOST_TEST(!six.overlaps(zoned));
    BOOST_TEST(zoned.contains(ip_range::v6({5, 5}, {5, 5}, 2)));
}

BOOST_AUTO_TEST_CASE(a_mapped_address_is_the_ipv4_address)
{
    BOOST_TEST(sonda::target::unmapped(make_address("::ffff:127.0.0.1")) == make_address("127.0.0.1"));
    BOOST_TEST(sonda::target::unmapped(make_address("::fffe:127.0.0.1")) == make_address("::fffe:127.0.0.1"));
    BOOST_TEST(sonda::target::unmapped(make_address("127.0.0.1")) == make_address("127.0.0.1"));
}

BOOST_AUTO_TEST_SUITE_END()
