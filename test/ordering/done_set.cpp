// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/ordering/done_set.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

using sonda::ordering::done_set;
using sonda::ordering::position_run;

namespace {

std::string text_of(done_set const& set)
{
    std::string text;
    set.each_run([&](position_run const& run) {
        text += (text.empty() ? "" : ",") + std::to_string(run.first);
        if (run.last != run.first)
            text += '-' + std::to_string(run.last);
    });
    return text;
}

done_set made_of(std::vector<position_run> const& runs)
{
    done_set set;
    for (auto const& run : runs)
        set.insert(run);
    return set;
}

} // namespace

BOOST_AUTO_TEST_SUITE(done_set_)

BOOST_AUTO_TEST_CASE(is_empty_at_first)
{
    done_set const set;
    BOOST_TEST(set.low() == 0u);
    BOOST_TEST(set.size() == 0u);
    BOOST_TEST(!set.contains(0));
    BOOST_TEST(text_of(set) == "");
}

BOOST_AUTO_TEST_CASE(takes_each_position_once)
{
    done_set set;
    BOOST_TEST(set.insert(5));
    BOOST_TEST(!set.insert(5));
    BOOST_TEST(set.size() == 1u);
    BOOST_TEST(set.contains(5));
    BOOST_TEST(!set.contains(4));
    BOOST_TEST(set.low() == 0u);
    for (std::uint64_t i = 0; i != 200; ++i)
        set.insert(i);
    BOOST_TEST(!set.insert(7));
    BOOST_TEST(set.size() == 200u);
    BOOST_TEST(set.low() == 200u);
    BOOST_TEST(text_of(set) == "0-199");
}

BOOST_AUTO_TEST_CASE(tells_runs_over_the_ends_of_words)
{
    BOOST_TEST(text_of(made_of({{0, 62}, {64, 64}, {66, 191}, {193, 300}})) == "0-62,64,66-191,193-300");
    BOOST_TEST(text_of(made_of({{63, 64}, {0, 62}})) == "0-64");
    BOOST_TEST(text_of(made_of({{64, 127}, {0, 63}})) == "0-127");
    BOOST_TEST(text_of(made_of({{1, 1}, {3, 3}})) == "1,3");
}

// Four billion positions below the mark, and the same question answered at once.
BOOST_AUTO_TEST_CASE(what_is_below_the_mark_costs_nothing)
{
    auto set = made_of({{0, 4'000'000'000}, {4'000'000'010, 4'000'000'010}});
    BOOST_TEST(set.size() == 4'000'000'002u);
    BOOST_TEST(set.low() == 4'000'000'001u);
    BOOST_TEST(set.contains(3'999'999'999));
    BOOST_TEST(!set.insert(17));
    set.insert({17, 4'000'000'005});
    BOOST_TEST(text_of(set) == "0-4000000005,4000000010");
    BOOST_TEST(set.size() == 4'000'000'007u);
    set.insert({0, 0xfffffffffffffffdu});
    BOOST_TEST(set.low() == 0xfffffffffffffffeu);
    BOOST_TEST(set.size() == 0xfffffffffffffffeu);
}

BOOST_AUTO_TEST_CASE(agrees_with_a_set_of_numbers)
{
    std::mt19937_64 draw(1);
    for (int round = 0; round != 50; ++round) {
        done_set set;
        std::set<std::uint64_t> plain;
        auto const size = 1 + draw() % 700;
        for (std::uint64_t i = 0; i != size; ++i) {
            auto const position = (std::min)(i, std::uint64_t{600}) + draw() % 90;
            BOOST_TEST_REQUIRE(set.insert(position) == plain.insert(position).second);
            if (draw() % 64 == 0) {
                auto const first = draw() % 700, last = first + draw() % 150;
                set.insert({first, last});
                for (auto p = first; p <= last; ++p)
                    plain.insert(p);
            }
        }
        std::uint64_t low = 0;
        while (plain.count(low) != 0)
            ++low;
        BOOST_TEST(set.low() == low);
        BOOST_TEST(set.size() == plain.size());
        std::vector<std::uint64_t> told;
        for (auto const& run : set.runs())
            for (auto p = run.first; p <= run.last; ++p)
                told.push_back(p);
        BOOST_TEST(told == std::vector<std::uint64_t>(plain.begin(), plain.end()), boost::test_tools::per_element());
        BOOST_TEST(made_of(set.runs()).runs().size() == set.runs().size());
        for (std::uint64_t p = 0; p != 900; ++p)
            BOOST_TEST_REQUIRE(set.contains(p) == (plain.count(p) != 0));
    }
}

BOOST_AUTO_TEST_SUITE_END()
