// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/ordering/random.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/scanner.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <random>

#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(scanner)

using namespace test;
using sonda::port_state;
using sonda::reason_kind;
using reply = sonda::transport::simulated_reply;

// A network in which everything happens: answers at once, soon, late and never, voids, shortages, lost probes.
struct wild_network
{
    std::mt19937_64 random;
    int loss; // percent

    reply operator()(sonda::endpoint const&)
    {
        if (draw(100) < loss)
            return reply::silence();
        switch (draw(8)) {
        case 0: return reply::open();
        case 1: return reply::closed();
        case 2: return reply::open(microseconds(30'000));
        case 3: return reply::closed(microseconds(3'000));
        case 4: return reply::closed(microseconds(200'000)); // mostly too late
        case 5: return {sonda::probe_result::again(), {}};
        case 6: return {sonda::probe_result::shortage(EMFILE), {}};
        default: return {sonda::probe_result::again(), microseconds(3'000)};
        }
    }

    int draw(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); }
    std::chrono::nanoseconds microseconds(int most) { return std::chrono::microseconds(draw(most) + 1); }
};

template<class Clock, class Ordering>
void gives_one_verdict_each(std::uint64_t seed, sonda::scan_options const& options, int loss, Ordering order,
                            std::uint64_t visited)
{
    simulated_scan<Clock> lab;
    auto subject = lab.scanner(wild_network{std::mt19937_64(seed), loss}, options, order);
    lab.scan(subject, 500);
    BOOST_TEST(!lab.error);
    BOOST_TEST(lab.summary->complete());
    BOOST_TEST(lab.summary->targets == visited);
    BOOST_TEST(lab.verdicts.size() == visited);
    auto const times = lab.found_times();
    BOOST_TEST(times.size() == visited);
    for (auto const& found : lab.verdicts) {
        BOOST_TEST(found.tries >= 1u);
        BOOST_TEST(found.tries <= options.tries);
        BOOST_TEST((found.endpoint == port_list{500}.at(found.index)));
    }
}

BOOST_AUTO_TEST_CASE(gives_every_target_exactly_one_verdict_whatever_the_network_does)
{
    std::uint64_t seed = 0;
    for (std::size_t batch : {1u, 2u, 64u, 65u, 500u, 1000u})
        for (unsigned tries : {1u, 3u})
            for (int loss : {0, 10, 50})
                BOOST_TEST_CONTEXT("batch " << batch << " tries " << tries << " loss " << loss)
                {
                    sonda::scan_options const options{.batch = batch, .timeout = 20ms, .tries = tries};
                    gives_one_verdict_each<sonda::timer::manual_clock>(++seed, options, loss, sonda::ordering::serial(),
                                                                       500);
                    gives_one_verdict_each<ticking_clock>(seed, options, loss, sonda::ordering::random(seed), 500);
                }
}

BOOST_AUTO_TEST_CASE(says_what_was_found)
{
    simulated_scan<> lab;
    auto subject = lab.scanner(
        [](sonda::endpoint const& target) {
            switch (target.port()) {
            case 1: return reply::open(7ms);
            case 2: return reply::closed();
            case 3: return reply::silence();
            default:
                return reply{
                    sonda::probe_result::answered({port_state::error, reason_kind::system, 0, 0, ENETUNREACH, {}}), {}};
            }
        },
        {.batch = 1, .timeout = 20ms});
    lab.scan(subject, 4);
    BOOST_TEST_REQUIRE(lab.verdicts.size() == 4u);
    BOOST_TEST((lab.verdicts[0].state() == port_state::open));
    BOOST_TEST((lab.verdicts[0].rtt == 7ms));
    BOOST_TEST((lab.verdicts[0].outcome.reason == reason_kind::syn_ack));
    BOOST_TEST((lab.verdicts[1].state() == port_state::closed));
    BOOST_TEST((lab.verdicts[2].state() == port_state::filtered));
    BOOST_TEST((lab.verdicts[2].outcome.reason == reason_kind::no_response));
    BOOST_TEST((lab.verdicts[2].rtt == 0ns));
    BOOST_TEST((lab.verdicts[3].state() == port_state::error));
    BOOST_TEST(lab.verdicts[3].outcome.error == ENETUNREACH);
    BOOST_TEST(lab.summary->count(port_state::open) == 1u);
    BOOST_TEST(lab.summary->count(port_state::error) == 1u);
    BOOST_TEST(lab.summary->probes == 4u);
    BOOST_TEST((lab.summary->duration == 27ms));
}

BOOST_AUTO_TEST_CASE(a_scan_that_is_cut_short_lasts_until_its_end)
{
    using clock = sonda::timer::manual_clock;
    for (auto const how : {asio::cancellation_type::partial, asio::cancellation_type::terminal}) {
        simulated_scan<> lab;
        auto subject = lab.scanner([](auto const&) { return reply::closed(); }, {.batch = 1}, sonda::ordering::serial(),
                                   sonda::pacing::basic_interval<clock>(1h));
        asio::cancellation_signal signal;
        subject.async_scan(port_list{8}, lab.keep(), asio::bind_cancellation_slot(signal.slot(), lab.on_done()));
        lab.poll();
        BOOST_TEST(lab.verdicts.size() == 1u);
        clock::advance(400ms, lab.context);
        signal.emit(how);
        lab.run();
        BOOST_TEST(lab.summary->verdicts == 1u);
        BOOST_TEST((lab.summary->duration == 400ms));
    }
}

BOOST_AUTO_TEST_CASE(takes_an_answer_at_once_even_with_no_timeout)
{
    simulated_scan<> lab;
    auto subject =
        lab.scanner([](sonda::endpoint const& target) { return target.port() % 2 ? reply::open() : reply::silence(); },
                    {.batch = 16, .timeout = 0ns});
    lab.scan(subject, 100);
    BOOST_TEST(lab.summary->count(port_state::open) == 50u);
    BOOST_TEST(lab.summary->count(port_state::filtered) == 50u);
    BOOST_TEST((sonda::timer::manual_clock::now().time_since_epoch() <= 1ms));
}

BOOST_AUTO_TEST_CASE(expires_neither_early_nor_late)
{
    simulated_scan<> lab;
    auto subject = lab.scanner([](auto const&) { return reply::silence(); }, {.batch = 1, .timeout = 10ms});
    subject.async_scan(port_list{1}, lab.keep(), lab.on_done());
    using clock = sonda::timer::manual_clock;
    lab.poll();
    clock::advance(10ms - 1ns, lab.context);
    lab.poll();
    BOOST_TEST(lab.verdicts.empty());
    clock::advance(1ns, lab.context);
    lab.poll();
    BOOST_TEST(lab.verdicts.size() == 1u);
    lab.run();
}

BOOST_AUTO_TEST_CASE(prefers_an_answer_that_is_there_when_the_deadline_falls)
{
    simulated_scan<> lab;
    auto subject = lab.scanner([](auto const&) { return reply::open(10ms); }, {.batch = 8, .timeout = 10ms});
    subject.async_scan(port_list{8}, lab.keep(), lab.on_done());
    lab.poll();
    sonda::timer::manual_clock::advance(50ms, lab.context); // both are long due when anybody looks
    lab.run();
    BOOST_TEST(lab.summary->count(port_state::open) == 8u);
}

BOOST_AUTO_TEST_CASE(tries_a_silent_target_exactly_as_often_as_told)
{
    for (unsigned tries : {1u, 2u, 3u, 7u}) {
        simulated_scan<> lab;
        auto subject =
            lab.scanner([](auto const&) { return reply::silence(); }, {.batch = 10, .timeout = 5ms, .tries = tries});
        lab.scan(subject, 30);
        for (auto const& [target, times] : lab.attempts)
            BOOST_TEST(times == static_cast<int>(tries));
        for (auto const& found : lab.verdicts)
            BOOST_TEST(found.tries == tries);
        BOOST_TEST((lab.summary->duration == 3 * tries * 5ms));
    }
}

BOOST_AUTO_TEST_CASE(does_not_retry_a_definite_answer)
{
    simulated_scan<> lab;
    auto subject = lab.scanner(
        [](sonda::endpoint const& target) { return target.port() % 2 ? reply::open(1ms) : reply::closed(); },
        {.batch = 10, .timeout = 5ms, .tries = 3});
    lab.scan(subject, 30);
    for (auto const& [target, times] : lab.attempts)
        BOOST_TEST(times == 1);
}

BOOST_AUTO_TEST_CASE(retries_before_it_goes_on)
{
    simulated_scan<> lab;
    std::vector<int> order;
    auto subject = lab.scanner(
        [&](sonda::endpoint const& target) {
            order.push_back(target.port());
            return reply::silence();
        },
        {.batch = 2, .timeout = 5ms, .tries = 2});
    lab.scan(subject, 4);
    BOOST_TEST(order == std::vector<int>({1, 2, 1, 2, 3, 4, 3, 4}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_answer_that_comes_after_its_deadline_is_not_taken_for_the_next_probe)
{
    simulated_scan<> lab;
    auto subject = lab.scanner(
        [](sonda::endpoint const& target) { return target.port() == 1 ? reply::open(12ms) : reply::silence(); },
        {.batch = 1, .timeout = 10ms});
    lab.scan(subject, 3);
    BOOST_TEST(lab.summary->count(port_state::filtered) == 3u);
}

BOOST_AUTO_TEST_CASE(spaces_probes_by_the_interval_without_drift)
{
    simulated_scan<> lab;
    std::vector<std::chrono::nanoseconds> sent;
    using clock = sonda::timer::manual_clock;
    auto subject = lab.scanner(
        [&](auto const&) {
            sent.push_back(clock::now().time_since_epoch());
            return reply::open();
        },
        {.batch = 256}, sonda::ordering::serial(), sonda::pacing::basic_interval<clock>(5ms));
    subject.async_scan(port_list{16}, lab.keep(), lab.on_done());
    lab.run(1h, 300us); // wakes up to 0.3 ms late each time
    BOOST_TEST_REQUIRE(sent.size() == 16u);
    for (std::size_t i = 0; i != 16; ++i) {
        BOOST_TEST((sent[i] >= i * 5ms));
        BOOST_TEST((sent[i] < i * 5ms + 300us));
    }
}

BOOST_AUTO_TEST_CASE(an_empty_set_waits_for_nothing)
{
    simulated_scan<> lab;
    using clock = sonda::timer::manual_clock;
    auto subject = lab.scanner([](auto const&) { return reply::open(); }, {.batch = 4}, sonda::ordering::serial(),
                               sonda::pacing::basic_interval<clock>(1h));
    subject.async_scan(port_list{0}, lab.keep(), lab.on_done());
    lab.poll();
    BOOST_TEST_REQUIRE(lab.summary.has_value());
    BOOST_TEST(lab.summary->complete());
    BOOST_TEST(lab.summary->targets == 0u);
}

BOOST_AUTO_TEST_CASE(refuses_a_second_scan_while_one_runs)
{
    simulated_scan<> lab;
    auto subject = lab.scanner([](auto const&) { return reply::open(1ms); }, {.batch = 4});
    subject.async_scan(port_list{10}, lab.keep(), lab.on_done());
    boost::system::error_code second;
    subject.async_scan(port_list{10}, lab.keep(), [&](boost::system::error_code ec, auto const&) { second = ec; });
    lab.poll();
    BOOST_TEST(second == make_error_code(sonda::error::in_progress));
    BOOST_CHECK_EXCEPTION((void)subject.stream(port_list{1}), boost::system::system_error,
                          [](auto const& e) { return e.code() == sonda::error::in_progress; });
    lab.run();
    BOOST_TEST(lab.verdicts.size() == 10u);
}

BOOST_AUTO_TEST_CASE(scans_again_and_again)
{
    simulated_scan<> lab;
    auto subject = lab.scanner([](auto const&) { return reply::open(1ms); }, {.batch = 4});
    for (unsigned i = 1; i != 4; ++i) {
        lab.summary.reset();
        lab.scan(subject, 10);
        BOOST_TEST(lab.verdicts.size() == i * 10);
    }
}

BOOST_AUTO_TEST_CASE(may_be_moved_while_it_scans)
{
    simulated_scan<> lab;
    auto first = lab.scanner([](auto const&) { return reply::open(1ms); }, {.batch = 4});
    first.async_scan(port_list{10}, lab.keep(), lab.on_done());
    lab.poll();
    auto second = std::move(first);
    lab.run();
    BOOST_TEST(!lab.error);
    BOOST_TEST(lab.verdicts.size() == 10u);
}

BOOST_AUTO_TEST_CASE(is_destroyed_in_flight_without_loss_of_what_was_found)
{
    simulated_scan<> lab;
    {
        auto subject = lab.scanner(
            [](sonda::endpoint const& target) { return target.port() <= 3 ? reply::open() : reply::silence(); },
            {.batch = 8, .timeout = 1h});
        subject.async_scan(port_list{100}, lab.keep(), lab.on_done());
        lab.poll();
    }
    lab.poll();
    BOOST_TEST_REQUIRE(lab.summary.has_value());
    BOOST_TEST(lab.error == boost::asio::error::operation_aborted);
    BOOST_TEST(lab.verdicts.size() == 3u);
    BOOST_TEST(lab.summary->verdicts == 3u);
}

BOOST_AUTO_TEST_CASE(leaks_nothing_when_its_context_is_stopped_and_destroyed)
{
    auto token = std::make_shared<int>();
    std::weak_ptr<int> const alive = token;
    {
        simulated_scan<> lab;
        auto subject = lab.scanner([](auto const&) { return reply::silence(); }, {.batch = 8, .timeout = 1h});
        subject.async_scan(port_list{100}, lab.keep(), [token = std::move(token)](auto, auto const&) {});
        lab.poll();
        lab.context.stop();
    }
    BOOST_TEST(alive.expired());
}

BOOST_AUTO_TEST_CASE(ends_with_what_a_sink_throws)
{
    simulated_scan<> lab;
    auto subject = lab.scanner([](auto const&) { return reply::open(1ms); }, {.batch = 8});
    int calls = 0;
    auto sink = [&](sonda::verdict const&) {
        if (++calls == 5)
            throw std::runtime_error("disk full");
    };
    subject.async_scan(port_list{100}, sink, lab.on_done());
    lab.run();
    BOOST_TEST(lab.error == make_error_code(sonda::error::sink_failed));
    BOOST_TEST(calls == 5);
    BOOST_TEST(lab.summary->verdicts == 4u);
    BOOST_CHECK_THROW(std::rethrow_exception(lab.summary->failure), std::runtime_error);
    lab.summary.reset();
    lab.scan(subject, 10); // and can scan again
    BOOST_TEST(lab.verdicts.size() == 10u);
}

// Takes two verdicts, then is full until somebody drains it.
struct slow_sink
{
    asio::io_context& context;
    std::vector<sonda::verdict> kept;
    std::size_t waiting = 0;
    std::size_t most_waiting = 0;

    void put(sonda::verdict const& found)
    {
        kept.push_back(found);
        most_waiting = std::max(most_waiting, ++waiting);
    }

    bool full() const { return waiting >= 2; }

    template<class Token>
    auto async_drain(Token&& token)
    {
        waiting = 0;
        return asio::post(context, asio::append(std::forward<Token>(token), boost::system::error_code()));
    }
};

BOOST_AUTO_TEST_CASE(waits_for_a_slow_sink_and_loses_nothing)
{
    simulated_scan<> lab;
    auto subject = lab.scanner(
        [](sonda::endpoint const& target) { return target.port() % 3 ? reply::open(5ms) : reply::closed(); },
        {.batch = 32, .timeout = 20ms});
    slow_sink sink{lab.context, {}};
    subject.async_scan(port_list{500}, sink, lab.on_done());
    lab.run();
    BOOST_TEST(sink.kept.size() == 500u);
    BOOST_TEST(lab.summary->count(port_state::filtered) == 0u);
    BOOST_TEST(sink.most_waiting <= 2u + 32u);
}

BOOST_AUTO_TEST_CASE(rejects_options_out_of_range)
{
    simulated_scan<> lab;
    auto const refused = [&](sonda::scan_options const& options) {
        try {
            sonda::basic_scanner(test::basic_network<sonda::timer::manual_clock>(lab.context.get_executor(), 1, {}),
                                 options, sonda::ordering::serial(), sonda::pacing::unlimited(),
                                 sonda::timer::deadline_queue<sonda::timer::manual_clock>());
        } catch (boost::system::system_error const& e) {
            return e.code() == sonda::error::bad_option;
        }
        return false;
    };
    BOOST_TEST(refused({.batch = 0}));
    BOOST_TEST(refused({.tries = 0}));
    BOOST_TEST(refused({.timeout = -1ms}));
    BOOST_TEST(!refused({.timeout = 0ms}));
}

BOOST_AUTO_TEST_SUITE_END()
