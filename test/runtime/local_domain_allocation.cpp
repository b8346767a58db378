// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/local_domain.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <memory>

#include "support/allocation_counter.hpp"

namespace asio = boost::asio;
using sonda::runtime::local_domain;
using sonda::runtime::task;
namespace this_task = sonda::runtime::this_task;

namespace {

// Allocations of a second run of what has been run before, so that every cache is warm.
template<class Run>
std::size_t allocations_when_warm(Run run)
{
    test::count_allocations();
    run();
    auto const before = test::allocations;
    run();
    return test::allocations - before;
}

task<int> leaf(int value)
{
    co_await this_task::yield;
    co_return value;
}

// Counts what it gives.
template<class T>
struct counting_allocator
{
    using value_type = T;

    explicit counting_allocator(int& n)
        : count(&n)
    {}
    template<class U>
    counting_allocator(counting_allocator<U> const& other)
        : count(other.count)
    {}
    T* allocate(std::size_t n)
    {
        ++*count;
        return std::allocator<T>().allocate(n);
    }
    void deallocate(T* p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
    template<class U>
    bool operator==(counting_allocator<U> const&) const
    {
        return true;
    }

    int* count;
};

} // namespace

BOOST_AUTO_TEST_SUITE(local_domain_allocation)

BOOST_AUTO_TEST_CASE(the_counter_counts)
{
    bool const counts = test::count_allocations();
    auto const before = test::allocations;
    void* volatile block = ::operator new(100);
    ::operator delete(block);
    BOOST_TEST((test::allocations != before) == counts);
}

BOOST_AUTO_TEST_CASE(posts_from_inside_in_chains_and_bursts)
{
    local_domain domain;
    BOOST_TEST(allocations_when_warm([&] {
                   struct chain
                   {
                       local_domain& domain;
                       int left;
                       void operator()() const
                       {
                           if (left != 0)
                               asio::post(domain, chain{domain, left - 1});
                       }
                   };
                   asio::post(domain, chain{domain, 100});
                   asio::post(domain, [&] {
                       for (int i = 0; i != 500; ++i)
                           asio::post(domain, [] {});
                   });
                   domain.poll();
               }) == 0u);
}

BOOST_AUTO_TEST_CASE(spawning_yielding_awaiting_and_ending_of_tasks)
{
    local_domain domain;
    BOOST_TEST(allocations_when_warm([&] {
                   for (int i = 0; i != 50; ++i)
                       domain
                           .spawn_local([&domain, i]() -> task<> {
                               for (int k = 0; k != 10; ++k)
                                   co_await this_task::yield;
                               co_await leaf(i);
                               co_await domain.spawn_local(leaf(i)).value();
                           })
                           .value()
                           .detach();
                   domain.poll();
               }) == 0u);
}

BOOST_AUTO_TEST_CASE(dispatches_of_a_spawner)
{
    local_domain domain;
    auto const spawner = domain.get_spawner();
    BOOST_TEST(allocations_when_warm([&] {
                   for (int i = 0; i != 200; ++i)
                       (void)spawner.dispatch([&domain, i] { (void)domain.is_empty(), (void)i; });
                   domain.poll();
               }) == 0u);
}

BOOST_AUTO_TEST_CASE(yields_of_an_awaitable)
{
    using executor = local_domain::executor_type;
    local_domain domain;
    std::size_t during = 1;
    asio::co_spawn(
        domain.get_executor(),
        [&]() -> asio::awaitable<void, executor> {
            auto const ex = co_await asio::this_coro::executor;
            for (int i = 0; i != 10; ++i)
                co_await asio::post(ex, asio::use_awaitable_t<executor>{});
            auto const before = test::allocations;
            for (int i = 0; i != 1000; ++i)
                co_await asio::post(ex, asio::use_awaitable_t<executor>{});
            during = test::allocations - before;
        },
        asio::detached);
    domain.poll();
    BOOST_TEST(during == 0u);
}

BOOST_AUTO_TEST_CASE(the_allocator_of_a_handler_is_used)
{
    local_domain domain;
    int given = 0;
    asio::post(domain, asio::bind_allocator(counting_allocator<void>(given), [] {}));
    domain.poll();
    BOOST_TEST(given > 0);
}

BOOST_AUTO_TEST_SUITE_END()
