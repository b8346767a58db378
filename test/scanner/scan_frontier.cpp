// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/ordering/random.hpp>
#include <sonda/ordering/shard.hpp>
#include <sonda/scan_frontier.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>

#include <random>
#include <utility>
#include <vector>

#include "support/parallel_lab.hpp"

BOOST_AUTO_TEST_SUITE(scan_frontier)

using namespace test;
using asio::cancellation_type;
using reply = sonda::transport::simulated_reply;
using rule_type = sonda::ordering::shard<sonda::ordering::random>;
using frontier_type = sonda::scan_frontier<rule_type>;

constexpr std::uint64_t count = 3000;
constexpr sonda::scan_options how{.batch = 40, .timeout = 20ms, .tries = 2};

// At once, late, or never.
reply mixed(sonda::endpoint const& target)
{
    switch (target.port() % 5) {
    case 0: return reply::silence();
    case 1: return reply::open((target.port() % 17) * 1ms);
    default: return reply::closed();
    }
}

// What is left when a process is killed: what was stored last, and what was written until then.
struct stored
{
    std::vector<sonda::ordering::done_set> lanes;
    std::map<sonda::endpoint, int> found;
};

// Goes on from what is stored, on so many parts, and is cut short after a time, as if killed.
std::map<sonda::endpoint, int> go_on(stored& at, rule_type const& rule, std::size_t parts,
                                     std::chrono::milliseconds life)
{
    parallel_lab lab(parts);
    frontier_type done(rule, count, at.lanes);
    auto subject = lab.scan_of(mixed, how, done.rest());
    asio::cancellation_signal kill;
    bool killed = false;
    subject.async_scan(
        port_list{count},
        [&](sonda::verdict const& found) {
            if (killed)
                return;
            ++at.found[found.endpoint];
            done.put(found);
        },
        asio::bind_cancellation_slot(kill.slot(), lab.on_done()));
    for (std::chrono::milliseconds passed{0}; passed != life && !lab.summary; ++passed) {
        lab.poll();
        lab.advance(1ms);
    }
    at.lanes = done.lanes();
    killed = true;
    kill.emit(cancellation_type::terminal);
    lab.poll();
    BOOST_TEST_REQUIRE(lab.summary.has_value());
    return lab.attempts;
}

// Killed again and again, it finds every target once, and sends again only what was in flight.
void finds_all_once(std::size_t lanes, std::size_t parts)
{
    std::mt19937 draw(static_cast<unsigned>(10 * lanes + parts));
    rule_type const rule(1, 2, sonda::ordering::random(99));
    auto const size = rule.over(count).size();
    stored at{std::vector<sonda::ordering::done_set>(lanes), {}};
    std::map<sonda::endpoint, int> attempts;
    for (int life = 0; at.found.size() != size; ++life) {
        BOOST_TEST_REQUIRE(life < 1000);
        for (auto const& [target, times] : go_on(at, rule, parts, std::chrono::milliseconds(1 + draw() % 120)))
            attempts[target] += times;
        for (auto const& lane : at.lanes) // what a lane has above its mark is of its window
            BOOST_TEST_REQUIRE((lanes != parts || lane.runs().size() <= how.batch + 2));
    }
    BOOST_TEST(attempts.size() == size);
    for (auto const& [target, times] : at.found)
        BOOST_TEST_REQUIRE(times == 1);
    frontier_type const done(rule, count, at.lanes);
    BOOST_TEST(done.complete());
    BOOST_TEST(done.rest().over(count).size() == 0u);
    BOOST_TEST(go_on(at, rule, parts, 10ms).empty());
}

BOOST_AUTO_TEST_CASE(a_scan_that_is_ended_again_and_again_finds_every_target_once)
{
    finds_all_once(1, 1);
}

BOOST_AUTO_TEST_CASE(each_part_of_a_parallel_scan_has_a_lane)
{
    finds_all_once(3, 3);
}

BOOST_AUTO_TEST_CASE(another_number_of_parts_finds_all_as_well)
{
    finds_all_once(3, 2);
    finds_all_once(1, 4);
    finds_all_once(4, 1);
}

// One part is far ahead: its lane is still all that is below a mark.
BOOST_AUTO_TEST_CASE(a_part_that_is_ahead_leaves_no_holes)
{
    parallel_lab lab(2);
    sonda::scan_frontier<> done(sonda::ordering::serial(), count, 2);
    auto const slow = [](sonda::endpoint const& target) {
        return target.port() % 2 != 0 ? reply::silence() : reply::closed();
    };
    auto subject = lab.scan_of(slow, how, done.rest());
    asio::cancellation_signal kill;
    subject.async_scan(port_list{count}, done, asio::bind_cancellation_slot(kill.slot(), lab.on_done()));
    lab.poll();
    BOOST_TEST(done.lanes()[0].size() == 0u);
    BOOST_TEST(done.lanes()[1].low() == count / 2);
    BOOST_TEST(done.done() == count / 2);
    BOOST_TEST(done.contains(1));
    BOOST_TEST(!done.contains(0));
    BOOST_TEST(!done.complete());
    kill.emit(cancellation_type::terminal);
    lab.poll();
}

BOOST_AUTO_TEST_CASE(what_is_no_target_of_the_scan_is_not_done)
{
    frontier_type done(rule_type(0, 2, sonda::ordering::random(5)), 100);
    BOOST_TEST(done.size() == 50u);
    std::uint64_t taken = 0;
    for (std::uint64_t target = 0; target != 200; ++target)
        taken += done.insert(target) ? 1 : 0;
    BOOST_TEST(taken == 50u);
    BOOST_TEST(done.complete());
    BOOST_TEST(!done.contains(100));
    BOOST_TEST(!done.insert(0));
    BOOST_TEST(done.done() == 50u);
}

BOOST_AUTO_TEST_SUITE_END()
