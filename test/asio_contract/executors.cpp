// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <optional>
#include <thread>

#include "support/simulated_scan.hpp"
#include "support/tracker_executor.hpp"

BOOST_AUTO_TEST_SUITE(executors)

using namespace test;
using sonda::port_state;
using reply = sonda::transport::simulated_reply;

// Real time: what is tested here is on which thread and through which executor things happen, not when.
template<class Executor>
auto real_scanner(Executor const& executor, sonda::scan_options const& options)
{
    auto network = [](sonda::endpoint const& target) {
        switch (target.port() % 4) {
        case 0: return reply::open(100us);
        case 1: return reply::silence();
        default: return reply::closed();
        }
    };
    return sonda::basic_scanner(sonda::transport::simulated<decltype(network), std::chrono::steady_clock, Executor>(
                                    executor, options.batch, network),
                                options);
}

sonda::scan_options const quick{.batch = 32, .timeout = 1ms, .quantum = 50us};

void check(sonda::scan_summary const& summary)
{
    BOOST_TEST(summary.complete());
    BOOST_TEST(summary.count(port_state::open) == 100u);
    BOOST_TEST(summary.count(port_state::filtered) == 100u);
    BOOST_TEST(summary.count(port_state::closed) == 200u);
}

// Notices when it is called concurrently with itself.
struct jealous_sink
{
    std::atomic<int>* inside;
    std::atomic<bool>* shared;
    std::atomic<long>* calls;

    void put(sonda::verdict const&) const
    {
        if (++*inside != 1)
            *shared = true;
        ++*calls;
        --*inside;
    }
};

template<class Executor>
void scans_on(Executor const& executor)
{
    std::atomic<int> inside = 0;
    std::atomic<bool> shared = false;
    std::atomic<long> calls = 0;
    auto subject = real_scanner(executor, quick);
    for (int i = 0; i != 3; ++i)
        check(subject.async_scan(port_list{400}, jealous_sink{&inside, &shared, &calls}, asio::use_future).get());
    BOOST_TEST(calls == 1200);
    BOOST_TEST(!shared);
}

BOOST_AUTO_TEST_CASE(a_thread_pool_serves_with_all_its_threads)
{
    asio::thread_pool pool(4);
    scans_on(pool.get_executor());
}

BOOST_AUTO_TEST_CASE(several_scanners_share_a_pool)
{
    asio::thread_pool pool(4);
    using scanner = decltype(real_scanner(pool.get_executor(), quick));
    std::vector<scanner> scanners;
    std::vector<std::future<sonda::scan_summary>> results;
    for (int i = 0; i != 8; ++i) {
        scanners.push_back(real_scanner(pool.get_executor(), quick));
        results.push_back(scanners.back().async_scan(
            port_list{400}, [](sonda::verdict const&) {}, asio::use_future));
    }
    for (auto& result : results)
        check(result.get());
}

BOOST_AUTO_TEST_CASE(scanners_are_destroyed_on_another_thread_while_they_scan)
{
    asio::thread_pool pool(4);
    for (int i = 0; i != 200; ++i) {
        std::optional subject(real_scanner(pool.get_executor(), {.batch = 8, .timeout = 1h}));
        std::atomic<unsigned> found = 0;
        std::promise<std::pair<boost::system::error_code, std::uint64_t>> result;
        subject->async_scan(
            port_list{400}, [&](sonda::verdict const&) { ++found; },
            [&](boost::system::error_code ec, sonda::scan_summary const& s) {
                result.set_value({ec, s.verdicts});
            });
        if (i % 2)
            std::this_thread::yield();
        subject.reset();
        auto const [ec, verdicts] = result.get_future().get();
        BOOST_TEST(ec == asio::error::operation_aborted);
        BOOST_TEST(verdicts == found);
    }
}

BOOST_AUTO_TEST_CASE(a_strand_serves)
{
    asio::thread_pool pool(4);
    scans_on(asio::make_strand(pool));
}

BOOST_AUTO_TEST_CASE(an_erased_executor_serves)
{
    asio::thread_pool pool(2);
    scans_on(asio::any_io_executor(pool.get_executor()));
}

BOOST_AUTO_TEST_CASE(the_system_executor_serves)
{
    scans_on(asio::system_executor());
}

BOOST_AUTO_TEST_CASE(a_context_that_several_threads_run_serves)
{
    asio::io_context context;
    auto work = asio::make_work_guard(context);
    std::vector<std::thread> threads;
    for (int i = 0; i != 4; ++i)
        threads.emplace_back([&] { context.run(); });
    scans_on(context.get_executor());
    work.reset();
    for (auto& thread : threads)
        thread.join();
}

BOOST_AUTO_TEST_CASE(a_custom_executor_runs_everything)
{
    asio::io_context context;
    tracker seen;
    auto subject = real_scanner(tracker_executor(context, seen), quick);
    std::optional<sonda::scan_summary> summary;
    bool outside = false;
    subject.async_scan(
        port_list{400}, [&](sonda::verdict const&) { outside |= !seen.inside(); },
        [&](boost::system::error_code, sonda::scan_summary const& s) {
            outside |= !seen.inside();
            summary = s;
        });
    BOOST_TEST(seen.submitted > 0);
    BOOST_TEST(!summary.has_value());
    context.run();
    BOOST_TEST_REQUIRE(summary.has_value());
    check(*summary);
    BOOST_TEST(!outside);
}

BOOST_AUTO_TEST_CASE(the_handler_runs_on_its_own_executor)
{
    asio::io_context context;
    asio::io_context other;
    tracker seen;
    auto subject = real_scanner(context.get_executor(), quick);
    bool called = false;
    subject.async_scan(
        port_list{400}, [](sonda::verdict const&) {},
        asio::bind_executor(tracker_executor(other, seen), [&](auto, auto const&) {
            called = true;
            BOOST_TEST(seen.inside());
        }));
    context.run();
    BOOST_TEST(!called);
    other.run();
    BOOST_TEST(called);
}

BOOST_AUTO_TEST_CASE(the_pull_completes_on_its_own_executor)
{
    asio::io_context context;
    asio::io_context other;
    tracker seen;
    auto subject = real_scanner(context.get_executor(), quick);
    auto found = subject.stream(port_list{400});
    std::array<sonda::verdict, 8> buffer;
    bool called = false;
    found.async_next(buffer, asio::bind_executor(tracker_executor(other, seen), [&](auto, std::size_t n) {
                         called = true;
                         BOOST_TEST(n > 0u);
                         BOOST_TEST(seen.inside());
                     }));
    context.run();
    BOOST_TEST(!called);
    other.run();
    BOOST_TEST(called);
}

BOOST_AUTO_TEST_CASE(the_handler_is_never_called_from_the_initiating_function)
{
    asio::io_context context;
    auto subject = real_scanner(context.get_executor(), quick);
    bool called = false;
    asio::post(context, [&] {
        subject.async_scan(
            port_list{0}, [](sonda::verdict const&) {}, [&](auto, auto const&) { called = true; });
        BOOST_TEST(!called);
        subject.async_scan(
            port_list{0}, [](sonda::verdict const&) {},
            [&](boost::system::error_code ec, auto const&) {
                BOOST_TEST(ec == make_error_code(sonda::error::in_progress));
            });
    });
    context.run();
    BOOST_TEST(called);
}

BOOST_AUTO_TEST_CASE(a_scan_keeps_its_context_at_work)
{
    asio::io_context context;
    auto subject = real_scanner(context.get_executor(), {.batch = 4, .timeout = 2ms});
    bool done = false;
    subject.async_scan(
        port_list{40}, [](sonda::verdict const&) {}, [&](auto, auto const&) { done = true; });
    context.run(); // returns only when there is no work left
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_CASE(a_scan_lets_its_neighbours_run)
{
    asio::io_context context;
    auto network = [](sonda::endpoint const&) { return reply::closed(); };
    using network_type =
        sonda::transport::simulated<decltype(network), std::chrono::steady_clock, asio::io_context::executor_type>;
    sonda::basic_scanner subject(network_type(context.get_executor(), 64, network), {.batch = 64, .quantum = 0ns});
    long turns = 0;
    bool done = false;
    subject.async_scan(
        port_list{64 * 100}, [](sonda::verdict const&) {}, [&](auto, auto const&) { done = true; });
    std::function<void()> neighbour = [&] {
        ++turns;
        if (!done)
            asio::post(context, neighbour);
    };
    asio::post(context, neighbour);
    context.run();
    BOOST_TEST(turns >= 100);
}

BOOST_AUTO_TEST_CASE(a_scanner_can_be_rebound)
{
    using on_any = sonda::basic_scanner<sonda::transport::simulated<>>;
    using rebound = on_any::rebind_executor<asio::io_context::executor_type>::other;
    static_assert(std::is_same_v<rebound::executor_type, asio::io_context::executor_type>);
    asio::io_context context;
    rebound subject(rebound::transport_type(context.get_executor(), 8, [](auto const&) { return reply::open(); }));
    bool done = false;
    subject.async_scan(
        port_list{4}, [](sonda::verdict const&) {}, [&](auto, auto const&) { done = true; });
    context.run();
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_SUITE_END()
