// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/ares_resolve.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/name_server.hpp"

using namespace std::chrono_literals;
using sonda::target::name_servers;
using sonda::target::resolved_name;
using test::dns_address;
using test::dns_answer;
using test::dns_question;
using test::name_server;
using answers = name_server::answers;
using name_list = std::vector<std::string>;

namespace {

name_servers servers_at(std::vector<std::uint16_t> const& ports, std::chrono::milliseconds timeout = 10s)
{
    name_servers servers;
    for (auto const port : ports)
        servers.list.push_back(sonda::target::parse_name_server("127.0.0.1:" + std::to_string(port)).value());
    servers.timeout = timeout;
    return servers;
}

std::vector<resolved_name> look_up(name_list const& of, name_servers const& servers)
{
    boost::asio::io_context context;
    std::vector<resolved_name> results;
    sonda::target::async_ask_name_servers(context.get_executor(), of, servers,
                                          [&](boost::system::error_code failed, std::vector<resolved_name> found) {
                                              BOOST_TEST(!failed, failed.message());
                                              results = std::move(found);
                                          });
    context.run();
    BOOST_REQUIRE(results.size() == of.size());
    return results;
}

resolved_name look_up_one(std::string const& name, name_servers const& servers)
{
    return look_up({name}, servers).front();
}

std::string addresses(resolved_name const& found)
{
    std::string text;
    for (auto const& address : found.addresses)
        (text += text.empty() ? "" : " ") += address.to_string();
    return text;
}

name_list many_names(int count)
{
    name_list all;
    for (int i = 0; i != count; ++i)
        all.push_back("host" + std::to_string(i) + ".test");
    return all;
}

// A port where nobody is.
std::uint16_t unused_port()
{
    name_server const gone(test::keep_silent);
    return gone.port();
}

} // namespace

BOOST_AUTO_TEST_SUITE(ares_resolve)

BOOST_AUTO_TEST_CASE(gives_all_addresses_of_a_name_the_ipv4_ones_first)
{
    name_server const server([](dns_question const& asked) -> answers {
        if (asked.type == 28)
            return {dns_answer(asked, 0, {dns_address("2001:db8::1"), dns_address("::ffff:192.0.2.9")})};
        return {dns_answer(asked, 0, {dns_address("192.0.2.1"), dns_address("192.0.2.2"), dns_address("192.0.2.1")})};
    });
    auto const found = look_up({"one.test", "two.test"}, servers_at({server.port()}));
    BOOST_TEST(found[0].name == "one.test");
    BOOST_TEST(found[1].name == "two.test");
    BOOST_TEST(addresses(found[1]) == "192.0.2.1 192.0.2.2 2001:db8::1 192.0.2.9");
    BOOST_TEST(!found[1].error);
    BOOST_TEST(server.asked() == 4u);
}

BOOST_AUTO_TEST_CASE(follows_aliases)
{
    name_server const server([](dns_question const& asked) -> answers {
        if (asked.type == 28)
            return {dns_answer(asked, 0, {test::dns_alias("real")})};
        return {dns_answer(asked, 0, {test::dns_alias("real"), dns_address("192.0.2.7", test::dns_label("real"))})};
    });
    auto const found = look_up_one("alias.test", servers_at({server.port()}));
    BOOST_TEST(addresses(found) == "192.0.2.7");
    BOOST_TEST(!found.error);
}

BOOST_AUTO_TEST_CASE(says_why_a_name_has_no_address)
{
    name_server const server([](dns_question const& asked) -> answers {
        if (asked.name == "garbage.test")
            return {asked.raw.substr(0, 2) + "\x81\x80" + std::string("\0\1\xff\xff\0\0\0\0", 8) +
                    asked.raw.substr(12)};
        return {dns_answer(asked, asked.name == "failed.test"    ? 2
                                  : asked.name == "unknown.test" ? 3
                                  : asked.name == "refused.test" ? 5
                                                                 : 0)};
    });
    auto const found = look_up({"failed.test", "unknown.test", "refused.test", "empty.test", "garbage.test", "127.1"},
                               servers_at({server.port()}));
    BOOST_TEST(found[0].error == make_error_code(sonda::error::name_server_failed));
    BOOST_TEST(found[1].error == boost::asio::error::host_not_found);
    BOOST_TEST(found[2].error == make_error_code(sonda::error::name_server_refused));
    BOOST_TEST(found[3].error == boost::asio::error::no_data);
    BOOST_TEST(found[4].error == make_error_code(sonda::error::bad_reply));
    BOOST_TEST(found[5].error == make_error_code(sonda::error::bad_name));
}

BOOST_AUTO_TEST_CASE(says_that_a_name_may_have_more_addresses_than_were_given)
{
    name_server const server([](dns_question const& asked) -> answers {
        return {asked.type == 28 ? dns_answer(asked, 2) : dns_answer(asked, 0, {dns_address("192.0.2.1")})};
    });
    auto const found = look_up_one("half.test", servers_at({server.port()}));
    BOOST_TEST(addresses(found) == "192.0.2.1");
    BOOST_TEST(found.error == make_error_code(sonda::error::name_server_failed));
}

BOOST_AUTO_TEST_CASE(asks_the_next_server_where_one_cannot_say)
{
    name_server const failing([](dns_question const& asked) -> answers { return {dns_answer(asked, 2)}; });
    name_server const refusing([](dns_question const& asked) -> answers { return {dns_answer(asked, 5)}; });
    name_server const knowing(test::know_everybody);
    auto const found =
        look_up(many_names(20), servers_at({failing.port(), refusing.port(), unused_port(), knowing.port()}, 100s));
    for (auto const& one : found)
        BOOST_TEST(addresses(one) == "192.0.2.1");
}

BOOST_AUTO_TEST_CASE(a_server_that_is_dead_holds_nobody_up)
{
    name_server const dead(test::keep_silent);
    name_server const knowing(test::know_everybody);
    auto const found = look_up(many_names(1000), servers_at({dead.port(), knowing.port()}, 100ms));
    for (auto const& one : found)
        BOOST_TEST(addresses(one) == "192.0.2.1");
    BOOST_TEST(dead.asked() <= 128u); // those of the first names
    BOOST_TEST(knowing.asked() == 2000u);
}

BOOST_AUTO_TEST_CASE(ten_thousand_names_end_soon_where_all_servers_are_dead)
{
    name_server const silent(test::keep_silent);
    auto const found = look_up(many_names(10'000), servers_at({silent.port(), unused_port()}, 100ms));
    for (auto const& one : found)
        BOOST_TEST_REQUIRE(!one.addresses.size());
    BOOST_TEST(found.front().error.failed());
    BOOST_TEST(found.back().error == boost::asio::error::timed_out);
    BOOST_TEST(silent.asked() < 1000u);
}

BOOST_AUTO_TEST_CASE(an_unreachable_server_is_told_from_a_silent_one)
{
    BOOST_TEST(look_up_one("a.test", servers_at({unused_port()})).error == boost::asio::error::connection_refused);
    name_server const silent(test::keep_silent);
    BOOST_TEST(look_up_one("a.test", servers_at({silent.port()}, 20ms)).error == boost::asio::error::timed_out);
    BOOST_TEST(silent.asked() == 4u); // two questions in two rounds
}

BOOST_AUTO_TEST_CASE(asks_for_no_more_names_at_a_time_than_it_is_told)
{
    unsigned waiting = 0;
    std::atomic<unsigned> most = 0;
    answers held;
    name_server const server([&](dns_question const& asked) -> answers {
        most = (std::max)(most.load(), ++waiting);
        held.push_back(dns_answer(asked, 3));
        if (waiting < 16)
            return {};
        waiting = 0;
        return std::exchange(held, {});
    });
    auto servers = servers_at({server.port()}, 1s);
    servers.parallel = 8;
    auto const found = look_up(many_names(2496), servers);
    for (auto const& one : found)
        BOOST_TEST_REQUIRE((one.error == boost::asio::error::host_not_found));
    BOOST_TEST(most.load() == 16u);
}

BOOST_AUTO_TEST_CASE(answers_that_are_too_large_for_a_datagram_come_over_tcp)
{
    name_server const server([](dns_question const& asked) -> answers {
        if (!asked.over_tcp)
            return {dns_answer(asked, 0, {}, true)};
        std::vector<std::string> records;
        for (int i = 0; i != 1200; ++i)
            records.push_back(dns_address(asked.type == 1
                                              ? "127.1." + std::to_string(i / 256) + '.' + std::to_string(i % 256)
                                              : "2001:db8::" + std::to_string(i)));
        return {dns_answer(asked, 0, records)};
    });
    auto const found = look_up({"large.test", "larger.test"}, servers_at({server.port()}));
    BOOST_TEST(found[0].addresses.size() == 2400u);
    BOOST_TEST(found[1].addresses.size() == 2400u);
    BOOST_TEST(server.asked_over_tcp() == 4u);
}

BOOST_AUTO_TEST_CASE(believes_nothing_that_is_no_answer_to_its_question)
{
    name_server const stranger(test::keep_silent);
    name_server const server([](dns_question const& asked) -> answers {
        auto const lie = dns_answer(asked, 0, {dns_address("192.0.2.66")});
        auto other_number = lie, other_name = lie;
        other_number[0] = static_cast<char>(other_number[0] ^ 1);
        other_name[13] = 'x';
        return {other_number,
                other_name,
                "",
                "x",
                lie.substr(0, 12),
                dns_answer(asked, 0, {dns_address(asked.type == 1 ? "192.0.2.1" : "2001:db8::1")})};
    });
    auto const found = look_up_one("true.test", servers_at({server.port()}));
    BOOST_TEST(addresses(found) == "192.0.2.1 2001:db8::1");
}

BOOST_AUTO_TEST_CASE(a_server_that_is_silent_over_tcp_is_left_in_time)
{
    name_server const server([](dns_question const& asked) -> answers {
        return asked.over_tcp ? answers() : answers{dns_answer(asked, 0, {}, true)};
    });
    BOOST_TEST(look_up_one("large.test", servers_at({server.port()}, 50ms)).error == boost::asio::error::timed_out);
}

BOOST_AUTO_TEST_CASE(addresses_and_localhost_ask_nobody)
{
    name_server const server(test::know_everybody);
    auto const found = look_up({"192.0.2.5", "::1", "localhost", "a.localhost"}, servers_at({server.port()}));
    BOOST_TEST(addresses(found[0]) == "192.0.2.5");
    BOOST_TEST(addresses(found[1]) == "::1");
    for (std::size_t i = 2; i != 4; ++i) {
        BOOST_TEST_REQUIRE(!found[i].addresses.empty());
        BOOST_TEST(found[i].addresses.front().is_loopback());
    }
    BOOST_TEST(server.asked() == 0u);
    BOOST_TEST(look_up({}, servers_at({server.port()})).empty());
}

BOOST_AUTO_TEST_CASE(a_cancelled_look_up_ends_at_once_with_what_it_knows)
{
    name_server const server(
        [](dns_question const& asked) { return asked.name == "known.test" ? test::know_everybody(asked) : answers(); });
    boost::asio::io_context context;
    boost::asio::cancellation_signal stop;
    std::vector<resolved_name> results;
    boost::system::error_code how;
    sonda::target::async_ask_name_servers(
        context.get_executor(), name_list{"known.test", "silent.test"}, servers_at({server.port()}, 100s),
        boost::asio::bind_cancellation_slot(stop.slot(),
                                            [&](boost::system::error_code failed, std::vector<resolved_name> found) {
                                                how = failed;
                                                results = std::move(found);
                                            }));
    std::thread other([&] {
        server.wait_for(4);
        boost::asio::post(context, [&] { stop.emit(boost::asio::cancellation_type::terminal); });
    });
    context.run(); // would take its time otherwise
    other.join();
    BOOST_TEST(how == boost::asio::error::operation_aborted);
    BOOST_TEST_REQUIRE(results.size() == 2u);
    BOOST_TEST(results[1].error == boost::asio::error::operation_aborted);
}

BOOST_AUTO_TEST_CASE(a_context_that_goes_takes_the_look_up_with_it)
{
    name_server const server(test::keep_silent);
    auto const alive = std::make_shared<int>();
    bool called = false;
    {
        boost::asio::io_context context;
        sonda::target::async_ask_name_servers(
            context.get_executor(), many_names(100), servers_at({server.port()}),
            [alive, &called](boost::system::error_code, std::vector<resolved_name>) { called = true; });
        while (server.asked() == 0)
            context.poll();
    }
    BOOST_TEST(!called);
    BOOST_TEST(alive.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(completes_on_the_executor_of_the_handler)
{
    name_server const server(test::know_everybody);
    boost::asio::io_context context;
    boost::asio::thread_pool pool(1);
    std::promise<bool> there;
    sonda::target::async_ask_name_servers(
        context.get_executor(), name_list{"a.test"}, servers_at({server.port()}),
        boost::asio::bind_executor(pool, [&](boost::system::error_code, std::vector<resolved_name>) {
            there.set_value(pool.get_executor().running_in_this_thread());
        }));
    context.run();
    BOOST_TEST(there.get_future().get());
    pool.join();
}

BOOST_AUTO_TEST_CASE(several_look_ups_run_at_once_on_several_threads)
{
    name_server const server(test::know_everybody);
    boost::asio::thread_pool pool(3);
    std::vector<std::future<std::vector<resolved_name>>> all;
    auto servers = servers_at({server.port()});
    servers.parallel = 8; // all that is in flight has room in the buffer of the server
    for (int i = 0; i != 6; ++i)
        all.push_back(sonda::target::async_ask_name_servers(pool.get_executor(), many_names(200), servers,
                                                            boost::asio::use_future));
    for (auto& one : all)
        for (auto const& found : one.get())
            BOOST_TEST(addresses(found) == "192.0.2.1");
}

BOOST_AUTO_TEST_CASE(nobody_to_ask_is_an_error_of_the_operation)
{
    boost::asio::io_context context;
    name_servers none;
    name_servers no_time = servers_at({53});
    no_time.timeout = 0ms;
    name_servers crowd = servers_at(std::vector<std::uint16_t>(65, 53));
    int refused = 0;
    for (auto const& servers : {none, no_time, crowd})
        sonda::target::async_ask_name_servers(context.get_executor(), name_list{"a.test"}, servers,
                                              [&](boost::system::error_code failed, std::vector<resolved_name>) {
                                                  refused += failed == make_error_code(sonda::error::bad_option);
                                              });
    context.run();
    BOOST_TEST(refused == 3);
}

BOOST_AUTO_TEST_SUITE_END()
