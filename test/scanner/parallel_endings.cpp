// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/pacing/interval.hpp>
#include <sonda/parallel_scan.hpp>
#include <sonda/sink/tee.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <stdexcept>

#include "support/parallel_lab.hpp"

BOOST_AUTO_TEST_SUITE(parallel_endings)

using namespace test;
using asio::cancellation_type;
using sonda::port_state;
using reply = sonda::transport::simulated_reply;

// Every fifth port is silent, the others are open sooner or later.
reply mixed(sonda::endpoint const& target)
{
    if (target.port() % 5 == 0)
        return reply::silence();
    return reply::open((target.port() % 7) * 1ms);
}

struct ended_scan : parallel_lab
{
    ended_scan()
        : parallel_lab(3)
    {}

    auto cancellable() { return asio::bind_cancellation_slot(signal.slot(), on_done()); }

    asio::cancellation_signal signal;
};

BOOST_FIXTURE_TEST_CASE(terminal_ends_all_parts_at_once, ended_scan)
{
    auto subject = scan_of([](auto const&) { return reply::silence(); }, {.batch = 30, .timeout = 1h});
    subject.async_scan(port_list{1000}, keep(), cancellable());
    poll();
    BOOST_TEST(attempts.size() == 30u);
    signal.emit(cancellation_type::terminal);
    poll();
    BOOST_TEST_REQUIRE(summary.has_value());
    BOOST_TEST(error == asio::error::operation_aborted);
    BOOST_TEST(summary->targets == 1000u);
    summary.reset();
    scan(subject, 0);
    BOOST_TEST(!error);
}

BOOST_FIXTURE_TEST_CASE(partial_waits_for_what_all_parts_have_in_flight, ended_scan)
{
    auto subject = scan_of([](auto const&) { return reply::open(10ms); }, {.batch = 30, .timeout = 50ms});
    subject.async_scan(port_list{1000}, keep(), cancellable());
    poll();
    signal.emit(cancellation_type::partial);
    run();
    BOOST_TEST(error == asio::error::operation_aborted);
    BOOST_TEST(verdicts.size() == 30u);
}

BOOST_FIXTURE_TEST_CASE(total_does_nothing, ended_scan)
{
    auto subject = scan_of(mixed, {.batch = 30, .timeout = 50ms});
    subject.async_scan(port_list{100}, keep(), cancellable());
    poll();
    signal.emit(cancellation_type::total);
    run();
    BOOST_TEST(!error);
    BOOST_TEST(verdicts.size() == 100u);
}

BOOST_FIXTURE_TEST_CASE(a_signal_at_any_handler_gives_no_verdict_twice, ended_scan)
{
    for (int handlers = 0; handlers != 60; ++handlers)
        for (auto type : {cancellation_type::terminal, cancellation_type::partial}) {
            summary.reset();
            verdicts.clear();
            auto subject = scan_of(mixed, {.batch = 16, .timeout = 9ms, .tries = 2});
            subject.async_scan(port_list{100}, keep(), cancellable());
            for (int i = 0; i != handlers; ++i) {
                step(1);
                if (i % 3 == 0)
                    advance(1ms);
            }
            signal.emit(type);
            run();
            BOOST_TEST(summary->verdicts == verdicts.size());
            for (auto const& [target, times] : found_times())
                BOOST_TEST(times == 1);
            BOOST_TEST((error == asio::error::operation_aborted) == !summary->complete());
        }
}

BOOST_FIXTURE_TEST_CASE(a_signal_after_the_end_is_ignored, ended_scan)
{
    auto subject = scan_of(mixed, {.batch = 30, .timeout = 5ms});
    subject.async_scan(port_list{20}, keep(), cancellable());
    run();
    signal.emit(cancellation_type::terminal);
    summary.reset();
    verdicts.clear();
    scan(subject, 20);
    BOOST_TEST(!error);
    BOOST_TEST(verdicts.size() == 20u);
}

BOOST_FIXTURE_TEST_CASE(destruction_at_any_handler_ends_the_scan, ended_scan)
{
    for (int handlers = 0; handlers != 40; ++handlers) {
        summary.reset();
        verdicts.clear();
        std::optional subject(scan_of(mixed, {.batch = 16, .timeout = 9ms}));
        subject->async_scan(port_list{100}, keep(), on_done());
        for (int i = 0; i != handlers; ++i) {
            step(1);
            advance(1ms);
        }
        subject.reset();
        poll();
        BOOST_TEST_REQUIRE(summary.has_value());
        BOOST_TEST((error == asio::error::operation_aborted) == !summary->complete());
        BOOST_TEST(summary->verdicts == verdicts.size());
    }
}

BOOST_FIXTURE_TEST_CASE(moving_does_not_disturb_it_and_assigning_ends_it, ended_scan)
{
    auto one = scan_of(mixed, {.batch = 16, .timeout = 9ms});
    auto other = scan_of(mixed, {.batch = 16, .timeout = 9ms});
    boost::system::error_code first;
    one.async_scan(
        port_list{1000}, [](sonda::verdict const&) {}, [&](auto ec, auto const&) { first = ec; });
    other.async_scan(port_list{50}, keep(), on_done());
    step(4);
    one = std::move(other);
    auto last = std::move(one);
    run();
    BOOST_TEST(first == asio::error::operation_aborted);
    BOOST_TEST(!error);
    BOOST_TEST(verdicts.size() == 50u);
}

BOOST_FIXTURE_TEST_CASE(a_sink_that_throws_ends_all_parts_and_gets_nothing_more, ended_scan)
{
    for (std::size_t last : {0u, 1u, 2u, 10u, 90u}) {
        summary.reset();
        std::size_t taken = 0;
        std::size_t calls = 0;
        auto subject = scan_of(mixed, {.batch = 30, .timeout = 9ms});
        auto sink = [&](sonda::verdict const&) {
            ++calls;
            if (taken == last)
                throw std::runtime_error("no more");
            ++taken;
        };
        subject.async_scan(port_list{1000}, sink, on_done());
        run();
        BOOST_TEST(error == make_error_code(sonda::error::sink_failed));
        BOOST_CHECK_THROW(std::rethrow_exception(summary->failure), std::runtime_error);
        BOOST_TEST(calls == last + 1);
        BOOST_TEST(summary->verdicts == last);
        BOOST_TEST(summary->count(port_state::open) + summary->count(port_state::filtered) == last);
        summary.reset();
        verdicts.clear();
        scan(subject, 40);
        BOOST_TEST(!error);
        BOOST_TEST(verdicts.size() == 40u);
    }
}

// A context that goes away takes its part with it, and the handler, which is then destroyed uncalled.
BOOST_AUTO_TEST_CASE(a_context_destroyed_meanwhile_ends_the_other_parts)
{
    for (std::size_t which : {0u, 1u})
        for (int handlers : {0, 1, 3, 20}) {
            parallel_lab::clock::reset();
            std::deque<std::optional<asio::io_context>> contexts(2);
            std::vector<parallel_lab::network> networks;
            for (auto& context : contexts) {
                context.emplace();
                networks.emplace_back(context->get_executor(), 8u, [](auto const&) { return reply::silence(); });
            }
            auto alive = std::make_shared<int>();
            std::optional subject(sonda::basic_parallel_scan(std::move(networks), {.batch = 8, .timeout = 1h},
                                                             sonda::ordering::serial(), sonda::pacing::unlimited(),
                                                             sonda::timer::deadline_queue<parallel_lab::clock>()));
            bool called = false;
            subject->async_scan(
                port_list{100}, [](sonda::verdict const&) {},
                [&called, held = std::weak_ptr(alive), alive](auto, auto const&) { called = true; });
            std::weak_ptr const handler = alive;
            alive.reset();
            for (int i = 0; i != handlers; ++i)
                for (auto& context : contexts) {
                    context->restart();
                    context->poll_one();
                }
            subject.reset();
            contexts[which].reset();
            BOOST_TEST(!handler.expired());
            contexts[1 - which]->restart();
            contexts[1 - which]->poll();
            BOOST_TEST(handler.expired());
            BOOST_TEST(!called);
        }
}

// The part has ended, and nothing of it waits on its context any more.
BOOST_AUTO_TEST_CASE(a_context_of_a_part_that_has_ended_ends_the_other_parts)
{
    for (std::size_t which : {0u, 1u})
        for (bool const scan_goes_first : {false, true}) {
            parallel_lab::clock::reset();
            port_list const targets{2};
            std::deque<std::optional<asio::io_context>> contexts(2);
            std::vector<parallel_lab::network> networks;
            for (auto& context : contexts) {
                context.emplace();
                networks.emplace_back(context->get_executor(), 8u, [&](sonda::endpoint const& target) {
                    return target == targets.at(which) ? reply::closed(0ms) : reply::silence();
                });
            }
            auto alive = std::make_shared<int>();
            std::optional subject(sonda::basic_parallel_scan(std::move(networks), {.batch = 8, .timeout = 1h},
                                                             sonda::ordering::serial(), sonda::pacing::unlimited(),
                                                             sonda::timer::deadline_queue<parallel_lab::clock>()));
            std::size_t verdicts = 0;
            bool called = false;
            subject->async_scan(
                targets, [&](sonda::verdict const&) { ++verdicts; },
                [&called, alive](auto, auto const&) { called = true; });
            std::weak_ptr const handler = alive;
            alive.reset();
            for (int i = 0; i != 5; ++i) {
                parallel_lab::clock::advance(1ms);
                for (auto& context : contexts) {
                    parallel_lab::clock::advance(0ns, *context);
                    context->restart();
                    context->poll();
                }
            }
            BOOST_TEST(verdicts == 1u);
            if (scan_goes_first)
                subject.reset();
            contexts[which].reset();
            BOOST_TEST(!called);
            contexts[1 - which]->restart();
            contexts[1 - which]->poll();
            BOOST_TEST(handler.expired());
            BOOST_TEST(!called);
            subject.reset();
        }
}

// When nothing runs, the scan is one that lacks a part.
BOOST_AUTO_TEST_CASE(a_scan_of_which_a_context_has_gone_does_not_begin)
{
    std::deque<std::optional<asio::io_context>> contexts(2);
    std::vector<parallel_lab::network> networks;
    for (auto& context : contexts) {
        context.emplace();
        networks.emplace_back(context->get_executor(), 8u, [](auto const&) { return reply::silence(); });
    }
    sonda::basic_parallel_scan subject(std::move(networks), {.batch = 8, .timeout = 1h}, sonda::ordering::serial(),
                                       sonda::pacing::unlimited(), sonda::timer::deadline_queue<parallel_lab::clock>());
    contexts[1].reset();
    boost::system::error_code error;
    subject.async_scan(
        port_list{100}, [](sonda::verdict const&) {}, [&](auto ec, auto const&) { error = ec; });
    contexts[0]->run();
    BOOST_TEST(error == asio::error::no_memory);
}

// Has room for ten; one wait at a time, which somebody else ends.
struct tight_sink
{
    struct state
    {
        std::size_t waiting = 0;
        std::size_t most = 0;
        std::size_t taken = 0;
        int waits = 0;
        int most_waits = 0;
        int ended = 0;
    };

    state* seen;
    asio::steady_timer* room;

    void put(sonda::verdict const&)
    {
        ++seen->taken;
        seen->most = std::max(seen->most, ++seen->waiting);
    }

    bool full() const { return seen->waiting >= 10; }

    template<class Token>
    auto async_drain(Token&& token)
    {
        seen->most_waits = std::max(seen->most_waits, ++seen->waits);
        return asio::async_compose<Token, void(boost::system::error_code)>(
            [seen = seen, room = room, begun = false](auto& self, boost::system::error_code ec = {}) mutable {
                if (!std::exchange(begun, true))
                    return room->async_wait(std::move(self));
                --seen->waits;
                ++seen->ended;
                self.complete(ec == asio::error::operation_aborted && seen->waiting == 0 ? boost::system::error_code()
                                                                                         : ec);
            },
            token, *room);
    }

    void empty()
    {
        seen->waiting = 0;
        room->cancel();
    }
};

struct tight_scan : ended_scan
{
    asio::steady_timer room{contexts.front(), asio::steady_timer::time_point::max()};
    tight_sink::state seen;
    tight_sink sink{&seen, &room};
};

BOOST_FIXTURE_TEST_CASE(a_full_sink_stops_all_parts_and_one_of_them_waits_for_it, tight_scan)
{
    auto subject = scan_of([](auto const&) { return reply::open(); }, {.batch = 3});
    subject.async_scan(port_list{400}, sink, on_done());
    poll();
    for (int i = 0; i != 400 && !summary; ++i) {
        BOOST_TEST(seen.waits == 1);
        auto const before = seen.taken;
        poll();
        BOOST_TEST(seen.taken == before);
        sink.empty();
        poll();
    }
    BOOST_TEST_REQUIRE(summary.has_value());
    BOOST_TEST(!error);
    BOOST_TEST(seen.taken == 400u);
    BOOST_TEST(seen.most <= 10u + 3u);
    BOOST_TEST(seen.most_waits == 1);
    BOOST_TEST(seen.waits == 0);
}

BOOST_FIXTURE_TEST_CASE(a_full_sink_is_no_reason_not_to_end, tight_scan)
{
    for (auto type : {cancellation_type::terminal, cancellation_type::partial}) {
        summary.reset();
        seen = {};
        auto subject = scan_of([](auto const&) { return reply::open(); }, {.batch = 3});
        subject.async_scan(port_list{400}, sink, cancellable());
        poll();
        BOOST_TEST(seen.waits == 1);
        signal.emit(type);
        poll();
        BOOST_TEST_REQUIRE(summary.has_value());
        BOOST_TEST(error == asio::error::operation_aborted);
        BOOST_TEST(seen.waits == 0, "the wait for the sink is left behind");
        BOOST_TEST(summary->verdicts == seen.taken);
    }
}

// Its wait fails at once and nothing ever makes room.
struct jammed_sink
{
    asio::io_context::executor_type executor;
    int* waits;

    void put(sonda::verdict const&) const {}
    bool full() const { return true; }

    template<class Token>
    auto async_drain(Token&& token) const
    {
        ++*waits;
        return asio::post(
            executor, asio::append(std::forward<Token>(token), boost::system::error_code(asio::error::broken_pipe)));
    }
};

BOOST_FIXTURE_TEST_CASE(a_sink_that_cannot_drain_ends_the_scan, ended_scan)
{
    int waits = 0;
    auto subject = scan_of([](auto const&) { return reply::open(); }, {.batch = 30});
    subject.async_scan(port_list{400}, jammed_sink{contexts.back().get_executor(), &waits}, on_done());
    poll();
    BOOST_TEST_REQUIRE(summary.has_value());
    BOOST_TEST(error == make_error_code(sonda::error::sink_failed));
    BOOST_TEST(waits <= 3);
    BOOST_CHECK_EXCEPTION(std::rethrow_exception(summary->failure), boost::system::system_error,
                          [](auto const& thrown) { return thrown.code() == asio::error::broken_pipe; });
}

BOOST_AUTO_TEST_SUITE_END()
