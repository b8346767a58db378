// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/scan_changes.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sink/samples.hpp"

using sonda::port_state;
using sonda::cli::change_kind;
using sonda::cli::find_changes;
using sonda::cli::scan_states;

namespace {

using ports = std::vector<std::pair<std::uint16_t, port_state>>;

scan_states states(ports const& all, char const* shown, bool complete = true)
{
    scan_states result;
    for (auto const& [port, state] : all) {
        sonda::cli::scan_record record;
        record.found = test::open_port(port);
        record.found.outcome.state = state;
        result.add(record);
    }
    sonda::cli::scan_story story;
    story.ended = true;
    story.complete = complete;
    if (shown != nullptr)
        story.info.options.emplace_back("shown", shown);
    result.finish(story);
    return result;
}

// `80 opened closed open`, a line each.
std::string changes(scan_states const& old, scan_states const& now)
{
    std::string text;
    for (auto const& change : find_changes(old, now)) {
        text += std::to_string(change.endpoint.port()) + ' ' + std::string(to_string(change.kind)) + ' ';
        text += std::string(change.before) + " > " + std::string(change.after) + '\n';
    }
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(scan_changes)

BOOST_AUTO_TEST_CASE(equal_scans_have_none_whatever_their_order)
{
    ports const some{{80, port_state::open}, {22, port_state::open}};
    ports const turned{{22, port_state::open}, {80, port_state::open}};
    BOOST_TEST(changes(states(some, "open"), states(turned, "open")) == "");
    BOOST_TEST(changes(states({}, "open"), states({}, "open")) == "");
}

BOOST_AUTO_TEST_CASE(scans_of_open_ports_tell_what_opened_and_closed)
{
    auto const old = states({{22, port_state::open}, {80, port_state::open}}, "open");
    auto const now = states({{80, port_state::open}, {443, port_state::open}}, "open");
    BOOST_TEST(changes(old, now) == "22 closed open > not open\n443 opened not open > open\n");
}

BOOST_AUTO_TEST_CASE(scans_of_all_states_tell_every_change)
{
    auto const old = states({{1, port_state::open}, {2, port_state::closed}, {3, port_state::closed}}, "all");
    auto const now = states({{1, port_state::closed}, {2, port_state::open}, {3, port_state::filtered}}, "all");
    BOOST_TEST(changes(old, now) == "1 closed open > closed\n2 opened closed > open\n3 changed closed > filtered\n");
}

BOOST_AUTO_TEST_CASE(what_a_scan_does_not_show_is_no_change)
{
    auto const all = states({{1, port_state::closed}, {2, port_state::open}}, "all");
    auto const open = states({{2, port_state::open}}, "open");
    BOOST_TEST(changes(all, open) == "");
    BOOST_TEST(changes(open, all) == "");
    auto const closed = states({{1, port_state::closed}}, "closed");
    BOOST_TEST(changes(all, closed) == "");
    BOOST_TEST(changes(closed, states({{1, port_state::open}}, "open")) == "1 opened closed > open\n");
    BOOST_TEST(changes(states({}, "closed"), states({{1, port_state::closed}}, "all")) ==
               "1 changed not closed > closed\n");
}

BOOST_AUTO_TEST_CASE(what_an_interrupted_scan_did_not_come_to_is_no_change)
{
    auto const old = states({{22, port_state::open}, {80, port_state::open}}, "open");
    auto const now = states({{22, port_state::open}, {443, port_state::open}}, "open", false);
    BOOST_TEST(changes(old, now) == "443 opened not open > open\n");
    BOOST_TEST(changes(now, old) == "443 closed open > not open\n");
}

BOOST_AUTO_TEST_CASE(where_all_states_are_shown_what_is_missing_was_not_scanned)
{
    auto const old = states({{1, port_state::closed}}, "all");
    auto const now = states({{1, port_state::closed}, {2, port_state::closed}}, "all");
    BOOST_TEST(changes(old, now) == "2 changed not scanned > closed\n");
}

BOOST_AUTO_TEST_CASE(what_is_shown_is_concluded_where_it_is_not_said)
{
    auto const open = states({{1, port_state::open}}, nullptr);
    BOOST_TEST(open.absent() == "not open");
    BOOST_TEST(states({{1, port_state::closed}}, nullptr).absent() == "not scanned");
}

BOOST_AUTO_TEST_CASE(the_last_record_of_a_port_holds)
{
    auto const old = states({{1, port_state::closed}, {1, port_state::open}}, "all");
    BOOST_TEST(old.entries().size() == 1u);
    BOOST_TEST(changes(old, states({{1, port_state::open}}, "all")) == "");
}

BOOST_AUTO_TEST_SUITE_END()
