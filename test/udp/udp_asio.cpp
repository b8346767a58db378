// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#include <sonda/transport/udp.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <future>
#include <optional>
#include <type_traits>
#include <vector>

#include "icmp_forger.hpp"
#include "support/net_namespace.hpp"
#include "udp_fixture.hpp"

using boost::system::error_code;
using sonda::port_state;
using sonda::probe_status;
using test::at;
using test::net_namespace;
using transport = sonda::transport::udp;

BOOST_AUTO_TEST_SUITE(udp_asio)

static_assert(std::is_same_v<transport::rebind_executor<boost::asio::system_executor>::other,
                             sonda::transport::basic_udp<boost::asio::system_executor>>);

/// A wait that notes how it ended.
struct noted_wait
{
    std::optional<error_code>* result;
    void operator()(error_code error) const { *result = error; }
};

struct fixture
{
    boost::asio::io_context context;
    test::service service{context, "127.0.0.1"};
    test::driver<transport> driver{context, test::with_slots(2)};
    std::optional<error_code> result;

    ~fixture()
    {
        context.restart();
        context.run();
    }

    void probe_in_flight()
    {
        driver.start(0, service.endpoint());
        driver.reap();
        service.take();
    }

    void wait() { driver.transport.async_ready(noted_wait{&result}); }

    std::size_t poll()
    {
        context.restart();
        return context.poll();
    }

    void run()
    {
        context.restart();
        context.run();
    }
};

BOOST_FIXTURE_TEST_CASE(a_wait_lasts_until_something_comes, fixture)
{
    probe_in_flight();
    wait();
    poll();
    BOOST_TEST(!result.has_value());
    service.answer("");
    run();
    BOOST_TEST(result.value() == error_code());
    BOOST_TEST(driver.reap() == 1u);
}

BOOST_FIXTURE_TEST_CASE(what_came_before_the_wait_completes_it, fixture)
{
    probe_in_flight();
    service.answer("");
    wait();
    BOOST_TEST(!result.has_value());
    run();
    BOOST_TEST(result.value() == error_code());
}

BOOST_FIXTURE_TEST_CASE(what_came_before_completes_the_second_wait_too, fixture)
{
    probe_in_flight();
    service.answer("");
    wait();
    run();
    result.reset();
    wait();
    run();
    BOOST_TEST(result.value() == error_code());
    driver.reap();
    result.reset();
    wait();
    poll();
    BOOST_TEST(!result.has_value());
    driver.transport = transport(context.get_executor(), test::with_slots(1));
}

BOOST_FIXTURE_TEST_CASE(a_queued_probe_completes_a_wait_so_that_it_is_sent, fixture)
{
    driver.start(0, service.endpoint());
    wait();
    run();
    BOOST_TEST(result.value() == error_code());
    driver.reap();
    BOOST_TEST(service.take() == "");
}

// The error queue makes a socket ready without making it readable.
BOOST_AUTO_TEST_CASE(an_icmp_error_completes_a_wait)
{
    if (net_namespace::skip("an_icmp_error_completes_a_wait"))
        return;
    net_namespace ns;
    for (bool const before : {false, true}) {
        fixture f;
        f.probe_in_flight();
        auto const error = [&f] {
            test::forge_icmp({.sender = "127.0.0.1", .type = 3, .code = 3},
                             {"127.0.0.1", f.driver.transport.local_endpoint(false).port()}, f.service.endpoint());
        };
        if (before)
            error();
        f.wait();
        if (!before) {
            f.poll();
            BOOST_TEST(!f.result.has_value());
            error();
        }
        f.run();
        BOOST_TEST(f.result.value() == error_code());
        BOOST_TEST(f.driver.reap() == 1u);
        BOOST_TEST(f.driver.state(0) == port_state::closed);
    }
}

BOOST_FIXTURE_TEST_CASE(a_cancelled_slot_completes_a_wait_under_way, fixture)
{
    probe_in_flight();
    wait();
    poll();
    driver.transport.cancel(0);
    run();
    BOOST_TEST(result.value() == error_code());
    BOOST_TEST(driver.reap() == 1u);
    BOOST_TEST(driver.results.at(0).status == probe_status::cancelled);
}

BOOST_FIXTURE_TEST_CASE(a_cancelled_slot_completes_a_wait_to_come, fixture)
{
    probe_in_flight();
    driver.transport.cancel(0);
    wait();
    run();
    BOOST_TEST(result.value() == error_code());
}

BOOST_FIXTURE_TEST_CASE(cancellation_ends_a_wait_and_nothing_else, fixture)
{
    using boost::asio::cancellation_type;
    probe_in_flight();
    for (auto const kind : {cancellation_type::total, cancellation_type::partial, cancellation_type::terminal}) {
        boost::asio::cancellation_signal signal;
        result.reset();
        driver.transport.async_ready(boost::asio::bind_cancellation_slot(signal.slot(), noted_wait{&result}));
        signal.emit(kind);
        run();
        BOOST_TEST((result.value() == boost::asio::error::operation_aborted));
        context.restart();
    }
    service.answer("");
    driver.run_until(1);
    BOOST_TEST(driver.state(0) == port_state::open);
}

BOOST_FIXTURE_TEST_CASE(cancellation_is_reported_even_if_a_slot_is_cancelled_too, fixture)
{
    boost::asio::cancellation_signal signal;
    probe_in_flight();
    driver.transport.async_ready(boost::asio::bind_cancellation_slot(signal.slot(), noted_wait{&result}));
    driver.transport.cancel(0);
    signal.emit(boost::asio::cancellation_type::terminal);
    run();
    BOOST_TEST((result.value() == boost::asio::error::operation_aborted));
    BOOST_TEST(driver.reap() == 1u);
}

BOOST_FIXTURE_TEST_CASE(destruction_ends_a_wait, fixture)
{
    {
        transport gone(context.get_executor(), test::with_slots(1));
        gone.start(0, service.endpoint());
        gone.reap([](sonda::slot_id, sonda::probe_result const&) {});
        gone.async_ready(noted_wait{&result});
    }
    run();
    BOOST_TEST((result.value() == boost::asio::error::operation_aborted));
}

BOOST_FIXTURE_TEST_CASE(a_transport_may_be_moved_with_a_wait_under_way, fixture)
{
    probe_in_flight();
    wait();
    transport moved(std::move(driver.transport));
    service.answer("");
    run();
    BOOST_TEST(result.value() == error_code());
    BOOST_TEST(moved.reap([](sonda::slot_id, sonda::probe_result const&) {}) == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_wait_completes_on_the_executor_of_its_handler, fixture)
{
    boost::asio::io_context other;
    probe_in_flight();
    service.answer("");
    driver.transport.async_ready(boost::asio::bind_executor(other, noted_wait{&result}));
    std::thread worker([this] { run(); }); // ends once the handler is handed over
    other.run();
    worker.join();
    BOOST_TEST(result.value() == error_code());
}

BOOST_FIXTURE_TEST_CASE(a_coroutine_can_wait, fixture)
{
    probe_in_flight();
    service.answer("");
    std::size_t reaped = 0;
    boost::asio::co_spawn(
        context,
        [&]() -> boost::asio::awaitable<void> {
            co_await driver.transport.async_ready(boost::asio::use_awaitable);
            reaped = driver.reap();
        },
        boost::asio::detached);
    run();
    BOOST_TEST(reaped == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_deferred_wait_begins_when_it_is_launched, fixture)
{
    probe_in_flight();
    auto later = driver.transport.async_ready(boost::asio::deferred);
    driver.transport.cancel(0);
    std::move(later)(noted_wait{&result});
    run();
    BOOST_TEST(result.value() == error_code());
}

template<class Executor>
void scan_one(Executor const& executor)
{
    boost::asio::io_context context;
    test::service service(context, "127.0.0.1");
    sonda::transport::basic_udp<Executor> probing(executor, test::with_slots(1));
    static_assert(sonda::transport_policy<decltype(probing)>);
    probing.start(0, service.endpoint());
    probing.reap([](sonda::slot_id, sonda::probe_result const&) {});
    auto ready = probing.async_ready(boost::asio::use_future);
    service.echo();
    ready.get();
    BOOST_TEST(probing.reap([](sonda::slot_id, sonda::probe_result const& result) {
        BOOST_TEST(result.answer.state == port_state::open);
    }) == 1u);
}

BOOST_AUTO_TEST_CASE(works_on_a_thread_pool_a_strand_of_it_and_the_system_executor)
{
    boost::asio::thread_pool pool(2);
    scan_one(pool.get_executor());
    scan_one(boost::asio::make_strand(pool));
    scan_one(boost::asio::any_io_executor(pool.get_executor()));
    scan_one(boost::asio::system_executor());
    pool.join();
}

BOOST_AUTO_TEST_CASE(a_context_stands_for_its_executor)
{
    boost::asio::io_context context;
    transport probing(context, test::with_slots(1));
    BOOST_TEST((probing.get_executor() == boost::asio::any_io_executor(context.get_executor())));
}

BOOST_AUTO_TEST_SUITE_END()
