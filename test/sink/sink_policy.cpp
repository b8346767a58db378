// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/sink/lifecycle.hpp>
#include <sonda/sink/null.hpp>
#include <sonda/sink/writer.hpp>
#include <sonda/sink_policy.hpp>

#include <boost/system/error_code.hpp>
#include <boost/test/unit_test.hpp>

#include <string_view>

using namespace sonda;

namespace {

/// The least that is a sink: it cannot be copied, moved or called twice by mistake.
struct archetype
{
    archetype() = default;
    archetype(archetype const&) = delete;
    archetype& operator=(archetype const&) = delete;

    void put(verdict const&) {}
};
static_assert(sink_policy<archetype>);
static_assert(sink_policy<archetype&>);

struct without_put
{};
static_assert(!sink_policy<without_put>);

struct wants_to_change_the_verdict
{
    void put(verdict&) {}
};
static_assert(!sink_policy<wants_to_change_the_verdict>);

struct wants_something_else
{
    void put(scan_summary const&) {}
};
static_assert(!sink_policy<wants_something_else>);

class keeps_put_to_itself
{
    [[maybe_unused]] void put(verdict const&) {}
};
static_assert(!sink_policy<keeps_put_to_itself>);

static_assert(!sink_policy<archetype const>);
static_assert(sink_policy<sink::null const>);

struct drainable_archetype : archetype
{
    bool full() { return false; }
    void async_drain(void (*)(boost::system::error_code)) {}
};
static_assert(sink::drainable<drainable_archetype>);

struct without_full : archetype
{
    void async_drain(void (*)(boost::system::error_code)) {}
};
static_assert(!sink::drainable<without_full>);

struct without_drain : archetype
{
    bool full() { return false; }
};
static_assert(!sink::drainable<without_drain>);

struct full_says_nothing : drainable_archetype
{
    void full() {}
};
static_assert(!sink::drainable<full_says_nothing>);

struct writer_archetype
{
    void write(std::string_view) {}
    void flush() {}
};
static_assert(sink::writer<writer_archetype>);

struct without_flush
{
    void write(std::string_view) {}
};
static_assert(!sink::writer<without_flush>);

struct without_write
{
    void flush() {}
};
static_assert(!sink::writer<without_write>);

struct writer_that_stays_where_it_is : writer_archetype
{
    writer_that_stays_where_it_is(writer_that_stays_where_it_is&&) = delete;
};
static_assert(!sink::writer<writer_that_stays_where_it_is>);

struct told
{
    unsigned begun = 0;
    unsigned finished = 0;

    void put(verdict const&) {}
    void begin(sink::scan_info const&) { ++begun; }
    void finish(scan_summary const&, bool complete) { finished += complete ? 1 : 10; }
};

} // namespace

BOOST_AUTO_TEST_SUITE(sink_policy_tests)

BOOST_AUTO_TEST_CASE(a_sink_that_wants_to_know_is_told)
{
    told sink;
    sink::begin(sink, {});
    sink::finish(sink, {}, false);
    BOOST_TEST(sink.begun == 1u);
    BOOST_TEST(sink.finished == 10u);
}

BOOST_AUTO_TEST_CASE(a_sink_that_does_not_want_to_know_is_not)
{
    archetype sink;
    BOOST_CHECK_NO_THROW(sink::begin(sink, {}));
    BOOST_CHECK_NO_THROW(sink::finish(sink, {}, true));
}

BOOST_AUTO_TEST_SUITE_END()
