// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/cli/scan_plan.hpp>

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>

#include "cli/scratch_file.hpp"

using namespace sonda::cli;

namespace {

scan_job job_of(std::uint16_t tcp_ports, std::uint16_t udp_ports)
{
    scan_job job;
    sonda::target::target_selection selection;
    selection.include(sonda::target::ip_range::v4(0x7f000001, 0x7f000001));
    selection.ports.insert(sonda::target::port_range{1, tcp_ports});
    job.tcp = *sonda::target::target_space::make(selection);
    if (udp_ports != 0) {
        selection.ports = sonda::target::port_range{1, udp_ports};
        job.udp = *sonda::target::target_space::make(selection, sonda::protocol::udp);
    }
    job.fingerprint = 42;
    return job;
}

struct planning
{
    scan_plan plan(descriptor_budget budget = {1'000'000, 10}) { return make_plan(chosen, job, budget, say); }

    options chosen;
    scan_job job = job_of(60000, 100);
    test::scratch_file said;
    messages say{false, said.descriptor()};
};

} // namespace

BOOST_AUTO_TEST_SUITE(scan_plan_)

BOOST_AUTO_TEST_CASE(takes_what_is_usual)
{
    auto const plan = planning().plan();
    BOOST_TEST(plan.tcp.batch == 4500u);
    BOOST_TEST(plan.udp.batch == 100u);
    BOOST_TEST(plan.tcp.tries == 1u);
    BOOST_TEST(plan.udp.tries == 2u);
    BOOST_TEST((plan.tcp.timeout == std::chrono::milliseconds(1500)));
    BOOST_TEST(plan.seed.has_value());
}

BOOST_AUTO_TEST_CASE(takes_what_is_asked_for)
{
    planning p;
    p.chosen.batch = 7;
    p.chosen.tries = 3;
    p.chosen.timeout = std::chrono::milliseconds(20);
    auto const plan = p.plan();
    for (auto const& one : {plan.tcp, plan.udp}) {
        BOOST_TEST(one.batch == 7u);
        BOOST_TEST(one.tries == 3u);
        BOOST_TEST((one.timeout == std::chrono::milliseconds(20)));
    }
    BOOST_TEST(p.said.content() == "");
}

BOOST_AUTO_TEST_CASE(lowers_the_batch_to_what_descriptors_allow_and_says_so_if_it_was_asked_for)
{
    planning p;
    BOOST_TEST(p.plan({64, 10}).tcp.batch == 64u - 10u - defaults::spare_descriptors);
    BOOST_TEST(p.said.content() == "");
    p.chosen.batch = 4500;
    auto const plan = p.plan({64, 10});
    BOOST_TEST(plan.tcp.batch == 64u - 10u - defaults::spare_descriptors);
    BOOST_TEST(plan.udp.batch == 100u);
    BOOST_TEST(p.said.content() == "sonda: batch lowered from 4500 to 46: this process may have 64 descriptors\n");
}

BOOST_AUTO_TEST_CASE(scans_one_by_one_rather_than_not_at_all)
{
    BOOST_TEST(planning().plan({5, 10}).tcp.batch == 1u);
}

BOOST_AUTO_TEST_CASE(draws_a_seed_or_takes_it_from_the_job)
{
    planning p;
    BOOST_TEST(p.plan().seed.value() != p.plan().seed.value());
    p.chosen.shard_count = 2;
    BOOST_TEST(p.plan().seed.value() == 42u);
    p.chosen.seed = 9;
    BOOST_TEST(p.plan().seed.value() == 9u);
    p.chosen.order = visit_order::serial;
    BOOST_TEST(!p.plan().seed.has_value());
}

BOOST_AUTO_TEST_CASE(a_seed_asks_for_the_random_order)
{
    planning p;
    std::optional<std::uint64_t> seed;
    BOOST_TEST(make_order(p.chosen, p.job, visit_order::serial, seed).over(9).at(3) == 3u);
    BOOST_TEST(!seed.has_value());
    p.chosen.seed = 9;
    make_order(p.chosen, p.job, visit_order::serial, seed);
    BOOST_TEST(seed.value() == 9u);
}

BOOST_AUTO_TEST_CASE(tells_the_options_in_force)
{
    planning p;
    p.chosen.timeout = std::chrono::microseconds(1500);
    p.chosen.interval = std::chrono::milliseconds(20);
    p.chosen.shard_index = 1;
    p.chosen.shard_count = 4;
    auto const list = options_in_force(p.chosen, p.job, p.plan());
    std::map<std::string, std::string> const told(list.begin(), list.end());
    BOOST_TEST(told.size() == list.size());
    BOOST_TEST(told.at("tcp_batch") == "4500");
    BOOST_TEST(told.at("udp_tries") == "2");
    BOOST_TEST(told.at("timeout_ms") == "1.5");
    BOOST_TEST(told.at("interval_ms") == "20");
    BOOST_TEST(told.at("order") == "random");
    BOOST_TEST(told.at("shard") == "2/4");
    BOOST_TEST(told.count("source_ip") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
