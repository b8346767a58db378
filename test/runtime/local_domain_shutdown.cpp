// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/local_domain.hpp>

#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using sonda::runtime::local_domain;
using sonda::runtime::shutdown_outcome;
using sonda::runtime::spawn_error;
using sonda::runtime::task;
namespace this_task = sonda::runtime::this_task;

namespace {

struct counts_its_end
{
    explicit counts_its_end(std::atomic<int>& n)
        : count(&n, [](std::atomic<int>* c) { ++*c; })
    {}

    std::shared_ptr<std::atomic<int>> count;
};

// Suspended for ever, on a timer; or, unlike that, on a task of another domain that nobody drives.
task<> sleeps(local_domain& domain, std::atomic<int>& ended)
{
    counts_its_end const local(ended);
    asio::steady_timer timer(domain, std::chrono::hours(1));
    co_await timer.async_wait(asio::deferred);
}

task<> waits_for(task<> other, std::atomic<int>& ended)
{
    counts_its_end const local(ended);
    co_await std::move(other);
}

task<> spins(std::atomic<int>& ended)
{
    counts_its_end const local(ended);
    for (;;)
        co_await this_task::yield;
}

} // namespace

BOOST_AUTO_TEST_SUITE(local_domain_shutdown)

BOOST_AUTO_TEST_CASE(graceful_runs_what_was_accepted_before)
{
    local_domain domain;
    auto const spawner = domain.get_spawner();
    int ran = 0;
    for (int i = 0; i != 1000; ++i)
        BOOST_TEST_REQUIRE(spawner.dispatch([&ran] { ++ran; }).has_value());
    (void)spawner.dispatch_task([&ran]() -> task<> {
        for (int i = 0; i != 10; ++i)
            co_await this_task::yield;
        ++ran;
    });
    domain.shutdown_graceful();
    BOOST_TEST(ran == 1001);
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(graceful_sleeps_until_a_timer_has_let_a_task_go_on)
{
    local_domain domain;
    bool done = false;
    domain
        .spawn_local([&]() -> task<> {
            asio::steady_timer timer(domain, 2ms);
            co_await timer.async_wait(asio::deferred);
            done = true;
        })
        .value()
        .detach();
    domain.shutdown_graceful();
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_CASE(a_limit_cancels_the_rest_and_says_how_much_it_was)
{
    local_domain domain;
    std::atomic<int> ended = 0;
    auto handle = domain.spawn_local(sleeps(domain, ended)).value().fallible();
    auto const outcome = domain.shutdown_for(1ms);
    BOOST_CHECK(outcome == shutdown_outcome::timed_out(1));
    BOOST_TEST(ended == 1);
    BOOST_TEST(!std::move(handle).get());
}

BOOST_AUTO_TEST_CASE(a_limit_of_nothing_counts_what_has_not_even_been_taken_in)
{
    local_domain domain;
    auto const spawner = domain.get_spawner();
    int ran = 0;
    (void)spawner.dispatch([&ran] { ++ran; });
    auto handle = spawner.spawn([&ran] { ++ran; }).value();
    auto const outcome = domain.shutdown_for(0s);
    BOOST_TEST(outcome.is_timed_out());
    BOOST_TEST(outcome.remaining_tasks() == 2u);
    BOOST_TEST(ran == 0);
    BOOST_TEST(handle.is_finished());
    BOOST_CHECK_THROW(std::move(handle).get(), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(a_remote_handle_that_is_dropped_early_is_never_run)
{
    local_domain domain;
    bool ran = false;
    {
        auto const dropped = domain.get_spawner().spawn([&ran] { ran = true; });
        BOOST_TEST(dropped.has_value());
    }
    BOOST_CHECK(domain.shutdown_for(10s) == shutdown_outcome::completed());
    BOOST_TEST(!ran);
}

BOOST_AUTO_TEST_CASE(everything_is_refused_afterwards_and_when_the_domain_has_gone)
{
    auto domain = std::make_unique<local_domain>();
    auto const spawner = domain->get_spawner();
    BOOST_TEST(spawner.is_open());
    domain->shutdown_now();
    for (int i = 0; i != 2; ++i) {
        BOOST_TEST(!spawner.is_open());
        BOOST_CHECK(spawner.dispatch([] {}).error() == spawn_error::closed);
        BOOST_CHECK(spawner.spawn([] {}).error() == spawn_error::closed);
        BOOST_CHECK(spawner.dispatch_task([]() -> task<> { co_return; }).error() == spawn_error::closed);
        if (domain) {
            BOOST_CHECK(domain->spawn_local([] {}).error() == spawn_error::closed);
            BOOST_CHECK_THROW(domain->run_until([] {}), boost::system::system_error);
        }
        domain.reset();
    }
}

BOOST_AUTO_TEST_CASE(now_cancels_suspended_queued_and_spinning_tasks)
{
    std::atomic<int> ended = 0;
    local_domain domain;
    local_domain never_driven;
    std::atomic<int> other = 0;
    std::vector<task<>> handles;
    for (int i = 0; i != 10; ++i) {
        handles.push_back(domain.spawn_local(sleeps(domain, ended)).value());
        handles.push_back(domain.spawn_local(spins(ended)).value());
        handles.push_back(domain.spawn_local(waits_for(never_driven.spawn_local(spins(other)).value(), ended)).value());
    }
    domain.run_n(100);
    handles.push_back(domain.spawn_local(spins(ended)).value()); // not begun
    domain.shutdown_now();
    BOOST_TEST(ended == 30);
    BOOST_TEST(domain.is_empty());
    for (auto const& handle : handles)
        BOOST_TEST(handle.is_finished());
}

BOOST_AUTO_TEST_CASE(the_destructor_does_the_same_and_handles_outlive_it)
{
    std::atomic<int> ended = 0;
    std::vector<task<>> handles;
    std::vector<counts_its_end> queued;
    {
        local_domain domain;
        handles.push_back(domain.spawn_local(sleeps(domain, ended)).value());
        handles.push_back(domain.spawn_local(spins(ended)).value());
        domain.run_n(10);
        asio::post(domain, [x = counts_its_end(ended)] { BOOST_ERROR("it ran"); });
        (void)domain.get_spawner().dispatch([x = counts_its_end(ended)] { BOOST_ERROR("it ran"); });
    }
    BOOST_TEST(ended == 4);
    for (auto& handle : handles) {
        BOOST_TEST(handle.is_finished());
        BOOST_CHECK_THROW(std::move(handle).get(), boost::system::system_error);
    }
}

BOOST_AUTO_TEST_CASE(destructors_that_post_again_do_not_keep_it_alive)
{
    struct posts_again
    {
        posts_again(local_domain& d, int& n)
            : domain(&d)
            , times(&n)
        {}
        posts_again(posts_again&& other) noexcept
            : domain(std::exchange(other.domain, nullptr))
            , times(other.times)
        {}
        ~posts_again()
        {
            if (domain && ++*times < 10)
                asio::post(*domain, posts_again(*domain, *times));
        }
        void operator()() const { BOOST_ERROR("it ran"); }

        local_domain* domain;
        int* times;
    };
    int times = 0;
    {
        local_domain domain;
        asio::post(domain, posts_again(domain, times));
    }
    BOOST_TEST(times == 10);
}

BOOST_AUTO_TEST_CASE(a_task_that_shuts_its_domain_down_ends_at_its_next_suspension)
{
    std::atomic<int> ended = 0;
    bool after = false;
    local_domain domain;
    auto const handle = domain
                            .spawn_local([&]() -> task<> {
                                counts_its_end const local(ended);
                                domain.shutdown_now();
                                co_await this_task::yield;
                                after = true;
                            })
                            .value();
    domain.poll();
    BOOST_TEST(ended == 1);
    BOOST_TEST(!after);
    BOOST_TEST(handle.is_finished());
}

BOOST_AUTO_TEST_CASE(graceful_runs_every_dispatch_that_was_accepted_in_a_race)
{
    local_domain domain;
    std::atomic<int> accepted = 0;
    std::atomic<int> begun = 0;
    int ran = 0;
    std::vector<std::thread> producers;
    for (int p = 0; p != 4; ++p)
        producers.emplace_back([&, spawner = domain.get_spawner()] {
            for (int i = 0; i != 65; ++i) {
                accepted += spawner.dispatch([&ran] { ++ran; }).has_value();
                ++begun;
                if (i == 0)
                    while (begun < 4)
                        std::this_thread::yield();
            }
        });
    while (begun < 4)
        std::this_thread::yield();
    domain.shutdown_graceful();
    for (auto& producer : producers)
        producer.join();
    BOOST_TEST(accepted >= 4);
    BOOST_TEST(ran == accepted);
}

BOOST_AUTO_TEST_CASE(now_runs_nothing_that_was_accepted_in_a_race_and_destroys_all)
{
    local_domain domain;
    std::atomic<int> begun = 0;
    std::atomic<int> made = 0;
    std::atomic<int> ended = 0;
    std::atomic<int> accepted = 0;
    std::vector<std::thread> producers;
    for (int p = 0; p != 4; ++p)
        producers.emplace_back([&, spawner = domain.get_spawner()] {
            for (int i = 0; i != 64; ++i) {
                ++made;
                accepted += spawner
                                .dispatch_task([x = counts_its_end(ended)]() -> task<> {
                                    BOOST_ERROR("it ran");
                                    co_return;
                                })
                                .has_value();
                ++begun;
                if (i == 0)
                    while (begun < 4)
                        std::this_thread::yield();
            }
        });
    while (begun < 4)
        std::this_thread::yield();
    domain.shutdown_now();
    for (auto& producer : producers)
        producer.join();
    BOOST_TEST(made == 256);
    BOOST_TEST(ended == 256);
    BOOST_TEST(accepted >= 4);
}

BOOST_AUTO_TEST_SUITE_END()
