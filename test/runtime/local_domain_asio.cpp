// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/local_domain.hpp>
#include <sonda/timer/manual_clock.hpp>

#include <boost/asio/any_completion_executor.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/defer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/recycling_allocator.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/asio/write.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace asio = boost::asio;
namespace execution = boost::asio::execution;
using namespace std::chrono_literals;
using asio::ip::tcp;
using asio::ip::udp;
using sonda::runtime::local_domain;
using sonda::runtime::task;
using executor = local_domain::executor_type;

static_assert(execution::is_executor<executor>::value);
static_assert(execution::executor<executor>);
static_assert(sizeof(executor) <= 3 * sizeof(void*) && std::is_nothrow_move_constructible_v<executor>);
static_assert(std::is_constructible_v<asio::any_io_executor, executor>);
static_assert(std::is_constructible_v<asio::any_completion_executor, executor>);
static_assert(asio::can_require_v<executor, execution::outstanding_work_t::tracked_t>);
static_assert(asio::can_require_v<executor, execution::relationship_t::continuation_t>);
static_assert(asio::can_require_v<executor, execution::allocator_t<std::allocator<int>>>);
#if !defined(BOOST_ASIO_NO_TS_EXECUTORS)
static_assert(asio::is_executor<executor>::value);
#endif

namespace {

std::ptrdiff_t threads()
{
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

// Drives, with sleeps between, until the condition holds.
template<class Condition>
void drive_until(local_domain& domain, Condition condition)
{
    while (!condition())
        domain.tick();
}

} // namespace

BOOST_AUTO_TEST_SUITE(local_domain_asio)

BOOST_AUTO_TEST_CASE(post_dispatch_and_defer_through_every_kind_of_executor)
{
    local_domain domain;
    int ran = 0;
    auto const count = [&ran] { ++ran; };
    auto const use = [&](auto const& ex) {
        asio::post(ex, count);
        asio::dispatch(ex, count);
        asio::defer(ex, count);
    };
    auto const ex = domain.get_executor();
    use(ex);
    use(asio::any_io_executor(ex));
    use(asio::make_strand(ex));
    use(asio::require(ex, execution::outstanding_work.tracked));
    use(asio::require(ex, execution::allocator(asio::recycling_allocator<void>())));
    asio::post(domain, asio::bind_executor(asio::make_strand(domain), count));
    BOOST_TEST(ran == 0);
    domain.poll();
    BOOST_TEST(ran == 16);
#if !defined(BOOST_ASIO_NO_DEPRECATED) && !defined(BOOST_ASIO_NO_TS_EXECUTORS)
    use(asio::executor(ex));
    domain.poll();
    BOOST_TEST(ran == 19);
#endif
}

BOOST_AUTO_TEST_CASE(properties_are_kept_and_compared)
{
    local_domain domain;
    auto const ex = domain.get_executor();
    BOOST_CHECK(ex == domain.get_executor());
    BOOST_CHECK(asio::query(ex, execution::blocking) == execution::blocking.possibly);
    BOOST_CHECK(asio::query(asio::require(ex, execution::blocking.never), execution::blocking) ==
                execution::blocking.never);
    BOOST_CHECK(asio::query(asio::require(ex, execution::relationship.continuation), execution::relationship) ==
                execution::relationship.continuation);
    BOOST_CHECK(asio::require(ex, execution::blocking.never) != ex);
    BOOST_CHECK(&asio::query(ex, execution::context) == &static_cast<asio::execution_context&>(domain));
    local_domain other;
    BOOST_CHECK(other.get_executor() != ex);
    BOOST_TEST(!ex.running_in_this_thread());
    asio::post(ex, [&ex] { BOOST_TEST(ex.running_in_this_thread()); });
    domain.poll();
}

BOOST_AUTO_TEST_CASE(timers_sockets_and_guards_start_no_thread)
{
    local_domain domain;
    auto const before = threads();
    bool fired = false;
    asio::steady_timer plain(domain, 1ms);
    asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, executor> typed(
        domain.get_executor(), 1ms);
    plain.async_wait([&](auto) { typed.async_wait([&fired](auto error) { fired = !error; }); });
    tcp::socket socket(domain);
    auto const guard = asio::make_work_guard(domain);
    BOOST_TEST(!fired);
    drive_until(domain, [&] { return fired; });
    BOOST_TEST(threads() == before);
}

BOOST_AUTO_TEST_CASE(completions_are_steps_and_count_as_such)
{
    local_domain domain;
    int ran = 0;
    std::vector<asio::steady_timer> timers;
    for (int i = 0; i != 4; ++i) {
        timers.emplace_back(domain, (std::chrono::steady_clock::time_point::min)());
        timers.back().async_wait([&ran](auto) { ++ran; });
    }
    BOOST_TEST(domain.run_n(3) == 3u);
    BOOST_TEST(ran == 3);
    BOOST_TEST(domain.run_n(3) == 1u);
    BOOST_TEST(ran == 4);
}

BOOST_AUTO_TEST_CASE(work_that_never_ends_does_not_keep_timers_from_firing)
{
    local_domain domain;
    bool fired = false;
    asio::steady_timer timer(domain, 1ms);
    timer.async_wait([&fired](auto) { fired = true; });
    auto const spinner = domain
                             .spawn_local([]() -> task<> {
                                 for (;;)
                                     co_await sonda::runtime::this_task::yield;
                             })
                             .value();
    while (!fired)
        domain.run_n(100);
    BOOST_TEST(fired);
}

BOOST_AUTO_TEST_CASE(coroutines_exchange_data_over_tcp)
{
    local_domain domain;
    tcp::acceptor acceptor(domain, {asio::ip::address_v4::loopback(), 0});
    std::size_t served = 0;
    asio::co_spawn(
        domain,
        [&]() -> asio::awaitable<void> {
            auto socket = co_await acceptor.async_accept(asio::use_awaitable);
            std::array<char, 64> buffer;
            served = co_await socket.async_read_some(asio::buffer(buffer), asio::use_awaitable);
            co_await asio::async_write(socket, asio::buffer(buffer, served), asio::use_awaitable);
        },
        asio::detached);
    auto const answer = domain.run_until([&]() -> task<std::string> {
        tcp::socket socket(domain);
        co_await socket.async_connect(acceptor.local_endpoint(), asio::deferred);
        co_await asio::async_write(socket, asio::buffer("hello", 5), asio::deferred);
        std::string text(5, ' ');
        co_await asio::async_read(socket, asio::buffer(text), asio::deferred);
        co_return text;
    });
    BOOST_TEST(answer == "hello");
    BOOST_TEST(served == 5u);
}

BOOST_AUTO_TEST_CASE(typed_sockets_and_typed_awaitables_work_without_erasure)
{
    local_domain domain;
    tcp::acceptor acceptor(domain, {asio::ip::address_v4::loopback(), 0});
    asio::basic_stream_socket<tcp, executor> socket(domain.get_executor());
    bool connected = false;
    socket.async_connect(acceptor.local_endpoint(), [&connected](auto error) { connected = !error; });
    drive_until(domain, [&connected] { return connected; });
    auto value = asio::co_spawn(
        domain.get_executor(),
        []() -> asio::awaitable<int, executor> {
            co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable_t<executor>{});
            co_return 7;
        },
        asio::use_future);
    domain.poll();
    BOOST_TEST(value.get() == 7);
}

BOOST_AUTO_TEST_CASE(datagrams_arrive)
{
    local_domain domain;
    udp::socket receiver(domain, {asio::ip::address_v4::loopback(), 0});
    udp::socket sender(domain, {asio::ip::address_v4::loopback(), 0});
    std::array<char, 16> buffer;
    udp::endpoint from;
    std::size_t size = 0;
    receiver.async_receive_from(asio::buffer(buffer), from, [&size](auto, std::size_t n) { size = n; });
    sender.async_send_to(asio::buffer("abc", 3), receiver.local_endpoint(), asio::detached);
    drive_until(domain, [&size] { return size != 0; });
    BOOST_TEST(size == 3u);
    BOOST_TEST(from == sender.local_endpoint());
}

BOOST_AUTO_TEST_CASE(names_are_resolved)
{
    local_domain domain;
    tcp::resolver resolver(domain);
    bool resolved = false;
    resolver.async_resolve("127.0.0.1", "80", tcp::resolver::numeric_host | tcp::resolver::numeric_service,
                           [&resolved](auto error, auto const& results) { resolved = !error && !results.empty(); });
    drive_until(domain, [&resolved] { return resolved; });
    BOOST_TEST(resolved);
}

BOOST_AUTO_TEST_CASE(a_slot_cancels_a_wait)
{
    local_domain domain;
    asio::cancellation_signal signal;
    asio::steady_timer timer(domain, 1h);
    bool aborted = false;
    timer.async_wait(asio::bind_cancellation_slot(
        signal.slot(), [&aborted](auto error) { aborted = error == asio::error::operation_aborted; }));
    domain.poll();
    signal.emit(asio::cancellation_type::all);
    domain.poll();
    BOOST_TEST(aborted);
}

BOOST_AUTO_TEST_CASE(a_strand_of_it_is_used_from_other_threads)
{
    local_domain domain;
    auto const strand = asio::make_strand(domain);
    int plain = 0;
    std::vector<std::thread> threads_of_others;
    for (int t = 0; t != 2; ++t)
        threads_of_others.emplace_back([&] {
            for (int i = 0; i != 5000; ++i)
                asio::post(strand, [&plain] { ++plain; });
        });
    drive_until(domain, [&plain] { return plain == 10'000; });
    for (auto& thread : threads_of_others)
        thread.join();
    BOOST_TEST(plain == 10'000);
}

BOOST_AUTO_TEST_CASE(posts_from_another_thread_wake_the_owner)
{
    local_domain domain;
    std::atomic<int> answered = 0;
    std::thread other([&] {
        for (int i = 1; i <= 500; ++i) {
            asio::post(domain.get_executor(), [&answered] { ++answered; });
            while (answered != i)
                std::this_thread::yield();
        }
    });
    drive_until(domain, [&answered] { return answered == 500; });
    other.join();
}

BOOST_AUTO_TEST_CASE(time_may_be_told_by_a_clock_that_stands_still)
{
    using clock = sonda::timer::basic_manual_clock<struct this_test>;
    local_domain domain;
    std::string trace;
    std::vector<asio::basic_waitable_timer<clock>> timers;
    for (int i = 0; i != 3; ++i) {
        timers.emplace_back(domain, std::chrono::hours(3 - i));
        timers.back().async_wait([&trace, i](auto) { trace += static_cast<char>('a' + i); });
    }
    domain.poll();
    BOOST_TEST(trace == "");
    for (int i = 0; i != 3; ++i) {
        clock::advance(1h, domain.get_executor());
        domain.poll();
    }
    BOOST_TEST(trace == "cba");
}

BOOST_AUTO_TEST_CASE(tracked_executors_may_be_copied_moved_and_assigned)
{
    local_domain domain;
    bool fired = false;
    asio::steady_timer timer(domain, (std::chrono::steady_clock::time_point::min)());
    {
        auto a = asio::require(domain.get_executor(), execution::outstanding_work.tracked);
        auto b = a;
        auto c = std::move(b);
        b = c;
        a = std::move(c);
        c = std::move(a);
    }
    timer.async_wait([&fired](auto) { fired = true; });
    domain.poll();
    BOOST_TEST(fired);
    // Were work still counted, a poll would find the reactor wanted; were too little counted, the timer not have fired.
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(coroutines_parked_on_its_timers_are_destroyed_with_it)
{
    auto const alive = std::make_shared<int>();
    {
        local_domain domain;
        for (int i = 0; i != 10; ++i)
            asio::co_spawn(
                domain,
                [](std::shared_ptr<int>) -> asio::awaitable<void> {
                    asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
                    co_await timer.async_wait(asio::use_awaitable);
                }(alive),
                asio::detached);
        domain.poll();
        BOOST_TEST(alive.use_count() == 11);
    }
    BOOST_TEST(alive.use_count() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
