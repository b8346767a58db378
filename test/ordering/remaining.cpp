// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/conformance/ordering.hpp>
#include <sonda/ordering/random.hpp>
#include <sonda/ordering/remaining.hpp>
#include <sonda/ordering/shard.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace ordering = sonda::ordering;
using ordering::done_set;
using ordering::remaining;

namespace {

// Lanes that are done up to somewhere, and here and there above it, each to another point.
std::vector<done_set> ragged(std::size_t lanes, std::uint64_t targets)
{
    std::mt19937_64 draw(lanes);
    std::vector<done_set> made(lanes);
    for (std::size_t lane = 0; lane != lanes; ++lane) {
        auto const whole = targets / lanes + (lane < targets % lanes ? 1 : 0);
        auto const mark = whole * (lane + 1) / (lanes + 1);
        if (mark != 0)
            made[lane].insert({0, mark - 1});
        for (int i = 0; i != 20 && whole != 0; ++i)
            made[lane].insert((std::min)(whole - 1, mark + draw() % 60));
    }
    return made;
}

template<class Ordering>
std::vector<std::uint64_t> visited(Ordering const& order)
{
    std::vector<std::uint64_t> all;
    for (std::uint64_t i = 0; i != order.size(); ++i)
        all.push_back(order.at(i));
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(remaining_)

BOOST_AUTO_TEST_CASE(of_nothing_is_the_ordering_itself)
{
    ordering::random const rule(7);
    BOOST_TEST(visited(remaining(rule).over(1000)) == visited(rule.over(1000)), boost::test_tools::per_element());
    BOOST_TEST(visited(remaining(rule, std::vector<done_set>(1)).over(1000)) == visited(rule.over(1000)),
               boost::test_tools::per_element());
    BOOST_TEST(remaining(rule).over(~0ull).size() == ~0ull);
}

BOOST_AUTO_TEST_CASE(visits_the_rest_in_the_same_order)
{
    ordering::random const rule(7);
    auto const inner = rule.over(1000);
    auto const done = ragged(1, 1000);
    auto const order = remaining(rule, done).over(1000);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = 0; i != 1000; ++i)
        if (!done[0].contains(i))
            expected.push_back(inner.at(i));
    BOOST_TEST(visited(order) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(passes_the_checks_of_an_ordering)
{
    for (std::size_t const lanes : {1u, 2u, 3u, 7u}) {
        for (std::uint64_t const n : {1000ull, 4096ull, 1'000'003ull, 0xffffffffull * 65535}) {
            std::uint64_t const sizes[] = {n};
            auto const serial =
                sonda::conformance::check_ordering(remaining(ordering::serial(), ragged(lanes, n)), sizes);
            BOOST_TEST(serial.passed(), serial);
            auto const part = sonda::conformance::check_ordering(
                remaining(ordering::random(3), ragged(lanes, n)).part(lanes - 1), sizes);
            BOOST_TEST(part.passed(), part);
        }
    }
}

// With as many parts as lanes, or with another number, as shards.
BOOST_AUTO_TEST_CASE(its_parts_are_disjoint_and_are_all_of_it)
{
    remaining const order(ordering::random(3), ragged(3, 1000));
    BOOST_TEST(order.parts() == 3u);
    std::multiset<std::uint64_t> parts, shards;
    for (std::uint64_t i = 0; i != 3; ++i)
        for (auto const target : visited(order.part(i).over(1000)))
            parts.insert(target);
    for (std::uint64_t i = 0; i != 4; ++i)
        for (auto const target : visited(ordering::shard(i, 4, order).over(1000)))
            shards.insert(target);
    auto all = visited(order.over(1000));
    std::sort(all.begin(), all.end());
    BOOST_TEST(parts == std::multiset<std::uint64_t>(all.begin(), all.end()), boost::test_tools::per_element());
    BOOST_TEST(shards == parts, boost::test_tools::per_element());
    for (auto const target : visited(order.part(1).over(1000)))
        BOOST_TEST_REQUIRE(ordering::random(3, 1000).inverse(target) % 3 == 1u);
}

BOOST_AUTO_TEST_CASE(of_all_is_nothing)
{
    done_set all;
    all.insert({0, 999});
    auto const order = remaining(ordering::serial(), {all}).over(1000);
    BOOST_TEST(order.size() == 0u);
    BOOST_TEST(order.inverse(17) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
