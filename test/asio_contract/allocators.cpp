// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>

#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <future>

#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(allocators)

using namespace test;
using reply = sonda::transport::simulated_reply;

// Counts what it has given and not got back.
struct account
{
    std::atomic<long> given = 0;
    std::atomic<long> outstanding = 0;
};

template<class T>
struct counting_allocator
{
    using value_type = T;

    explicit counting_allocator(account& shared) noexcept
        : book(&shared)
    {}

    template<class U>
    counting_allocator(counting_allocator<U> const& other) noexcept
        : book(other.book)
    {}

    T* allocate(std::size_t n)
    {
        ++book->given;
        ++book->outstanding;
        return std::allocator<T>().allocate(n);
    }

    void deallocate(T* pointer, std::size_t n) noexcept
    {
        --book->outstanding;
        std::allocator<T>().deallocate(pointer, n);
    }

    template<class U>
    friend bool operator==(counting_allocator const& a, counting_allocator<U> const& b) noexcept
    {
        return a.book == b.book;
    }

    account* book;
};

BOOST_AUTO_TEST_CASE(all_memory_is_back_when_the_handler_is_called_on_whichever_thread)
{
    asio::thread_pool pool(4);
    for (int round = 0; round != 500; ++round) {
        account book;
        auto network = [](sonda::endpoint const&) { return reply::open(std::chrono::microseconds(50)); };
        using network_type =
            sonda::transport::simulated<decltype(network), std::chrono::steady_clock, asio::thread_pool::executor_type>;
        sonda::basic_scanner subject(network_type(pool.get_executor(), 4, network), {.batch = 4});
        std::promise<long> left;
        subject.async_scan(
            port_list{8}, [](sonda::verdict const&) {},
            asio::bind_allocator(counting_allocator<std::byte>(book),
                                 [&](auto, auto const&) { left.set_value(book.outstanding); }));
        BOOST_TEST(left.get_future().get() == 0);
        BOOST_TEST(book.given > 0);
    }
}

BOOST_AUTO_TEST_SUITE_END()
