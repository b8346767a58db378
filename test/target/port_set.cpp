// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/port_set.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>

using sonda::target::port_range;
using sonda::target::port_set;

namespace {

constexpr int width = 7;

port_range range(int origin, int first, int last)
{
    return {static_cast<std::uint16_t>(origin + first), static_cast<std::uint16_t>(origin + last)};
}

void insert(std::set<int>& into, port_range ports)
{
    for (int port = ports.first; port <= ports.last; ++port)
        into.insert(port);
}

void erase(std::set<int>& from, port_range ports)
{
    for (int port = ports.first; port <= ports.last; ++port)
        from.erase(port);
}

std::size_t runs(std::set<int> const& ports)
{
    std::size_t count = 0;
    for (int const port : ports)
        count += !ports.contains(port - 1);
    return count;
}

// Asks for the ports around those that matter, and for every place.
void check(port_set const& set, std::set<int> const& expected)
{
    BOOST_TEST(set.count() == expected.size());
    BOOST_TEST(set.empty() == expected.empty());
    BOOST_TEST(set.ranges() == runs(expected));
    std::uint32_t place = 0;
    for (int const port : expected) {
        BOOST_TEST(set.nth(place) == port);
        BOOST_TEST(set.index_of(static_cast<std::uint16_t>(port)).value() == place++);
    }
    for (int const port : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 65528, 65529, 65530, 65531, 65532, 65533, 65534, 65535})
        BOOST_TEST(set.contains(static_cast<std::uint16_t>(port)) == expected.contains(port));
}

} // namespace

BOOST_AUTO_TEST_SUITE(port_set_)

BOOST_AUTO_TEST_CASE(all_pairs_of_ranges_are_joined_and_subtracted_at_both_ends)
{
    for (int const origin : {1, 65535 - (width - 1)})
        for (int a = 0; a != width; ++a)
            for (int b = a; b != width; ++b)
                for (int c = 0; c != width; ++c)
                    for (int d = c; d != width; ++d)
                        BOOST_TEST_CONTEXT(origin << "+ " << a << "-" << b << " and " << c << "-" << d)
                        {
                            port_set set(range(origin, a, b));
                            std::set<int> expected;
                            insert(expected, range(origin, a, b));
                            auto less = set;
                            auto less_expected = expected;
                            set.insert(range(origin, c, d));
                            insert(expected, range(origin, c, d));
                            check(set, expected);
                            less.erase(range(origin, c, d));
                            erase(less_expected, range(origin, c, d));
                            check(less, less_expected);
                        }
}

BOOST_AUTO_TEST_CASE(any_sequence_of_changes_matches_a_set_of_ports)
{
    std::mt19937 random(7);
    for (int round = 0; round != 200; ++round) {
        port_set set;
        std::set<int> expected;
        for (int step = 0; step != 20; ++step) {
            auto const first = 1 + static_cast<int>(random() % 60);
            auto const ports = range(0, first, first + static_cast<int>(random() % 9));
            if (random() % 3 != 0) {
                set.insert(ports);
                insert(expected, ports);
            } else {
                set.erase(ports);
                erase(expected, ports);
            }
        }
        check(set, expected);
    }
}

BOOST_AUTO_TEST_CASE(all_ports_are_65535)
{
    auto const all = port_set::all();
    BOOST_TEST(all.count() == 65535u);
    BOOST_TEST(all.nth(0) == 1);
    BOOST_TEST(all.nth(65534) == 65535);
    BOOST_TEST(!all.contains(0));
    BOOST_TEST(all.contains(65535));
}

BOOST_AUTO_TEST_CASE(single_ports_and_sets_are_added_and_removed)
{
    port_set set;
    set.insert(80);
    set.insert(443);
    set.insert(81);
    BOOST_TEST(set.ranges() == 2u);
    port_set other(port_range{81, 443});
    auto both = set;
    both.insert(other);
    BOOST_TEST((both == port_set(port_range{80, 443})));
    set.erase(other);
    BOOST_TEST((set == port_set(port_range{80, 80})));
    both.insert(both);
    BOOST_TEST(both.count() == 364u);
    both.erase(both);
    BOOST_TEST(both.empty());
}

BOOST_AUTO_TEST_SUITE_END()
