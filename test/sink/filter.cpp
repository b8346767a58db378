// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/callback.hpp>
#include <sonda/sink/counter.hpp>
#include <sonda/sink/filter.hpp>
#include <sonda/sink/null.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "samples.hpp"
#include "slow_sink.hpp"

using namespace sonda;
using sink::filter;
using sink::states;

static_assert(sink_policy<filter<sink::null, states>>);
static_assert(!sink::drainable<filter<sink::null, states>>);
static_assert(sink::drainable<filter<test::slow_sink, states>>);
static_assert(states{} == states{});
static_assert(states{port_state::open, port_state::closed}.contains(port_state::closed));
static_assert(!states{port_state::open, port_state::closed}.contains(port_state::error));

namespace {

std::vector<port_state> passed(states const& shown)
{
    std::vector<port_state> result;
    filter sink{sink::callback{[&](verdict const& found) { result.push_back(found.state()); }}, shown};
    for (std::size_t i = 0; i != port_state_count; ++i) {
        verdict found;
        found.outcome.state = static_cast<port_state>(i);
        sink.put(found);
    }
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(filter_sink)

BOOST_AUTO_TEST_CASE(the_states_asked_for_pass_and_no_others)
{
    BOOST_TEST((passed(sink::only_open) == std::vector{port_state::open}));
    BOOST_TEST((passed(sink::only_closed) == std::vector{port_state::closed}));
    BOOST_TEST(passed(sink::all_states).size() == port_state_count);
    BOOST_TEST(passed({}).empty());
    BOOST_TEST((passed({port_state::open, port_state::open_filtered}) ==
                std::vector{port_state::open, port_state::open_filtered}));
}

BOOST_AUTO_TEST_CASE(any_predicate_will_do)
{
    sink::counter counter;
    filter sink{std::ref(counter), [](verdict const& found) { return found.endpoint.port() < 1024; }};
    sink.put(test::open_port(80));
    sink.put(test::open_port(8080));
    BOOST_TEST(counter.total() == 1u);
    BOOST_TEST(&sink.next() == &counter);
}

BOOST_AUTO_TEST_CASE(beginning_and_end_pass_always)
{
    std::string told;
    filter sink{test::diary{&told, "1"}, states{}};
    test::feed(sink, test::every_kind());
    BOOST_TEST(told == "1b 1f ");
    filter other{sink::null{}, states{}};
    BOOST_CHECK_NO_THROW(test::feed(other, test::every_kind()));
}

BOOST_AUTO_TEST_CASE(it_is_full_when_the_sink_is)
{
    boost::asio::io_context context;
    test::slow_sink slow{context.get_executor(), 1};
    filter sink{std::ref(slow), sink::only_open};
    bool drained = false;
    sink.put(test::open_port(80));
    BOOST_TEST(sink.full());
    sink.async_drain([&](boost::system::error_code) { drained = true; });
    slow.release();
    context.run();
    BOOST_TEST(drained);
    BOOST_TEST(!sink.full());
}

BOOST_AUTO_TEST_CASE(a_counter_counts_by_state)
{
    sink::counter counter;
    for (auto const& found : test::every_kind())
        counter.put(found);
    BOOST_TEST(counter.count(port_state::open) == 5u);
    BOOST_TEST(counter.count(port_state::closed) == 3u);
    BOOST_TEST(counter.count(port_state::filtered) == 3u);
    BOOST_TEST(counter.count(port_state::open_filtered) == 1u);
    BOOST_TEST(counter.count(port_state::error) == 1u);
    BOOST_TEST(counter.total() == 13u);
}

BOOST_AUTO_TEST_SUITE_END()
