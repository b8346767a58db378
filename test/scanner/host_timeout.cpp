// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/detail/host_clocks.hpp>

#include <map>

#include "support/parallel_lab.hpp"

BOOST_AUTO_TEST_SUITE(host_timeout)

using namespace test;
using sonda::port_state;
using sonda::reason_kind;
using reply = sonda::transport::simulated_reply;

// The first ports of several addresses, address by address or in turns.
struct hosts_and_ports
{
    std::uint64_t hosts = 0;
    std::uint64_t ports = 0;
    bool in_turns = false;

    std::uint64_t size() const noexcept { return hosts * ports; }
    std::uint64_t host_of(std::uint64_t index) const noexcept { return in_turns ? index % hosts : index / ports; }

    sonda::endpoint at(std::uint64_t index) const noexcept
    {
        auto const port = in_turns ? index / hosts : index % ports;
        return sonda::endpoint::v4(static_cast<std::uint32_t>(0x7f000001 + host_of(index)),
                                   static_cast<std::uint16_t>(port + 1));
    }
};

// Of the second address nothing is heard.
reply second_is_silent(sonda::endpoint const& target)
{
    return target.low() == 0x7f000002 ? reply::silence() : reply::closed(1ms);
}

struct counts
{
    std::map<std::uint64_t, std::uint64_t> probed, skipped;

    explicit counts(std::vector<sonda::verdict> const& verdicts)
    {
        for (auto const& found : verdicts)
            ++(found.outcome.reason == reason_kind::host_timeout ? skipped : probed)[found.endpoint.low() - 0x7f000000];
    }
};

BOOST_FIXTURE_TEST_CASE(leaves_a_host_that_was_waited_for_too_long, simulated_scan<>)
{
    for (bool const in_turns : {false, true}) {
        verdicts.clear();
        attempts.clear();
        summary.reset();
        auto subject = scanner(second_is_silent, {.batch = 10, .timeout = 100ms, .host_timeout = 250ms});
        subject.async_scan(hosts_and_ports{3, 200, in_turns}, keep(), on_done());
        run();
        BOOST_TEST(!error);
        BOOST_TEST(summary->complete());
        BOOST_TEST(verdicts.size() == 600u);
        BOOST_TEST(found_times().size() == 600u);
        counts const told(verdicts);
        BOOST_TEST(told.skipped.size() == 1u);
        BOOST_TEST(told.skipped.at(2) == summary->skipped);
        BOOST_TEST(summary->count(port_state::error) == summary->skipped);
        BOOST_TEST(told.probed.at(2) == 200u - summary->skipped);
        BOOST_TEST(told.probed.at(2) >= 10u); // what was in flight when its time was up has its end
        BOOST_TEST(told.probed.at(2) <= 50u);
        BOOST_TEST(attempts.size() == 600u - summary->skipped);
    }
}

// Hosts that take turns have long to wait for each other, and that is not their fault.
BOOST_FIXTURE_TEST_CASE(does_not_count_the_time_of_other_hosts, simulated_scan<>)
{
    auto const slow = [](auto const&) { return reply::closed(20ms); };
    auto subject = scanner(slow, {.batch = 1, .timeout = 100ms, .host_timeout = 250ms});
    subject.async_scan(hosts_and_ports{100, 10, true}, keep(), on_done());
    run();
    BOOST_TEST(summary->duration > 15s);
    BOOST_TEST(summary->skipped == 0u);
    BOOST_TEST(summary->count(port_state::closed) == 1000u);
}

BOOST_FIXTURE_TEST_CASE(a_try_that_is_due_is_not_made_for_a_host_that_was_left, simulated_scan<>)
{
    auto subject = scanner([](auto const&) { return reply::silence(); },
                           {.batch = 10, .timeout = 100ms, .tries = 3, .host_timeout = 150ms});
    subject.async_scan(hosts_and_ports{1, 10}, keep(), on_done());
    run();
    BOOST_TEST(summary->skipped == 10u);
    BOOST_TEST(summary->probes == 20u);
}

BOOST_FIXTURE_TEST_CASE(waits_for_ever_unless_it_is_told, simulated_scan<>)
{
    auto subject = scanner(second_is_silent, {.batch = 10, .timeout = 100ms});
    subject.async_scan(hosts_and_ports{3, 200}, keep(), on_done());
    run();
    BOOST_TEST(summary->skipped == 0u);
    BOOST_TEST(summary->count(port_state::filtered) == 200u);
}

BOOST_FIXTURE_TEST_CASE(a_negative_time_is_refused, simulated_scan<>)
{
    BOOST_CHECK_THROW(scanner(second_is_silent, {.host_timeout = -1ms}), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(each_part_of_a_parallel_scan_leaves_it)
{
    parallel_lab lab(2);
    auto subject = lab.scan_of(second_is_silent, {.batch = 10, .timeout = 100ms, .host_timeout = 250ms});
    subject.async_scan(hosts_and_ports{3, 200}, lab.keep(), lab.on_done());
    lab.run();
    BOOST_TEST(lab.summary->complete());
    counts const told(lab.verdicts);
    BOOST_TEST(told.skipped.size() == 1u);
    BOOST_TEST(told.skipped.at(2) == lab.summary->skipped);
    BOOST_TEST(told.probed.at(2) <= 50u);
}

BOOST_AUTO_TEST_CASE(clocks_run_while_a_probe_is_in_flight)
{
    using clock = sonda::timer::manual_clock;
    sonda::detail::host_clocks<clock::time_point> clocks(100ns);
    auto const at = [](int time) { return clock::time_point(std::chrono::nanoseconds(time)); };
    BOOST_TEST(clocks.on());
    BOOST_TEST(!clocks.over(7, at(0)));
    clocks.begin(7, at(0));
    clocks.begin(7, at(50));
    clocks.end(7, at(60));
    BOOST_TEST(!clocks.over(7, at(100)));
    BOOST_TEST(clocks.over(7, at(101)));
    clocks.end(7, at(80));
    BOOST_TEST(!clocks.over(7, at(1000)));
    clocks.begin(7, at(1000));
    BOOST_TEST(clocks.over(7, at(1021)));
    for (std::uint64_t host = 0; host != 1000; ++host)
        if (host != 7) {
            clocks.begin(host, at(0));
            clocks.end(host, at(static_cast<int>(host)));
        }
    for (std::uint64_t host = 0; host != 1000; ++host)
        BOOST_TEST_REQUIRE(clocks.over(host, at(1021)) == (host == 7 || host > 100));
    BOOST_TEST(!sonda::detail::host_clocks<clock::time_point>(0ns).on());
}

BOOST_AUTO_TEST_SUITE_END()
