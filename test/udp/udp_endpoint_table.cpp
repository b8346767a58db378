// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/udp_endpoint_table.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <vector>

using sonda::endpoint;
using sonda::slot_id;
using table = sonda::detail::udp_endpoint_table;

BOOST_AUTO_TEST_SUITE(udp_endpoint_table)

BOOST_AUTO_TEST_CASE(finds_what_was_inserted_and_nothing_else)
{
    table t(3);
    auto const a = endpoint::v4(1, 1);
    auto const b = endpoint::v6(0, 1, 0, 1);
    t.insert(2, a);
    BOOST_TEST(t.find(a) == 2u);
    BOOST_TEST(t.find(b) == table::none);
    BOOST_TEST(t.find(endpoint::v4(1, 2)) == table::none);
    BOOST_TEST(t.find(endpoint::v4(2, 1)) == table::none);
    t.erase(2);
    BOOST_TEST(t.find(a) == table::none);
}

BOOST_AUTO_TEST_CASE(tells_zones_apart)
{
    table t(2);
    t.insert(0, endpoint::v6(0xfe80'0000'0000'0000, 1, 1, 53));
    t.insert(1, endpoint::v6(0xfe80'0000'0000'0000, 1, 2, 53));
    BOOST_TEST(t.find(endpoint::v6(0xfe80'0000'0000'0000, 1, 2, 53)) == 1u);
    BOOST_TEST(t.find(endpoint::v6(0xfe80'0000'0000'0000, 1, 3, 53)) == table::none);
}

BOOST_AUTO_TEST_CASE(several_slots_may_wait_for_one_endpoint)
{
    table t(4);
    auto const a = endpoint::v4(7, 7);
    for (slot_id slot = 0; slot != 4; ++slot)
        t.insert(slot, a);
    t.erase(1);
    std::map<slot_id, int> found;
    for (auto slot = t.find(a); slot != table::none; slot = t.find(a)) {
        ++found[slot];
        t.erase(slot);
    }
    BOOST_TEST(found.size() == 3u);
    BOOST_TEST(!found.contains(1));
}

BOOST_AUTO_TEST_CASE(agrees_with_a_map_under_random_use)
{
    constexpr slot_id slots = 500;
    table t(slots);
    std::vector<bool> used(slots);
    std::map<endpoint, slot_id> expected;
    std::mt19937 random(4711);
    for (int i = 0; i != 100'000; ++i) {
        auto const slot = static_cast<slot_id>(random() % slots);
        if (used[slot]) {
            expected.erase(t.key(slot));
            t.erase(slot);
            used[slot] = false;
            continue;
        }
        auto const key = endpoint::v4(random() % 64, static_cast<std::uint16_t>(random() % 64));
        BOOST_REQUIRE(t.find(key) == (expected.contains(key) ? expected[key] : table::none));
        if (expected.emplace(key, slot).second) {
            t.insert(slot, key);
            used[slot] = true;
        }
    }
    for (auto const& [key, slot] : expected)
        BOOST_REQUIRE(t.find(key) == slot);
}

BOOST_AUTO_TEST_SUITE_END()
