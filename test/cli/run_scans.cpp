// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/run_scans.hpp>
#include <sonda/transport/simulated.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "cli/refusal.hpp"
#include "cli/scratch_file.hpp"

using namespace sonda;
using namespace sonda::cli;

namespace {

// A command around a network that does not exist: even ports are open over TCP, UDP is silent.
struct simulated_kit
{
    template<class Executor>
    static auto make(Executor const& executor, std::size_t slots,
                     std::function<transport::simulated_reply(endpoint const&)> script)
    {
        return transport::simulated<decltype(script), std::chrono::steady_clock, Executor>(executor, slots,
                                                                                           std::move(script));
    }

    template<class Executor>
    auto tcp(Executor const& executor, options const&, std::size_t slots) const
    {
        return make(executor, slots, [](endpoint const& target) {
            return target.port() % 2 == 0 ? transport::simulated_reply::open() : transport::simulated_reply::closed();
        });
    }

    template<class Executor>
    auto udp(Executor const& executor, options const&, std::size_t slots) const
    {
        return make(executor, slots, [](endpoint const&) { return transport::simulated_reply::silence(); });
    }
};

// A network that cannot be had.
struct broken_kit : simulated_kit
{
    template<class Executor>
    auto tcp(Executor const& executor, options const& chosen, std::size_t slots) const
    {
        if (slots != 0)
            throw boost::system::system_error(boost::asio::error::access_denied);
        return simulated_kit::tcp(executor, chosen, slots);
    }
};

struct scanning
{
    scanning()
    {
        chosen.outputs = {
            {output_format::text, "/dev/null"}, {output_format::ndjson, file.path()}, {output_format::greppable, "-"}};
        target::target_selection selection;
        selection.include(target::ip_range::v4(0x7f000001, 0x7f000001));
        selection.ports.insert(target::port_range{1, 1000});
        job.tcp = *target::target_space::make(selection);
        job.udp = *target::target_space::make(selection, protocol::udp);
        plan.tcp.batch = plan.udp.batch = 100;
        plan.tcp.timeout = plan.udp.timeout = std::chrono::nanoseconds(0);
    }

    test::scratch_file file;
    options chosen;
    scan_job job;
    scan_plan plan;
    boost::asio::io_context context;
    interrupts signals{context};
};

} // namespace

BOOST_AUTO_TEST_SUITE(run_scans_)

BOOST_AUTO_TEST_CASE(scans_both_protocols_into_one_sink)
{
    scanning s;
    scan_output output(s.chosen);
    auto const summary = run_scans(s.context, s.chosen, s.job, s.plan, output, s.signals, simulated_kit());
    BOOST_TEST(summary.complete());
    BOOST_TEST(summary.targets == 2000u);
    BOOST_TEST(summary.count(port_state::open) == 500u);
    BOOST_TEST(summary.count(port_state::closed) == 500u);
    BOOST_TEST(summary.count(port_state::filtered) == 1000u);
    BOOST_TEST(output.verdicts() == 2000u);
    BOOST_TEST(output.count(port_state::open) == 500u);
    auto const text = s.file.content();
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 500);
}

BOOST_AUTO_TEST_CASE(scans_one_protocol_where_there_is_one)
{
    scanning s;
    s.job.udp = {};
    scan_output output(s.chosen);
    auto const summary = run_scans(s.context, s.chosen, s.job, s.plan, output, s.signals, simulated_kit());
    BOOST_TEST(summary.targets == 1000u);
    BOOST_TEST(summary.complete());
}

BOOST_AUTO_TEST_CASE(a_part_without_targets_is_complete)
{
    scanning s;
    s.plan.order = scan_order(4999, 5000, chosen_order(visit_order::serial));
    scan_output output(s.chosen);
    auto const summary = run_scans(s.context, s.chosen, s.job, s.plan, output, s.signals, simulated_kit());
    BOOST_TEST(summary.targets == 0u);
    BOOST_TEST(summary.complete());
}

BOOST_AUTO_TEST_CASE(a_signal_ends_all_scans)
{
    scanning s;
    s.plan.tcp.timeout = s.plan.udp.timeout = std::chrono::hours(1);
    scan_output output(s.chosen);
    std::raise(SIGTERM);
    auto const summary = run_scans(s.context, s.chosen, s.job, s.plan, output, s.signals, simulated_kit());
    BOOST_TEST(!summary.complete());
    BOOST_TEST(summary.count(port_state::filtered) == 0u);
}

BOOST_AUTO_TEST_CASE(the_last_output_that_fails_ends_all_scans)
{
    scanning s;
    s.plan.udp.timeout = std::chrono::hours(1);
    s.chosen.outputs = {{output_format::ndjson, "-"}};
    int const before = ::dup(STDOUT_FILENO);
    int const full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    ::dup2(full, STDOUT_FILENO);
    scan_output output(s.chosen);
    auto const summary = run_scans(s.context, s.chosen, s.job, s.plan, output, s.signals, simulated_kit());
    ::dup2(before, STDOUT_FILENO);
    ::close(before);
    ::close(full);
    BOOST_TEST(!summary.complete());
    BOOST_TEST(output.failed());
    BOOST_TEST(output.failures().size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_opened_is_a_mistake_of_the_user)
{
    scanning s;
    scan_output output(s.chosen);
    BOOST_TEST(test::refusal([&] {
                   run_scans(s.context, s.chosen, s.job, s.plan, output, s.signals, broken_kit());
               }).starts_with("cannot scan: "));
}

BOOST_AUTO_TEST_SUITE_END()
