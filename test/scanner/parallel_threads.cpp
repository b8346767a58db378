// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/pacing/interval.hpp>
#include <sonda/parallel_scan.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include "support/simulated_scan.hpp"
#include "support/tracker_executor.hpp"

// In real time and on real threads: what is tested here is on which of them things happen, and not when.

BOOST_AUTO_TEST_SUITE(parallel_threads)

using namespace test;
using sonda::port_state;
using reply = sonda::transport::simulated_reply;

struct busy_network
{
    reply operator()(sonda::endpoint const& target) const
    {
        switch (target.port() % 4) {
        case 0: return reply::open(100us);
        case 1: return reply::silence();
        default: return reply::closed();
        }
    }
};

template<class Executor>
using network = sonda::transport::simulated<busy_network, std::chrono::steady_clock, Executor>;

sonda::scan_options const quick{.batch = 64, .timeout = 1ms, .quantum = 50us};

template<class Executor>
auto scan_on(std::vector<Executor> const& executors, sonda::scan_options const& options = quick)
{
    std::vector<network<Executor>> networks;
    for (auto const& executor : executors)
        networks.emplace_back(executor, options.batch, busy_network());
    return sonda::basic_parallel_scan(std::move(networks), options);
}

// As many contexts as parts, each run by a thread of its own.
struct own_threads
{
    explicit own_threads(std::size_t count)
        : contexts(count)
    {
        for (auto& context : contexts) {
            guards.push_back(asio::make_work_guard(context));
            threads.emplace_back([&context] { context.run(); });
        }
    }

    ~own_threads()
    {
        guards.clear();
        for (auto& thread : threads)
            thread.join();
    }

    std::vector<asio::io_context::executor_type> executors()
    {
        std::vector<asio::io_context::executor_type> all;
        for (auto& context : contexts)
            all.push_back(context.get_executor());
        return all;
    }

    std::deque<asio::io_context> contexts;
    std::vector<asio::executor_work_guard<asio::io_context::executor_type>> guards;
    std::vector<std::thread> threads;
};

void check(sonda::scan_summary const& summary)
{
    BOOST_TEST(summary.complete());
    BOOST_TEST(summary.count(port_state::open) == 500u);
    BOOST_TEST(summary.count(port_state::filtered) == 500u);
    BOOST_TEST(summary.count(port_state::closed) == 1000u);
}

// Notices when it is called concurrently with itself.
struct jealous_sink
{
    std::atomic<int>* inside;
    std::atomic<bool>* shared;
    long* calls; // no atomic: the calls are ordered

    void put(sonda::verdict const&) const
    {
        if (++*inside != 1)
            *shared = true;
        ++*calls;
        --*inside;
    }
};

template<class Executor>
void scans_on(std::vector<Executor> const& executors)
{
    std::atomic<int> inside = 0;
    std::atomic<bool> shared = false;
    long calls = 0;
    auto subject = scan_on(executors);
    for (int i = 0; i != 5; ++i)
        check(subject.async_scan(port_list{2000}, jealous_sink{&inside, &shared, &calls}, asio::use_future).get());
    BOOST_TEST(calls == 10'000);
    BOOST_TEST(!shared);
}

BOOST_AUTO_TEST_CASE(threads_of_their_own_serve)
{
    own_threads threads(4);
    scans_on(threads.executors());
}

BOOST_AUTO_TEST_CASE(a_pool_serves_all_parts)
{
    asio::thread_pool pool(3);
    scans_on(std::vector(5, pool.get_executor()));
    scans_on(std::vector<asio::any_io_executor>(2, pool.get_executor()));
}

BOOST_AUTO_TEST_CASE(custom_executors_run_everything)
{
    asio::io_context context;
    tracker seen;
    auto subject = scan_on(std::vector(2, tracker_executor(context, seen)));
    std::optional<sonda::scan_summary> summary;
    bool outside = false;
    subject.async_scan(
        port_list{2000}, [&](sonda::verdict const&) { outside |= !seen.inside(); },
        [&](boost::system::error_code, sonda::scan_summary const& s) {
            outside |= !seen.inside();
            summary = s;
        });
    BOOST_TEST(!summary.has_value());
    context.run();
    BOOST_TEST_REQUIRE(summary.has_value());
    check(*summary);
    BOOST_TEST(!outside);
}

BOOST_AUTO_TEST_CASE(the_handler_runs_on_its_own_executor)
{
    asio::io_context other;
    tracker seen;
    own_threads threads(2); // has ended before what it posts to goes away
    auto subject = scan_on(threads.executors());
    bool called = false;
    subject.async_scan(
        port_list{2000}, [](sonda::verdict const&) {}, asio::bind_executor(other, [&](auto, auto const& summary) {
            called = true;
            check(summary);
        }));
    other.run(); // there is work until the handler is posted
    BOOST_TEST(called);
    auto work = asio::make_work_guard(other); // which an executor of the user need not keep
    subject.async_scan(
        port_list{2000}, [](sonda::verdict const&) {},
        asio::bind_executor(tracker_executor(other, seen), [&](auto, auto const&) {
            BOOST_TEST(seen.inside());
            work.reset();
        }));
    other.restart();
    other.run();
    BOOST_TEST(!work.owns_work());
}

BOOST_AUTO_TEST_CASE(the_first_executor_is_kept_at_work_for_a_handler_without_one)
{
    asio::io_context first;
    own_threads threads(1);
    auto subject = scan_on(std::vector{first.get_executor(), threads.executors().front()});
    bool called = false;
    subject.async_scan(
        port_list{2000}, [](sonda::verdict const&) {},
        [&](auto, auto const& summary) {
            called = true;
            check(summary);
        });
    first.run();
    BOOST_TEST(called);
}

BOOST_AUTO_TEST_CASE(a_coroutine_can_wait_for_it)
{
    own_threads threads(2);
    asio::io_context own;
    auto subject = scan_on(threads.executors());
    bool done = false;
    asio::co_spawn(
        own,
        [&]() -> asio::awaitable<void> {
            std::size_t found = 0;
            auto const count = [&](sonda::verdict const&) { ++found; };
            auto const summary = co_await subject.async_scan(port_list{2000}, count, asio::use_awaitable);
            check(summary);
            BOOST_TEST(found == 2000u);
            done = true;
        },
        asio::detached);
    own.run();
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_CASE(it_is_destroyed_on_another_thread_while_it_scans)
{
    own_threads threads(3);
    for (int i = 0; i != 200; ++i) {
        std::optional subject(scan_on(threads.executors(), {.batch = 12, .timeout = 1h}));
        std::size_t found = 0;
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

BOOST_AUTO_TEST_CASE(a_signal_from_another_thread_ends_it)
{
    own_threads threads(3);
    for (int i = 0; i != 100; ++i) {
        auto subject = scan_on(threads.executors(), {.batch = 12, .timeout = 1h});
        asio::cancellation_signal signal;
        auto done = subject.async_scan(
            port_list{400}, [](sonda::verdict const&) {},
            asio::bind_cancellation_slot(signal.slot(), asio::use_future));
        if (i % 2)
            std::this_thread::yield();
        signal.emit(asio::cancellation_type::terminal);
        BOOST_CHECK_THROW(done.get(), boost::system::system_error);
    }
}

BOOST_AUTO_TEST_CASE(a_sink_that_throws_on_any_thread_ends_it)
{
    own_threads threads(3);
    for (int i = 0; i != 100; ++i) {
        auto subject = scan_on(threads.executors());
        int left = i;
        std::promise<std::pair<boost::system::error_code, std::uint64_t>> result;
        subject.async_scan(
            port_list{2000},
            [&](sonda::verdict const&) {
                if (left-- == 0)
                    throw std::runtime_error("no more");
            },
            [&](boost::system::error_code ec, sonda::scan_summary const& s) {
                result.set_value({ec, s.verdicts});
            });
        auto const [ec, verdicts] = result.get_future().get();
        BOOST_TEST(ec == make_error_code(sonda::error::sink_failed));
        BOOST_TEST(verdicts == static_cast<std::uint64_t>(i));
    }
}

// A queue of another thread: full at ten, emptied now and then.
class bounded_queue
{
public:
    explicit bounded_queue(asio::io_context& context)
        : room_(context)
    {}

    void put(sonda::verdict const&)
    {
        std::lock_guard const lock(mutex_);
        ++size_;
        ++taken_;
    }

    bool full()
    {
        std::lock_guard const lock(mutex_);
        return size_ >= 10;
    }

    template<class Token>
    auto async_drain(Token&& token)
    {
        if (waiting_.exchange(true))
            twice_ = true;
        room_.expires_after(50us);
        return asio::async_compose<Token, void(boost::system::error_code)>(
            [this, begun = false](auto& self, boost::system::error_code ec = {}) mutable {
                if (!std::exchange(begun, true))
                    return room_.async_wait(std::move(self));
                {
                    std::lock_guard const lock(mutex_);
                    size_ = 0;
                }
                waiting_ = false;
                self.complete(ec);
            },
            token, room_);
    }

    std::uint64_t taken() const { return taken_; }
    bool twice() const { return twice_; }

private:
    asio::steady_timer room_;
    std::mutex mutex_;
    std::size_t size_ = 0;
    std::uint64_t taken_ = 0;
    std::atomic<bool> waiting_ = false;
    std::atomic<bool> twice_ = false;
};

BOOST_AUTO_TEST_CASE(a_sink_that_is_full_now_and_then_gets_everything)
{
    own_threads threads(3);
    bounded_queue sink(threads.contexts.back());
    auto subject = scan_on(threads.executors(), {.batch = 6, .timeout = 1ms});
    check(subject.async_scan(port_list{2000}, sink, asio::use_future).get());
    BOOST_TEST(sink.taken() == 2000u);
    BOOST_TEST(!sink.twice());
}

// Not for two threads at a time, as the allocators of users may be.
struct lonely_account
{
    std::atomic<int> inside = 0;
    std::atomic<bool> shared = false;
    std::atomic<long> outstanding = 0;
    std::atomic<long> given = 0;
};

template<class T>
struct lonely_allocator
{
    using value_type = T;

    explicit lonely_allocator(lonely_account& account) noexcept
        : book(&account)
    {}

    template<class U>
    lonely_allocator(lonely_allocator<U> const& other) noexcept
        : book(other.book)
    {}

    T* allocate(std::size_t n)
    {
        if (++book->inside != 1)
            book->shared = true;
        ++book->given;
        ++book->outstanding;
        auto* const memory = std::allocator<T>().allocate(n);
        --book->inside;
        return memory;
    }

    void deallocate(T* pointer, std::size_t n) noexcept
    {
        if (++book->inside != 1)
            book->shared = true;
        --book->outstanding;
        std::allocator<T>().deallocate(pointer, n);
        --book->inside;
    }

    template<class U>
    friend bool operator==(lonely_allocator const& a, lonely_allocator<U> const& b) noexcept
    {
        return a.book == b.book;
    }

    lonely_account* book;
};

BOOST_AUTO_TEST_CASE(all_memory_is_back_when_the_handler_is_called)
{
    own_threads threads(4);
    for (int i = 0; i != 200; ++i) {
        lonely_account book;
        auto subject = scan_on(threads.executors(), {.batch = 8, .timeout = 50us});
        std::promise<long> left;
        subject.async_scan(
            port_list{16}, [](sonda::verdict const&) {},
            asio::bind_allocator(lonely_allocator<std::byte>(book),
                                 [&](auto, auto const&) { left.set_value(book.outstanding); }));
        BOOST_TEST(left.get_future().get() == 0);
        BOOST_TEST(book.given > 4);
        BOOST_TEST(!book.shared);
    }
}

BOOST_AUTO_TEST_SUITE_END()
