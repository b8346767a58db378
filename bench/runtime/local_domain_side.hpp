// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_LOCAL_DOMAIN_SIDE_HPP
#define SONDA_BENCH_RUNTIME_LOCAL_DOMAIN_SIDE_HPP

#include <sonda/runtime/local_domain.hpp>

#include <boost/asio/post.hpp>

#include <chrono>
#include <cstddef>
#include <utility>

namespace bench {

/// Our domain, with our own tasks.
class local_domain_side
{
public:
    using coro = sonda::runtime::task<void>;
    static constexpr bool ends_when_destroyed = false;

    template<class F>
    void add(F f)
    {
        domain_.spawn_local(std::move(f)).value().detach();
    }

    template<class F>
    void post(F f)
    {
        boost::asio::post(domain_.get_executor(), std::move(f));
    }

    void add_coroutine(coro body) { domain_.spawn_local(std::move(body)).value().detach(); }

    template<class T>
    void add_endless(T owned)
    {
        add_coroutine(endless(std::move(owned)));
    }

    class handle
    {
    public:
        explicit handle(sonda::runtime::local_spawner spawner) noexcept
            : spawner_(std::move(spawner))
        {}

        template<class F>
        void dispatch(F f)
        {
            spawner_.dispatch(std::move(f)).value();
        }

        template<class F>
        void dispatch_coroutine(F f)
        {
            spawner_.dispatch_task(std::move(f)).value();
        }

        template<class F>
        void spawn_and_forget(F f)
        {
            spawner_.spawn(std::move(f)).value().detach();
        }

    private:
        sonda::runtime::local_spawner spawner_;
    };

    handle remote() { return handle(domain_.get_spawner()); }

    auto yield() const noexcept { return sonda::runtime::this_task::yield; }

    void run_n(std::size_t n) { domain_.run_n(n); }

    void run_for(std::chrono::microseconds budget) { domain_.run_for(budget); }

    template<class Count>
    void drain(std::size_t n, Count const&)
    {
        while (!domain_.is_empty())
            domain_.run_n(n);
    }

    void shutdown_graceful() { domain_.shutdown_graceful(); }

    void shutdown_now() { domain_.shutdown_now(); }

private:
    template<class T>
    static coro endless(T)
    {
        for (;;)
            co_await sonda::runtime::this_task::yield;
    }

    sonda::runtime::local_domain domain_;
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_LOCAL_DOMAIN_SIDE_HPP
