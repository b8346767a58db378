// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/callback.hpp>
#include <sonda/sink/counter.hpp>
#include <sonda/sink/null.hpp>
#include <sonda/sink/tee.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <optional>
#include <string>

#include "samples.hpp"
#include "slow_sink.hpp"

using namespace sonda;
using boost::system::error_code;
using test::diary;
using test::slow_sink;

static_assert(sink_policy<sink::tee<sink::null, sink::counter>>);
static_assert(!sink::drainable<sink::tee<sink::null, sink::counter>>);
static_assert(sink::drainable<sink::tee<sink::null, slow_sink>>);
static_assert(sink::drainable<sink::tee<slow_sink&, slow_sink&>>);

namespace {

struct draining
{
    boost::asio::io_context context;
    slow_sink one{context.get_executor(), 2};
    slow_sink two{context.get_executor(), 3};
    sink::tee<slow_sink&, sink::null, slow_sink&> both{one, sink::null{}, two};
    std::optional<error_code> result;

    auto token()
    {
        return boost::asio::bind_executor(context.get_executor(), [this](error_code error) { result = error; });
    }

    void run()
    {
        context.restart();
        context.run();
    }

    ~draining() { BOOST_TEST(context.poll() == 0u); }
};

} // namespace

BOOST_AUTO_TEST_SUITE(tee_sink)

BOOST_AUTO_TEST_CASE(each_gets_everything_in_order)
{
    std::string told;
    sink::tee both{diary{&told, "1"}, diary{&told, "2"}, diary{&told, "3"}};
    test::feed(both, {test::open_port(80)});
    BOOST_TEST(told == "1b 2b 3b 1p 2p 3p 1f 2f 3f ");
}

BOOST_AUTO_TEST_CASE(one_that_throws_does_not_keep_the_verdict_from_the_others)
{
    std::string told;
    sink::tee both{diary{&told, "1", 'p'}, diary{&told, "2"}, diary{&told, "3", 'p'}};
    BOOST_CHECK_EXCEPTION(both.put({}), std::string, [](std::string const& first) { return first == "1"; });
    BOOST_TEST(told == "1p 2p 3p ");
}

BOOST_AUTO_TEST_CASE(one_that_throws_does_not_keep_the_others_from_their_end)
{
    std::string told;
    sink::tee both{diary{&told, "1", 'f'}, diary{&told, "2"}};
    BOOST_CHECK_THROW(both.finish({}, true), std::string);
    BOOST_TEST(told == "1f 2f ");
}

BOOST_AUTO_TEST_CASE(a_reference_is_held_by_reference)
{
    sink::counter counter;
    sink::tee both{std::ref(counter), sink::null{}};
    both.put(test::open_port(80));
    BOOST_TEST(counter.total() == 1);
    BOOST_TEST(&both.get<0>() == &counter);
}

BOOST_AUTO_TEST_CASE(members_without_begin_and_finish_are_left_alone)
{
    unsigned called = 0;
    sink::tee both{sink::callback{[&](verdict const&) { ++called; }}, sink::null{}};
    test::feed(both, {test::open_port(80), test::open_port(81)});
    BOOST_TEST(called == 2u);
}

BOOST_FIXTURE_TEST_CASE(it_is_full_if_one_is_full, draining)
{
    BOOST_TEST(!both.full());
    both.put({});
    BOOST_TEST(!both.full());
    both.put({});
    BOOST_TEST(both.full());
}

BOOST_FIXTURE_TEST_CASE(it_drains_when_none_is_full_any_more, draining)
{
    for (int i = 0; i != 3; ++i)
        both.put({});
    both.async_drain(token());
    run();
    BOOST_TEST(!result);
    one.release();
    run();
    BOOST_TEST(!result);
    BOOST_TEST(two.drains == 1u);
    two.release();
    run();
    BOOST_TEST_REQUIRE(result.has_value());
    BOOST_TEST(!*result);
}

BOOST_FIXTURE_TEST_CASE(it_waits_again_for_one_that_is_full_again, draining)
{
    for (int i = 0; i != 3; ++i)
        both.put({});
    both.async_drain(token());
    one.release();
    run();
    one.put({});
    one.put({});
    two.release();
    run();
    BOOST_TEST(!result);
    BOOST_TEST(one.drains == 2u);
    one.release();
    run();
    BOOST_TEST(result.has_value());
}

BOOST_FIXTURE_TEST_CASE(draining_what_is_not_full_completes_but_not_at_once, draining)
{
    both.async_drain(token());
    BOOST_TEST(!result);
    run();
    BOOST_TEST_REQUIRE(result.has_value());
    BOOST_TEST(!*result);
}

BOOST_FIXTURE_TEST_CASE(an_error_ends_the_wait, draining)
{
    for (int i = 0; i != 3; ++i)
        both.put({});
    both.async_drain(token());
    one.release(boost::asio::error::no_buffer_space);
    run();
    BOOST_TEST_REQUIRE(result.has_value());
    BOOST_TEST(*result == boost::asio::error::no_buffer_space);
    BOOST_TEST(two.drains == 0u);
}

BOOST_FIXTURE_TEST_CASE(cancelling_reaches_the_member_that_is_waited_for, draining)
{
    for (int i = 0; i != 3; ++i)
        both.put({});
    boost::asio::cancellation_signal signal;
    both.async_drain(boost::asio::bind_cancellation_slot(signal.slot(), token()));
    signal.emit(boost::asio::cancellation_type::terminal);
    run();
    BOOST_TEST_REQUIRE(result.has_value());
    BOOST_TEST(*result == boost::asio::error::operation_aborted);
}

BOOST_FIXTURE_TEST_CASE(any_completion_token_will_do, draining)
{
    for (int i = 0; i != 3; ++i)
        both.put({});
    auto done = both.async_drain(boost::asio::bind_executor(context.get_executor(), boost::asio::use_future));
    one.release();
    run();
    two.release();
    run();
    BOOST_CHECK_NO_THROW(done.get());
}

BOOST_AUTO_TEST_SUITE_END()
