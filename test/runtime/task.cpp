// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/runtime/local_domain.hpp>
#include <sonda/runtime/task.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using sonda::runtime::local_domain;
using sonda::runtime::task;
namespace this_task = sonda::runtime::this_task;

static_assert(!std::is_copy_constructible_v<task<int>> && std::is_nothrow_move_constructible_v<task<int>>);

namespace {

struct counts_its_end
{
    explicit counts_its_end(int& n)
        : count(&n)
    {}
    counts_its_end(counts_its_end const&) = delete;
    ~counts_its_end() { ++*count; }
    int* count;
};

task<int> seven()
{
    co_await this_task::yield;
    co_return 7;
}

task<int> fails()
{
    co_await this_task::yield;
    throw std::runtime_error("mine");
}

task<> for_ever(int& ended)
{
    counts_its_end const local(ended);
    for (;;)
        co_await this_task::yield;
}

task<> sleeps(local_domain& domain, int& ended)
{
    counts_its_end const local(ended);
    asio::steady_timer timer(domain, 1h);
    co_await timer.async_wait(asio::deferred);
}

bool is_aborted(boost::system::system_error const& e)
{
    return e.code() == asio::error::operation_aborted;
}

} // namespace

BOOST_AUTO_TEST_SUITE(task_test)

BOOST_AUTO_TEST_CASE(awaiting_gives_the_value_of_a_task_of_its_own_and_of_a_part)
{
    local_domain domain;
    int const sum = domain.run_until([&]() -> task<int> {
        auto spawned = domain.spawn_local(seven()).value();
        int const part = co_await seven();
        co_return part + co_await std::move(spawned);
    });
    BOOST_TEST(sum == 14);
}

BOOST_AUTO_TEST_CASE(a_value_need_not_be_copied_nor_be_default_constructed)
{
    struct odd
    {
        explicit odd(int v)
            : value(std::make_unique<int>(v))
        {}
        std::unique_ptr<int> value;
    };
    local_domain domain;
    auto const result = domain.run_until([]() -> task<odd> { co_return odd(3); });
    BOOST_TEST(*result.value == 3);
}

BOOST_AUTO_TEST_CASE(a_function_that_is_no_coroutine_makes_a_task)
{
    local_domain domain;
    BOOST_TEST(domain.run_until([] { return 4; }) == 4);
}

BOOST_AUTO_TEST_CASE(what_a_coroutine_lambda_captures_lives_as_long_as_it_runs)
{
    local_domain domain;
    auto handle = domain
                      .spawn_local([text = std::string(100, 'x')]() -> task<std::size_t> {
                          co_await this_task::yield;
                          co_return text.size();
                      })
                      .value();
    domain.poll();
    BOOST_TEST(std::move(handle).get() == 100u);
}

BOOST_AUTO_TEST_CASE(cancelling_a_pending_task_gives_nothing)
{
    local_domain domain;
    int ended = 0;
    auto pending = domain.spawn_local(for_ever(ended)).value();
    BOOST_TEST(!pending.is_finished());
    domain.run_n(3);
    BOOST_TEST(!pending.is_finished());
    bool const completed = domain.run_until([&]() -> task<bool> { co_return co_await std::move(pending).cancel(); });
    BOOST_TEST(!completed);
    BOOST_TEST(ended == 1);
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(cancelling_what_has_ended_gives_its_value)
{
    local_domain domain;
    auto done = domain.spawn_local(seven()).value();
    domain.poll();
    BOOST_TEST(*std::move(done).cancel().get() == 7);
}

BOOST_AUTO_TEST_CASE(a_value_that_is_ready_wins_over_the_cancellation)
{
    local_domain domain;
    std::optional<task<int>> self;
    self = domain
               .spawn_local([&self]() -> task<int> {
                   self->request_cancel();
                   BOOST_TEST(co_await this_task::is_cancelled);
                   co_return 8;
               })
               .value();
    domain.poll();
    BOOST_TEST(std::move(*self).get() == 8);
}

BOOST_AUTO_TEST_CASE(dropping_the_handle_cancels)
{
    local_domain domain;
    int ended = 0;
    {
        auto const a = domain.spawn_local(for_ever(ended)).value();
        auto const b = domain.spawn_local(sleeps(domain, ended)).value();
        domain.run_n(4);
        BOOST_TEST(ended == 0);
    }
    domain.poll();
    BOOST_TEST(ended == 2);
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(what_was_never_begun_is_destroyed_unrun)
{
    local_domain domain;
    int ended = 0;
    bool ran = false;
    auto const shared = std::make_shared<int>();
    {
        auto const never_spawned = for_ever(ended);
        auto const dropped = domain.spawn_local([&ran, shared] { ran = true; }).value();
        BOOST_TEST(shared.use_count() == 2);
    }
    domain.poll();
    BOOST_TEST(!ran);
    BOOST_TEST(shared.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(a_detached_task_goes_on)
{
    local_domain domain;
    int got = 0;
    domain.spawn_local([&got]() -> task<> { got = co_await seven(); }).value().detach();
    domain.poll();
    BOOST_TEST(got == 7);
}

BOOST_AUTO_TEST_CASE(fallible_gives_the_value_of_a_task_that_completes)
{
    local_domain domain;
    auto fallible = domain.spawn_local(seven()).value().fallible();
    BOOST_TEST(!fallible.is_finished());
    domain.poll();
    BOOST_TEST(*std::move(fallible).get() == 7);
}

BOOST_AUTO_TEST_CASE(ordinary_await_of_a_cancelled_task_throws)
{
    local_domain domain;
    int ended = 0;
    auto victim = domain.spawn_local(for_ever(ended)).value();
    domain.run_n(1);
    victim.request_cancel();
    auto const outer = [&]() -> task<> { co_await std::move(victim); };
    BOOST_CHECK_EXCEPTION(domain.run_until(outer), boost::system::system_error, is_aborted);
}

BOOST_AUTO_TEST_CASE(an_exception_reaches_who_awaits_through_every_level)
{
    local_domain domain;
    auto spawned = domain.spawn_local(fails()).value();
    BOOST_CHECK_THROW(domain.run_until([&]() -> task<int> { co_return co_await std::move(spawned); }),
                      std::runtime_error);
    BOOST_CHECK_THROW(domain.run_until([]() -> task<int> { co_return co_await fails(); }), std::runtime_error);
    auto fallible = domain.spawn_local(fails()).value().fallible();
    domain.poll();
    BOOST_CHECK_THROW(std::move(fallible).get(), std::runtime_error);
    BOOST_TEST(domain.run_until(seven()) == 7);
}

BOOST_AUTO_TEST_CASE(a_cancelled_task_takes_along_what_it_awaits)
{
    local_domain domain;
    int ended = 0;
    {
        auto const outer = domain
                               .spawn_local([&]() -> task<> {
                                   counts_its_end const local(ended);
                                   co_await domain.spawn_local(for_ever(ended)).value();
                               })
                               .value();
        auto const part = domain.spawn_local([&]() -> task<> { co_await sleeps(domain, ended); }).value();
        domain.run_n(6);
    }
    domain.poll();
    BOOST_TEST(ended == 3);
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(cancellation_waits_for_an_operation_of_asio_and_its_buffers)
{
    local_domain domain;
    int ended = 0;
    auto handle = domain.spawn_local(sleeps(domain, ended)).value();
    domain.poll();
    handle.request_cancel();
    handle.request_cancel();
    BOOST_TEST(ended == 0);
    domain.poll();
    BOOST_TEST(ended == 1);
    BOOST_TEST(handle.is_finished());
}

BOOST_AUTO_TEST_CASE(operations_of_asio_give_values_errors_and_tuples)
{
    local_domain domain;
    domain.run_until([&]() -> task<> {
        asio::steady_timer timer(domain, 1ms);
        co_await timer.async_wait(asio::deferred);
        timer.expires_after(1h);
        asio::post(domain, [&timer] { timer.cancel(); });
        auto const [error] = co_await timer.async_wait(asio::as_tuple(asio::deferred));
        BOOST_CHECK(error == asio::error::operation_aborted);
        timer.expires_after(1h);
        asio::post(domain, [&timer] { timer.cancel(); });
        bool thrown = false;
        try {
            co_await timer.async_wait(asio::deferred);
        } catch (boost::system::system_error const& e) {
            thrown = is_aborted(e);
        }
        BOOST_TEST(thrown);
        co_await asio::post(domain.get_executor(), asio::deferred);
    });
}

BOOST_AUTO_TEST_CASE(an_awaitable_is_awaited_and_awaits)
{
    local_domain domain;
    auto const doubled = [](int n) -> asio::awaitable<int> {
        asio::steady_timer timer(co_await asio::this_coro::executor, 1ms);
        co_await timer.async_wait(asio::use_awaitable);
        co_return 2 * n;
    };
    BOOST_TEST(domain.run_until([&]() -> task<int> { co_return co_await doubled(4); }) == 8);
    BOOST_TEST(domain.run_until(doubled(5)) == 10);
    int got = 0;
    auto seventh = domain.spawn_local(seven()).value();
    asio::co_spawn(
        domain, [&]() -> asio::awaitable<void> { got = co_await std::move(seventh)(asio::use_awaitable); },
        asio::detached);
    domain.poll();
    BOOST_TEST(got == 7);
}

BOOST_AUTO_TEST_CASE(an_awaitable_is_cancelled_with_its_task)
{
    local_domain domain;
    int ended = 0;
    {
        auto const handle = domain
                                .spawn_local([&ended]() -> asio::awaitable<void> {
                                    counts_its_end const local(ended);
                                    asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
                                    co_await timer.async_wait(asio::use_awaitable);
                                })
                                .value();
        domain.poll();
    }
    domain.poll();
    BOOST_TEST(ended == 1);
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_CASE(a_task_is_an_operation_of_asio)
{
    local_domain domain;
    asio::io_context elsewhere;
    int got = 0;
    domain.spawn_local(seven()).value()(
        asio::bind_executor(elsewhere, [&got](std::exception_ptr error, int value) { got = error ? -1 : value; }));
    std::exception_ptr failure;
    domain.spawn_local(fails()).value()(
        asio::bind_executor(elsewhere, [&failure](std::exception_ptr error, int) { failure = error; }));
    domain.poll();
    BOOST_TEST(got == 0);
    elsewhere.run();
    BOOST_TEST(got == 7);
    BOOST_TEST(static_cast<bool>(failure));

    auto future = domain.spawn_local(seven()).value()(asio::use_future);
    domain.poll();
    BOOST_TEST(future.get() == 7);
}

BOOST_AUTO_TEST_CASE(the_signal_of_who_waits_cancels_the_task)
{
    local_domain domain;
    asio::cancellation_signal signal;
    int ended = 0;
    bool aborted = false;
    domain.spawn_local(for_ever(ended))
        .value()(asio::bind_cancellation_slot(signal.slot(),
                                              asio::bind_executor(domain, [&aborted](std::exception_ptr error) {
                                                  try {
                                                      std::rethrow_exception(error);
                                                  } catch (boost::system::system_error const& e) {
                                                      aborted = is_aborted(e);
                                                  }
                                              })));
    domain.run_n(3);
    signal.emit(asio::cancellation_type::terminal);
    domain.poll();
    BOOST_TEST(ended == 1);
    BOOST_TEST(aborted);
}

BOOST_AUTO_TEST_CASE(functions_of_its_executor_run_by_turns_with_the_task_and_not_after_it)
{
    local_domain domain;
    int ran = 0;
    std::optional<asio::any_io_executor> kept;
    domain.run_until([&]() -> task<> {
        kept = co_await asio::this_coro::executor;
        asio::post(*kept, [&ran] { ++ran; });
        BOOST_TEST(ran == 0);
        co_await this_task::yield;
        BOOST_TEST(ran == 1);
    });
    asio::post(*kept, [&ran] { ++ran; });
    domain.poll();
    BOOST_TEST(ran == 1);
}

BOOST_AUTO_TEST_CASE(an_operation_that_cannot_be_cancelled_keeps_the_frame_beyond_the_domain)
{
    asio::io_context elsewhere;
    int ended = 0;
    auto handle = [&] {
        local_domain domain;
        auto spawned = domain
                           .spawn_local([&]() -> task<> {
                               counts_its_end const local(ended);
                               co_await asio::post(elsewhere, asio::deferred);
                           })
                           .value();
        domain.poll();
        return spawned;
    }();
    BOOST_TEST(handle.is_finished());
    BOOST_TEST(ended == 0);
    elsewhere.run();
    BOOST_TEST(ended == 1);
    BOOST_CHECK_THROW(std::move(handle).get(), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(cancelling_from_another_thread_races_with_every_state_of_a_task)
{
    local_domain domain;
    std::atomic<bool> stop = false;
    std::atomic<task<>*> next{nullptr};
    std::thread other([&] {
        while (!stop)
            if (auto* const taken = next.exchange(nullptr)) {
                taken->request_cancel();
                delete taken;
            }
    });
    int ended = 0;
    for (int i = 0; i != 2000; ++i) {
        auto* const fresh = new task<>(domain.spawn_local(i % 2 ? sleeps(domain, ended) : for_ever(ended)).value());
        for (task<>* none = nullptr; !next.compare_exchange_weak(none, fresh); none = nullptr)
            domain.run_n(2);
        domain.run_n(static_cast<std::size_t>(i % 3));
    }
    while (next)
        domain.run_n(2);
    stop = true;
    other.join();
    domain.shutdown_now();
    BOOST_TEST(ended <= 2000);
    BOOST_TEST(domain.is_empty());
}

BOOST_AUTO_TEST_SUITE_END()
