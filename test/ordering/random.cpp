// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/ordering/random.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ordering = sonda::ordering;

namespace {

std::vector<std::uint64_t> first(ordering::random const& order, std::uint64_t count)
{
    std::vector<std::uint64_t> result;
    for (std::uint64_t i = 0; i != count; ++i)
        result.push_back(order.at(i));
    return result;
}

// How many standard deviations the chi-square of counts in equally likely cells is above what chance gives.
double excess(std::vector<double> const& counts)
{
    double sum = 0;
    for (auto const count : counts)
        sum += count;
    auto const expected = sum / static_cast<double>(counts.size());
    double chi_square = 0;
    for (auto const count : counts)
        chi_square += (count - expected) * (count - expected) / expected;
    auto const freedom = static_cast<double>(counts.size() - 1);
    return (chi_square - freedom) / std::sqrt(2 * freedom);
}

std::size_t cell(std::uint64_t value, std::uint64_t n, std::size_t cells)
{
    auto const share = static_cast<double>(value) / static_cast<double>(n);
    return (std::min)(static_cast<std::size_t>(share * static_cast<double>(cells)), cells - 1);
}

std::array<std::uint64_t, 5> const sizes{1000, 65535, 65537, (1ULL << 24) + 1, (1ULL << 40) + 1};

} // namespace

BOOST_AUTO_TEST_SUITE(random_ordering)

BOOST_AUTO_TEST_CASE(visits_each_target_once)
{
    for (std::uint64_t n : {1ULL, 2ULL, 3ULL, 4ULL, 5ULL, 6ULL, 7ULL, 4097ULL, 65535ULL, 65536ULL, 65537ULL}) {
        ordering::random const order(n, n);
        std::vector<bool> visited(n);
        bool once = true;
        for (std::uint64_t i = 0; i != n; ++i) {
            auto const target = order.at(i);
            once = once && !visited.at(target);
            visited.at(target) = true;
        }
        BOOST_TEST(once, n << " targets");
    }
}

BOOST_AUTO_TEST_CASE(gives_the_same_sequence_on_every_platform)
{
    using sequence = std::vector<std::uint64_t>;
    BOOST_TEST(first(ordering::random(0, 10), 10) == (sequence{9U, 1U, 0U, 5U, 2U, 3U, 4U, 7U, 6U, 8U}),
               boost::test_tools::per_element());
    BOOST_TEST(first(ordering::random(42, 65535), 8) ==
                   (sequence{17808U, 19602U, 24385U, 42824U, 35114U, 61245U, 15420U, 50755U}),
               boost::test_tools::per_element());
    BOOST_TEST(first(ordering::random(42, 65537), 8) ==
                   (sequence{35315U, 19602U, 24583U, 30914U, 35114U, 21599U, 15289U, 50755U}),
               boost::test_tools::per_element());
    BOOST_TEST(first(ordering::random(1, 5ULL << 32), 4) ==
                   (sequence{20477095398U, 6358884618U, 6955054072U, 1004381692U}),
               boost::test_tools::per_element());
    BOOST_TEST(first(ordering::random(~0ULL, ~0ULL), 4) ==
                   (sequence{13293110957001049666U, 9079082969502982563U, 6625579537567299609U, 4313018837543291719U}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(does_not_depend_on_how_it_was_sized)
{
    BOOST_TEST((ordering::random(7).over(1000) == ordering::random(7, 1000)));
    BOOST_TEST((ordering::random(7, 10).over(1000) == ordering::random(7, 1000)));
    BOOST_TEST(ordering::random(7, 10).seed() == 7U);
}

BOOST_AUTO_TEST_CASE(differs_between_seeds)
{
    auto const one = first(ordering::random(1, 65535), 1000);
    auto const two = first(ordering::random(2, 65535), 1000);
    std::size_t equal = 0;
    for (std::size_t i = 0; i != one.size(); ++i)
        equal += one[i] == two[i];
    BOOST_TEST(equal < 5U);
}

BOOST_AUTO_TEST_CASE(reaches_every_order_of_few_targets)
{
    std::vector<unsigned> count(256);
    for (std::uint64_t seed = 0; seed != 2000; ++seed) {
        ordering::random const order(seed, 4);
        ++count[order.at(0) << 6 | order.at(1) << 4 | order.at(2) << 2 | order.at(3)];
    }
    BOOST_TEST(std::count_if(count.begin(), count.end(), [](unsigned c) { return c != 0; }) == 24);
    BOOST_TEST(*std::max_element(count.begin(), count.end()) < 150U);
}

BOOST_AUTO_TEST_CASE(spreads_its_beginning_over_all_targets)
{
    for (auto const n : sizes) {
        std::vector<double> counts(50);
        for (auto const target : first(ordering::random(3, n), 500))
            ++counts[cell(target, n, counts.size())];
        BOOST_TEST(excess(counts) < 4.0, n << " targets");
        BOOST_TEST(*std::min_element(counts.begin(), counts.end()) > 0.0, n << " targets");
    }
}

BOOST_AUTO_TEST_CASE(leaves_no_pattern_between_neighbours)
{
    for (auto const n : sizes) {
        for (std::uint64_t seed = 0; seed != 20; ++seed) {
            ordering::random const order(seed, n);
            std::vector<double> steps(64);
            std::vector<double> pairs(64);
            for (std::uint64_t i = 1; i != 1000; ++i) {
                auto const before = order.at(i - 1);
                auto const target = order.at(i);
                ++steps[cell(target >= before ? target - before : n - before + target, n, 64)];
                ++pairs[cell(before, n, 8) * 8 + cell(target, n, 8)];
            }
            BOOST_TEST(excess(steps) < 6.0, n << " targets, seed " << seed);
            BOOST_TEST(excess(pairs) < 6.0, n << " targets, seed " << seed);
        }
    }
}

BOOST_AUTO_TEST_CASE(inverts_at_the_end_of_the_range)
{
    for (auto const n : {~0ULL, ~0ULL - 1, (1ULL << 63) + 1, 1ULL << 63}) {
        ordering::random const order(11, n);
        for (std::uint64_t k = 0; k != 1000; ++k) {
            BOOST_TEST(order.inverse(order.at(n - 1 - k)) == n - 1 - k);
            BOOST_TEST(order.at(n - 1 - k) < n);
        }
        BOOST_TEST(order.inverse(n) == n);
    }
}

BOOST_AUTO_TEST_CASE(is_a_constant_expression)
{
    static_assert(ordering::random(1, 100).inverse(ordering::random(1, 100).at(42)) == 42);
}

BOOST_AUTO_TEST_SUITE_END()
