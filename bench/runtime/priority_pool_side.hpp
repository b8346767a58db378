// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_PRIORITY_POOL_SIDE_HPP
#define SONDA_BENCH_RUNTIME_PRIORITY_POOL_SIDE_HPP

#include <sonda/runtime/priority_pool.hpp>
#include <sonda/runtime/task.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <concepts>
#include <memory>
#include <utility>

#include "level.hpp"

namespace bench {

/// An operation of Asio that ends when any thread says so.
class task_event
{
public:
    void set()
    {
        if (state_.exchange(state::set, std::memory_order_acq_rel) == state::waited_for)
            waiter_->complete();
    }

    /// `registered` is called when nothing can be missed any more.
    template<class Registered>
    auto wait(Registered registered)
    {
        return boost::asio::async_initiate<boost::asio::deferred_t const, void()>(
            [this, registered](auto handler) {
                auto expected = state::open;
                waiter_ = std::make_unique<waiter_of<decltype(handler)>>(std::move(handler));
                if (!state_.compare_exchange_strong(expected, state::waited_for, std::memory_order_acq_rel))
                    waiter_->complete();
                registered();
            },
            boost::asio::deferred);
    }

private:
    enum class state { open, waited_for, set };

    struct waiter
    {
        virtual ~waiter() = default;
        virtual void complete() = 0;
    };

    template<class Handler>
    struct waiter_of final : waiter
    {
        explicit waiter_of(Handler h)
            : handler(std::move(h))
        {}

        void complete() override { boost::asio::dispatch(std::move(handler)); }

        Handler handler;
    };

    std::atomic<state> state_ = state::open;
    std::unique_ptr<waiter> waiter_;
};

/// Our pool, with our own tasks.
class priority_pool_side
{
public:
    template<class T>
    using coro = sonda::runtime::task<T>;

    static constexpr level classes[] = {level::high, level::normal, level::background};

    explicit priority_pool_side(unsigned workers)
        : pool_({.workers = workers})
    {}

    template<class F>
    auto submit(level l, F&& f)
    {
        return pool_.spawn(of(l), std::forward<F>(f)).value();
    }

    template<class T>
    T get(coro<T>& result)
    {
        return std::move(result).get();
    }

    template<class F>
    auto spawn(level l, F&& f)
    {
        return submit(l, std::forward<F>(f));
    }

    template<class T>
    coro<T>&& join(coro<T>& child)
    {
        return std::move(child);
    }

    template<std::invocable F>
    void launch(level l, F f)
    {
        submit(l, std::move(f)).detach();
    }

    template<std::invocable F>
    void post(level l, F f)
    {
        boost::asio::post(pool_.executor(of(l)), std::move(f));
    }

    auto yield() const noexcept { return sonda::runtime::this_task::yield; }

    std::size_t sleeping_workers() const { return pool_.stats().sleeping_workers; }

    class flag
    {
    public:
        explicit flag(priority_pool_side&) {}

        template<class Registered>
        auto wait(Registered registered)
        {
            return event_.wait(registered);
        }

        void wake() { event_.set(); }

    private:
        task_event event_;
    };

private:
    static sonda::runtime::priority of(level l) noexcept { return static_cast<sonda::runtime::priority>(l); }

    sonda::runtime::priority_pool pool_;
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_PRIORITY_POOL_SIDE_HPP
