// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_TCP_EXECUTOR_CHECKS_HPP
#define SONDA_TEST_TCP_EXECUTOR_CHECKS_HPP

#include <sonda/endpoint.hpp>
#include <sonda/probe_result.hpp>
#include <sonda/transport/connect_options.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <concepts>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include <support/net_namespace.hpp>

// Any transport that connects, on every kind of executor.

namespace test {

using sonda::endpoint;
using sonda::port_state;
using sonda::probe_result;
using sonda::probe_status;
using sonda::slot_id;
using sonda::transport::connect_options;

// An executor of a user: its own type, no default constructor, counts what it runs.
class counting_executor
{
public:
    using inner_type = boost::asio::io_context::executor_type;

    counting_executor(inner_type inner, int& count) noexcept
        : inner_(std::move(inner))
        , count_(&count)
    {}

    template<class Property>
        requires boost::asio::can_query<inner_type const&, Property>::value
    decltype(auto) query(Property const& property) const
    {
        return boost::asio::query(inner_, property);
    }

    template<class Property>
        requires std::same_as<std::decay_t<typename boost::asio::require_result<inner_type const&, Property>::type>,
                              inner_type>
    counting_executor require(Property const& property) const
    {
        return {boost::asio::require(inner_, property), *count_};
    }

    template<class F>
    void execute(F&& f) const
    {
        ++*count_;
        inner_.execute(std::forward<F>(f));
    }

    friend bool operator==(counting_executor const& a, counting_executor const& b) noexcept
    {
        return a.inner_ == b.inner_ && a.count_ == b.count_;
    }

private:
    inner_type inner_;
    int* count_;
};

inline connect_options with_slots(std::size_t slots)
{
    connect_options options;
    options.slots = slots;
    return options;
}

// Probes ports that are closed, one after another, as a chain of handlers on an executor. The transport is used there
// only.
template<class Transport, class Executor>
class chain : public std::enable_shared_from_this<chain<Transport, Executor>>
{
public:
    chain(Transport& transport, Executor executor, int probes)
        : transport_(transport)
        , executor_(std::move(executor))
        , left_(probes)
    {}

    template<class Done>
    void go(Done done)
    {
        while (left_ != 0) {
            auto result = transport_.start(0, endpoint::v4(0x7f000001, 7));
            if (result.status == probe_status::pending)
                return wait(std::move(done));
            count(result);
        }
        done(closed_);
    }

private:
    void count(probe_result const& result)
    {
        --left_;
        closed_ += result.status == probe_status::answered && result.answer.state == port_state::closed;
    }

    template<class Done>
    void wait(Done done)
    {
        transport_.async_ready(boost::asio::bind_executor(executor_, [self = this->shared_from_this(),
                                                                      done](boost::system::error_code const&) mutable {
            auto const taken = self->transport_.reap([&](slot_id, probe_result const& result) { self->count(result); });
            return taken ? self->go(std::move(done)) : self->wait(std::move(done));
        }));
    }

    Transport& transport_;
    Executor executor_;
    int left_;
    int closed_ = 0;
};

template<class Transport, class Executor, class Done>
void start_chain(Transport& transport, Executor executor, Done done)
{
    auto const link = std::make_shared<chain<Transport, Executor>>(transport, executor, 100);
    boost::asio::post(executor, [link, done] { link->go(done); });
}

template<class Transport>
int closed_on(boost::asio::io_context& context, Transport transport)
{
    int closed = 0;
    start_chain(transport, transport.get_executor(), [&](int count) { closed = count; });
    context.run();
    return closed;
}

template<template<class> class Transport>
int closed_on_pool()
{
    boost::asio::thread_pool pool(3);
    using executor_type = boost::asio::thread_pool::executor_type;
    Transport<executor_type> transport(pool, with_slots(2));
    std::promise<int> closed;
    start_chain(transport, boost::asio::make_strand(pool), [&](int count) { closed.set_value(count); });
    auto const count = closed.get_future().get();
    pool.join();
    return count;
}

template<class Transport>
bool cancels_wait(boost::asio::cancellation_type type)
{
    boost::asio::io_context context;
    Transport transport(context, with_slots(1));
    boost::asio::cancellation_signal stop;
    boost::system::error_code seen;
    transport.async_ready(
        boost::asio::bind_cancellation_slot(stop.slot(), [&](boost::system::error_code failed) { seen = failed; }));
    context.poll();
    stop.emit(type);
    context.restart();
    context.poll();
    return seen == boost::asio::error::operation_aborted;
}

template<class Transport, class OtherExecutor>
using rebound = typename Transport::template rebind_executor<OtherExecutor>::other;

using io_executor = boost::asio::io_context::executor_type;
using strand = boost::asio::strand<boost::asio::any_io_executor>;

// The executor of an io_context, any executor, a strand of any, a pool with the scan on a strand, and one of a user.
template<template<class> class Transport>
void check_executors()
{
    boost::asio::io_context context;
    BOOST_TEST(closed_on(context, Transport<io_executor>(context, with_slots(1))) == 100);
    context.restart();
    using any_executor = boost::asio::any_io_executor;
    BOOST_TEST(closed_on(context, Transport<any_executor>(context.get_executor(), with_slots(1))) == 100);
    context.restart();
    strand const serial(context.get_executor());
    BOOST_TEST(closed_on(context, Transport<strand>(serial, with_slots(1))) == 100);
    context.restart();
    int count = 0;
    counting_executor const executor(context.get_executor(), count);
    BOOST_TEST(closed_on(context, Transport<counting_executor>(executor, with_slots(1))) == 100);
    BOOST_TEST(closed_on_pool<Transport>() == 100);
}

// A wait can be a future; it ends with its transport.
template<class Transport>
void check_future()
{
    boost::asio::io_context context;
    auto transport = std::make_unique<Transport>(context, with_slots(1));
    auto waited = transport->async_ready(boost::asio::use_future);
    transport.reset();
    context.run();
    BOOST_CHECK_THROW(waited.get(), boost::system::system_error);
}

// A port in flight outlives neither its transport nor its context.
template<class Transport>
void check_context_that_never_runs()
{
    net_namespace ns;
    ns.nft("table inet t {\n chain i {\n type filter hook input priority 0;\n tcp dport 9 drop\n }\n }");
    boost::asio::io_context context;
    Transport transport(context, with_slots(1));
    BOOST_TEST((transport.start(0, endpoint::v4(0x7f000001, 9)).status == probe_status::pending));
    transport.async_ready([](boost::system::error_code const&) {});
}

} // namespace test

#endif // SONDA_TEST_TCP_EXECUTOR_CHECKS_HPP
