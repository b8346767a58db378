// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_BENCH_RUNTIME_ASIO_EVENT_HPP
#define SONDA_BENCH_RUNTIME_ASIO_EVENT_HPP

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

namespace bench {

/// What one coroutine of Asio waits for until any thread says so.
template<class Executor>
class asio_event
{
public:
    void set()
    {
        if (state_.exchange(state::set, std::memory_order_acq_rel) == state::waited_for)
            boost::asio::dispatch(std::move(*waiter_));
    }

    bool is_set() const { return state_.load(std::memory_order_acquire) == state::set; }

    /// `registered` is called when nothing can be missed any more.
    template<class Registered>
    auto wait(Registered registered)
    {
        return boost::asio::async_initiate<boost::asio::use_awaitable_t<Executor>, void()>(
            [this, registered](handler h) {
                auto expected = state::open;
                waiter_.emplace(std::move(h));
                if (!state_.compare_exchange_strong(expected, state::waited_for, std::memory_order_acq_rel))
                    boost::asio::post(std::move(*waiter_));
                registered();
            },
            token_);
    }

private:
    enum class state { open, waited_for, set };
    using handler = typename boost::asio::async_result<boost::asio::use_awaitable_t<Executor>, void()>::handler_type;

    std::atomic<state> state_ = state::open;
    std::optional<handler> waiter_;
    boost::asio::use_awaitable_t<Executor> token_;
};

/// The result of a task that another coroutine awaits. Asio 1.81 has nothing of the kind that works across threads.
template<class T, class Executor>
class asio_child
{
public:
    asio_child()
        : shared_(std::make_shared<shared>())
    {}

    void complete(T value) const
    {
        auto const kept = shared_; // the parent may go as soon as it is told
        kept->value = std::move(value);
        kept->done.set();
    }

    boost::asio::awaitable<T, Executor> join() const
    {
        if (!shared_->done.is_set())
            co_await shared_->done.wait([] {});
        co_return std::move(shared_->value);
    }

private:
    struct shared
    {
        T value{};
        asio_event<Executor> done;
    };

    std::shared_ptr<shared> shared_;
};

} // namespace bench

#endif // SONDA_BENCH_RUNTIME_ASIO_EVENT_HPP
