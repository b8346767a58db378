// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/scan_window.hpp>
#include <sonda/ordering/random.hpp>
#include <sonda/ordering/serial.hpp>

#include <set>

#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(scan_window)

using namespace test;
using time_point = std::chrono::steady_clock::time_point;
using window = sonda::detail::scan_window<port_list, sonda::ordering::serial, time_point>;

sonda::outcome const closed{sonda::port_state::closed, sonda::reason_kind::refused, 0, 0, 0, {}};

std::vector<sonda::slot_id> fill(window& subject)
{
    std::vector<sonda::slot_id> slots;
    while (subject.ready())
        slots.push_back(subject.next());
    return slots;
}

BOOST_AUTO_TEST_CASE(gives_as_many_as_it_has_slots_in_the_order_of_the_ordering)
{
    window subject(port_list{10}, sonda::ordering::serial(), 4, 1);
    auto const slots = fill(subject);
    BOOST_TEST(slots.size() == 4u);
    BOOST_TEST(std::set(slots.begin(), slots.end()).size() == 4u);
    for (std::size_t i = 0; i != 4; ++i)
        BOOST_TEST(subject[slots[i]].target.port() == i + 1);
    BOOST_TEST(subject.in_flight() == 4u);
}

BOOST_AUTO_TEST_CASE(uses_the_slot_again_that_was_free_last)
{
    window subject(port_list{10}, sonda::ordering::serial(), 4, 1);
    auto const slots = fill(subject);
    subject.settle(slots[2], closed, 0ns);
    BOOST_TEST(subject.next() == slots[2]);
}

BOOST_AUTO_TEST_CASE(is_done_when_all_are_settled)
{
    window subject(port_list{3}, sonda::ordering::serial(), 2, 1);
    int settled = 0;
    while (!subject.done()) {
        auto const found = subject.settle(subject.next(), closed, 5ns);
        BOOST_TEST(found.index == static_cast<std::uint64_t>(settled));
        BOOST_TEST((found.rtt == 5ns));
        BOOST_TEST(found.tries == 1u);
        ++settled;
    }
    BOOST_TEST(settled == 3);
    BOOST_TEST(!subject.ready());
}

BOOST_AUTO_TEST_CASE(retries_before_new_targets_and_counts_tries)
{
    window subject(port_list{3}, sonda::ordering::serial(), 2, 2);
    auto const slots = fill(subject);
    BOOST_TEST(subject.retry(slots[0]));
    auto const again = subject.next();
    BOOST_TEST(again == slots[0]);
    BOOST_TEST(subject[again].target.port() == 1);
    BOOST_TEST(subject[again].tries == 2u);
    BOOST_TEST(!subject.retry(again));
    BOOST_TEST(subject.settle(again, closed, 0ns).tries == 2u);
}

BOOST_AUTO_TEST_CASE(a_probe_that_is_put_back_uses_no_try)
{
    window subject(port_list{1}, sonda::ordering::serial(), 1, 1);
    for (unsigned i = 1; i != 5; ++i)
        BOOST_TEST(subject.put_back(subject.next()) == i);
    BOOST_TEST(subject[subject.next()].tries == 1u);
}

BOOST_AUTO_TEST_CASE(shrinks_to_what_is_in_flight_and_grows_by_one_for_each_full_window)
{
    window subject(port_list{1000}, sonda::ordering::serial(), 10, 1);
    auto const slots = fill(subject);
    subject.put_back(slots[9]);
    for (std::size_t i = 3; i != 9; ++i)
        subject.settle(slots[i], closed, 0ns);
    subject.shrink();
    BOOST_TEST(subject.limit() == 3u);
    BOOST_TEST(!subject.ready());
    for (std::size_t expected : {3u, 3u, 4u, 4u, 4u, 4u, 5u}) {
        subject.grow();
        BOOST_TEST(subject.limit() == expected);
    }
    for (int i = 0; i != 100; ++i)
        subject.grow();
    BOOST_TEST(subject.limit() == 10u);
}

BOOST_AUTO_TEST_CASE(never_shrinks_to_nothing)
{
    window subject(port_list{5}, sonda::ordering::serial(), 4, 1);
    subject.put_back(subject.next());
    subject.shrink();
    BOOST_TEST(subject.limit() == 1u);
    BOOST_TEST(subject.ready());
}

BOOST_AUTO_TEST_CASE(once_closed_it_starts_nothing_and_waits_for_what_is_in_flight)
{
    window subject(port_list{100}, sonda::ordering::serial(), 4, 3);
    auto const slots = fill(subject);
    subject.retry(slots[0]);
    subject.close();
    BOOST_TEST(!subject.ready());
    BOOST_TEST(!subject.done());
    BOOST_TEST(subject.in_flight() == 3u);
    BOOST_TEST(subject.retry(slots[1])); // given up, not sent
    subject.put_back(slots[2]);
    subject.settle(slots[3], closed, 0ns);
    BOOST_TEST(!subject.ready());
    BOOST_TEST(subject.done());
}

BOOST_AUTO_TEST_CASE(of_no_targets_is_done_at_once)
{
    window subject(port_list{0}, sonda::ordering::serial(), 4, 1);
    BOOST_TEST(!subject.ready());
    BOOST_TEST(subject.done());
}

BOOST_AUTO_TEST_CASE(takes_a_slot_of_memory_for_each_probe_in_flight_whatever_the_number_of_targets)
{
    struct endless
    {
        std::uint64_t size() const noexcept { return ~std::uint64_t(0); }
        std::uint64_t host_of(std::uint64_t index) const noexcept { return index; }
        sonda::endpoint at(std::uint64_t index) const noexcept { return sonda::endpoint::v6(0, index, 0, 80); }
    };
    sonda::detail::scan_window<endless, sonda::ordering::random, time_point> subject(endless(),
                                                                                     sonda::ordering::random(5), 16, 1);
    std::set<std::uint64_t> seen;
    for (int i = 0; i != 10'000; ++i)
        seen.insert(subject.settle(subject.next(), closed, 0ns).index);
    BOOST_TEST(seen.size() == 10'000u);
    static_assert(sizeof(window::entry) <= 48);
}

BOOST_AUTO_TEST_CASE(is_narrow_at_first_and_held_by_that_alone)
{
    window subject(port_list{10'000}, sonda::ordering::serial(), 1000, 1);
    BOOST_TEST(fill(subject).size() == 256u);
    BOOST_TEST(subject.held());
    subject.widen();
    BOOST_TEST(!subject.held());
    BOOST_TEST(fill(subject).size() == 256u);
    subject.widen();
    BOOST_TEST(fill(subject).size() == 488u);
    BOOST_TEST(!subject.held(), "its slots hold it now");
}

BOOST_AUTO_TEST_CASE(is_not_held_by_its_width_with_nothing_left_to_send)
{
    window subject(port_list{256}, sonda::ordering::serial(), 1000, 1);
    BOOST_TEST(fill(subject).size() == 256u);
    BOOST_TEST(!subject.held());
}

BOOST_AUTO_TEST_CASE(is_narrower_when_most_of_it_was_answered_at_once)
{
    window subject(port_list{10'000}, sonda::ordering::serial(), 2048, 1);
    for (int i = 0; i != 3; ++i)
        subject.widen();
    BOOST_TEST(subject.limit() == 2048u);
    subject.heard(1024);
    BOOST_TEST(subject.limit() == 2048u);
    for (std::size_t limit : {1024u, 512u, 256u, 256u}) {
        subject.heard(2000);
        BOOST_TEST(subject.limit() == limit);
    }
}

BOOST_AUTO_TEST_CASE(is_never_wider_than_this_machine_bears)
{
    window subject(port_list{10'000}, sonda::ordering::serial(), 2048, 1);
    auto const slots = fill(subject);
    subject.put_back(slots.back());
    subject.shrink();
    BOOST_TEST(subject.limit() == 255u);
    subject.widen();
    subject.widen();
    BOOST_TEST(subject.limit() == 255u);
    BOOST_TEST(!subject.held());
    for (int i = 0; i != 255; ++i)
        subject.grow();
    BOOST_TEST(subject.limit() == 256u);
}

BOOST_AUTO_TEST_CASE(knows_whose_turn_it_is_before_it_gives_it)
{
    window subject(port_list{3 * 65535}, sonda::ordering::serial(), 65536, 2);
    std::vector<sonda::slot_id> slots;
    for (int i = 0; i != 200; ++i)
        subject.widen();
    while (subject.ready()) {
        auto const host = subject.next_host();
        slots.push_back(subject.next());
        BOOST_TEST_REQUIRE(subject.host_of(slots.back()) == host);
    }
    subject.retry(slots.back());
    BOOST_TEST(subject.next_host() == 1u);
    BOOST_TEST(subject.next() == slots.back());
}

BOOST_AUTO_TEST_SUITE_END()
