// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/error.hpp>
#include <sonda/ordering/random.hpp>
#include <sonda/ordering/shard.hpp>

#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ordering = sonda::ordering;
using ordering::serial;
using ordering::shard;

namespace {

// Counts how often the shards of an ordering visit each target of n, and checks that their sizes differ by at most one.
template<class Ordering>
std::vector<unsigned> visits(Ordering const& inner, std::uint64_t count, std::uint64_t n)
{
    std::vector<unsigned> result(n);
    std::uint64_t least = ~0ULL;
    std::uint64_t most = 0;
    for (std::uint64_t index = 0; index != count; ++index) {
        auto const part = shard(index, count, inner).over(n);
        least = (std::min)(least, part.size());
        most = (std::max)(most, part.size());
        for (std::uint64_t i = 0; i != part.size(); ++i)
            ++result.at(part.at(i));
    }
    BOOST_TEST(most - least <= 1U);
    return result;
}

bool is_refused(std::uint64_t index, std::uint64_t count)
{
    try {
        shard(index, count);
    } catch (boost::system::system_error const& e) {
        return e.code() == sonda::error::bad_option;
    }
    return false;
}

} // namespace

BOOST_AUTO_TEST_SUITE(shard_ordering)

BOOST_AUTO_TEST_CASE(is_disjoint_and_complete_for_up_to_a_thousand_parts)
{
    for (std::uint64_t count = 1; count <= 1000; ++count) {
        BOOST_TEST_CONTEXT(count << " shards")
        {
            auto const serially = visits(serial(), count, 1009);
            BOOST_TEST(std::count(serially.begin(), serially.end(), 1U) == 1009);
            auto const randomly = visits(ordering::random(count), count, 257);
            BOOST_TEST(std::count(randomly.begin(), randomly.end(), 1U) == 257);
        }
    }
}

BOOST_AUTO_TEST_CASE(is_empty_when_there_are_more_parts_than_targets)
{
    BOOST_TEST(shard(2, 5).over(3).size() == 1U);
    BOOST_TEST(shard(3, 5).over(3).size() == 0U);
    BOOST_TEST(shard(0, 5).over(0).size() == 0U);
}

BOOST_AUTO_TEST_CASE(keeps_the_order_of_the_inner_ordering)
{
    ordering::random const inner(9, 1000);
    auto const part = shard(2, 7, ordering::random(9)).over(1000);
    for (std::uint64_t i = 0; i != part.size(); ++i)
        BOOST_TEST(part.at(i) == inner.at(i * 7 + 2));
}

BOOST_AUTO_TEST_CASE(gives_its_size_for_a_target_of_another_part)
{
    auto const part = shard(1, 3).over(10);
    BOOST_TEST(part.size() == 3U);
    BOOST_TEST(part.inverse(7) == 2U);
    BOOST_TEST(part.inverse(8) == 3U);
    BOOST_TEST(part.inverse(10) == 3U);
}

BOOST_AUTO_TEST_CASE(can_be_sharded_again)
{
    std::vector<unsigned> count(1000);
    for (std::uint64_t outer = 0; outer != 3; ++outer) {
        for (std::uint64_t inner = 0; inner != 4; ++inner) {
            auto const part = shard(inner, 4, shard(outer, 3, ordering::random(5))).over(1000);
            for (std::uint64_t i = 0; i != part.size(); ++i) {
                ++count.at(part.at(i));
                BOOST_TEST(part.inverse(part.at(i)) == i);
            }
        }
    }
    BOOST_TEST(std::count(count.begin(), count.end(), 1U) == 1000);
}

BOOST_AUTO_TEST_CASE(does_not_overflow_at_the_end_of_the_range)
{
    for (std::uint64_t const index : {0ULL, 1ULL, 2ULL}) {
        auto const part = shard(index, 3, ordering::random(1)).over(~0ULL);
        BOOST_TEST(part.size() == ~0ULL / 3);
        auto const last = part.size() - 1;
        BOOST_TEST(part.inverse(part.at(last)) == last);
    }
    auto const single = shard(~0ULL - 1, ~0ULL, serial()).over(~0ULL);
    BOOST_TEST(single.size() == 1U);
    BOOST_TEST(single.at(0) == ~0ULL - 1);
}

BOOST_AUTO_TEST_CASE(refuses_a_part_that_does_not_exist)
{
    BOOST_TEST(is_refused(0, 0));
    BOOST_TEST(is_refused(1, 1));
    BOOST_TEST(is_refused(7, 3));
    BOOST_TEST(is_refused(~0ULL, ~0ULL));
    BOOST_TEST(!is_refused(2, 3));
}

BOOST_AUTO_TEST_SUITE_END()
