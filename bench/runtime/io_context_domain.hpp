// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_IO_CONTEXT_DOMAIN_HPP
#define SONDA_BENCH_RUNTIME_IO_CONTEXT_DOMAIN_HPP

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <chrono>
#include <cstddef>
#include <utility>

namespace bench {

/// An io_context that its only thread drives.
class io_context_domain
{
public:
    using executor = boost::asio::io_context::executor_type;
    using coro = boost::asio::awaitable<void, executor>;
    static constexpr bool ends_when_destroyed = true;

    template<class F>
    void add(F f)
    {
        boost::asio::post(context_, std::move(f));
    }

    template<class F>
    void post(F f)
    {
        boost::asio::post(context_, std::move(f));
    }

    void add_coroutine(coro body) { boost::asio::co_spawn(context_, std::move(body), boost::asio::detached); }

    /// What is owned is destroyed unrun.
    template<class T>
    void add_endless(T owned)
    {
        boost::asio::post(context_, [owned = std::move(owned)] {});
    }

    class handle
    {
    public:
        explicit handle(boost::asio::io_context& context) noexcept
            : context_(context)
        {}

        template<class F>
        void dispatch(F f)
        {
            boost::asio::post(context_, f);
        }

        template<class F>
        void dispatch_coroutine(F f)
        {
            boost::asio::co_spawn(context_, body(f), boost::asio::detached);
        }

        template<class F>
        void spawn_and_forget(F f)
        {
            boost::asio::post(context_, boost::asio::use_future(f));
        }

    private:
        template<class F>
        static coro body(F f)
        {
            f();
            co_return;
        }

        boost::asio::io_context& context_;
    };

    handle remote() { return handle(context_); }

    auto yield() { return boost::asio::post(context_, boost::asio::use_awaitable_t<executor>()); }

    void run_n(std::size_t) { context_.poll(); }

    void run_for(std::chrono::microseconds budget) { context_.run_for(budget); }

    template<class Count>
    void drain(std::size_t n, Count const& count)
    {
        while (count != n) {
            context_.restart();
            context_.poll();
        }
    }

    void shutdown_graceful() { context_.run(); }

    void shutdown_now() {}

private:
    boost::asio::io_context context_{1};
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_IO_CONTEXT_DOMAIN_HPP
