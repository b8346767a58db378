// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/shared_positions.hpp>
#include <sonda/ordering/shard.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <thread>
#include <vector>

#include "support/parallel_lab.hpp"

using namespace std::chrono_literals;

namespace {

using sonda::ordering::shard;
using positions = sonda::detail::shared_positions<shard<>>;

constexpr std::uint64_t size = 1000;

shard<> part_of(std::size_t part, std::size_t parts)
{
    return shard<>(part, parts).over(size);
}

// What a part visits until nothing is left, as a window does it.
void take_all(positions& from, std::size_t part, std::size_t parts, std::vector<std::uint64_t>& visited)
{
    auto order = part_of(part, parts);
    for (auto taken = from.take(part); taken.begin != taken.end; taken = from.take(part))
        for (auto i = taken.begin; i != taken.end; ++i)
            visited.push_back((taken.order ? *taken.order : order).at(i));
}

void expect_each_once(std::vector<std::vector<std::uint64_t>> const& visits)
{
    std::vector<int> times(size, 0);
    for (auto const& visited : visits)
        for (auto const target : visited)
            ++times.at(target);
    BOOST_TEST(times == std::vector<int>(size, 1), boost::test_tools::per_element());
}

} // namespace

BOOST_AUTO_TEST_SUITE(shared_positions)

BOOST_AUTO_TEST_CASE(a_part_takes_its_own_from_the_front_in_blocks_that_shrink)
{
    positions subject(1);
    subject.enlist(0, shard<>(0, 1).over(130));
    std::vector<std::uint64_t> ends;
    for (auto taken = subject.take(0); taken.begin != taken.end; taken = subject.take(0)) {
        BOOST_TEST(taken.begin == (ends.empty() ? 0 : ends.back()));
        BOOST_TEST((taken.order == nullptr));
        ends.push_back(taken.end);
    }
    BOOST_TEST(ends == (std::vector<std::uint64_t>{64, 97, 114, 122, 126, 128, 129, 130}));
}

BOOST_AUTO_TEST_CASE(a_part_that_is_done_takes_what_is_next_of_the_longest)
{
    positions subject(3);
    subject.enlist(0, shard<>(0, 1).over(0));
    subject.enlist(1, shard<>(0, 1).over(100));
    subject.enlist(2, shard<>(0, 1).over(300));
    auto const taken = subject.take(0);
    BOOST_TEST(taken.begin == 0u);
    BOOST_TEST(taken.end == 64u);
    BOOST_TEST(taken.order->size() == 300u);
    BOOST_TEST(subject.take(2).begin == 64u);
    BOOST_TEST(subject.take(1).begin == 0u);
}

BOOST_AUTO_TEST_CASE(a_part_that_has_not_begun_gives_nothing)
{
    positions subject(2);
    subject.enlist(0, shard<>(0, 1).over(0));
    auto const taken = subject.take(0);
    BOOST_TEST(taken.begin == taken.end);
}

BOOST_AUTO_TEST_CASE(parts_on_threads_visit_each_target_once)
{
    constexpr std::size_t parts = 4;
    positions subject(parts);
    std::vector<std::vector<std::uint64_t>> visits(parts);
    for (std::size_t part = 0; part != parts; ++part)
        subject.enlist(part, part_of(part, parts));
    std::vector<std::thread> threads;
    for (std::size_t part = 0; part + 1 != parts; ++part) // the last one never comes to it
        threads.emplace_back([&, part] { take_all(subject, part, parts, visits[part]); });
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(visits[parts - 1].empty());
    expect_each_once(visits);
}

// Only one of two contexts is run: its part does the work of both, and what the other had begun to take is left to it.
BOOST_AUTO_TEST_CASE(a_part_that_is_held_up_keeps_no_more_than_a_block)
{
    test::parallel_lab lab(2);
    auto subject =
        lab.scan_of([](sonda::endpoint const&) { return sonda::transport::simulated_reply::closed(); }, {.batch = 64});
    subject.async_scan(test::port_list{400}, lab.keep(), lab.on_done());
    lab.contexts.front().poll();
    BOOST_TEST(lab.verdicts.size() == 400u - positions::block);
    lab.poll();
    BOOST_TEST(lab.verdicts.size() == 400u);
    BOOST_TEST(lab.summary->complete());
    BOOST_TEST(lab.found_times().size() == 400u);
}

BOOST_AUTO_TEST_SUITE_END()
