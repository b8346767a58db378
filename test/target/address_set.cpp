// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/address_set.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using sonda::target::address_set;
using sonda::target::ip_number;
using sonda::target::ip_range;

namespace {

constexpr auto ones = ~std::uint64_t{0};

// A stretch of addresses, small enough for a bitmap: at either end of its family or where the halves meet.
struct stretch
{
    bool v6;
    ip_number origin;

    ip_range range(std::uint64_t first, std::uint64_t last) const
    {
        auto const a = origin + ip_number{0, first};
        auto const b = origin + ip_number{0, last};
        return v6 ? ip_range::v6(a, b)
                  : ip_range::v4(static_cast<std::uint32_t>(a.low), static_cast<std::uint32_t>(b.low));
    }
};

constexpr std::uint64_t width = 7;

std::vector<stretch> const stretches = {
    {false, {0, 0}},       {false, {0, 0xffffffff - (width - 1)}}, {true, {0, 0}},
    {true, {4, ones - 2}}, {true, {ones, ones - (width - 1)}},
};

std::vector<bool> bitmap(address_set const& set, stretch const& where)
{
    std::vector<bool> bits;
    for (std::uint64_t i = 0; i != width; ++i)
        bits.push_back(set.contains(where.range(i, i)));
    return bits;
}

std::string describe(std::vector<bool> const& bits)
{
    std::string text;
    for (bool const bit : bits)
        text += bit ? '1' : '0';
    return text;
}

// How many runs of ones: what a set of ranges that neither overlap nor touch must have.
std::size_t runs(std::vector<bool> const& bits)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i != bits.size(); ++i)
        count += bits[i] && (i == 0 || !bits[i - 1]);
    return count;
}

void check(address_set const& set, std::vector<bool> const& expected, stretch const& where)
{
    auto const bits = bitmap(set, where);
    BOOST_TEST(describe(bits) == describe(expected));
    BOOST_TEST(set.ranges() == runs(expected));
    BOOST_TEST(set.count().value() == static_cast<std::uint64_t>(std::count(expected.begin(), expected.end(), true)));
}

template<class F>
void for_each_range(F f)
{
    for (std::uint64_t first = 0; first != width; ++first)
        for (auto last = first; last != width; ++last)
            f(first, last);
}

void fill(std::vector<bool>& bits, std::uint64_t first, std::uint64_t last, bool value)
{
    for (auto i = first; i <= last; ++i)
        bits[i] = value;
}

} // namespace

BOOST_AUTO_TEST_SUITE(address_set_)

BOOST_AUTO_TEST_CASE(all_pairs_of_ranges_are_joined_and_subtracted)
{
    for (auto const& where : stretches)
        for_each_range([&](auto a, auto b) {
            for_each_range([&](auto c, auto d) {
                BOOST_TEST_CONTEXT("v6 " << where.v6 << " " << a << "-" << b << " and " << c << "-" << d)
                {
                    std::vector<bool> expected(width);
                    address_set set;
                    set.insert(where.range(a, b));
                    fill(expected, a, b, true);
                    auto joined = set;
                    auto joined_expected = expected;
                    joined.insert(where.range(c, d));
                    fill(joined_expected, c, d, true);
                    check(joined, joined_expected, where);
                    set.erase(where.range(c, d));
                    fill(expected, c, d, false);
                    check(set, expected, where);
                }
            });
        });
}

BOOST_AUTO_TEST_CASE(containing_a_range_is_containing_each_of_its_addresses)
{
    auto const& where = stretches[3];
    address_set set;
    set.insert(where.range(1, 2));
    set.insert(where.range(4, 6));
    for_each_range([&](auto a, auto b) {
        bool all = true;
        for (auto i = a; i <= b; ++i)
            all = all && set.contains(where.range(i, i));
        BOOST_TEST(set.contains(where.range(a, b)) == all);
    });
}

BOOST_AUTO_TEST_CASE(any_sequence_of_changes_matches_a_set_of_addresses)
{
    std::mt19937 random(2026);
    for (auto const& where : stretches)
        for (int round = 0; round != 300; ++round) {
            address_set set;
            std::vector<bool> expected(width);
            for (int step = 0; step != 12; ++step) {
                auto const first = random() % width;
                auto const last = first + random() % (width - first);
                bool const add = random() % 3 != 0;
                if (add)
                    set.insert(where.range(first, last));
                else
                    set.erase(where.range(first, last));
                fill(expected, first, last, add);
            }
            check(set, expected, where);
        }
}

BOOST_AUTO_TEST_CASE(families_and_zones_are_apart)
{
    address_set set;
    set.insert(ip_range::v4(0, 5));
    set.insert(ip_range::v6({0, 0}, {0, 5}));
    set.insert(ip_range::v6({0, 6}, {0, 9}, 2));
    BOOST_TEST(set.ranges() == 3u);
    set.erase(ip_range::v6({0, 0}, {ones, ones}));
    BOOST_TEST(set.ranges() == 2u);
    BOOST_TEST(set.contains(ip_range::v4(0, 5)));
    BOOST_TEST(set.contains(ip_range::v6({0, 6}, {0, 9}, 2)));
    set.erase(ip_range::v6({0, 7}, {0, 7}, 2));
    BOOST_TEST(set.ranges() == 3u);
}

BOOST_AUTO_TEST_CASE(zones_are_listed_once_and_in_order)
{
    address_set set;
    set.insert(ip_range::v4(0, 5));
    BOOST_TEST(set.zones().empty());
    for (std::uint32_t const zone : {7u, 0u, 2u, 7u, 4294967295u}) {
        set.insert(ip_range::v6({0, 1}, {0, 5}, zone));
        set.insert(ip_range::v6({ones, ones}, {ones, ones}, zone));
    }
    BOOST_TEST((set.zones() == std::vector<std::uint32_t>{0, 2, 7, 4294967295u}));
}

BOOST_AUTO_TEST_CASE(exclusion_without_a_zone_holds_in_every_zone)
{
    address_set set;
    for (std::uint32_t zone = 0; zone != 3; ++zone)
        set.insert(ip_range::v6({0, 1}, {0, 5}, zone));
    set.exclude(address_set(ip_range::v6({0, 4}, {0, 9}, 1)));
    BOOST_TEST(*set.count() == 13u);
    set.exclude(address_set(ip_range::v6({0, 2}, {0, 3})));
    BOOST_TEST(*set.count() == 7u);
    for (std::uint32_t zone = 0; zone != 3; ++zone)
        BOOST_TEST(set.contains(ip_range::v6({0, 1}, {0, 1}, zone)));
    set.exclude(set);
    BOOST_TEST(set.empty());
}

BOOST_AUTO_TEST_CASE(exclusion_of_ipv4_holds_for_mapped_addresses)
{
    address_set set(ip_range::v6({0, 0xfffe00000000}, {0, 0xffffffffffff}, 3));
    set.insert(ip_range::v4(0, 9));
    set.exclude(address_set(ip_range::v4(1, 0xffffffff)));
    BOOST_TEST(*set.count() == (std::uint64_t{1} << 32) + 2);
    BOOST_TEST(set.contains(ip_range::v6({0, 0xffff00000000}, {0, 0xffff00000000}, 3)));
}

BOOST_AUTO_TEST_CASE(the_unspecified_address_and_loopback_are_two)
{
    address_set set;
    set.insert(ip_range::v6({0, 0}, {0, 0}));
    set.insert(ip_range::v6({0, 1}, {0, 1}));
    BOOST_TEST(set.ranges() == 1u);
    BOOST_TEST(set.count().value() == 2u);
}

BOOST_AUTO_TEST_CASE(the_last_address_of_a_family_is_not_next_to_the_first)
{
    address_set set;
    set.insert(ip_range::v6({0, 0}, {0, 0}));
    set.insert(ip_range::v6({ones, ones}, {ones, ones}));
    set.insert(ip_range::v4(0, 0));
    set.insert(ip_range::v4(0xffffffff, 0xffffffff));
    BOOST_TEST(set.ranges() == 4u);
    BOOST_TEST(set.count().value() == 4u);
}

BOOST_AUTO_TEST_CASE(a_whole_family_is_one_range)
{
    address_set set;
    set.insert(ip_range::v4(5, 9));
    set.insert(ip_range::v4(0, 0xffffffff));
    BOOST_TEST(set.ranges() == 1u);
    BOOST_TEST(set.count().value() == 0x100000000u);
    set.insert(ip_range::v6({0, 0}, {ones, ones}));
    BOOST_TEST(!set.count());
    set.erase(ip_range::v6({0, 0}, {ones, ones}));
    set.erase(ip_range::v4(0x7f000001, 0x7f000001));
    BOOST_TEST(set.count().value() == 0xffffffffu);
    BOOST_TEST(set.ranges() == 2u);
}

BOOST_AUTO_TEST_CASE(counts_add_up_only_as_far_as_64_bits)
{
    address_set set;
    set.insert(ip_range::v6({1, 0}, {1, ones - 1}));
    BOOST_TEST(set.count().value() == ones);
    set.insert(ip_range::v4(1, 1));
    BOOST_TEST(!set.count());
}

BOOST_AUTO_TEST_CASE(sets_are_joined_and_subtracted)
{
    address_set a;
    a.insert(ip_range::v4(1, 10));
    address_set b;
    b.insert(ip_range::v4(3, 4));
    b.insert(ip_range::v4(11, 12));
    auto both = a;
    both.insert(b);
    BOOST_TEST(both.count().value() == 12u);
    BOOST_TEST(both.ranges() == 1u);
    a.erase(b);
    BOOST_TEST(a.count().value() == 8u);
    a.erase(a);
    BOOST_TEST(a.empty());
}

BOOST_AUTO_TEST_SUITE_END()
