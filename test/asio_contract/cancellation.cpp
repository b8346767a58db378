// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/pacing/interval.hpp>
#include <sonda/scanner.hpp>
#include <sonda/sink/tee.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <future>
#include <memory>

#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(cancellation)

using namespace test;
using asio::cancellation_type;
using sonda::port_state;
using reply = sonda::transport::simulated_reply;

// Ports 1 to 3 are open at once, 4 to 6 later, the others silent.
reply mixed(sonda::endpoint const& target)
{
    if (target.port() <= 3)
        return reply::open();
    return target.port() <= 6 ? reply::open(10ms) : reply::silence();
}

struct cancelled_scan : simulated_scan<>
{
    asio::cancellation_signal signal;

    auto cancellable() { return asio::bind_cancellation_slot(signal.slot(), on_done()); }
};

BOOST_FIXTURE_TEST_CASE(terminal_ends_a_scan_at_once, cancelled_scan)
{
    auto subject = scanner(mixed, {.batch = 8, .timeout = 1h});
    subject.async_scan(port_list{100}, keep(), cancellable());
    poll();
    signal.emit(cancellation_type::terminal);
    poll();
    BOOST_TEST_REQUIRE(summary.has_value());
    BOOST_TEST(error == asio::error::operation_aborted);
    BOOST_TEST(verdicts.size() == 3u);
    summary.reset();
    verdicts.clear();
    scan(subject, 6);
    BOOST_TEST(!error);
    BOOST_TEST(verdicts.size() == 6u);
}

BOOST_FIXTURE_TEST_CASE(partial_waits_for_what_is_in_flight, cancelled_scan)
{
    auto subject = scanner(mixed, {.batch = 8, .timeout = 50ms, .tries = 1});
    subject.async_scan(port_list{100}, keep(), cancellable());
    poll();
    signal.emit(cancellation_type::partial);
    run();
    BOOST_TEST(error == asio::error::operation_aborted);
    BOOST_TEST(attempts.size() == 11u); // 3 at once and a full window
    BOOST_TEST(verdicts.size() == 11u);
    BOOST_TEST(summary->count(port_state::open) == 6u);
}

BOOST_FIXTURE_TEST_CASE(partial_that_comes_when_all_is_in_flight_completes_the_scan, cancelled_scan)
{
    auto subject = scanner(mixed, {.batch = 8, .timeout = 50ms});
    subject.async_scan(port_list{6}, keep(), cancellable());
    poll();
    signal.emit(cancellation_type::partial);
    run();
    BOOST_TEST(!error);
    BOOST_TEST(summary->complete());
}

BOOST_FIXTURE_TEST_CASE(total_does_nothing_to_a_scan, cancelled_scan)
{
    auto subject = scanner(mixed, {.batch = 8, .timeout = 50ms});
    subject.async_scan(port_list{20}, keep(), cancellable());
    poll();
    signal.emit(cancellation_type::total);
    run();
    BOOST_TEST(!error);
    BOOST_TEST(verdicts.size() == 20u);
}

BOOST_FIXTURE_TEST_CASE(leaves_a_pending_gap_at_once, cancelled_scan)
{
    for (auto type : {cancellation_type::terminal, cancellation_type::partial}) {
        summary.reset();
        auto subject = scanner([](auto const&) { return reply::open(); }, {.batch = 8}, sonda::ordering::serial(),
                               sonda::pacing::basic_interval<clock>(1h));
        subject.async_scan(port_list{2}, keep(), cancellable());
        poll();
        auto const before = clock::now();
        signal.emit(type);
        poll();
        BOOST_TEST_REQUIRE(summary.has_value());
        BOOST_TEST(error == asio::error::operation_aborted);
        BOOST_TEST((clock::now() == before));
        BOOST_TEST(summary->verdicts == 1u);
    }
}

BOOST_FIXTURE_TEST_CASE(before_the_first_turn_sends_nothing, cancelled_scan)
{
    auto subject = scanner(mixed, {.batch = 8, .timeout = 1h});
    subject.async_scan(port_list{100}, keep(), cancellable());
    signal.emit(cancellation_type::terminal);
    run();
    BOOST_TEST(verdicts.size() <= 3u);
}

BOOST_FIXTURE_TEST_CASE(that_comes_at_any_time_gives_no_verdict_twice, cancelled_scan)
{
    for (auto when = 0ms; when != 40ms; when += 1ms)
        for (auto type : {cancellation_type::terminal, cancellation_type::partial}) {
            summary.reset();
            verdicts.clear();
            auto subject = scanner(
                [n = 0](auto const&) mutable { return n++ % 3 ? reply::open((n % 17) * 1ms) : reply::silence(); },
                {.batch = 16, .timeout = 9ms, .tries = 2});
            subject.async_scan(port_list{200}, keep(), cancellable());
            poll();
            for (auto t = 0ms; t < when && !summary; t += 1ms) {
                sonda::timer::manual_clock::advance(1ms, context);
                poll();
            }
            signal.emit(type);
            run();
            BOOST_TEST(summary->verdicts == verdicts.size());
            for (auto const& [target, times] : found_times())
                BOOST_TEST(times == 1);
            BOOST_TEST((error == asio::error::operation_aborted) == !summary->complete());
        }
}

struct pulling : simulated_scan<>
{
    std::array<sonda::verdict, 4> buffer;
    asio::cancellation_signal signal;
    std::optional<std::size_t> pulled;

    auto on_next()
    {
        return asio::bind_cancellation_slot(signal.slot(), [this](boost::system::error_code ec, std::size_t n) {
            error = ec;
            pulled = n;
        });
    }

    template<class Stream>
    void next(Stream& stream)
    {
        pulled.reset();
        stream.async_next(buffer, on_next());
        poll();
    }
};

BOOST_FIXTURE_TEST_CASE(total_ends_one_pull_and_not_the_scan, pulling)
{
    auto subject = scanner(mixed, {.batch = 8, .timeout = 50ms});
    auto found = subject.stream(port_list{8});
    next(found);
    BOOST_TEST(pulled.value() == 3u);
    next(found);
    BOOST_TEST(!pulled);
    signal.emit(cancellation_type::total);
    poll();
    BOOST_TEST(error == asio::error::operation_aborted);
    BOOST_TEST(pulled.value() == 0u);
    next(found);
    sonda::timer::manual_clock::advance(10ms, context);
    poll();
    BOOST_TEST(pulled.value() == 3u);
    next(found);
    sonda::timer::manual_clock::advance(50ms, context);
    poll();
    BOOST_TEST(pulled.value() == 2u);
    next(found);
    BOOST_TEST(error == make_error_code(sonda::error::eof));
}

BOOST_FIXTURE_TEST_CASE(terminal_ends_a_pulled_scan, pulling)
{
    auto subject = scanner(mixed, {.batch = 8, .timeout = 50ms});
    auto found = subject.stream(port_list{100});
    next(found);
    next(found);
    signal.emit(cancellation_type::terminal);
    poll();
    BOOST_TEST(error == asio::error::operation_aborted);
    next(found);
    BOOST_TEST(error == asio::error::operation_aborted);
    BOOST_TEST(pulled.value() == 0u);
    BOOST_TEST(attempts.size() == 11u);
}

// Full after a few verdicts, until a moment after somebody waits for that.
class slow_sink
{
public:
    explicit slow_sink(asio::thread_pool& pool)
        : state_(std::make_shared<state>(pool))
    {}

    void put(sonda::verdict const&) { ++state_->held; }
    bool full() const { return state_->held >= 4; }

    template<class CompletionToken>
    auto async_drain(CompletionToken&& token)
    {
        state_->timer.expires_after(50us);
        return state_->timer.async_wait(asio::deferred([shared = state_](boost::system::error_code failed) {
            shared->held = 0;
            return asio::deferred.values(failed);
        }))(std::forward<CompletionToken>(token));
    }

private:
    struct state
    {
        explicit state(asio::thread_pool& pool)
            : timer(pool)
        {}

        asio::steady_timer timer;
        std::atomic<int> held = 0;
    };

    std::shared_ptr<state> state_;
};

// What waits for several sinks is a composed operation; the scan ends it from whichever thread has the turn.
BOOST_AUTO_TEST_CASE(a_scan_on_a_pool_is_stopped_while_it_waits_for_its_sinks)
{
    asio::thread_pool pool(4);
    for (int round = 0; round != 200; ++round) {
        auto network = [](sonda::endpoint const&) { return reply::open(std::chrono::microseconds(20)); };
        using network_type =
            sonda::transport::simulated<decltype(network), std::chrono::steady_clock, asio::thread_pool::executor_type>;
        sonda::basic_scanner subject(network_type(pool.get_executor(), 8, network), {.batch = 8});
        std::promise<sonda::scan_summary> done;
        asio::cancellation_signal signal;
        subject.async_scan(port_list{1000}, sonda::sink::tee(slow_sink(pool), slow_sink(pool)),
                           asio::bind_cancellation_slot(
                               signal.slot(), [&](boost::system::error_code, sonda::scan_summary const& summary) {
                                   done.set_value(summary);
                               }));
        std::promise<void> emitted;
        asio::steady_timer later(pool, std::chrono::microseconds(10 * round));
        later.async_wait([&](boost::system::error_code) {
            signal.emit(asio::cancellation_type::terminal);
            emitted.set_value();
        });
        emitted.get_future().wait();
        BOOST_TEST(done.get_future().get().verdicts < 1000u);
    }
    pool.join();
}

BOOST_AUTO_TEST_SUITE_END()
