// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/target/name_table.hpp>
#include <sonda/target/resolve.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/net_namespace.hpp"

namespace asio = boost::asio;

using asio::ip::make_address;
using sonda::target::async_resolve_names;
using sonda::target::resolved_name;

namespace {

using addresses = std::vector<asio::ip::address>;
using names = std::vector<std::string>;

// The look-up must not be asked at all.
struct no_lookup
{
    addresses operator()(std::string const& name, boost::system::error_code&) const
    {
        BOOST_ERROR("looked up " << name);
        return {};
    }
};

// Two addresses for `two.example`, one for other names, none for those that begin with `no`.
addresses small_lookup(std::string const& name, boost::system::error_code& failure)
{
    if (name.starts_with("no")) {
        failure = asio::error::host_not_found;
        return {};
    }
    if (name == "two.example")
        return {make_address("127.0.0.2"), make_address("127.0.0.3")};
    return {make_address("127.0.0.1")};
}

// Look-ups that wait until they are let go, like those at a dead name server.
struct stuck_lookup
{
    std::shared_future<void> release;
    std::shared_ptr<std::atomic<int>> started;

    addresses operator()(std::string const&, boost::system::error_code&) const
    {
        ++*started;
        release.wait();
        return {make_address("127.0.0.1")};
    }
};

struct outcome
{
    boost::system::error_code error;
    std::vector<resolved_name> results;
};

auto into(std::optional<outcome>& place)
{
    return [&place](boost::system::error_code error, std::vector<resolved_name> results) {
        BOOST_TEST(!place.has_value());
        place = outcome{error, std::move(results)};
    };
}

} // namespace

BOOST_AUTO_TEST_SUITE(resolve)

BOOST_AUTO_TEST_CASE(literals_and_what_is_no_name_are_never_looked_up)
{
    asio::io_context context;
    std::optional<outcome> done;
    async_resolve_names(context.get_executor(),
                        {"127.0.0.9", "2001:db8::1", "127.1", "0x7f.1", "0177.0.0.1", "127.0.0.5/30", "a b", ""},
                        no_lookup(), into(done));
    BOOST_TEST(!done.has_value());
    context.run();
    BOOST_TEST_REQUIRE(done.has_value());
    BOOST_TEST(!done->error);
    BOOST_TEST_REQUIRE(done->results.size() == 8u);
    BOOST_TEST((done->results[0].addresses == addresses{make_address("127.0.0.9")}));
    BOOST_TEST((done->results[1].addresses == addresses{make_address("2001:db8::1")}));
    for (std::size_t i = 2; i != 8; ++i) {
        BOOST_TEST((done->results[i].error == sonda::error::bad_name));
        BOOST_TEST(done->results[i].addresses.empty());
    }
}

BOOST_AUTO_TEST_CASE(localhost_is_the_loopback_and_never_looked_up)
{
    asio::io_context context;
    std::optional<outcome> done;
    async_resolve_names(context.get_executor(), {"localhost", "LOCALHOST.", "any.localhost"}, no_lookup(), into(done));
    context.run();
    for (auto const& result : done->results) {
        BOOST_TEST(!result.error);
        BOOST_TEST(!result.addresses.empty());
        for (auto const& address : result.addresses)
            BOOST_TEST(address.is_loopback());
    }
}

BOOST_AUTO_TEST_CASE(a_hosts_file_says_which_loopback_is_meant)
{
    auto const read = [](std::string const& text) {
        std::istringstream in(text);
        return sonda::detail::localhost_addresses(in);
    };
    addresses const both = {make_address("127.0.0.1"), make_address("::1")};
    BOOST_TEST((read("") == both));
    BOOST_TEST((read("127.0.0.1 other\n# 127.0.0.5 localhost\n192.0.2.1 localhost\nrubbish localhost") == both));
    BOOST_TEST((read("127.0.0.5\tother LocalHost # here\n") == addresses{make_address("127.0.0.5")}));
    BOOST_TEST((read("::1 localhost\n127.0.0.1 localhost\n::1 localhost") ==
                addresses{make_address("::1"), make_address("127.0.0.1")}));
    BOOST_TEST(!sonda::detail::is_localhost("notlocalhost"));
    BOOST_TEST(!sonda::detail::is_localhost("localhost.example"));
}

BOOST_AUTO_TEST_CASE(every_name_has_its_own_addresses_or_error_in_order)
{
    asio::io_context context;
    std::optional<outcome> done;
    names many;
    for (int i = 0; i != 50; ++i)
        many.insert(many.end(), {"two.example", "none.example", "one.example", "127.0.0.7"});
    async_resolve_names(context.get_executor(), many, small_lookup, into(done));
    context.run();
    BOOST_TEST_REQUIRE(done.has_value());
    BOOST_TEST(!done->error);
    for (std::size_t i = 0; i != many.size(); ++i) {
        auto const& result = done->results[i];
        BOOST_TEST(result.name == many[i]);
        BOOST_TEST((result.error == asio::error::host_not_found) == (i % 4 == 1));
        BOOST_TEST(result.addresses.size() == (i % 4 == 0 ? 2u : i % 4 == 1 ? 0u : 1u));
    }
}

BOOST_AUTO_TEST_CASE(no_names_are_a_result_too)
{
    asio::io_context context;
    std::optional<outcome> done;
    async_resolve_names(context.get_executor(), {}, no_lookup(), into(done));
    context.run();
    BOOST_TEST(done->results.empty());
}

BOOST_AUTO_TEST_CASE(several_names_wait_at_a_time)
{
    asio::io_context context;
    std::promise<void> release;
    auto const started = std::make_shared<std::atomic<int>>(0);
    std::optional<outcome> done;
    async_resolve_names(context.get_executor(), {"a", "b", "c"}, stuck_lookup{release.get_future().share(), started},
                        into(done));
    while (*started != 3)
        std::this_thread::yield();
    BOOST_TEST(context.poll() == 0u);
    release.set_value();
    context.run();
    BOOST_TEST(done->results.size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_cancelled_operation_completes_at_once_with_what_it_has)
{
    asio::io_context context;
    std::promise<void> release;
    auto const started = std::make_shared<std::atomic<int>>(0);
    asio::cancellation_signal signal;
    std::optional<outcome> done;
    async_resolve_names(context.get_executor(), names(20, "a"), stuck_lookup{release.get_future().share(), started},
                        asio::bind_cancellation_slot(signal.slot(), into(done)));
    asio::post(context, [&] { signal.emit(asio::cancellation_type::terminal); });
    context.run();
    BOOST_TEST_REQUIRE(done.has_value());
    BOOST_TEST((done->error == asio::error::operation_aborted));
    BOOST_TEST(done->results.size() == 20u);
    for (auto const& result : done->results)
        BOOST_TEST((result.error == asio::error::operation_aborted));
    BOOST_TEST(!signal.slot().has_handler());
    release.set_value();
}

BOOST_AUTO_TEST_CASE(cancelling_after_the_end_does_nothing)
{
    asio::io_context context;
    asio::cancellation_signal signal;
    std::optional<outcome> done;
    async_resolve_names(context.get_executor(), {"127.0.0.1"}, no_lookup(),
                        asio::bind_cancellation_slot(signal.slot(), into(done)));
    context.run();
    signal.emit(asio::cancellation_type::terminal);
    context.restart();
    context.run();
    BOOST_TEST(!done->error);
}

BOOST_AUTO_TEST_CASE(the_handler_runs_on_its_own_executor)
{
    asio::io_context context;
    asio::io_context own;
    auto const strand = asio::make_strand(own);
    bool inside = false;
    async_resolve_names(context.get_executor(), {"one.example"}, small_lookup,
                        asio::bind_executor(strand, [&](auto, auto) { inside = strand.running_in_this_thread(); }));
    own.run();
    context.run();
    BOOST_TEST(inside);
}

BOOST_AUTO_TEST_CASE(any_executor_and_token_will_do)
{
    asio::thread_pool pool(2);
    asio::any_io_executor const any = pool.get_executor();
    BOOST_TEST(async_resolve_names(any, {"one.example"}, small_lookup, asio::use_future).get().size() == 1u);
    BOOST_TEST(async_resolve_names(asio::make_strand(pool), {"localhost"}, asio::use_future).get().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_context_may_end_before_its_look_ups)
{
    auto const token = std::make_shared<int>(0);
    {
        asio::io_context context;
        async_resolve_names(context.get_executor(), names(100, "a"), small_lookup, [token](auto, auto) {});
    }
    BOOST_TEST(token.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(the_system_is_asked_and_its_failure_told)
{
    if (test::net_namespace::skip("resolve/the_system_is_asked_and_its_failure_told"))
        return;
    test::net_namespace const nothing_leaves;
    boost::system::error_code failure;
    BOOST_TEST(sonda::target::system_lookup()("no-such-host.invalid", failure).empty());
    BOOST_TEST(failure.failed());
}

BOOST_AUTO_TEST_CASE(an_address_keeps_all_its_names)
{
    sonda::target::name_table table;
    auto const address = make_address("127.0.0.2");
    table.add(address, "b.example");
    table.add(address, "a.example");
    table.add(address, "b.example");
    table.add(make_address("::1"), "c.example");
    auto const found = table.names_of(address);
    BOOST_TEST(std::vector<std::string>(found.begin(), found.end()) == (names{"b.example", "a.example"}),
               boost::test_tools::per_element());
    BOOST_TEST(table.names_of(make_address("127.0.0.3")).empty());
    BOOST_TEST(table.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
