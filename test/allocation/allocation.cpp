// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/ordering/random.hpp>
#include <sonda/pacing/interval.hpp>
#include <sonda/scan_frontier.hpp>
#include <sonda/scanner.hpp>
#include <sonda/tcp_scanner.hpp>
#include <sonda/timer/timing_wheel.hpp>
#include <sonda/timer/two_phase.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <iostream>
#include <memory_resource>

#include "support/allocation_counter.hpp"
#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(allocations)

using namespace test;
using reply = sonda::transport::simulated_reply;

bool counted(char const* name)
{
    if (count_allocations())
        return true;
    std::cout << "SKIPPED: " << name << ": the allocations of this build cannot be counted" << std::endl;
    return false;
}

// Counts what is allocated between the verdicts `from` and `to` of a scan.
struct counting_sink
{
    std::size_t from;
    std::size_t to;
    std::size_t seen = 0;
    std::size_t before = 0;
    std::size_t counted = 0;

    void put(sonda::verdict const&)
    {
        if (++seen == from)
            before = test::allocations;
        if (seen == to)
            counted = test::allocations - before;
    }
};

// Some ports are open after a while, some are closed at once, some never answer.
struct busy_network
{
    reply operator()(sonda::endpoint const& target) const
    {
        switch (target.port() % 5) {
        case 0: return reply::open(std::chrono::microseconds(target.port() % 300));
        case 1: return reply::silence();
        default: return reply::closed();
        }
    }
};

template<class Timer, class Executor>
std::size_t allocated_while_scanning(Executor const& executor, auto run)
{
    using network = sonda::transport::simulated<busy_network, std::chrono::steady_clock, Executor>;
    sonda::scan_options const options{.batch = 200, .timeout = 1ms, .tries = 2, .quantum = 100us};
    sonda::basic_scanner subject(network(executor, options.batch, busy_network()), options, sonda::ordering::random(7),
                                 sonda::pacing::interval(2us), Timer());
    counting_sink sink{2'000, 19'000};
    auto done = subject.async_scan(port_list{20'000}, sink, asio::use_future);
    run();
    BOOST_TEST(done.get().complete());
    BOOST_TEST(sink.seen == 20'000u);
    return sink.counted;
}

using timers = std::tuple<sonda::timer::deadline_queue<>, sonda::timer::timing_wheel<>,
                          sonda::timer::two_phase<sonda::timer::deadline_queue<>>>;

BOOST_AUTO_TEST_CASE_TEMPLATE(none_are_made_for_a_probe, Timer, timers)
{
    if (!counted("none_are_made_for_a_probe"))
        return;
    asio::io_context context;
    BOOST_TEST(allocated_while_scanning<Timer>(context.get_executor(), [&] { context.run(); }) == 0u);
}

BOOST_AUTO_TEST_CASE(none_are_made_for_a_probe_on_an_erased_executor)
{
    if (!counted("none_are_made_for_a_probe_on_an_erased_executor"))
        return;
    asio::io_context context;
    asio::any_io_executor const executor = context.get_executor();
    BOOST_TEST(allocated_while_scanning<sonda::timer::deadline_queue<>>(executor, [&] { context.run(); }) == 0u);
}

// 10,000 ports of 127.0.0.1, above those of services.
struct high_ports : port_list
{
    high_ports()
        : port_list{10'000}
    {}

    sonda::endpoint at(std::uint64_t index) const noexcept { return port_list::at(index + 50'000); }
};

BOOST_AUTO_TEST_CASE(none_are_made_for_a_probe_on_loopback)
{
    if (!counted("none_are_made_for_a_probe_on_loopback"))
        return;
    asio::io_context context;
    sonda::tcp_scanner subject(context.get_executor(), {.batch = 128});
    counting_sink sink{2'000, 9'000};
    auto done = subject.async_scan(high_ports(), sink, asio::use_future);
    context.run();
    BOOST_TEST(done.get().complete());
    BOOST_TEST(sink.counted == 0u);
}

BOOST_AUTO_TEST_CASE(the_counter_counts)
{
    if (!counted("the_counter_counts"))
        return;
    auto const before = test::allocations;
    auto const one = std::make_unique<int>(1);
    asio::io_context context; // many more, aligned ones among them
    BOOST_TEST(test::allocations > before + 1);
}

// Everything that it gives must come back.
struct counting_resource : std::pmr::memory_resource
{
    std::size_t taken = 0;
    std::size_t outstanding = 0;

    void* do_allocate(std::size_t bytes, std::size_t alignment) override
    {
        ++taken;
        ++outstanding;
        return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }

    void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override
    {
        --outstanding;
        std::pmr::new_delete_resource()->deallocate(pointer, bytes, alignment);
    }

    bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }
};

BOOST_AUTO_TEST_CASE(the_allocator_of_the_handler_is_used_and_gets_all_back_before_the_handler_runs)
{
    counting_resource resource;
    simulated_scan<> lab;
    auto subject = lab.scanner([](auto const&) { return reply::open(1ms); }, {.batch = 8});
    std::size_t left = 99;
    subject.async_scan(port_list{100}, lab.keep(),
                       asio::bind_allocator(std::pmr::polymorphic_allocator<std::byte>(&resource),
                                            [&](boost::system::error_code, sonda::scan_summary const& s) {
                                                left = resource.outstanding;
                                                lab.summary = s;
                                            }));
    BOOST_TEST(resource.taken > 0u);
    lab.run();
    BOOST_TEST(left == 0u);
    BOOST_TEST(resource.outstanding == 0u);
}

// Verdicts that come in another order than probes were sent, as far apart as a window is wide.
BOOST_AUTO_TEST_CASE(what_is_done_is_noted_without_an_allocation)
{
    if (!counted("what_is_done_is_noted_without_an_allocation"))
        return;
    constexpr std::uint64_t targets = 200'000, window = 1000;
    sonda::ordering::random const rule(7);
    auto const order = rule.over(targets);
    sonda::scan_frontier done(rule, targets, 2);
    std::size_t before = 0;
    for (std::uint64_t position = 0; position != targets; ++position) {
        if (position == 10 * window)
            before = test::allocations;
        auto const place = position % window * 387 % window; // every place of the window once
        done.insert(order.at(position / window * window + place));
    }
    BOOST_TEST(test::allocations - before == 0u);
    BOOST_TEST(done.complete());
}

BOOST_AUTO_TEST_SUITE_END()
