// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/plan_threads.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <utility>

using namespace sonda::cli;

namespace {

struct threading
{
    explicit threading(std::uint16_t ports, std::uint32_t address = 0x7f000002)
    {
        sonda::target::target_selection selection;
        selection.include(sonda::target::ip_range::v4(address, address));
        selection.ports.insert(sonda::target::port_range{1, ports});
        job.tcp = *sonda::target::target_space::make(selection);
    }

    std::size_t threads(std::size_t processors) { return plan_threads(chosen, job, plan, budget, processors); }

    options chosen;
    scan_job job;
    scan_plan plan;
    descriptor_budget budget{1'000'000, 10};
};

} // namespace

BOOST_AUTO_TEST_SUITE(plan_threads_)

BOOST_AUTO_TEST_CASE(there_is_a_thread_for_each_processor)
{
    BOOST_TEST(threading(60'000).threads(1) == 1u);
    BOOST_TEST(threading(60'000).threads(2) == 2u);
    BOOST_TEST(threading(60'000).threads(8) == 8u);
    BOOST_TEST(usable_processors() >= 1u);
}

BOOST_AUTO_TEST_CASE(few_targets_are_of_no_use_to_many_threads)
{
    BOOST_TEST(threading(1).threads(8) == 1u);
    BOOST_TEST(threading(4095).threads(8) == 1u);
    BOOST_TEST(threading(4096).threads(8) == 2u);
    BOOST_TEST(threading(10'000).threads(8) == 4u);
    threading part(60'000);
    part.plan.order = {0, 30, chosen_order(visit_order::serial)};
    BOOST_TEST(part.threads(8) == 1u);
}

BOOST_AUTO_TEST_CASE(pauses_between_probes_need_one_thread)
{
    threading t(60'000);
    t.chosen.interval = std::chrono::microseconds(1);
    BOOST_TEST(t.threads(8) == 1u);
}

BOOST_AUTO_TEST_CASE(what_leaves_from_the_address_that_it_goes_to_has_one_thread)
{
    threading t(60'000, 0x7f000001);
    BOOST_TEST(t.threads(8) == 1u);
    t.chosen.threads = 3;
    BOOST_TEST(t.threads(8) == 1u);
}

BOOST_AUTO_TEST_CASE(what_may_reach_a_udp_socket_of_another_thread_has_one)
{
    for (auto const address : {0x7f000001u, 0x7f000002u, 0x7fffffffu}) {
        threading t(60'000, address);
        t.job.udp = std::exchange(t.job.tcp, {});
        BOOST_TEST(t.threads(8) == 1u);
    }
    threading far(60'000, 0xc0000201);
    far.job.udp = std::exchange(far.job.tcp, {});
    BOOST_TEST(far.threads(8) == 8u);
}

BOOST_AUTO_TEST_CASE(a_low_rate_needs_one_thread)
{
    threading t(60'000);
    t.chosen.rate = 100;
    BOOST_TEST(t.threads(8) == 1u);
    t.chosen.rate = 1'000'000;
    BOOST_TEST(t.threads(8) == 8u);
}

BOOST_AUTO_TEST_CASE(the_user_knows_better_within_the_batch)
{
    threading t(1);
    t.chosen.threads = 3;
    BOOST_TEST(t.threads(8) == 3u);
    t.plan.tcp.batch = t.plan.udp.batch = 2;
    BOOST_TEST(t.threads(8) == 2u);
}

BOOST_AUTO_TEST_CASE(threads_leave_descriptors_to_probes)
{
    threading t(60'000);
    t.budget = {1000, 10};
    t.plan.tcp.batch = t.budget.probes();
    auto const before = t.plan.tcp.batch;
    BOOST_TEST(t.threads(4) == 4u);
    BOOST_TEST(t.plan.tcp.batch == before - 24);
    t.budget = {20, 10};
    t.plan.tcp.batch = t.budget.probes();
    BOOST_TEST(t.threads(4) == 1u);
    BOOST_TEST(t.plan.tcp.batch == t.budget.probes());
    threading roomy(60'000);
    BOOST_TEST(roomy.threads(4) == 4u);
    BOOST_TEST(roomy.plan.tcp.batch == 4500u);
}

BOOST_AUTO_TEST_SUITE_END()
