// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/udp.hpp>

#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <string>

#include "icmp_forger.hpp"
#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using sonda::port_state;
using sonda::probe_status;
using sonda::reason_kind;
using test::at;
using test::net_namespace;
using transport = sonda::transport::udp;

BOOST_AUTO_TEST_SUITE(udp_icmp)

struct rejection
{
    char const* name; ///< In the words of nft.
    int type;
    int code;
    port_state state;
};

void check_rejections(char const* family, char const* address, std::initializer_list<rejection> rejections)
{
    net_namespace ns;
    std::string rules = "table inet t { chain i { type filter hook input priority 0;";
    int port = 100;
    for (auto const& one : rejections)
        rules += " udp dport " + std::to_string(port++) + " reject with " + family + " type " + one.name + ";";
    ns.nft(rules + "\n}\n}");

    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(rejections.size()));
    for (sonda::slot_id slot = 0; slot != rejections.size(); ++slot)
        driver.start(slot, at(address, static_cast<std::uint16_t>(100 + slot)));
    driver.run_until(rejections.size());
    sonda::slot_id slot = 0;
    for (auto const& one : rejections) {
        BOOST_TEST_CONTEXT(family << ' ' << one.name)
        {
            auto const& answer = driver.results.at(slot++).answer;
            BOOST_TEST(answer.state == one.state);
            BOOST_TEST(answer.reason == reason_kind::icmp);
            BOOST_TEST(answer.icmp_type == one.type);
            BOOST_TEST(answer.icmp_code == one.code);
            BOOST_TEST(answer.error != 0);
            BOOST_TEST(answer.from.to_string() == address);
        }
    }
}

BOOST_AUTO_TEST_CASE(each_icmp_rejection_is_told_by_type_code_and_sender)
{
    if (net_namespace::skip("each_icmp_rejection_is_told_by_type_code_and_sender"))
        return;
    check_rejections("icmp", "127.0.0.4",
                     {{"net-unreachable", 3, 0, port_state::filtered},
                      {"host-unreachable", 3, 1, port_state::filtered},
                      {"prot-unreachable", 3, 2, port_state::filtered},
                      {"port-unreachable", 3, 3, port_state::closed},
                      {"net-prohibited", 3, 9, port_state::filtered},
                      {"host-prohibited", 3, 10, port_state::filtered},
                      {"admin-prohibited", 3, 13, port_state::filtered}});
}

BOOST_AUTO_TEST_CASE(each_icmpv6_rejection_is_told_by_type_code_and_sender)
{
    if (net_namespace::skip("each_icmpv6_rejection_is_told_by_type_code_and_sender"))
        return;
    check_rejections("icmpv6", "::1",
                     {{"no-route", 1, 0, port_state::filtered},
                      {"admin-prohibited", 1, 1, port_state::filtered},
                      {"addr-unreachable", 1, 3, port_state::filtered},
                      {"port-unreachable", 1, 4, port_state::closed},
                      {"policy-fail", 1, 5, port_state::filtered},
                      {"reject-route", 1, 6, port_state::filtered}});
}

BOOST_AUTO_TEST_CASE(a_dropped_probe_is_silence)
{
    if (net_namespace::skip("a_dropped_probe_is_silence"))
        return;
    net_namespace ns;
    ns.nft("table inet t { chain i { type filter hook input priority 0; udp dport 9001 drop;\n}\n}");
    boost::asio::io_context context;
    test::driver<transport> driver(context, test::with_slots(2));
    driver.start(0, at("127.0.0.1", 9001));
    driver.start(1, at("127.0.0.1", 9002));
    driver.run_until(1);
    BOOST_TEST(driver.state(1) == port_state::closed);
    driver.transport.cancel(0);
    driver.run_until(2);
    BOOST_TEST(driver.results.at(0).status == probe_status::cancelled);
}

// Rejections that the system reports with the send of a later datagram, in numbers that would also mean "no route".
BOOST_AUTO_TEST_CASE(an_error_about_an_earlier_datagram_is_not_charged_to_a_later_one)
{
    if (net_namespace::skip("an_error_about_an_earlier_datagram_is_not_charged_to_a_later_one"))
        return;
    net_namespace ns;
    ns.nft("table inet t { chain i { type filter hook input priority 0;"
           " ip daddr 127.0.0.4 udp dport 1-500 reject with icmp type net-unreachable;"
           " ip6 daddr ::1 udp dport 1-500 reject with icmpv6 type admin-prohibited;\n}\n}");
    boost::asio::io_context context;
    for (auto const* const address : {"127.0.0.4", "::1"}) {
        test::service echo(context, address);
        test::driver<transport> driver(context, test::with_slots(101));
        for (sonda::slot_id slot = 0; slot != 100; ++slot)
            driver.start(slot, at(address, static_cast<std::uint16_t>(slot % 2 ? slot + 1 : slot + 1001)));
        driver.start(100, echo.endpoint());
        driver.run_until(100);
        echo.echo();
        driver.run_until(101);
        for (sonda::slot_id slot = 0; slot != 100; ++slot) {
            BOOST_TEST_CONTEXT(address << " slot " << slot)
            {
                BOOST_TEST(driver.state(slot) == (slot % 2 ? port_state::filtered : port_state::closed));
            }
        }
        BOOST_TEST(driver.state(100) == port_state::open);
    }
}

BOOST_AUTO_TEST_CASE(a_port_unreachable_from_another_address_is_a_filter)
{
    if (net_namespace::skip("a_port_unreachable_from_another_address_is_a_filter"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service silent(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, silent.endpoint());
    driver.reap();
    test::forge_icmp({.sender = "127.0.0.9", .type = 3, .code = 3},
                     {"127.0.0.1", driver.transport.local_endpoint(false).port()}, silent.endpoint());
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::filtered);
    BOOST_TEST(driver.results.at(0).answer.from.to_string() == "127.0.0.9");
    BOOST_TEST(driver.results.at(0).answer.icmp_code == 3);
}

BOOST_AUTO_TEST_CASE(time_exceeded_is_a_filter)
{
    if (net_namespace::skip("time_exceeded_is_a_filter"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service silent(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, silent.endpoint());
    driver.reap();
    test::forge_icmp({.sender = "127.0.0.9", .type = 11, .code = 0},
                     {"127.0.0.1", driver.transport.local_endpoint(false).port()}, silent.endpoint());
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::filtered);
    BOOST_TEST(driver.results.at(0).answer.icmp_type == 11);
}

BOOST_AUTO_TEST_CASE(an_error_about_somebody_elses_target_is_ignored)
{
    if (net_namespace::skip("an_error_about_somebody_elses_target_is_ignored"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service asked(context, "127.0.0.1");
    test::service other(context, "127.0.0.1");
    test::driver<transport> driver(context, test::with_slots(1));
    driver.start(0, asked.endpoint());
    driver.reap();
    test::forge_icmp({.sender = "127.0.0.1", .type = 3, .code = 3},
                     {"127.0.0.1", driver.transport.local_endpoint(false).port()}, other.endpoint());
    asked.echo();
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_AUTO_TEST_CASE(a_packet_that_was_too_big_is_no_verdict)
{
    using sonda::detail::udp_icmp_outcome;
    auto const any = boost::asio::ip::address();
    BOOST_TEST(!udp_icmp_outcome({at("::1", 9), any, 2, 0, EMSGSIZE}).has_value());
    BOOST_TEST(!udp_icmp_outcome({at("127.0.0.1", 9), any, 3, 4, EMSGSIZE}).has_value());
}

// The next send reports it, which is about another target.
BOOST_AUTO_TEST_CASE(a_packet_that_was_too_big_is_charged_to_nobody)
{
    if (net_namespace::skip("a_packet_that_was_too_big_is_charged_to_nobody"))
        return;
    net_namespace ns;
    boost::asio::io_context context;
    test::service first(context, "::1");
    test::service second(context, "::1");
    test::driver<transport> driver(context, test::with_slots(2));
    driver.start(0, first.endpoint());
    driver.reap();
    test::forge_packet_too_big(driver.transport.local_endpoint(true).port(), first.port());
    driver.start(1, second.endpoint());
    BOOST_TEST(driver.reap() == 0u);
    first.echo();
    second.echo();
    driver.run_until(2);
    BOOST_TEST(driver.state(0) == port_state::open);
    BOOST_TEST(driver.state(1) == port_state::open);
}

BOOST_AUTO_TEST_CASE(an_unknown_sender_of_a_port_unreachable_is_taken_for_the_target)
{
    using sonda::detail::udp_icmp_outcome;
    auto const found = udp_icmp_outcome({at("127.0.0.1", 9), boost::asio::ip::address(), 3, 3, ECONNREFUSED});
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST(found->state == port_state::closed);
}

BOOST_AUTO_TEST_SUITE_END()
