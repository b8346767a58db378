// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/ordering/random.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/parallel_scan.hpp>

#include <random>
#include <set>

#include "support/parallel_lab.hpp"

BOOST_AUTO_TEST_SUITE(parallel_scan)

using namespace test;
using sonda::port_state;
using reply = sonda::transport::simulated_reply;

reply by_port(sonda::endpoint const& target)
{
    switch (target.port() % 4) {
    case 0: return reply::open();
    case 1: return reply::silence();
    case 2: return reply::closed(3ms);
    default: return reply::closed();
    }
}

template<class Ordering>
void gives_one_verdict_each(std::size_t parts, std::size_t batch, Ordering order, std::uint64_t visited)
{
    parallel_lab lab(parts);
    auto subject = lab.scan_of(by_port, {.batch = batch, .timeout = 20ms, .tries = 2}, order);
    lab.scan(subject, 400);
    BOOST_TEST(!lab.error);
    BOOST_TEST(lab.summary->complete());
    BOOST_TEST(lab.summary->targets == visited);
    BOOST_TEST(lab.verdicts.size() == visited);
    BOOST_TEST(lab.found_times().size() == visited);
    for (auto const& found : lab.verdicts)
        BOOST_TEST((found.endpoint == port_list{400}.at(found.index)));
    for (auto const& [target, times] : lab.attempts)
        BOOST_TEST(times == (target.port() % 4 == 1 ? 2 : 1));
}

BOOST_AUTO_TEST_CASE(gives_every_target_exactly_one_verdict_with_any_number_of_parts)
{
    for (std::size_t parts : {1u, 2u, 3u, 8u})
        for (std::size_t batch : {8u, 9u, 100u, 1000u})
            BOOST_TEST_CONTEXT(parts << " parts, batch " << batch)
            {
                gives_one_verdict_each(parts, batch, sonda::ordering::serial(), 400);
                gives_one_verdict_each(parts, batch, sonda::ordering::random(batch), 400);
                gives_one_verdict_each(parts, batch, sonda::ordering::shard<>(1, 3), 133);
            }
}

BOOST_AUTO_TEST_CASE(sums_up_what_its_parts_did)
{
    parallel_lab lab(3);
    auto subject = lab.scan_of(by_port, {.batch = 30, .timeout = 20ms, .tries = 2});
    lab.scan(subject, 400);
    BOOST_TEST(lab.summary->probes == 500u);
    BOOST_TEST(lab.summary->count(port_state::open) == 100u);
    BOOST_TEST(lab.summary->count(port_state::filtered) == 100u);
    BOOST_TEST(lab.summary->count(port_state::closed) == 200u);
    BOOST_TEST((lab.summary->duration >= 40ms));
}

BOOST_AUTO_TEST_CASE(has_fewer_targets_than_parts)
{
    for (std::uint64_t count : {0u, 1u, 3u}) {
        parallel_lab lab(4);
        auto subject = lab.scan_of(by_port, {.batch = 8, .timeout = 5ms});
        lab.scan(subject, count);
        BOOST_TEST(!lab.error);
        BOOST_TEST(lab.verdicts.size() == count);
    }
}

BOOST_AUTO_TEST_CASE(the_batch_is_that_of_all_parts)
{
    for (std::size_t batch : {1u, 2u, 3u, 7u, 64u}) {
        parallel_lab lab(3);
        auto subject = lab.scan_of([](auto const&) { return reply::silence(); }, {.batch = batch, .timeout = 10ms});
        BOOST_TEST(subject.parts() == std::min<std::size_t>(batch, 3));
        subject.async_scan(port_list{1000}, lab.keep(), lab.on_done());
        lab.poll();
        BOOST_TEST(lab.attempts.size() == batch);
        lab.run();
    }
}

BOOST_AUTO_TEST_CASE(needs_a_part_and_options_that_make_sense)
{
    parallel_lab lab(2);
    auto const network = [](auto const&) { return reply::open(); };
    BOOST_CHECK_THROW(lab.scan_of(network, {.batch = 0}), boost::system::system_error);
    BOOST_CHECK_THROW(lab.scan_of(network, {.tries = 0}), boost::system::system_error);
    parallel_lab none(0);
    BOOST_CHECK_THROW(none.scan_of(network, {}), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(an_interval_holds_over_all_parts)
{
    for (std::size_t parts : {1u, 2u, 5u}) {
        parallel_lab lab(parts);
        std::vector<std::chrono::nanoseconds> sent;
        auto subject = lab.scan_of(
            [&](auto const&) {
                sent.push_back(sonda::timer::manual_clock::now().time_since_epoch());
                return reply::closed(7ms);
            },
            {.batch = 100}, sonda::ordering::serial(), sonda::pacing::basic_interval<sonda::timer::manual_clock>(5ms));
        lab.scan(subject, 40);
        BOOST_TEST_REQUIRE(sent.size() == 40u);
        for (std::size_t i = 0; i != sent.size(); ++i)
            BOOST_TEST((sent[i] == 5ms * i));
    }
}

// Says that it is ready, and lets a third of those start who ask.
struct gatekeeper
{
    struct record
    {
        int asked = 0;
        int admitted = 0;
        int told = 0;
    };

    record* seen;

    template<class TimePoint>
    TimePoint ready_at(TimePoint now) const noexcept
    {
        return now;
    }

    template<class TimePoint>
    void sent(TimePoint, std::uint64_t) const noexcept
    {
        ++seen->told;
    }

    template<class TimePoint>
    bool admit(TimePoint, std::uint64_t) const noexcept
    {
        bool const yes = ++seen->asked % 3 == 0;
        seen->admitted += yes;
        return yes;
    }
};

BOOST_AUTO_TEST_CASE(a_pacing_that_admits_is_asked_for_each_probe_and_told_of_none)
{
    simulated_scan<> lab;
    gatekeeper::record seen;
    auto subject = lab.scanner(
        [&](auto const&) {
            BOOST_TEST(seen.admitted == seen.asked / 3);
            BOOST_TEST(seen.asked % 3 == 0);
            return reply::closed();
        },
        {.batch = 16}, sonda::ordering::serial(), gatekeeper{&seen});
    lab.scan(subject, 50);
    BOOST_TEST(seen.admitted == 50);
    BOOST_TEST(seen.told == 0);
}

BOOST_AUTO_TEST_CASE(can_scan_again_and_again)
{
    parallel_lab lab(2);
    auto subject = lab.scan_of(by_port, {.batch = 64, .timeout = 5ms});
    for (int i = 0; i != 3; ++i) {
        lab.verdicts.clear();
        lab.summary.reset();
        lab.scan(subject, 100);
        BOOST_TEST(lab.found_times().size() == 100u);
    }
}

BOOST_AUTO_TEST_CASE(scans_once_at_a_time)
{
    parallel_lab lab(2);
    auto subject = lab.scan_of(by_port, {.batch = 64, .timeout = 5ms});
    boost::system::error_code second;
    subject.async_scan(port_list{100}, lab.keep(), lab.on_done());
    subject.async_scan(port_list{100}, lab.keep(), [&](boost::system::error_code ec, auto const&) { second = ec; });
    lab.run();
    BOOST_TEST(second == make_error_code(sonda::error::in_progress));
    BOOST_TEST(lab.found_times().size() == 100u);
}

BOOST_AUTO_TEST_CASE(a_pacing_that_says_nothing_costs_nothing)
{
    using scan = sonda::basic_parallel_scan<sonda::transport::simulated<>>;
    static_assert(std::is_same_v<scan::pacing_type, sonda::pacing::unlimited>);
    static_assert(sizeof(scan) == sizeof(std::shared_ptr<int>));
    using rebound = scan::rebind_executor<asio::io_context::executor_type>::other;
    static_assert(std::is_same_v<rebound::executor_type, asio::io_context::executor_type>);
}

BOOST_AUTO_TEST_SUITE_END()
