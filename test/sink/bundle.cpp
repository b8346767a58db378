// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/bundle.hpp>
#include <sonda/sink/counter.hpp>
#include <sonda/sink/null.hpp>

#include <boost/test/unit_test.hpp>

#include <exception>
#include <string>
#include <utility>

#include "samples.hpp"
#include "slow_sink.hpp"

using sonda::sink::bundle;
using test::diary;

template<class Sink>
concept can_be_added = requires(bundle& all, Sink added) { all.add(std::move(added)); };

static_assert(can_be_added<sonda::sink::null>);
static_assert(!can_be_added<test::slow_sink>);
static_assert(!can_be_added<int>);

BOOST_AUTO_TEST_SUITE(bundle_sink)

BOOST_AUTO_TEST_CASE(each_gets_everything_in_order)
{
    std::string told;
    bundle all;
    for (auto const* name : {"1", "2", "3"})
        all.add(diary{&told, name});
    all.add(sonda::sink::null{});
    test::feed(all, {test::open_port(80)});
    BOOST_TEST(told == "1b 2b 3b 1p 2p 3p 1f 2f 3f ");
    BOOST_TEST(all.size() == 4u);
    BOOST_TEST(all.good());
}

BOOST_AUTO_TEST_CASE(an_empty_one_takes_everything)
{
    bundle all;
    BOOST_CHECK_NO_THROW(test::feed(all, {test::open_port(80)}));
}

BOOST_AUTO_TEST_CASE(one_that_fails_is_left_out_and_the_others_go_on)
{
    std::string told;
    bundle all;
    all.add(diary{&told, "1", 'p'});
    all.add(diary{&told, "2"});
    BOOST_CHECK_NO_THROW(test::feed(all, {test::open_port(80), test::open_port(81)}));
    BOOST_TEST(told == "1b 2b 1p 2p 2p 2f ");
    BOOST_TEST(!all.good());
    BOOST_TEST((all.failure(1) == nullptr));
    BOOST_CHECK_EXCEPTION(std::rethrow_exception(all.failure(0)), std::string,
                          [](std::string const& name) { return name == "1"; });
}

BOOST_AUTO_TEST_CASE(when_the_last_one_fails_it_throws)
{
    std::string told;
    bundle all;
    all.add(diary{&told, "1", 'b'});
    all.add(diary{&told, "2", 'p'});
    BOOST_CHECK_NO_THROW(all.begin({}));
    BOOST_CHECK_EXCEPTION(all.put({}), std::string, [](std::string const& name) { return name == "2"; });
    BOOST_CHECK_NO_THROW(all.finish({}, false));
    BOOST_TEST(told == "1b 2b 2p ");
    BOOST_TEST(!all.any_good());
}

BOOST_AUTO_TEST_CASE(one_that_is_said_to_have_failed_is_left_out)
{
    std::string told;
    bundle all;
    all.add(diary{&told, "1"});
    all.add(diary{&told, "2", 'p'});
    all.fail(0, std::make_exception_ptr(std::string("said")));
    BOOST_TEST(!all.good());
    BOOST_TEST(all.any_good());
    BOOST_CHECK_THROW(all.put({}), std::string);
    BOOST_TEST(told == "2p ");
    all.fail(1, std::make_exception_ptr(std::string("said")));
    BOOST_CHECK_EXCEPTION(std::rethrow_exception(all.failure(0)), std::string,
                          [](std::string const& name) { return name == "said"; });
    BOOST_CHECK_EXCEPTION(std::rethrow_exception(all.failure(1)), std::string,
                          [](std::string const& name) { return name == "2"; });
}

BOOST_AUTO_TEST_SUITE_END()
