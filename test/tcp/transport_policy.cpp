// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport_policy.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>

namespace {

using sonda::endpoint;
using sonda::port_state;
using sonda::probe_result;
using sonda::slot_id;

// The smallest type that conforms.
struct archetype
{
    using executor_type = int;

    executor_type get_executor() { return 0; }
    std::size_t slots() const noexcept { return 1; }
    probe_result start(slot_id, endpoint const&) { return probe_result::pending(); }

    template<class F>
    std::size_t reap(F)
    {
        return 0;
    }

    template<class Token>
    void async_ready(Token)
    {}

    void cancel(slot_id) {}

    static constexpr port_state silence = port_state::filtered;
};

struct not_movable : archetype
{
    not_movable(not_movable&&) = delete;
};

struct without_executor_type : archetype
{
private:
    using executor_type = int;
};

struct another_executor : archetype
{
    long get_executor();
};

struct slots_may_throw : archetype
{
    std::size_t slots() const;
};

struct slots_changes_it : archetype
{
    std::size_t slots() noexcept;
};

struct slots_is_narrow : archetype
{
    unsigned short slots() const noexcept;
};

struct start_gives_nothing : archetype
{
    void start(slot_id, endpoint const&);
};

struct start_without_slot : archetype
{
    probe_result start(endpoint const&);
};

struct start_wants_a_variable : archetype
{
    probe_result start(slot_id, endpoint&);
};

struct reap_gives_nothing : archetype
{
    template<class F>
    void reap(F)
    {}
};

struct reap_of_slots_only : archetype
{
    std::size_t reap(void (*)(slot_id));
};

struct without_async_ready : archetype
{
private:
    using archetype::async_ready;
};

struct without_cancel : archetype
{
private:
    using archetype::cancel;
};

struct silence_is_no_state : archetype
{
    static constexpr int silence = 2;
};

static_assert(sonda::transport_policy<archetype>);
static_assert(!sonda::transport_policy<not_movable>);
static_assert(!sonda::transport_policy<without_executor_type>);
static_assert(!sonda::transport_policy<another_executor>);
static_assert(!sonda::transport_policy<slots_may_throw>);
static_assert(!sonda::transport_policy<slots_changes_it>);
static_assert(!sonda::transport_policy<slots_is_narrow>);
static_assert(!sonda::transport_policy<start_gives_nothing>);
static_assert(!sonda::transport_policy<start_without_slot>);
static_assert(!sonda::transport_policy<start_wants_a_variable>);
static_assert(!sonda::transport_policy<reap_gives_nothing>);
static_assert(!sonda::transport_policy<reap_of_slots_only>);
static_assert(!sonda::transport_policy<without_async_ready>);
static_assert(!sonda::transport_policy<without_cancel>);
static_assert(!sonda::transport_policy<silence_is_no_state>);
static_assert(!sonda::transport_policy<int>);

} // namespace

BOOST_AUTO_TEST_SUITE(transport_policy)

BOOST_AUTO_TEST_CASE(archetype_can_be_called)
{
    archetype smallest;
    auto const result = smallest.start(0, endpoint::v4(0x7f000001, 80));
    BOOST_TEST((result.status == sonda::probe_status::pending));
    BOOST_TEST(smallest.reap([](slot_id, probe_result const&) {}) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
