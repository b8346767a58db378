// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/any_priority_executor.hpp>
#include <sonda/runtime/priority_pool.hpp>

#include <boost/asio/any_completion_executor.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/defer.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/asio/write.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

namespace asio = boost::asio;
namespace ex = asio::execution;

namespace {

using namespace sonda::runtime;
using sonda::runtime::priority;
using namespace std::chrono_literals;
using asio::ip::tcp;
using executor = priority_pool::executor_type;

static_assert(ex::is_executor<executor>::value);
static_assert(ex::executor<executor>);
static_assert(std::is_constructible_v<asio::any_io_executor, executor>);
static_assert(std::is_constructible_v<asio::any_completion_executor, executor>);
static_assert(std::is_constructible_v<any_priority_executor, executor>);
static_assert(std::is_nothrow_move_constructible_v<executor> && sizeof(executor) <= 16);
static_assert(asio::can_require_v<executor, ex::blocking_t::never_t>);
static_assert(asio::can_require_v<executor, ex::blocking_t::possibly_t>);
static_assert(asio::can_require_v<executor, ex::relationship_t::fork_t>);
static_assert(asio::can_require_v<executor, ex::relationship_t::continuation_t>);
static_assert(asio::can_require_v<executor, ex::outstanding_work_t::tracked_t>);
static_assert(asio::can_require_v<executor, ex::allocator_t<void>>);
static_assert(asio::can_query_v<executor, ex::mapping_t>);
static_assert(asio::can_query_v<executor, ex::occupancy_t>);
static_assert(!std::is_copy_constructible_v<priority_pool> && !std::is_move_constructible_v<priority_pool>);
#if !defined(BOOST_ASIO_NO_TS_EXECUTORS)
static_assert(asio::is_executor<executor>::value);
#endif

std::size_t threads()
{
    using entries = std::filesystem::directory_iterator;
    return static_cast<std::size_t>(std::distance(entries("/proc/self/task"), entries()));
}

// Echoes what arrives, once.
asio::awaitable<std::size_t> echo(tcp::acceptor& acceptor)
{
    auto peer = co_await acceptor.async_accept(asio::use_awaitable);
    std::array<char, 64> data;
    auto const n = co_await peer.async_read_some(asio::buffer(data), asio::use_awaitable);
    co_await asio::async_write(peer, asio::buffer(data, n), asio::use_awaitable);
    co_return n;
}

asio::awaitable<std::string> ask(tcp::endpoint where, std::string text)
{
    tcp::socket socket(co_await asio::this_coro::executor);
    co_await socket.async_connect(where, asio::use_awaitable);
    co_await asio::async_write(socket, asio::buffer(text), asio::use_awaitable);
    co_await asio::async_read(socket, asio::buffer(text), asio::use_awaitable);
    co_return text;
}

// Counts the blocks that it has given out.
template<class T>
struct counting
{
    using value_type = T;

    explicit counting(std::atomic<int>& c)
        : count(&c)
    {}
    template<class U>
    counting(counting<U> const& other) noexcept
        : count(other.count)
    {}

    T* allocate(std::size_t n)
    {
        ++*count;
        return std::allocator<T>().allocate(n);
    }
    void deallocate(T* p, std::size_t n)
    {
        --*count;
        std::allocator<T>().deallocate(p, n);
    }
    template<class U>
    bool operator==(counting<U> const& other) const noexcept
    {
        return count == other.count;
    }

    std::atomic<int>* count;
};

tcp::endpoint anywhere()
{
    return {asio::ip::address_v4::loopback(), 0};
}

} // namespace

BOOST_AUTO_TEST_SUITE(pool_asio_test)

BOOST_AUTO_TEST_CASE(posts_dispatches_and_defers)
{
    std::atomic<int> count = 0;
    priority_pool pool({.workers = 2});
    asio::post(pool, [&] { ++count; });
    asio::dispatch(pool.get_executor(), [&] { ++count; });
    asio::defer(pool.get_executor(), [&] { ++count; });
    pool.join();
    BOOST_TEST(count == 3);
}

BOOST_AUTO_TEST_CASE(tells_its_properties)
{
    priority_pool pool({.workers = 3});
    auto const plain = pool.get_executor();
    BOOST_TEST((asio::query(plain, ex::blocking) == ex::blocking.possibly));
    BOOST_TEST((asio::query(asio::require(plain, ex::blocking.never), ex::blocking) == ex::blocking.never));
    BOOST_TEST((asio::query(plain, ex::relationship) == ex::relationship.fork));
    auto const continuing = asio::prefer(plain, ex::relationship.continuation);
    BOOST_TEST((asio::query(continuing, ex::relationship) == ex::relationship.continuation));
    BOOST_TEST((continuing != plain));
    BOOST_TEST((asio::query(plain, ex::outstanding_work) == ex::outstanding_work.untracked));
    auto const tracked = asio::require(plain, ex::outstanding_work.tracked);
    BOOST_TEST((asio::query(tracked, ex::outstanding_work) == ex::outstanding_work.tracked));
    BOOST_TEST((asio::query(plain, ex::mapping) == ex::mapping.thread));
    BOOST_TEST(asio::query(plain, ex::occupancy) == 3U);
    BOOST_TEST(!plain.running_in_this_thread());
    asio::execution_context& context = pool;
    BOOST_TEST(&asio::query(plain, ex::context) == &context);
}

BOOST_AUTO_TEST_CASE(counts_tracked_executors_as_work)
{
    std::atomic<bool> released = false;
    priority_pool pool({.workers = 1});
    {
        auto one = asio::require(pool.get_executor(), ex::outstanding_work.tracked);
        auto copy = one;
        auto moved = std::move(copy);
        one = moved;
        copy = std::move(one);
        one = copy;
        std::thread joiner([&] {
            pool.join();
            BOOST_TEST(released);
        });
        released = true;
        {
            auto const gone = std::move(one), also_gone = std::move(copy), last = std::move(moved);
        }
        joiner.join();
    }
}

BOOST_AUTO_TEST_CASE(runs_a_strand_without_overlap)
{
    int plain = 0;
    priority_pool pool({.workers = 2});
    auto const strand = asio::make_strand(pool);
    for (int i = 0; i != 10'000; ++i)
        asio::post(strand, [&] { ++plain; });
    pool.join();
    BOOST_TEST(plain == 10'000);
}

BOOST_AUTO_TEST_CASE(runs_coroutines_of_asio)
{
    priority_pool pool({.workers = 2});
    auto erased = asio::co_spawn(
        pool,
        [&]() -> asio::awaitable<bool> {
            co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
            co_return pool.get_executor().running_in_this_thread();
        },
        asio::use_future);
    auto typed = asio::co_spawn(
        pool.executor(priority::high),
        []() -> asio::awaitable<int, executor> {
            auto const mine = co_await asio::this_coro::executor;
            co_await asio::post(mine, asio::use_awaitable_t<executor>{});
            co_return static_cast<int>(asio::query(mine, priority_t()));
        },
        asio::use_future);
    BOOST_TEST(erased.get());
    BOOST_TEST(typed.get() == static_cast<int>(priority::high));
}

BOOST_AUTO_TEST_CASE(fires_timers_on_its_workers_without_another_thread)
{
    auto const before = threads();
    std::atomic<int> fired = 0;
    priority_pool pool({.workers = 2});
    asio::steady_timer timer(pool, 1ms);
    asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, executor> typed(
        pool.executor(priority::high), 1ms);
    auto const note = [&](boost::system::error_code error) {
        if (!error && pool.get_executor().running_in_this_thread())
            ++fired;
    };
    timer.async_wait(note);
    typed.async_wait(asio::bind_executor(pool.executor(priority::background), note));
    tcp::acceptor acceptor(pool, anywhere());
    BOOST_TEST(threads() == before + 2);
    pool.join();
    BOOST_TEST(fired == 2);
}

BOOST_AUTO_TEST_CASE(serves_sockets)
{
    for (std::size_t const workers : {1U, 2U, 4U}) {
        priority_pool pool({.workers = workers});
        tcp::acceptor acceptor(pool, anywhere());
        auto served = asio::co_spawn(pool, echo(acceptor), asio::use_future);
        auto answer =
            asio::co_spawn(asio::make_strand(pool), ask(acceptor.local_endpoint(), "hello"), asio::use_future);
        BOOST_TEST(answer.get() == "hello");
        BOOST_TEST(served.get() == 5U);
    }
}

BOOST_AUTO_TEST_CASE(serves_sockets_while_all_workers_are_busy)
{
    std::atomic<bool> stop = false;
    priority_pool pool({.workers = 1});
    pool.spawn(priority::high,
               [&]() -> task<> {
                   while (!stop)
                       co_await this_task::yield;
               })
        ->detach();
    tcp::acceptor acceptor(pool, anywhere());
    auto served = asio::co_spawn(pool, echo(acceptor), asio::use_future);
    auto answer = asio::co_spawn(pool, ask(acceptor.local_endpoint(), "hello"), asio::use_future);
    BOOST_TEST(answer.get() == "hello");
    stop = true;
    BOOST_TEST(served.get() == 5U);
}

BOOST_AUTO_TEST_CASE(serves_the_reactor_while_a_handler_blocks)
{
    std::atomic<bool> second = false;
    priority_pool pool({.workers = 2});
    asio::steady_timer one(pool, 1ms);
    asio::steady_timer other(pool, 2ms);
    one.async_wait([&](auto) { second.wait(false); });
    other.async_wait([&](auto) {
        second = true;
        second.notify_all();
    });
    pool.join();
    BOOST_TEST(second);
}

BOOST_AUTO_TEST_CASE(completes_typed_sockets_at_their_priority)
{
    std::atomic<int> level = -1;
    priority_pool pool({.workers = 1});
    asio::basic_stream_socket<tcp, any_priority_executor> socket(pool.executor(priority::background));
    tcp::acceptor acceptor(pool, anywhere());
    socket.async_connect(acceptor.local_endpoint(), [&](auto error) {
        if (!error)
            level = static_cast<int>(asio::query(socket.get_executor(), priority_t()));
    });
    pool.join();
    BOOST_TEST(level == static_cast<int>(priority::background));
}

BOOST_AUTO_TEST_CASE(sends_and_receives_datagrams)
{
    std::atomic<std::size_t> received = 0;
    priority_pool pool({.workers = 2});
    using asio::ip::udp;
    udp::socket from(pool, udp::endpoint(asio::ip::address_v4::loopback(), 0));
    udp::socket to(pool, udp::endpoint(asio::ip::address_v4::loopback(), 0));
    std::array<char, 16> data;
    to.async_receive(asio::buffer(data), [&](auto error, std::size_t n) { received = error ? 0 : n; });
    from.async_send_to(asio::buffer("abc", 3), to.local_endpoint(), [](auto, std::size_t) {});
    pool.join();
    BOOST_TEST(received == 3U);
}

BOOST_AUTO_TEST_CASE(resolves)
{
    std::atomic<bool> resolved = false;
    priority_pool pool({.workers = 1});
    tcp::resolver resolver(pool);
    resolver.async_resolve("127.0.0.1", "80", tcp::resolver::numeric_host | tcp::resolver::numeric_service,
                           [&](auto error, auto) { resolved = !error; });
    pool.join();
    BOOST_TEST(resolved);
}

BOOST_AUTO_TEST_CASE(cancels_operations)
{
    std::atomic<bool> aborted = false;
    asio::cancellation_signal signal;
    priority_pool pool({.workers = 1});
    asio::steady_timer timer(pool, std::chrono::hours(1));
    timer.async_wait(asio::bind_cancellation_slot(
        signal.slot(), [&](auto error) { aborted = error == asio::error::operation_aborted; }));
    asio::post(pool, [&] { signal.emit(asio::cancellation_type::all); });
    pool.join();
    BOOST_TEST(aborted);
}

BOOST_AUTO_TEST_CASE(takes_memory_from_the_allocator_of_the_handler)
{
    std::atomic<int> blocks = 0;
    priority_pool pool({.workers = 1}, {.seed = 1});
    auto const mine = asio::require(pool.get_executor(), ex::allocator(counting<void>(blocks)));
    BOOST_TEST((asio::query(mine, ex::allocator) == counting<void>(blocks)));
    int while_running = -1;
    mine.execute([&] { while_running = blocks; });
    BOOST_TEST(blocks == 1);
    pool.step();
    BOOST_TEST(while_running == 0);
}

#if !defined(BOOST_ASIO_NO_TS_EXECUTORS) && !defined(BOOST_ASIO_NO_DEPRECATED)
BOOST_AUTO_TEST_CASE(stands_behind_the_old_polymorphic_executor)
{
    std::atomic<int> ran = 0;
    priority_pool pool({.workers = 1});
    asio::executor const old(pool.get_executor());
    asio::post(old, [&] { ++ran; });
    pool.join();
    BOOST_TEST(ran == 1);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
