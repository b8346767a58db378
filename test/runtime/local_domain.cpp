// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/local_domain.hpp>

#include <boost/asio/defer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using sonda::runtime::local_domain;
using sonda::runtime::spawn_error;
using sonda::runtime::task;
namespace this_task = sonda::runtime::this_task;

static_assert(!std::is_copy_constructible_v<local_domain> && !std::is_move_constructible_v<local_domain>);
static_assert(!sonda::runtime::sendable<local_domain> && !sonda::runtime::sendable<local_domain*>);
static_assert(!sonda::runtime::sendable<local_domain&>);
static_assert(sonda::runtime::sendable<sonda::runtime::local_spawner>);
static_assert(sonda::runtime::sendable<task<int>>);

namespace {

task<> yields(int times, int& ran)
{
    for (int i = 0; i != times; ++i) {
        ++ran;
        co_await this_task::yield;
    }
}

// A function whose destruction is seen.
struct destroyed_once
{
    explicit destroyed_once(std::atomic<int>& n)
        : count(&n, [](std::atomic<int>* c) { ++*c; })
    {}

    void operator()() const {}

    std::shared_ptr<std::atomic<int>> count;
};

} // namespace

BOOST_AUTO_TEST_SUITE(local_domain_test)

BOOST_AUTO_TEST_CASE(a_task_that_holds_what_cannot_be_shared_runs_on_the_owner)
{
    local_domain domain;
    auto const shared = std::make_shared<int>(0); // not atomic
    std::thread::id where;
    auto const handle = domain
                            .spawn_local([&where, shared] {
                                ++*shared;
                                where = std::this_thread::get_id();
                            })
                            .value();
    BOOST_TEST(*shared == 0);
    BOOST_TEST(domain.try_tick());
    BOOST_TEST(*shared == 1);
    BOOST_CHECK(where == std::this_thread::get_id());
    BOOST_TEST(handle.is_finished());
}

BOOST_AUTO_TEST_CASE(a_spawner_delivers_to_the_owner_from_another_thread)
{
    local_domain domain;
    std::thread::id where;
    int value = 0;
    std::thread other([spawner = domain.get_spawner(), &value, &where] {
        auto handle = spawner.spawn([&where] {
            where = std::this_thread::get_id();
            return 5;
        });
        value = std::move(*handle).get();
    });
    while (where == std::thread::id())
        domain.tick();
    other.join();
    BOOST_TEST(value == 5);
    BOOST_CHECK(where == std::this_thread::get_id());
}

BOOST_AUTO_TEST_CASE(the_exception_of_a_remote_task_is_no_cancellation)
{
    local_domain domain;
    auto const spawner = domain.get_spawner();
    auto ordinary = spawner.spawn([]() -> task<int> { throw std::runtime_error("mine"); }).value();
    auto fallible = spawner.spawn([]() -> task<int> { throw std::runtime_error("mine"); }).value().cancel();
    domain.poll();
    BOOST_CHECK_THROW(std::move(ordinary).get(), std::runtime_error);
    BOOST_CHECK(!std::move(fallible).get());
    auto failed = spawner.spawn([]() -> task<int> { throw std::runtime_error("mine"); }).value().fallible();
    domain.poll();
    BOOST_CHECK_THROW(std::move(failed).get(), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(an_empty_domain_does_nothing_and_does_not_block)
{
    local_domain domain;
    BOOST_TEST(!domain.try_tick());
    BOOST_TEST(domain.run_n(5) == 0u);
    BOOST_TEST(domain.is_empty());
    auto const stats = domain.run_for(1s);
    BOOST_TEST(stats.drive_steps == 0u);
    BOOST_CHECK(stats.elapsed < 500ms);
}

BOOST_AUTO_TEST_CASE(a_suspended_task_makes_it_not_empty)
{
    local_domain domain;
    int ran = 0;
    auto const handle = domain.spawn_local(yields(1, ran)).value();
    BOOST_TEST(domain.run_n(1) == 1u);
    BOOST_TEST(!domain.is_empty());
    domain.poll();
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(a_task_that_is_run_until_its_end_may_refer_to_the_stack)
{
    local_domain domain;
    std::string text = "on the stack";
    auto const size = domain.run_until([&text]() -> task<std::size_t> {
        co_await this_task::yield;
        text += '!';
        co_return text.size();
    });
    BOOST_TEST(size == text.size());
    BOOST_TEST(text == "on the stack!");
}

BOOST_AUTO_TEST_CASE(a_busy_inbox_does_not_starve_what_is_ready)
{
    local_domain domain;
    auto const spawner = domain.get_spawner();
    bool local = false;
    auto const handle = domain.spawn_local([&local] { local = true; }).value();
    for (int i = 0; i != 100; ++i)
        BOOST_TEST(spawner.dispatch([] {}).has_value());
    BOOST_TEST(domain.try_tick());
    BOOST_TEST(local);
}

BOOST_AUTO_TEST_CASE(steps_are_counted_and_limited)
{
    local_domain domain;
    int ran = 0;
    for (int i = 0; i != 4; ++i)
        asio::post(domain, [&ran] { ++ran; });
    BOOST_TEST(domain.run_n(0) == 0u);
    BOOST_TEST(ran == 0);
    BOOST_TEST(domain.run_n(2) == 2u);
    BOOST_TEST(ran == 2);
    BOOST_TEST(domain.run_n(3) == 2u);
    BOOST_TEST(domain.run_n(3) == 0u);
    BOOST_TEST(ran == 4);
}

BOOST_AUTO_TEST_CASE(no_budget_no_step)
{
    local_domain domain;
    bool ran = false;
    asio::post(domain, [&ran] { ran = true; });
    BOOST_TEST(domain.run_for(0ns).drive_steps == 0u);
    BOOST_TEST(domain.run_for(-1s).drive_steps == 0u);
    BOOST_TEST(!ran);
}

BOOST_AUTO_TEST_CASE(a_run_tells_of_inbox_and_steps)
{
    local_domain domain;
    BOOST_TEST(domain.get_spawner().dispatch([] {}).has_value());
    asio::post(domain, [] {});
    auto const stats = domain.run_for(1s);
    BOOST_TEST(stats.inbox_commands == 1u);
    BOOST_TEST(stats.drive_steps == 2u);
}

BOOST_AUTO_TEST_CASE(a_budget_is_overrun_by_one_long_step_at_most)
{
    local_domain domain;
    int ran = 0;
    auto const long_step = [&ran] {
        ++ran;
        auto const end = std::chrono::steady_clock::now() + 5ms;
        while (std::chrono::steady_clock::now() < end)
            ;
    };
    // After many short ones, when the clock has long not been read at each.
    for (int i = 0; i != 10'000; ++i)
        asio::post(domain, [] {});
    asio::post(domain, long_step);
    asio::post(domain, long_step);
    domain.run_for(4ms);
    BOOST_TEST(ran <= 1);
    domain.poll();
    BOOST_TEST(ran == 2);
    asio::post(domain, long_step);
    asio::post(domain, long_step);
    auto const soft = domain.run_for(1ms);
    BOOST_TEST(soft.drive_steps == 1u);
    BOOST_CHECK(soft.elapsed >= 5ms);
}

BOOST_AUTO_TEST_CASE(dispatch_runs_on_the_owner_in_order)
{
    local_domain domain;
    std::vector<int> order;
    std::thread([spawner = domain.get_spawner(), &order] {
        for (int i = 0; i != 1000; ++i)
            (void)spawner.dispatch([&order, i] { order.push_back(i); });
    }).join();
    domain.poll();
    BOOST_TEST(order.size() == 1000u);
    BOOST_TEST(std::is_sorted(order.begin(), order.end()));
}

BOOST_AUTO_TEST_CASE(no_more_functions_wait_than_their_sender_allows)
{
    local_domain domain;
    auto const spawner = domain.get_spawner();
    std::atomic<int> destroyed = 0;
    destroyed_once held(destroyed);
    std::vector<int> order;
    BOOST_TEST(spawner.try_dispatch(2, [&order] { order.push_back(1); }).has_value());
    BOOST_TEST(spawner.try_dispatch(2, [&order] { order.push_back(2); }).has_value());
    BOOST_TEST((spawner.try_dispatch(2, std::move(held)).error() == spawn_error::full));
    BOOST_TEST(held.count.use_count() == 1);
    BOOST_TEST(spawner.dispatch([&order] { order.push_back(3); }).has_value()); // not bounded
    BOOST_TEST(domain.try_tick());
    BOOST_TEST(spawner
                   .try_dispatch(2,
                                 [&] {
                                     BOOST_TEST(spawner.try_dispatch(1, [&order] { order.push_back(5); })
                                                    .has_value()); // who runs waits no more
                                     order.push_back(4);
                                 })
                   .has_value());
    domain.poll();
    BOOST_TEST(order == (std::vector<int>{1, 2, 3, 4, 5}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(senders_of_several_threads_keep_to_the_bound_together)
{
    constexpr std::size_t most = 10;
    local_domain domain;
    std::atomic<std::size_t> accepted = 0;
    std::vector<std::thread> senders;
    for (int i = 0; i != 4; ++i)
        senders.emplace_back([&accepted, spawner = domain.get_spawner()] {
            for (int j = 0; j != 100; ++j)
                accepted += spawner.try_dispatch(most, [] {}).has_value();
        });
    for (auto& sender : senders)
        sender.join();
    BOOST_TEST(accepted <= most);
    BOOST_TEST(accepted >= 1u);
    BOOST_TEST(domain.poll() == accepted);
    for (std::size_t i = 0; i != most; ++i)
        BOOST_TEST(domain.get_spawner().try_dispatch(most, [] {}).has_value()); // every place was given back
}

BOOST_AUTO_TEST_CASE(exceptions_that_nobody_awaits_go_to_the_handler)
{
    std::vector<std::string> heard;
    local_domain::options options;
    options.on_unhandled = [&heard](std::exception_ptr error) {
        try {
            std::rethrow_exception(error);
        } catch (std::exception const& e) {
            heard.push_back(e.what());
        }
    };
    local_domain domain(options);
    auto const spawner = domain.get_spawner();
    (void)spawner.dispatch([] { throw std::runtime_error("dispatched"); });
    (void)spawner.dispatch_task([]() -> task<> {
        co_await this_task::yield;
        throw std::runtime_error("task");
    });
    asio::post(domain, [] { throw std::runtime_error("posted"); });
    bool after = false;
    asio::post(domain, [&after] { after = true; });
    BOOST_TEST(domain.run_n(1) == 1u);
    domain.poll();
    BOOST_TEST(after);
    BOOST_TEST(heard == (std::vector<std::string>{"posted", "dispatched", "task"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_function_called_at_once_does_not_throw_into_who_dispatches_it)
{
    int unhandled = 0;
    bool went_on = false;
    local_domain domain({.on_unhandled = [&](std::exception_ptr) { ++unhandled; }, .on_arrival = {}});
    asio::post(domain, [&] {
        asio::dispatch(domain, [] { throw std::runtime_error("inline"); });
        went_on = true;
    });
    domain.poll();
    BOOST_TEST(unhandled == 1);
    BOOST_TEST(went_on);
}

BOOST_AUTO_TEST_CASE(a_host_that_sleeps_elsewhere_hears_of_arrivals)
{
    std::atomic<int> heard = 0;
    local_domain::options options;
    options.on_arrival = [&heard] { ++heard; };
    local_domain domain(options);
    auto const spawner = domain.get_spawner();
    (void)spawner.dispatch([] {});
    (void)spawner.dispatch([] {});
    BOOST_TEST(heard == 1);
    domain.poll();
    std::thread([&domain] { asio::post(domain.get_executor(), [] {}); }).join();
    BOOST_TEST(heard == 2);
    asio::post(domain, [] {});
    BOOST_TEST(heard == 2);
}

BOOST_AUTO_TEST_CASE(dispatch_is_inline_inside_a_step_and_never_outside)
{
    local_domain domain;
    bool ran = false;
    asio::dispatch(domain, [&ran] { ran = true; });
    BOOST_TEST(!ran);
    bool dispatched = false;
    bool posted = false;
    asio::post(domain, [&] {
        asio::dispatch(domain, [&] { dispatched = true; });
        asio::post(domain, [&] { posted = true; });
        BOOST_TEST(dispatched);
        BOOST_TEST(!posted);
    });
    domain.poll();
    BOOST_TEST((ran && posted));
}

BOOST_AUTO_TEST_CASE(dispatching_in_dispatched_functions_does_not_exhaust_the_stack)
{
    local_domain domain;
    struct again
    {
        local_domain& domain;
        long& left;
        void operator()() const
        {
            if (left-- > 0)
                asio::dispatch(domain, again{domain, left});
        }
    };
    long left = 1'000'000;
    asio::post(domain, again{domain, left});
    BOOST_TEST(domain.poll() > 1u);
    BOOST_TEST(left == -1);
}

BOOST_AUTO_TEST_CASE(order_is_first_come_first_served_each_time)
{
    auto const run = [] {
        local_domain domain;
        std::string trace;
        for (char name : {'a', 'b', 'c'})
            domain
                .spawn_local([&trace, name]() -> task<> {
                    for (int i = 0; i != 2; ++i) {
                        trace += name;
                        co_await this_task::yield;
                    }
                })
                .value()
                .detach();
        asio::defer(domain, [&trace] { trace += '.'; });
        domain.poll();
        return trace;
    };
    BOOST_TEST(run() == "abc.abc");
    BOOST_TEST(run() == run());
}

BOOST_AUTO_TEST_CASE(two_domains_on_two_threads_await_each_other)
{
    local_domain here;
    std::atomic<bool> stop = false;
    std::atomic<sonda::runtime::local_spawner*> far{nullptr};
    std::thread thread([&] {
        local_domain there;
        auto spawner = there.get_spawner();
        far = &spawner;
        while (!stop)
            there.poll();
        there.shutdown_now();
    });
    while (!far)
        std::this_thread::yield();
    auto const owner = std::this_thread::get_id();
    int const sum = here.run_until([&]() -> task<int> {
        int total = 0;
        for (int i = 0; i != 200; ++i) {
            total += co_await far.load()
                         ->spawn([i]() -> task<int> {
                             co_await this_task::yield;
                             co_return i;
                         })
                         .value();
            BOOST_CHECK(std::this_thread::get_id() == owner);
        }
        co_return total;
    });
    BOOST_TEST(sum == 199 * 200 / 2);
    stop = true;
    thread.join();
}

BOOST_AUTO_TEST_SUITE_END()
