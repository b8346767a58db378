// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/scanner.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include "support/simulated_scan.hpp"

BOOST_AUTO_TEST_SUITE(completion_tokens)

using namespace test;
using reply = sonda::transport::simulated_reply;

struct token_scan : simulated_scan<>
{
    auto subject()
    {
        return scanner(
            [](sonda::endpoint const& target) { return target.port() % 2 ? reply::open(1ms) : reply::closed(); },
            {.batch = 8});
    }

    // Lets time pass until nothing is left to do.
    void finish()
    {
        for (int i = 0; i != 100; ++i) {
            poll();
            sonda::timer::manual_clock::advance(1ms, context);
        }
        poll();
    }
};

BOOST_FIXTURE_TEST_CASE(a_future_has_the_summary, token_scan)
{
    auto scanning = subject();
    auto result = scanning.async_scan(port_list{20}, keep(), asio::use_future);
    finish();
    BOOST_TEST(result.get().complete());
}

BOOST_FIXTURE_TEST_CASE(a_future_throws_what_went_wrong, token_scan)
{
    auto scanning = subject();
    auto result = scanning.async_scan(
        port_list{20}, [](sonda::verdict const&) { throw std::logic_error("no"); }, asio::use_future);
    finish();
    BOOST_CHECK_EXCEPTION(result.get(), boost::system::system_error, [](boost::system::system_error const& e) {
        return e.code() == make_error_code(sonda::error::sink_failed);
    });
}

BOOST_FIXTURE_TEST_CASE(nobody_need_care, token_scan)
{
    auto scanning = subject();
    scanning.async_scan(port_list{20}, keep(), asio::detached);
    finish();
    BOOST_TEST(verdicts.size() == 20u);
}

BOOST_FIXTURE_TEST_CASE(a_deferred_scan_starts_when_it_is_told, token_scan)
{
    auto scanning = subject();
    auto sink = keep(); // an lvalue: referred to by the deferred operation, not copied
    auto later = scanning.async_scan(port_list{20}, sink, asio::deferred);
    finish();
    BOOST_TEST(attempts.empty());
    std::move(later)(on_done());
    finish();
    BOOST_TEST(summary.value().complete());
    BOOST_TEST(verdicts.size() == 20u);
}

BOOST_FIXTURE_TEST_CASE(a_coroutine_awaits_it, token_scan)
{
    auto scanning = subject();
    auto const body = [&]() -> asio::awaitable<void> {
        auto const first = co_await scanning.async_scan(port_list{20}, keep(), asio::use_awaitable);
        BOOST_TEST(first.complete());
        auto const [ec, second] =
            co_await scanning.async_scan(port_list{20}, keep(), asio::as_tuple(asio::use_awaitable));
        BOOST_TEST(!ec);
        summary = second;
    };
    asio::co_spawn(context, body, asio::detached);
    finish();
    BOOST_TEST(summary.value().complete());
    BOOST_TEST(verdicts.size() == 40u);
}

BOOST_FIXTURE_TEST_CASE(a_scan_can_race_a_timer, token_scan)
{
    using namespace asio::experimental::awaitable_operators;
    using timer = asio::basic_waitable_timer<sonda::timer::manual_clock>;
    auto scanning = scanner([](auto const&) { return reply::silence(); }, {.batch = 8, .timeout = 1h});
    std::size_t winner = 0;
    auto const body = [&]() -> asio::awaitable<void> {
        timer limit(context, 10ms);
        auto const result = co_await (scanning.async_scan(port_list{20}, keep(), asio::use_awaitable) ||
                                      limit.async_wait(asio::use_awaitable));
        winner = result.index();
    };
    asio::co_spawn(context, body, asio::detached);
    finish();
    BOOST_TEST(winner == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_default_token_is_taken, token_scan)
{
    auto scanning = subject();
    using awaiting = decltype(scanning)::rebind_executor<
        asio::use_awaitable_t<>::executor_with_default<asio::any_io_executor>>::other;
    static_assert(std::is_same_v<decltype(std::declval<awaiting&>().async_scan(port_list{1}, keep())),
                                 asio::awaitable<sonda::scan_summary>>);
}

BOOST_FIXTURE_TEST_CASE(a_handler_that_can_only_be_moved_is_taken, token_scan)
{
    auto scanning = subject();
    auto owned = std::make_unique<int>(0);
    scanning.async_scan(port_list{20}, keep(), [&, owned = std::move(owned)](auto, sonda::scan_summary const& s) {
        BOOST_TEST(*owned == 0);
        summary = s;
    });
    finish();
    BOOST_TEST(summary.value().complete());
}

BOOST_AUTO_TEST_SUITE_END()
