// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/special_purpose.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>

using boost::asio::ip::make_address;
using sonda::target::address_set;
using sonda::target::ip_range;
using sonda::target::is_sweep;
using sonda::target::without_special_purpose;

namespace {

constexpr auto ones = ~std::uint64_t{0};

ip_range prefix(char const* address, unsigned length)
{
    return ip_range::prefix(make_address(address), length);
}

} // namespace

BOOST_AUTO_TEST_SUITE(special_purpose)

BOOST_AUTO_TEST_CASE(a_sweep_is_shorter_than_8_or_32)
{
    BOOST_TEST(!is_sweep(prefix("127.0.0.0", 8)));
    BOOST_TEST(is_sweep(prefix("126.0.0.0", 7)));
    BOOST_TEST(is_sweep(ip_range::v4(0x7f000000, 0x80000000)));
    BOOST_TEST(!is_sweep(prefix("2001:db8::", 32)));
    BOOST_TEST(is_sweep(prefix("2001:db8::", 31)));
    BOOST_TEST(!is_sweep(ip_range(make_address("::1"))));
}

BOOST_AUTO_TEST_CASE(a_sweep_of_ipv4_leaves_out_what_is_no_host)
{
    auto const all = without_special_purpose(ip_range::v4(0, 0xffffffff));
    for (auto const* const address : {"0.0.0.1", "127.0.0.1", "192.0.2.1", "198.51.100.255", "203.0.113.0", "224.0.0.1",
                                      "239.255.255.255", "240.0.0.1", "255.255.255.255"})
        BOOST_TEST(all.skipped.contains(make_address(address)), address);
    for (auto const* const address :
         {"1.0.0.0", "126.255.255.255", "128.0.0.0", "192.0.1.0", "192.0.3.0", "223.255.255.255"})
        BOOST_TEST(all.kept.contains(make_address(address)), address);
    BOOST_TEST(all.kept.count().value() + all.skipped.count().value() == 0x100000000u);
    // 2 x /4, 4 x /8 less none that overlap, and the smaller ones.
    BOOST_TEST(all.skipped.count().value() ==
               (2u << 28) + (3u << 24) + (1u << 22) + (1u << 20) + (1u << 17) + (2u << 16) + 4u * 256u);
}

BOOST_AUTO_TEST_CASE(a_sweep_of_ipv6_leaves_out_what_is_no_host)
{
    auto const all = without_special_purpose(ip_range::v6({0, 0}, {ones, ones}));
    for (auto const* const address : {"::", "::1", "::ffff:127.0.0.1", "64:ff9b:1::5", "100::1", "2001:db8::1",
                                      "2001::1", "3fff::1", "fc00::1", "fdff::1", "fe80::1", "febf::1", "ff02::1"})
        BOOST_TEST(all.skipped.contains(make_address(address)), address);
    for (auto const* const address : {"::2", "::1:0:0:0", "2000::", "2001:200::", "2001:db9::", "4000::", "fec0::"})
        BOOST_TEST(all.kept.contains(make_address(address)), address);
}

BOOST_AUTO_TEST_CASE(what_is_no_sweep_is_kept_whole)
{
    for (auto const& range : {prefix("224.0.0.0", 8), prefix("127.0.0.0", 8), prefix("ff00::", 32)}) {
        auto const parts = without_special_purpose(range);
        BOOST_TEST(parts.skipped.empty());
        BOOST_TEST(parts.kept.contains(range));
    }
}

BOOST_AUTO_TEST_CASE(every_entry_says_where_it_comes_from)
{
    for (auto const& entry : sonda::target::special_purpose_ranges) {
        BOOST_TEST(!entry.name.empty());
        BOOST_TEST(entry.source.starts_with("RFC "));
        BOOST_TEST((entry.range.first() < entry.range.last()));
    }
}

BOOST_AUTO_TEST_SUITE_END()
